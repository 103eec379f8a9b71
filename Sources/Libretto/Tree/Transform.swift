extension Prompt {
  /// What is done to a typed text before the rules are applied. Done twice, it changes nothing more.
  public enum Transform: String, Hashable, Sendable, CaseIterable {
    /// White space at both ends is removed.
    case trimmed
    /// Capital letters become small ones.
    case lowercased
    /// Small letters become capital ones.
    case uppercased

    func applied(to text: String) -> String {
      switch self {
      case .trimmed: text.trimmed
      case .lowercased: text.lowercased()
      case .uppercased: text.uppercased()
      }
    }
  }

  /// A typed answer after the transforms; other answers stay as they are.
  func transformed(_ value: Value) -> Value {
    guard !transforms.isEmpty, case .string(let text) = value else { return value }
    return .string(transforms.reduce(text) { $1.applied(to: $0) })
  }
}
