import TestSupport

/// A walk: one run of a random flow, and a log of what the person saw and the world did.
///
/// After each step the engine has to stand where the log lets it stand; see ``Judge``. So has the run
/// made again from its journal, and the one from its token.
struct Walk {
  var judge: Judge
  var engine: any JudgedEngine
  /// The work that is being performed.
  var flights: [String: Flight] = [:]
  /// What the world was asked for under each key.
  var asked: [String: Asked] = [:]
  var now = 1_000_000
  /// How often the world has done something.
  var performances = 0
  /// Since when what is open and has a time limit has been open.
  var opened: [String: Int] = [:]
  var steps: [WalkStep] = []
  var edits = 0
  /// What the person heard in each strand, in order; nil once an edit has made other texts of them.
  var heard: [String: [String]]? = [:]
  /// What was in sight in each strand after the last step.
  var sights: [String: [String]] = [:]
  /// Whether a true race has ended the walk: the two may differ, and both are right.
  var isOver = false
  var statistics = WalkStatistics()
  /// The version of the flow below this one, if the run has been there, and the edits that make the
  /// one above it.
  var lower: JudgeFlow?
  var upper: [JudgeEdit]?
  /// The work that waited for a decision when another version took the run up.
  var undecided: Set<String> = []
  let allowsEdits: Bool
  /// Whether more things happen, which came last.
  let isWide: Bool
  /// Whether all the rest happens too, at any moment.
  let isFull: Bool
  /// Whether edits reach into branches and operations.
  let editsDeep: Bool
  let allowsFailures: Bool
  /// Whether the run is restored after each step in both ways; else now in one and now in none,
  /// which takes half the time.
  let isThorough: Bool

  typealias Engine = (JudgeFlow, _ time: Int) throws -> any JudgedEngine

  init(
    _ flow: JudgeFlow, _ engine: Engine, allowsEdits: Bool = true, allowsFailures: Bool = true,
    isThorough: Bool = true, isWide: Bool = false, isFull: Bool = false, editsDeep: Bool = false
  ) throws {
    judge = Judge(flow)
    self.engine = try engine(flow, now)
    self.allowsEdits = allowsEdits
    self.allowsFailures = allowsFailures
    self.isThorough = isThorough
    self.isWide = isWide
    self.isFull = isFull
    self.editsDeep = editsDeep
    try check()
  }

  /// Walks at random.
  mutating func walk(_ random: inout SeededGenerator, most: Int = 60) throws {
    for _ in 0..<most {
      guard !isOver, let step = next(judge.state, &random) else { break }
      steps.append(step)
      try take(step)
    }
    if !isOver { try checkRestored(EngineSaving.allCases) }
  }

  /// Takes steps; those that nothing waits for are passed over.
  mutating func take(_ steps: [WalkStep]) throws {
    for step in steps {
      self.steps.append(step)
      try take(step)
    }
  }

  mutating func take(_ step: WalkStep) throws {
    if isOver { return }
    // No time limit runs out by the way: that is a step of its own.
    pass(milliseconds: 10)
    do {
      guard try perform(step) else { return }
    } catch is HigherVersion {
      try leave(steps.count % 2 == 0 ? .token : .journal)
    } catch let error as WalkFailure {
      throw error
    } catch {
      throw WalkFailure("refused", "\(step): \(error)")
    }
    statistics.note(step)
    try check()
  }

  /// Performs a step; false where there is nothing that it could resolve.
  private mutating func perform(_ step: WalkStep) throws -> Bool {
    let state = judge.state
    func need(_ name: String, _ kinds: JudgeNeed.Kind...) -> JudgeNeed? {
      state.open.first { $0.name == name && kinds.contains($0.kind) }
    }
    switch step {
    case .answer(let name, let answer):
      guard let need = need(name, .prompt), need.step.fits(answer, need.answers),
        !judge.mayBeAnother(answer, at: name)
      else { return false }
      try resolve(need, .answer(answer))
      // Answered, it has been closed, even where a step of the flow's own asks it again at once.
      opened[name] = nil
      judge.log.note(name, .answered(answer), need.inputs)
    case .tooLate(let name, let byClock):
      guard let need = need(name, .prompt), need.step.limit != nil else { return false }
      if byClock, state.open.count == 1, let deadline = engine.deadline {
        now = max(now, deadline + 1)
        try engine.expire(at: now)
      } else {
        try resolve(need, .timedOut)
      }
      opened[name] = nil
      judge.log.note(name, .answered(nil), need.inputs)
    case .dismiss(let name):
      guard let need = need(name, .notice) else { return false }
      try resolve(need, .dismissed)
      judge.log.note(name, .dismissed, need.inputs)
    case .elapse(let name):
      guard let need = need(name, .wait) else { return false }
      try resolve(need, .elapsed)
      judge.log.note(name, .elapsed)
    case .lapse(let name):
      guard let need = need(name, .wait), state.open.count == 1, let deadline = engine.deadline
      else { return false }
      now = max(now, deadline)
      try engine.expire(at: now)
      judge.log.note(need.name, .elapsed)
    case .perform(let name, let ending):
      guard let need = need(name, .action), flights[name] == nil else { return false }
      try perform(need, ending)
    case .begin(let name):
      guard let need = need(name, .action, .undo) else { return false }
      return try begin(need)
    case .end(let name, let ending):
      guard let flight = flights.removeValue(forKey: name) else { return false }
      try end(flight, ending)
    case .load(let name, let outcome):
      guard let need = need(name, .load) else { return false }
      try load(need, outcome)
    case .loadTooLate(let name):
      guard let need = need(name, .load), need.step.work?.isLimited == true else { return false }
      try load(need, .failed, isLate: true)
    case .decide(let name, let choice):
      guard let need = need(name, .stale) else { return false }
      return try decide(need, choice)
    case .look(let name):
      guard let need = need(name, .begun, .undoBegun) else { return false }
      try look(need)
    case .undo(let name, let ending):
      guard let need = need(name, .undo), flights[name] == nil else { return false }
      try perform(need, ending)
    case .undoFailed(let name, let retries):
      guard let need = need(name, .undoFailed) else { return false }
      try settle(need, retries: retries)
    case .tell(let name):
      guard let need = need(name, .remains) else { return false }
      try resolve(need, .told)
      judge.log.note(name, .told)
    case .secret(let name):
      guard let need = need(name, .secret),
        let answer = judge.log.answer(name)?.answer,
        case .typed(.secret(let number)) = answer
      else { return false }
      try resolve(need, .answer(answer))
      judge.log.know(number)
    case .back(let name):
      guard let need = state.open.first(where: { $0.name == name }), state.settling == nil,
        judge.backTarget(of: need) != nil
      else { return false }
      try engine.goBack(from: engineNeed(need), to: nil, at: now)
      // The person goes away from it; if it is put again, it is for the first time.
      opened[name] = nil
      judge.goBack(from: need)
    case .correct(let name, let field):
      guard let need = need(name, .prompt), state.settling == nil,
        let target = state.taken.last(where: { $0.name == field })
      else { return false }
      try engine.goBack(from: engineNeed(need), to: field, at: now)
      judge.goBack(from: need, to: target)
    case .sameAgain(let name): return try sameAgain(name)
    case .restore(let saving): try restore(saving)
    case .wrong(let name, let answer):
      guard let need = need(name, .prompt) else { return false }
      return try refuse(need, answer)
    case .unbegun(let name, let ending):
      guard let need = need(name, .action, .undo), !ending.isKill,
        try begin(need, isTold: false), let flight = flights.removeValue(forKey: name)
      else { return false }
      try end(flight, ending)
    case .page(let name, let entries, let button):
      guard let need = need(name, .prompt) else { return false }
      return try submit(need, entries, button)
    case .stop(let ending, let saving):
      if state.isOver { return false }
      try stop(ending, saving)
    case .edit(let edit): return try self.edit(edit)
    case .upgrade(let edits, let saving):
      guard lower == nil, judge.flow.version != nil else { return false }
      if upper == nil { upper = edits }
      return try move(up: true, saving)
    case .downgrade(let saving): return try move(up: false, saving)
    case .pass(let milliseconds): pass(milliseconds: milliseconds)
    }
    return true
  }

  private mutating func pass(milliseconds: Int) {
    // A run that has failed tells no deadline, and goes on where it stood.
    if engine.outcome != nil { return }
    now = engine.deadline.map { max(now, min(now + milliseconds, $0 - 1)) } ?? now + milliseconds
  }

  mutating func resolve(_ need: JudgeNeed, _ resolution: EngineResolution) throws {
    try engine.resolve(engineNeed(need), resolution, at: now)
  }

  /// The engine's need for one of the judge's.
  func engineNeed(_ need: JudgeNeed) throws(WalkFailure) -> EngineNeed {
    guard let found = engine.needs.first(where: { $0.name == need.name && $0.kind == need.kind })
    else { throw WalkFailure("needs", "\(need.kind) \(need.name) is not needed") }
    return found
  }
}
