import Testing

@testable import LibrettoAnalysis
@testable import LibrettoCore

/// What is said of a flow before it is performed, beside all performances of it.
struct AheadJudgeTests {
  /// All performances of a small flow, as far as they are short.
  private struct Performances {
    let flow: Flow
    /// The answers to the first performance of some questions.
    let given: [String: Given]
    /// The names of the questions asked in each performance that finished.
    private(set) var finished: [(names: Set<String>, hasFailures: Bool)] = []
    /// The ids of all questions that some performance asked.
    private(set) var asked: Set<String> = []
    /// The keys that had an answer in some performance.
    private(set) var set: Set<String> = []
    /// The instructions at which some performance needed something.
    private(set) var needed: Set<Int> = []
    /// What was counted at the questions of each performance that finished as foreseen: how many were
    /// asked before, and how many were to come; and how many were asked in all.
    private(set) var counts: [(all: Int, at: [RunProgress])] = []
    private var budget = 400
    private let way: WayAhead

    init(_ flow: Flow, given: [String: Given] = [:]) {
      (self.flow, self.given) = (flow, given)
      way = WayAhead(flow.program)
      let run = Run(flow.program, Limits(stepsBetweenPrompts: 1000), id: "r", started: 0)
      perform(run, [], 0, [])
    }

    private mutating func perform(
      _ run: Run, _ names: Set<String>, _ depth: Int,
      _ counted: [RunProgress]
    ) {
      budget -= 1
      for key in flow.keys where run.answers.value(key.name) != nil { set.insert(key.name) }
      if case .finished = run.outcome {
        finished.append((names, run.lines.contains { $0.kind == .failed }))
        let isForeseen = run.lines.allSatisfy { ![.failed, .back, .found].contains($0.kind) }
        if isForeseen { counts.append((run.questionsPassed, counted)) }
      }
      guard run.outcome == nil, depth < 12, let need = run.nextNeed else { return }
      needed.insert(need.core.instruction)
      var (names, counted) = (names, counted)
      if need.kind == .prompt {
        names.insert(need.name)
        asked.insert(need.id)
        if let progress = run.progress(at: need, way) { counted.append(progress) }
      }
      for resolution in resolutions(need, run) where budget > 0 {
        var next = run
        guard (try? next.resolve(need, with: resolution)) != nil else { continue }
        perform(next, names, depth + 1, counted)
      }
    }

    private func resolutions(_ need: Need, _ run: Run) -> [Resolution] {
      switch need.kind {
      case .notice: return [.dismissed]
      case .wait: return [.elapsed]
      case .load: return [.loaded(1), .loaded(nil), .failed("no")]
      case .action:
        let action = flow.program.works[need.core.index]
        var ended: [Resolution] = []
        for writes in [0, 1, 2] {
          var answers = run.answers
          if let key = action.result { answers.write(.int(writes), key.name) }
          if writes > 0, action.declares("a") { answers.write(.int(writes), "a") }
          if writes > 0, action.declares("y") { answers.write(.bool(writes == 1), "y") }
          ended.append(.performed(answers))
        }
        return ended + [.failed("no")]
      case .prompt:
        if let given = given[need.name] { return [.answer(given)] }
        guard let question = run.question(for: need) else { return [] }
        switch question.shape {
        case .typed:
          return [.answer(.typed(0)), .answer(.typed(2))]
            + (question.isOptional ? [.answer(.typed(.null))] : [])
        case .yesNo: return [.answer(.yes(true)), .answer(.yes(false))]
        case .oneOf: return question.choices.map { .answer(.choice($0.id)) }
        case .review: return [.answer(.submit)]
        case .someOf, .notice: return []
        }
      default: return []
      }
    }
  }

  private static func flow(_ seed: UInt64) -> Flow? {
    var generator = AheadGenerator(seed: seed)
    let flow = generator.flow()
    // Random operations may race.
    return flow.problems.allSatisfy { $0.code == ReadBeforeSet.code } ? flow : nil
  }

  /// What shows that a run came past a read: the marks set behind it, or that it asked or worked.
  private static func evidence(_ instruction: Int, _ program: Program) -> Set<String> {
    var places = [instruction + 1]
    if case .unless(_, let target) = program.instructions[instruction] {
      if case .nextRound = program.instructions[instruction + 1] {
        places = [instruction + 2]
      } else {
        places.append(target)
      }
    }
    return Set(
      places.compactMap { place in
        guard case .store(let slot, _) = program.instructions[place] else { return nil }
        let name = program.keys[slot].name
        return name.hasPrefix("mark") ? name : nil
      })
  }

  /// The program in words, for what went wrong.
  private static func words(_ flow: Flow) -> String {
    let program = flow.program
    return program.instructions.enumerated().map { index, instruction in
      let (id, what) = program.stepInWords(index)
      return "\n\(index) \(instruction) \(id ?? what)"
    }
    .joined()
  }

  @Test("No performance reads a key that is said to be set on no way", arguments: 0..<4)
  func reads(chunk: UInt64) {
    var told = 0
    for seed in chunk * 250..<(chunk + 1) * 250 {
      guard let flow = Self.flow(seed) else { continue }
      let unset = Ahead(flow.program, Unforeseen()).unset
      #expect(
        flow.problems.isEmpty == unset.isEmpty,
        "the order of the steps, and their ways, seed \(seed)\(Self.words(flow))")
      if unset.isEmpty { continue }
      told += 1
      let all = Performances(flow)
      for (instruction, slot) in unset {
        let key = flow.program.keys[slot].name
        #expect(!all.needed.contains(instruction), "seed \(seed) reads \(key)")
        let shown = Self.evidence(instruction, flow.program).intersection(all.set)
        #expect(shown.isEmpty, "seed \(seed) reads \(key)")
      }
    }
    #expect(told > 20)
  }

  @Test("No performance asks fewer or more questions than are said to come", arguments: 0..<4)
  func counts(chunk: UInt64) {
    var exact = 0
    for seed in 20_000 + chunk * 250..<20_000 + (chunk + 1) * 250 {
      guard let flow = Self.flow(seed), flow.problems.isEmpty else { continue }
      for performance in Performances(flow).counts {
        for progress in performance.at {
          let rest = performance.all - progress.passed
          guard let coming = progress.coming else { continue }
          if coming.least == coming.most { exact += 1 }
          #expect(
            coming.least <= rest && rest <= coming.most ?? rest,
            "seed \(seed): \(rest), not \(coming)\(Self.words(flow))")
        }
      }
    }
    #expect(exact > 100)
  }

  @Test("A performance asks what is said to be always asked, and nothing else", arguments: 0..<4)
  func asks(chunk: UInt64) {
    var sure = 0
    for seed in 10_000 + chunk * 250..<10_000 + (chunk + 1) * 250 {
      guard let flow = Self.flow(seed) else { continue }
      var random = SeededGenerator(seed: seed)
      var given: [String: Given] = [:]
      for prompt in flow.program.prompts where Bool.random(using: &random) {
        switch prompt.shape {
        case .typed where prompt.prompt.rules.isEmpty: given[prompt.id] = .typed(2)
        case .yesNo: given[prompt.id] = .yes(true)
        case .oneOf: given[prompt.id] = .choice(prompt.prompt.choices[0].id)
        default: break
        }
      }
      for given in [[:], given] {
        let missing = MissingAnswers(
          flow,
          MissingAnswers.Setting(given: given.mapValues { [ScriptedAnswer(.resolved($0))] })
        ).missing
        let all = Performances(flow, given: given)
        let reviews = Set(flow.program.prompts.filter { $0.shape == .review }.map(\.id))
        let unsaid = all.asked.subtracting(missing.map(\.id)).subtracting(given.keys)
          .subtracting(reviews)
        #expect(unsaid == [], "seed \(seed)\(Self.words(flow))")
        let succeeded = all.finished.filter { !$0.hasFailures }
        for missing in missing where missing.isSure && !succeeded.isEmpty {
          sure += 1
          #expect(
            succeeded.allSatisfy { $0.names.contains(missing.name) },
            "seed \(seed): \(missing.name)\(Self.words(flow))")
        }
      }
    }
    #expect(sure > 100)
  }
}
