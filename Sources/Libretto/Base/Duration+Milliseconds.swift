extension Duration {
  /// The duration in whole milliseconds, rounded down, within what Int holds.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    let (sum, wraps) = whole.addingReportingOverflow(
      Int(attoseconds / 1_000_000_000_000_000))
    if overflow || wraps { return seconds < 0 ? .min : .max }
    // Rounding must not turn a negative duration into none.
    return sum == 0 && (seconds < 0 || attoseconds < 0) ? -1 : sum
  }

  /// The duration as a flow has it: journals and exports know nothing finer than a millisecond.
  var inWholeMilliseconds: Duration { .milliseconds(milliseconds) }

  /// The duration in words: “2 seconds”, “1.5 seconds”, “300 milliseconds”.
  var inWords: String {
    let milliseconds = milliseconds
    if milliseconds == 1 { return "1 millisecond" }
    if milliseconds < 1000 { return "\(milliseconds) milliseconds" }
    if milliseconds == 1000 { return "1 second" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) seconds" }
    var fraction = String(milliseconds % 1000)
    fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds / 1000).\(fraction) seconds"
  }
}
