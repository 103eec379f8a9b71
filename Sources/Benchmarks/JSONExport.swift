import Libretto

// How fast flows are written and read as JSON.

/// The speed of the JSON exporter, and whether it is as fast with long flows as with short ones.
struct JSONExport: Benchmark {
  let names = [
    "json.export", "json.export.10000", "json.export.1000", "json.export.linearity",
    "flow.declare",
  ]

  func rows(_ options: Options) throws -> [Row] {
    var flow = LongFlow.make(steps: 1000)
    let declaring = try Measuring.seconds {
      flow = LongFlow.make(steps: 100_000)
      // It is built and checked when it is first needed.
      try flow.validate()
    }
    let flows = [flow, LongFlow.make(steps: 10_000), LongFlow.make(steps: 1000)]
    // Short flows are exported many times, so that all measured times are similar.
    let speeds = try Measuring.medians(
      rounds: 9,
      zip(flows, [1, 10, 100]).map { flow, times in
        { try JSONExport.secondsPerMegabyte(flow, times: times) }
      }
    ).map { 1 / $0 }
    return [
      Row(names[0], speeds[0], "MB/s", .atLeast(50)),
      Row(names[1], speeds[1], "MB/s", .atLeast(50)),
      Row(names[2], speeds[2], "MB/s", .atLeast(50)),
      // With quadratic work, ten times the steps would make this ten. A comparison with a thousand
      // steps would measure the processor's caches, which hold the short flow's tree.
      Row(names[3], speeds[1] / speeds[0], "× slower", .atMost(1.5)),
      Row(names[4], declaring * 1e9 / 100_000, "ns/step"),
    ]
  }

  private static func secondsPerMegabyte(_ flow: Flow, times: Int) throws -> Double {
    let exporter = JSONExporter()
    var bytes = 0
    let time = try Measuring.seconds {
      for _ in 0..<times { bytes += try exporter.bytes(flow).count }
    }
    guard bytes > times * 1000 else { throw Trouble("only \(bytes) bytes were written") }
    return time / (Double(bytes) / 1e6)
  }
}

/// The speed of reading an export as a flow, and whether it is as fast with long flows.
struct JSONRead: Benchmark {
  let names = ["json.read", "json.read.1000", "json.read.linearity"]

  func rows(_ options: Options) throws -> [Row] {
    let exporter = JSONExporter()
    let texts = try [100_000, 10_000, 1000].map { try exporter.bytes(LongFlow.make(steps: $0)) }
    let speeds = try Measuring.medians(
      rounds: 5,
      zip(texts, [1, 10, 100]).map { bytes, times in
        { try JSONRead.secondsPerMegabyte(bytes, times: times) }
      }
    ).map { 1 / $0 }
    return [
      Row(names[0], speeds[0], "MB/s", .atLeast(10)),
      Row(names[1], speeds[2], "MB/s", .atLeast(10)),
      // With quadratic work, ten times the steps would make this ten.
      Row(names[2], speeds[1] / speeds[0], "× slower", .atMost(1.5)),
    ]
  }

  private static func secondsPerMegabyte(_ bytes: [UInt8], times: Int) throws -> Double {
    var steps = 0
    let time = try Measuring.seconds {
      for _ in 0..<times { steps += try Flow(json: bytes).tree.steps.count }
    }
    guard steps > 0 else { throw Trouble("nothing was read") }
    return time / (Double(bytes.count * times) / 1e6)
  }
}

/// A flow with many steps of most kinds, in sub-flows of a hundred steps.
enum LongFlow {
  private static let name = Key<String>("name")
  private static let age = Key<Int>("age")

  /// - Parameter steps: the number of steps, a multiple of 100, not counting the sub-flows.
  static func make(steps: Int) -> Flow {
    Flow("long") {
      for part in 0..<(steps / 100) {
        Flow("Part \(part)") {
          for round in 0..<10 { tenSteps(round) }
        }
      }
    }
  }

  private static func tenSteps(_ round: Int) -> [any FlowContent] {
    [
      Say("Part of a long conversation, line \(round): nothing in it needs an escape."),
      Ask("What is your name?", into: name).validate(.notEmpty, .length(1...40))
        .id("name-\(round)"),
      Ask("How old are you?", into: age).default(18).validate(.range(0...130))
        .help("In whole years.").id("age-\(round)"),
      Say("Hello, \(name)! You said “\(age)”, and we said: \"fine\"."),
      Alert("Some random error \(round)", message: "Do you want to delete all data?") {
        Button("Yes", role: .destructive, shortcut: "y") { Do("delete everything") {} }
        Button("No", role: .cancel)
      },
      When(age < 18 && name != "Bob") { Say("Too young.") },
      Store(round, into: age),
      Say("Done."),
    ]
  }
}
