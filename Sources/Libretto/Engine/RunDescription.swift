extension Run: CustomStringConvertible, CustomReflectable {
  /// The state of the run; it doesn't contain answers, because some may be secret.
  public var description: String {
    if let outcome { return "Run(\(outcome))" }
    return "Run(at: \(needs.map { $0.kind == .say ? "say" : $0.name }.joined(separator: ", ")))"
  }

  /// A mirror of the description, so that `dump` and debuggers don't show secrets either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
