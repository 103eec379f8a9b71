/// Nothing shows the answer to a secret question.
///
///     Ask("Password?", into: password).secret()
///     Say("It is \(password).")  // When(password.isSet) { Say("It is set.") }
enum SecretShown: FlowRule {
  static let code = "secret-shown"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      if case .compared = use.way {
        return problem(
          "the key “\(use.key.name)” holds a secret, so only a secret question can be compared with "
            + "it: write .secret()", at: use.place)
      }
      guard case .shown(let what) = use.way else { return nil }
      return problem(
        "the key “\(use.key.name)” holds a secret, and \(what) would show it; "
          + "use only \(use.key.name).isSet", at: use.place)
    }
  }
}
