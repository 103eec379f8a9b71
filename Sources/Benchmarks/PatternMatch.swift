import Libretto

/// The speed of matching, and whether the time grows linearly, even for hostile patterns.
struct PatternMatch: Benchmark {
  let names = [
    "pattern.match", "pattern.match.1MB", "pattern.match.accents", "pattern.simulate",
    "pattern.simulate.linearity", "pattern.hostile", "pattern.hostile.linearity", "pattern.make",
    "pattern.make.explosive", "pattern.make.largest",
  ]

  func rows(_ options: Options) throws -> [Row] {
    let plain: Pattern = "[a-z0-9 ]+"
    // An automaton for it would have 2^12 states.
    let simulated: Pattern = "([a-z0-9 ]*a[a-z0-9 ]{11})?[a-z0-9 ]*"
    let hostile: Pattern = "((a?){300}a{300})*(a+)+$"
    let speeds = try Measuring.medians(
      rounds: 5,
      [
        work(plain, "letters and 42 ", 10_000_000), work(plain, "letters and 42 ", 1_000_000),
        work("[a-zà-ÿ ]+", "où êtes vous né ", 10_000_000),
        work(simulated, "letters and 42 ", 1_000_000), work(simulated, "letters and 42 ", 100_000),
        work(hostile, "a", 100_000), work(hostile, "a", 10_000),
      ]
    ).map { 1 / $0 }
    let makes = try Measuring.medians(
      rounds: 9,
      [
        make(#"[^@\s]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,10}"#, times: 100),
        // These give up after the maximum work for an automaton.
        make("(a|b)*a(a|b){12}", times: 10), make("((a?){60}b?){80}", times: 10),
      ])
    return [
      Row(names[0], speeds[0], "MB/s", .atLeast(50)),
      Row(names[1], speeds[1], "MB/s", .atLeast(50)),
      Row(names[2], speeds[2], "MB/s"),
      Row(names[3], speeds[3], "MB/s"),
      // Ten times the text, measured per byte.
      Row(names[4], speeds[4] / speeds[3], "× slower", .atMost(1.5)),
      Row(names[5], speeds[5], "MB/s"),
      Row(names[6], speeds[6] / speeds[5], "× slower", .atMost(1.5)),
      Row(names[7], makes[0] * 1e6, "µs", .atMost(100)),
      Row(names[8], makes[1] * 1e6, "µs"),
      Row(names[9], makes[2] * 1e6, "µs"),
    ]
  }

  /// Matches a text that repeats a part; returns seconds per megabyte.
  private func work(_ pattern: Pattern, _ part: String, _ bytes: Int) -> () throws -> Double {
    let text = String(repeating: part, count: bytes / part.utf8.count)
    return {
      var isMatched = false
      let time = Measuring.seconds { isMatched = pattern.matches(text) }
      guard isMatched else { throw Trouble("“\(pattern)” does not match its text") }
      return time / (Double(text.utf8.count) / 1e6)
    }
  }

  private func make(_ source: String, times: Int) -> () throws -> Double {
    {
      var problem: String?
      let time = Measuring.seconds {
        for _ in 0..<times { problem = Pattern(source).problem }
      }
      if let problem { throw Trouble("“\(source)”: \(problem)") }
      return time / Double(times)
    }
  }
}
