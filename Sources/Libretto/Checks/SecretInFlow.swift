/// The flow doesn't contain the answer to a secret question.
///
///     Ask("Password?", into: password).secret().default("1234")  // without .default
enum SecretInFlow: FlowRule {
  static let code = "secret-in-flow"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      switch use.way {
      case .preset:
        problem(
          "a secret question can't have a default, since the flow would contain it",
          at: use.place)
      case .listed:
        problem(
          "a secret question can't have the rule oneOf, since it lists the secret",
          at: use.place)
      case .shown, .compared, .isSet, .read, .answered, .set, .written, .ending: nil
      }
    }
  }
}
