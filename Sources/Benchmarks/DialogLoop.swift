import Libretto

// How many answers a second the engine takes, compared with a loop written by hand.

/// The answers per second that the engine takes with a journal, compared with hand-written code.
struct DialogLoop: Benchmark {
  let names = ["engine.dialog-loop", "engine.dialog-loop.ratio"]

  func rows(_ options: Options) throws -> [Row] {
    let flow = LoopFlow.make()
    let times = try Measuring.medians(
      rounds: 21,
      [
        {
          var run: Run?
          let time = try Measuring.seconds {
            run = try LoopFlow.perform(flow, answers: LoopAnswers.count)
          }
          if let run { try LoopFlow.verify(run) }
          return time
        },
        {
          var loop = LoopByHand()
          let time = Measuring.seconds { loop = .perform(answers: LoopAnswers.count) }
          try loop.verify()
          return time
        },
      ])
    return [
      Row(names[0], Double(LoopAnswers.count) / times[0], "answers/s", .atLeast(9_500_000)),
      Row(names[1], times[0] / times[1], "× by hand"),
    ]
  }
}

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

/// The dialog loop written by hand, without an engine, for comparison.
struct LoopByHand {
  struct Entry {
    let question: Int
    let performance: Int
    let answer: Int
    let time: Int
  }

  private(set) var question = 0
  private(set) var loops = 0
  private(set) var journal: [Entry] = []
  private var kept = [Int](repeating: 0, count: 10)
  private var performances = [Int](repeating: 0, count: 10)

  @inline(never)
  mutating func answer(_ answer: Int, at time: Int = 0) {
    kept[question] = answer
    performances[question] += 1
    journal.append(
      Entry(
        question: question, performance: performances[question], answer: answer, time: time))
    switch question {
    case 0: question = 1
    case 1: question = 2
    case 2: question = 3
    case 3: question = 4
    case 4: question = 5
    case 5: question = kept[5].isMultiple(of: 2) ? 6 : 7
    case 6: question = 7
    case 7: question = 8
    case 8: question = 9
    default:
      question = 0
      loops += 1
    }
  }

  static func perform(answers count: Int) -> LoopByHand {
    var loop = LoopByHand()
    var answers = LoopAnswers()
    for _ in 0..<count { loop.answer(answers.next()) }
    return loop
  }

  func verify() throws {
    let sum = journal.reduce(0) { $0 + $1.answer }
    guard journal.count == LoopAnswers.count, sum == LoopAnswers.sum,
      loops == LoopAnswers.loops, question == LoopAnswers.standing
    else { throw Trouble("the loop by hand has the wrong end state: sum \(sum), \(loops) loops") }
  }
}

/// The answers of the dialog loop, the same for every engine (a linear congruential generator).
struct LoopAnswers {
  /// The number of answers in a measured run, and the state that it must have at the end.
  static let count = 100_000
  static let sum = 4_951_222
  static let loops = 10_525
  static let standing = 4

  private var state = 12345

  mutating func next() -> Int {
    state = (state &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
    return (state >> 16) % 100
  }
}
