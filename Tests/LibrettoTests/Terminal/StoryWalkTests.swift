import TestSupport
import Testing

@testable import LibrettoCore

/// However often a person goes back: in the end, the screen shows what it would show if the last
/// answers had been given at once.
@Suite("Random steps back through random flows") struct StoryWalkTests {
  @Test("The screen tells the story of the last answers", arguments: 0..<4)
  func walks(part: Int) async throws {
    for seed in 0..<25 {
      let seed = UInt64(seed * 4 + part)
      var generator = SeededGenerator(seed: seed)
      let plan = StoryPlan.random(using: &generator)
      let lines = (0..<14).map { _ in
        ["yes", "no", "?no", "<", "<", "<<", "<<<"].randomElement(using: &generator) ?? ""
      }
      let walked = try await TypedConsole.perform(
        plan.flow, lines: lines + Array(repeating: "no", count: 20))
      #expect(walked.result.outcome == .finished, "seed \(seed)")
      let straight = try await TypedConsole.perform(
        plan.flow, lines: try plan.lines(for: walked.result.answers))
      let (seen, wanted) = (walked.screen.text, straight.screen.text)
      #expect(seen == wanted, "seed \(seed): \(lines)\n\(plan)")
      if seen != wanted { return }
    }
  }
}

/// Steps of a flow that is made at random.
indirect enum StoryPlan: Sendable {
  case ask(Int)
  /// A text; it shows the answer with that number, if there is one.
  case say(Int, showing: Int?)
  case notice(Int)
  case work(Int)
  case wait(Int)
  case branch(Int, [StoryPlan], [StoryPlan])
  case all([StoryPlan])

  static func random(using generator: inout SeededGenerator) -> StoryPlan {
    var count = 0
    var known: [Int] = []
    func steps(_ depth: Int) -> [StoryPlan] {
      (0..<Int.random(in: depth == 0 ? 4...6 : 0...2, using: &generator)).map { _ in
        count += 1
        let number = count
        switch Int.random(in: 0...9, using: &generator) {
        case 0...2:
          if depth == 0 { known.append(number) }
          return .ask(number)
        case 3, 4: return .say(number, showing: known.randomElement(using: &generator))
        case 5: return .all([.ask(number), .notice(number)])
        case 6: return depth == 0 ? .work(number) : .wait(number)
        case 7: return .wait(number)
        default:
          return depth < 2 ? .branch(number, steps(depth + 1), steps(depth + 1)) : .ask(number)
        }
      }
    }
    count += 1
    return .all([.ask(count)] + steps(0) + [.ask(100)])
  }

  var flow: Flow { Flow("story") { steps } }

  @FlowBuilder private var steps: Steps {
    switch self {
    case .ask(let number): Ask("Question \(number)?", into: Key<String>("q\(number)"))
    case .say(let number, let shown?): Say("Text \(number): \(Key<String>("q\(shown)")).")
    case .say(let number, nil): Say("Text \(number).")
    case .notice(let number): Alert("Notice \(number)") {}
    case .work(let number): Do("work-\(number)") { _ in }.reads()
    case .wait: Wait(.milliseconds(1))
    case .branch(let number, let yes, let no):
      Confirm("Branch \(number)?", into: Key<Bool>("b\(number)")) {
        for step in yes { step.steps }
      } otherwise: {
        for step in no { step.steps }
      }
    case .all(let all): for step in all { step.steps }
    }
  }

  /// The lines that give these answers at once.
  func lines(for answers: Answers) throws -> [String] {
    var run = try Run(flow)
    var lines: [String] = []
    while let need = run.nextNeed {
      switch need.kind {
      case .say: try run.resolve(need, with: .shown)
      case .notice: try run.resolve(need, with: .dismissed)
      case .action: try run.resolve(need, with: .performed(run.answers(for: need)))
      case .wait: try run.resolve(need, with: .elapsed)
      default:
        let question = try #require(run.question(for: need))
        let key = String(question.id.split(separator: "/").last ?? "")
        let isYes: Bool
        if question.kind == .confirm {
          isYes = answers[Key<Bool>(key)] ?? false
          try run.resolve(need, with: .answer(.yes(isYes)))
        } else {
          isYes = answers[Key<String>(key)] == "yes"
          try run.resolve(need, with: .answer(.typed(.string(isYes ? "yes" : "no"))))
        }
        lines.append(isYes ? "yes" : "no")
      }
    }
    return lines
  }
}
