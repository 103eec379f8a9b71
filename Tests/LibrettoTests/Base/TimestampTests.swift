import Testing

@testable import LibrettoCore

@Suite("Timestamps") struct TimestampTests {
  private static let (first, last) = (Timestamp(.min), Timestamp(.max))

  @Test(
    "a duration later, to the millisecond",
    arguments: [
      (1_000, Duration.zero, 1_000), (1_000, .seconds(2), 3_000), (1_000, .seconds(-2), -1_000),
      (0, .microseconds(1_999), 1), (.max, .seconds(-1), .max - 1_000),
    ])
  func advances(_ start: Int, _ duration: Duration, _ end: Int) {
    #expect(Timestamp(start).advanced(by: duration) == Timestamp(end))
  }

  @Test("beyond the first and the last one, there is none")
  func saturates() {
    #expect(Self.last.advanced(by: .milliseconds(1)) == Self.last)
    #expect(Self.first.advanced(by: .milliseconds(-1)) == Self.first)
    #expect(Timestamp.epoch.advanced(by: .seconds(Int64.max)) == Self.last)
    #expect(Timestamp.epoch.advanced(by: .seconds(Int64.min)) == Self.first)
    #expect(Timestamp.epoch.advanced(by: .seconds(Int64.max) * 18) == Self.last)
  }

  @Test("the time between any two leads from one to the other")
  func durations() {
    for one in [Self.first, -1, 0, 1_000, Self.last] {
      for other in [Self.first, -1, 0, 1_000, Self.last] {
        let duration = one.duration(to: other)
        #expect(one.advanced(by: duration) == other)
        #expect(one.rest(until: other) == (one < other ? duration : .zero))
        #expect((one < other) == (duration > .zero))
      }
    }
  }
}
