import Libretto

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
