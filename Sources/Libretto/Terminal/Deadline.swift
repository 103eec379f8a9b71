#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A moment of the monotonic clock, in nanoseconds, for waits that `poll` performs.
struct Deadline: Comparable, Sendable {
  private var nanoseconds: Int64

  static var now: Deadline {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Deadline(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// `duration` from now; a duration beyond the clock's range (292 years) is cut to it.
  static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    let (whole, wholeOverflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let limit = seconds < 0 ? Int64.min : Int64.max
    let (span, spanOverflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    let delay = wholeOverflows || spanOverflows ? limit : span
    let (moment, overflows) = now.nanoseconds.addingReportingOverflow(delay)
    return Deadline(nanoseconds: overflows ? .max : moment)
  }

  static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }

  /// How long `poll` may wait at the moment `now`, rounded up so that it never wakes too early.
  func milliseconds(from now: Deadline) -> Int32 {
    guard self > now else { return 0 }
    let milliseconds = (nanoseconds - now.nanoseconds - 1) / 1_000_000 + 1
    return Int32(clamping: milliseconds)
  }
}
