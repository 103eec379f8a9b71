/// A stored value has the type of its key.
///
///     Store(.nan, into: ratio)  // Store(0.5, into: ratio)
enum StoreType: StepRule {
  static let code = "store-type"

  static func problems(of step: DeclaredStep) -> [Problem] {
    guard case .store(let key, let value) = step.node, key.type.value(exactly: value) == nil else {
      return []
    }
    return [
      problem(
        "\(value.quoted) is not \(key.type), as the key “\(key.name)” requires", at: step.place)
    ]
  }
}
