import Libretto

/// The dialog loop as an ordinary flow, and a simple driver that answers it.
enum LoopFlow {
  /// - Parameter greeting: the first text in an edited version.
  static func make(greeting: String? = nil) -> Flow {
    let keys = (0..<10).map { Key<Int>("k\($0)") }
    return Flow("dialog-loop") {
      if let greeting { Say("\(greeting)") }
      Repeat {
        for index in 0...5 { question(index, keys[index]) }
        When(keys[5].isMultiple(of: 2)) { question(6, keys[6]) }
        for index in 7...9 { question(index, keys[index]) }
      }
    }
  }

  private static func question(_ index: Int, _ key: Key<Int>) -> Ask<Int> {
    Ask("q\(index)", into: key).id("q\(index)")
  }

  /// Answers the next need of a run a number of times.
  static func perform(_ flow: Flow, answers count: Int) throws -> Run {
    var run = try Run(flow)
    var answers = LoopAnswers()
    for _ in 0..<count {
      guard let need = run.nextNeed else { throw Trouble("the loop ended") }
      try run.resolve(need, with: .answer(.typed(.int(answers.next()))))
    }
    return run
  }

  /// Checks the end state; a wrong one invalidates the measurement.
  static func verify(_ run: Run) throws {
    var sum = 0
    for entry in run.journal.entries {
      guard case .answered(.typed(.int(let answer))) = entry.event else {
        throw Trouble("the journal contains something other than an answer: \(entry)")
      }
      sum += answer
    }
    // The performance that waits at q4 is one more than the number of completed loops.
    let loops = (run.nextNeed?.roundNumbers.first ?? 0) - 1
    let standing = run.nextNeed?.id ?? "the end"
    guard run.journal.entries.count == LoopAnswers.count, sum == LoopAnswers.sum,
      loops == LoopAnswers.loops, standing == "q\(LoopAnswers.standing)"
    else {
      throw Trouble(
        "wrong end state: \(run.journal.entries.count) answers in the journal, sum \(sum), "
          + "\(loops) loops, waiting at \(standing)")
    }
  }
}
