import Testing

@testable import LibrettoCore

@Suite("Durations in milliseconds and in words")
struct DurationTests {
  @Test(
    "a duration is rounded down to whole milliseconds, but not to none if it is negative",
    arguments: [
      (.zero, 0), (.microseconds(999), 0), (.microseconds(1999), 1), (.seconds(2), 2000),
      (.nanoseconds(-1), -1), (.milliseconds(-2), -2), (.milliseconds(Int.max), .max),
      (.milliseconds(Int.min), .min), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
    ] as [(Duration, Int)])
  func milliseconds(duration: Duration, milliseconds: Int) {
    #expect(duration.milliseconds == milliseconds)
    #expect(duration.inWholeMilliseconds == .milliseconds(milliseconds))
  }

  @Test(
    "a duration is told in the larger unit that fits",
    arguments: [
      (.zero, "0 milliseconds"), (.milliseconds(1), "1 millisecond"),
      (.milliseconds(300), "300 milliseconds"), (.seconds(1), "1 second"),
      (.milliseconds(1500), "1.5 seconds"), (.milliseconds(2005), "2.005 seconds"),
      (.seconds(90), "90 seconds"),
    ] as [(Duration, String)])
  func words(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }
}
