import Libretto

/// Whether the time for what is made of somebody else's document or journal grows with its size:
/// with ten times as much, each of these takes at most twenty times as long.
///
/// What matters is that nothing is quadratic, which would make it a hundred times. Caches that no
/// longer hold everything, and a machine that does something else too, account for the rest.
struct Scale: Benchmark {
  /// Work on something of a size; making it isn't counted.
  struct Work: Sendable {
    let name: String
    /// The larger size; the smaller one is a tenth of it.
    let size: Int
    let make: @Sendable (Int) throws -> @Sendable () async throws -> Void

    init(
      _ name: String, _ size: Int,
      _ make: @escaping @Sendable (Int) throws -> @Sendable () async throws -> Void
    ) {
      (self.name, self.size, self.make) = (name, size, make)
    }
  }

  private static let works = declared + analysed + saved

  let names = works.flatMap { ["scale.\($0.name)", "scale.\($0.name).growth"] }

  func rows(_ options: Options) async throws -> [Row] {
    var rows: [Row] = []
    for work in Self.works
    where options.wants("scale.\(work.name)") || options.wants("scale.\(work.name).growth") {
      let small = try work.make(work.size / 10)
      let large = try work.make(work.size)
      // The small one is repeated, so that both measured times are similar.
      let times = try await Measuring.medians(
        rounds: 3, [{ for _ in 0..<10 { try await small() } }, { try await large() }])
      rows += [
        Row("scale.\(work.name)", times[1], "s"),
        Row("scale.\(work.name).growth", times[1] / times[0] * 10, "×", .atMost(20)),
      ]
    }
    return rows
  }

  // MARK: Flows

  private static let word = Key<String>("word")

  private static func alert(_ buttons: Int, _ title: String = "Which?") -> Flow {
    Flow("alert") {
      Alert("\(title)") { for number in 0..<buttons { Button("Button \(number)") } }
    }
  }

  private static func questions(_ count: Int, _ title: String = "Word?") -> Flow {
    Flow("questions") {
      for number in 0..<count { Ask("\(title)", into: word).id("q\(number)") }
    }
  }

  /// A choice of this many options, each with steps of its own.
  static func options(_ count: Int) -> Flow {
    Flow("options") {
      Choose("Which?", into: word) {
        for number in 0..<count {
          Option("Option \(number)") {
            Ask("How many?", into: Key<Int>("k\(number)")).id("q\(number)")
            Say("So many: \(Key<Int>("k\(number)"))")
          }
        }
      }
    }
  }

  private static func operations(_ count: Int) -> Flow {
    Flow("operations") {
      Operations {
        for number in 0..<count {
          let key = Key<String>("k\(number)")
          if number % 10 == 0 {
            Operation("o\(number)") { Ask("Word?", into: key) }
          } else {
            Operation("o\(number)", after: "o\(number - 1)") { Ask("Word?", into: key) }
          }
        }
      }
    }
  }

  private static func check(_ holds: Bool) throws {
    guard holds else { throw Trouble("something else came out") }
  }

  // MARK: Work

  private static let declared = [
    Work("check.buttons", 100_000) { size in { try check(alert(size).problems.isEmpty) } },
    Work("check.questions", 100_000) { size in { try check(questions(size).problems.isEmpty) } },
    Work("check.options", 50_000) { size in { try check(options(size).problems.isEmpty) } },
    Work("check.operations", 10_000) { size in { try check(operations(size).problems.isEmpty) } },
    Work("read.operations", 10_000) { size in
      let bytes = try JSONExporter().bytes(operations(size))
      return { try check(try Flow(json: bytes).problems.isEmpty) }
    },
  ]

  private static let analysed = [
    Work("answers.buttons", 100_000) { size in
      let flow = alert(size)
      return { try check(try !AnswersTemplate().perform(flow).isEmpty) }
    },
    Work("answers.questions", 100_000) { size in
      let flow = questions(size)
      return { try check(try !AnswersTemplate().perform(flow).isEmpty) }
    },
    Work("outline.questions", 100_000) { size in
      let flow = questions(size)
      return { try check(try !Outline().perform(flow).isEmpty) }
    },
    Work("diff.buttons", 100_000) { size in
      let flows = (alert(size), alert(size, "Which one?"))
      return { try check(try FlowDiff(from: flows.0, to: flows.1).differences.count == 2) }
    },
    Work("diff.buttons.other", 10_000) { size in
      let other = Flow("alert") {
        Alert("Which?") { for number in 0..<size { Button("Other \(number)") } }
      }
      let flow = alert(size)
      return { try check(try FlowDiff(from: flow, to: other).differences.count > size) }
    },
    Work("diff.questions", 100_000) { size in
      let flows = (questions(size), questions(size, "Which word?"))
      return { try check(try FlowDiff(from: flows.0, to: flows.1).differences.count == size) }
    },
    Work("diff.questions.other", 10_000) { size in
      let other = Flow("questions") {
        for number in 0..<size { Ask("Word?", into: word).id("r\(number)") }
      }
      let flow = questions(size)
      return { try check(try FlowDiff(from: flow, to: other).differences.count >= size) }
    },
    Work("missing.questions", 100_000) { size in
      let flow = questions(size)
      return { try check(flow.countMissingAnswers().questions > 0) }
    },
    Work("missing.buttons", 100_000) { size in
      let flow = alert(size)
      return { try check(flow.countMissingAnswers().questions > 0) }
    },
    Work("missing.options", 50_000) { size in
      let flow = options(size)
      return { try check(!flow.listMissingAnswers().isEmpty) }
    },
    Work("answers.options", 50_000) { size in
      let flow = options(size)
      return { try check(try !AnswersTemplate().perform(flow).isEmpty) }
    },
    Work("missing.operations", 10_000) { size in
      let flow = operations(size)
      return { try check(flow.countMissingAnswers().questions > 0) }
    },
  ]

  private static let saved = [
    Work("journal", 1_000_000) { size in
      let flow = LoopFlow.make()
      let bytes = try LoopFlow.perform(flow, answers: size).journal.lines(of: flow)
      return { try check(try SavedRun(lines: bytes).entries.count >= size) }
    },
    Work("journal.versions", 100_000) { size in
      let bytes = SavedRun.journal(ofVersions: size)
      return { try check(try SavedRun(lines: bytes).entries.isEmpty) }
    },
    Work("perform.questions", 100_000) { size in
      let flow = questions(size)
      return {
        var run = try Run(flow)
        while let need = run.nextNeed { try run.resolve(need, with: .answer(.typed("x"))) }
        try check(run.outcome == .finished(nil))
      }
    },
    Work("session.back", 10_000) { size in
      {
        var session = try Session(LoopFlow.make(), id: "back", clock: { 0 })
        for _ in 0..<size {
          guard let name = session.needs.first?.name else { throw Trouble("the loop ended") }
          try session.resolve(name, with: .answer(.typed(.int(1))))
          try session.goBack()
          try check(!session.token.isEmpty)
        }
      }
    },
    Work("needs.back", 20_000) { size in { try ask(size, rounds, goingBack: true) } },
    Work("needs.operations", 2_000) { size in
      { try ask(size, operationRounds, goingBack: false) }
    },
    Work("loop.back", 2_000) { size in { try ask(size, operationRounds, goingBack: true) } },
  ]

  // MARK: Needs that are read after each answer

  private static let rounds = Flow("rounds") {
    Repeat { Ask("Word?", into: word) }
  }

  private static let operationRounds = Flow("rounds") {
    Repeat { Operations { Operation("o") { Ask("Word?", into: word) } } }
  }

  /// Answers this many questions, with the needs read after each, as a host does that shows them.
  private static func ask(_ count: Int, _ flow: Flow, goingBack: Bool) throws {
    var session = try Session(flow, id: "asked", clock: { 0 })
    for number in 0..<count {
      guard let need = session.needs.first else { throw Trouble("the loop ended") }
      try session.resolve(need.name, with: .answer(.typed("x")))
      if goingBack, number == 0 { try session.goBack() }
    }
    try check(session.needs.first?.question?.mayGoBack == true)
  }
}

/// How many instructions are walked to find what is missing, for each option of a choice with steps
/// of their own, and whether that stays the same with ten times as many. It is a count, so it is the
/// same on every machine.
struct AheadSteps: Benchmark {
  let names = ["ahead.options.steps", "ahead.options.steps.growth"]

  func rows(_ options: Options) async throws -> [Row] {
    let sizes = [5_000, 50_000]
    let steps = sizes.map { size in
      Double(Scale.options(size).countMissingAnswers().steps) / Double(size)
    }
    return [
      Row(names[0], steps[1], "steps/option", .atMost(5)),
      Row(names[1], steps[1] / steps[0], "×", .atMost(1.01)),
    ]
  }
}
