extension Run: CustomStringConvertible, CustomReflectable {
  /// Where the run stands; its answers are not in it, since some may be secret.
  public var description: String {
    if let outcome { return "Run(\(outcome))" }
    return "Run(at: \(needs.map { $0.kind == .say ? "say" : $0.name }.joined(separator: ", ")))"
  }

  /// The same as the description, so that `dump` and debuggers show no secret either.
  public var customMirror: Mirror { Mirror(reflecting: description) }
}
