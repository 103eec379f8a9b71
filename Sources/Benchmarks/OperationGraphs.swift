import Libretto

/// The cost of an operation in a chain, side by side and in a grid, and whether it stays the same
/// in a graph ten times as large.
struct OperationGraphs: Benchmark {
  private static let shapes = ["chain", "wide", "grid"]

  let names = shapes.flatMap { ["operations.\($0)", "operations.\($0).growth"] }

  func rows(_ options: Options) async throws -> [Row] {
    var rows: [Row] = []
    for shape in Self.shapes {
      let small = Self.flow(shape, 1000)
      let large = Self.flow(shape, 10_000)
      let times = try await Measuring.medians(
        rounds: 7,
        [
          { for _ in 0..<10 { try await Self.perform(small) } },
          { try await Self.perform(large) },
        ])
      rows += [
        Row("operations.\(shape)", times[0] / 10_000 * 1e6, "µs"),
        Row("operations.\(shape).growth", times[1] / times[0], "×", .atMost(1.5)),
      ]
    }
    return rows
  }

  /// Returns a graph with a number of operations, each with an action.
  private static func flow(_ shape: String, _ count: Int) -> Flow {
    Flow(shape) {
      Operations {
        for number in 0..<count {
          if shape == "wide" || shape == "chain" && number == 0
            || shape == "grid" && number % 10 == 0
          {
            Operation("o\(number)") { Do("work") {} }
          } else {
            Operation("o\(number)", after: "o\(number - 1)") { Do("work") {} }
          }
        }
      }
    }
  }

  private static func perform(_ flow: Flow) async throws {
    let result = try await flow.run(with: Quiet())
    guard result.outcome == .finished(nil) else { throw Trouble("\(result.outcome)") }
  }
}

/// The cost of a load compared with awaiting the same closure.
struct LoadOverhead: Benchmark {
  let names = ["load.overhead"]

  func rows(_ options: Options) async throws -> [Row] {
    let count = 10_000
    let data = Key<[Int]>("data")
    let work: @Sendable () async throws -> [Int]? = {
      await Task.yield()
      return [1, 2, 3]
    }
    let flow = Flow("loads") {
      Repeat(times: count) { Load("data", into: data, work) }
    }
    let times = try await Measuring.medians(
      rounds: 7,
      [
        {
          let result = try await flow.run(with: Quiet())
          guard result[data] == [1, 2, 3] else { throw Trouble("\(result.outcome)") }
        },
        { for _ in 0..<count { _ = try await work() } },
      ])
    return [Row(names[0], (times[0] - times[1]) / Double(count) * 1e6, "µs", .atMost(10))]
  }
}

/// An interpreter without output.
private struct Quiet: InteractiveInterpreter {
  func show(_ text: String) {}
  func ask(_ question: Question) -> Reply { .endOfInput }
}
