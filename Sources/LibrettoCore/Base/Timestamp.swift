#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  import FoundationEssentials
#endif

// Time: the instants that a run is told, the system's clock, and durations in milliseconds.

/// An instant of the wall clock, to the millisecond: when a run was started, or when a time limit is up.
///
/// Journals, tokens and stores keep it, which the instants of `ContinuousClock` don't allow. A file may
/// contain any time, and a clock may jump, so sums end at the first and at the last instant instead of
/// overflowing.
public struct Timestamp: InstantProtocol, Hashable, Sendable {
  /// The milliseconds since the beginning of 1970 in UTC, as saved files have them.
  public let millisecondsSince1970: Int

  /// Creates an instant.
  /// - Parameter millisecondsSince1970: the milliseconds since the beginning of 1970 in UTC.
  public init(millisecondsSince1970: Int) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// The beginning of 1970 in UTC: the time of a run that isn't told any.
  package static let epoch = Timestamp(millisecondsSince1970: 0)

  /// The time of the system's clock; a run itself never reads it.
  public static var now: Timestamp {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Timestamp(
        millisecondsSince1970: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
    #else
      return Timestamp(
        millisecondsSince1970: Int((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    #endif
  }

  /// Returns the instant that is a duration later, or earlier if the duration is negative.
  /// - Parameter duration: the duration, of which whole milliseconds count.
  /// - Returns: the instant; the first or the last one if it would be beyond.
  public func advanced(by duration: Duration) -> Timestamp {
    // From the first instant to the last one: no sum with that overflows.
    let longest = Duration.milliseconds(UInt.max)
    let sum = .milliseconds(millisecondsSince1970) + min(max(duration, .zero - longest), longest)
    return Timestamp(millisecondsSince1970: sum.milliseconds)
  }

  /// Returns the time from this instant to another one.
  /// - Parameter other: the other instant.
  /// - Returns: the duration, negative if the other instant is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
  }

  /// Returns the time left until an instant, or zero if it is past.
  package func rest(until other: Timestamp) -> Duration { max(.zero, duration(to: other)) }

  /// Whether an instant is earlier than another one.
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.millisecondsSince1970 < b.millisecondsSince1970
  }
}

/// The system's calendar.
enum SystemClock {
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
