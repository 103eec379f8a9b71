#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  import FoundationEssentials
#endif

// Time: the system’s clock, and durations in milliseconds.

/// The system's clock, for journals; a run itself never reads it.
package enum SystemClock {
  /// The time in milliseconds since the beginning of 1970 in UTC.
  package static var milliseconds: Int {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    #else
      return Int((Date().timeIntervalSince1970 * 1000).rounded(.down))
    #endif
  }

  /// The current year, month and day in the time zone of the process.
  static var date: (year: Int, month: Int, day: Int) {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      var seconds = time(nil)
      var parts = tm()
      localtime_r(&seconds, &parts)
      return (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    #else
      let today = Calendar(identifier: .gregorian).dateComponents(
        [.year, .month, .day], from: Date())
      return (today.year ?? 1970, today.month ?? 1, today.day ?? 1)
    #endif
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded down, within what Int holds.
  package var milliseconds: Int {
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
}
