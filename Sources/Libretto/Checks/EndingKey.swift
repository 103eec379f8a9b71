/// The keys for how a load or operation ended hold text.
///
///     Load("prices", into: prices) { … }
///     Ask("State?", into: Key<Int>("prices.state"))  // Key<Int>("state")
enum EndingKey: FlowRule {
  static let code = "ending-key"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    flow.uses.compactMap { use in
      guard case .ending = use.way, let type = flow.keys.type(of: use.key.name), type != .string
      else { return nil }
      return problem(
        "the key “\(use.key.name)” is reserved for how this step ended, which is text, "
          + "but the flow uses it as \(type); give that key another name", at: use.place)
    }
  }
}
