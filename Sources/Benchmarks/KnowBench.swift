import Libretto
import TestSupport

/// How long it takes to know a flow before it runs.
struct KnowBench: Benchmark {
  let names = [
    "know.check", "know.check.linearity", "know.suite", "know.suite.2000", "know.keys",
    "know.counter", "know.stream",
  ]

  func rows(_ options: Options) throws -> [Row] {
    let times = try Measuring.medians(
      rounds: 3,
      [
        check(Self.steps(10_000)), check(Self.steps(1_000)), suite(Flow.forks(200)),
        suite(Flow.forks(2_000)), suite(Flow.crowd(40)), check(Self.counter),
        stream(Flow.forks(10), paths: 1_000),
      ])
    return [
      Row(names[0], times[0], "s", .atMost(0.5)),
      // Ten times the steps, measured per step.
      Row(names[1], times[0] / times[1] / 10, "× slower", .atMost(1.5)),
      Row(names[2], times[2] * 1e3, "ms", .atMost(50)),
      Row(names[3], times[3], "s", .atMost(2)),
      Row(names[4], times[4], "s", .atMost(1)),
      Row(names[5], times[5], "s", .atMost(1)),
      Row(names[6], 1_000 / times[6], "paths/s", .atLeast(700_000)),
    ]
  }

  private static func steps(_ count: Int) -> Flow {
    Flow("steps") { for number in 0..<count { Say("Step \(number).") } }
  }

  /// It counts to a million, in rounds without questions.
  private static var counter: Flow {
    let number = Key<Int>("number")
    return Flow("counter") {
      Store(0, into: number)
      Repeat(while: number < 1_000_000) { Store(number + 1, into: number) }
      Say("\(number)")
    }
    .limits(Limits(stepsBetweenPrompts: 20_000_000))
  }

  private func check(_ flow: Flow) -> () throws -> Double {
    {
      var findings = 0
      let time = try Measuring.seconds { findings = try flow.check().count }
      guard findings == 0 else { throw Trouble("\(flow.name) has \(findings) findings") }
      return time
    }
  }

  private func suite(_ flow: Flow) -> () throws -> Double {
    {
      var gaps = 0
      let time = try Measuring.seconds {
        gaps = try flow.explore().suite(.branches).gaps.count
      }
      guard gaps == 0 else { throw Trouble("the suite of \(flow.name) has \(gaps) gaps") }
      return time
    }
  }

  private func stream(_ flow: Flow, paths: Int) -> () throws -> Double {
    {
      let known = try flow.explore()
      var count = 0
      let time = Measuring.seconds { for _ in known.paths.prefix(paths) { count += 1 } }
      guard count == paths else { throw Trouble("\(flow.name) has only \(count) paths") }
      return time
    }
  }
}
