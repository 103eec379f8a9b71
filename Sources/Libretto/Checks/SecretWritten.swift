/// Only an `Ask` writes a key that holds a secret.
///
///     Ask("Password?", into: password).secret()
///     Store("", into: password)  // ask again, or keep it in another key
enum SecretWritten: FlowRule {
  static let code = "secret-written"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.usesOfSecrets.compactMap { use in
      guard case .written(let what) = use.way else { return nil }
      return problem(
        "the key “\(use.key.name)” holds a secret, so only an Ask may write it, not \(what)",
        at: use.place)
    }
  }
}
