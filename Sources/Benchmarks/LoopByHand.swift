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
