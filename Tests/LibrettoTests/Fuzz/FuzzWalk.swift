@testable import LibrettoCore

/// Performs a flow as chance will have it, and keeps what it leaves behind: seeds for the fuzz
/// targets, in the formats of today.
struct FuzzWalk {
  /// A token’s or a journal’s lines, and what kinds they are of.
  struct Seed {
    let bytes: [UInt8]
    let kinds: Set<Line.Kind>
  }

  private(set) var tokens: [Seed] = []
  private(set) var journals: [Seed] = []
  /// The keys of a run’s work, and those of the run that was made of its token.
  private(set) var differences: [String] = []
  private let flow: Flow
  private var run: Run
  private var random: SeededGenerator
  private var time = Timestamp.epoch
  /// The work that was begun and has not ended.
  private var working: [Need] = []

  /// Walks up to so many steps.
  init(_ flow: Flow, seed: UInt64, steps: Int) throws {
    self.flow = flow
    random = SeededGenerator(seed: seed)
    run = try Run(flow, id: "r")
    for _ in 0..<steps where run.outcome == nil {
      time = time.advanced(by: .milliseconds(1))
      try step()
      try keep()
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// The keys of the work that a run needs.
  private static func keys(_ run: Run) -> [String] {
    run.needs.filter { $0.kind == .action || $0.kind == .load || $0.kind == .undo }
      .map(run.performanceKey)
  }

  private mutating func keep() throws {
    let number = try flow.fingerprintNumber
    let token = SessionToken.bytes(run, number)
    let other = Run(
      flow.program, flow.limits, id: "r", started: 0,
      lines: try SessionToken(token).lines(flow.program).lines, at: time)
    // It may want a secret first, or to know what became of work that was begun.
    if FuzzFlows.state(run) == FuzzFlows.state(other), Self.keys(run) != Self.keys(other) {
      differences.append("\(Self.keys(run)), \(Self.keys(other))")
    }
    tokens.append(
      Seed(
        bytes: Array(token.dropFirst(FuzzFlows.head(flow).count).dropLast(4)),
        kinds: Set(run.compactLines.map(\.kind))))
    let lines = String(
      decoding: try run.journal.lines(of: flow, id: "r"), as: UTF8.self
    ).split(separator: "\n").dropFirst()
    let text = lines.map { line in
      String(line[..<(line.firstRange(of: ",\"check\":")?.lowerBound ?? line.endIndex)]) + "}\n"
    }
    journals.append(Seed(bytes: Array(text.joined().utf8), kinds: Set(run.lines.map(\.kind))))
  }

  private mutating func step() throws {
    // Another process goes on, and knows no secret.
    if chance(10) {
      let token = try SessionToken(SessionToken.bytes(run, try flow.fingerprintNumber))
      run = Run(
        flow.program, flow.limits, id: "r", started: 0,
        lines: try token.lines(flow.program).lines, at: time)
      working = []
    }
    // Work whose operation was cancelled meanwhile throws.
    if let work = working.first(where: { !run.isOpen($0) }) {
      working.removeAll { $0 == work }
      if (try? run.resolve(work, with: .failed("no"), at: time)) != nil { return }
    }
    guard let need = run.needs.randomElement(using: &random) else { return }
    run.present(need, at: time)
    if chance(15), (try? run.goBack(from: need, at: time)) != nil { return }
    for resolution in resolutions(need).shuffled(using: &random) {
      if need.kind == .action || need.kind == .undo {
        run.begin(need, at: time)
        // It takes a while, or was killed there.
        if chance(20) { return working.append(need) }
      }
      let given = run.answers(for: need)
      if (try? run.resolve(need, with: resolution, reading: given, at: time)) != nil { return }
    }
  }

  private mutating func resolutions(_ need: Need) -> [Resolution] {
    switch need.kind {
    case .say: return [.shown]
    case .notice: return [.dismissed]
    case .wait: return [.elapsed]
    case .remains: return [.told]
    case .load: return [.loaded(.list([.int(1)])), .loaded(nil), .failed("no")]
    case .stale: return [.again, .undoAndAgain, .keep]
    case .begun, .undoBegun: return [.didNotRun, need.kind == .begun ? .failed("no") : .undone]
    case .undo: return [.undone, .failed("no")]
    case .undoFailed: return [.again, .leave]
    case .action:
      var answers = run.answers(for: need)
      switch need.id {
      case "save": answers[FuzzFlows.age, default: 0] += 18
      case "log-in", "a/log-in":
        _ = answers[FuzzFlows.pin]
        answers[FuzzFlows.code] = "sesame"
      default: _ = answers[FuzzFlows.name]
      }
      return [.performed(answers), .performed(answers), .failed("no"), .timedOut]
    case .prompt, .secret:
      let question = run.question(for: need)
      let ids = question?.choices.map(\.id) ?? []
      let typed: [Given] = [
        .typed("Bob"), .typed("Ann"), .typed(.int(7)), .typed(.int(12)), .typed(.int(40)),
        .yes(chance(50)),
      ]
      let chosen = ids.map(Given.choice) + [.choices(ids), .choices(Array(ids.prefix(1)))]
      return (typed + chosen).map { .answer($0) }
        + (need.prompt?.timeout != nil && chance(50) ? [.timedOut] : [])
    }
  }
}
