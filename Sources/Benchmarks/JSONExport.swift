import Libretto

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
