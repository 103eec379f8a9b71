@testable import Oracle

/// An engine that is wrong in a known way: so that the walks themselves can be tested, and what they
/// find.
struct FaultyEngine: JudgedEngine {
  /// What is wrong with it.
  enum Fault: String, Sendable, CaseIterable {
    /// What was answered before is not offered.
    case offersNothing
    /// A question shows the answers that it showed first.
    case showsOldTitles
    /// Texts are not said.
    case isSilent
    /// Only the first of several needs is shown.
    case needsOne
    /// An undo is given the answers of today.
    case undoesToday
    /// A restored run has not noted what came last.
    case losesTheLast
    /// A restored run starts each time limit anew.
    case startsClocksAnew
    /// A wrong answer is not refused.
    case refusesNothing
    /// Of a page that is refused, the first answer stays.
    case keepsHalfAPage
    /// The end of the input stops nothing.
    case goesOn
    /// A Switch takes another branch.
    case picksAnother
    /// Work is tried again without a pause.
    case neverPauses
    /// What a host's check read is no input of the question.
    case ignoresChecks
    /// Whatever the answers are, a step asks the world under one key.
    case usesOneKey

    /// Whether it is found only where more happens, which came last.
    var isWide: Bool { [.refusesNothing, .keepsHalfAPage, .goesOn, .picksAnother].contains(self) }
    /// Whether it is found only where there is all the rest.
    var isLast: Bool { [.neverPauses, .ignoresChecks].contains(self) }

    /// The flow as the engine takes it.
    func spoil(_ flow: JudgeFlow) -> JudgeFlow {
      switch self {
      case .picksAnother: flow.mapping { [$0.picking] }
      case .neverPauses: flow.mapping { [$0.pauseless] }
      case .ignoresChecks:
        flow.mapping { step in
          var step = step
          step.checks = nil
          return [step]
        }
      default: flow
      }
    }
  }

  private var engine: any JudgedEngine
  let fault: Fault
  /// The engine as it was before the last thing happened.
  private var before: (any JudgedEngine)?
  private var titles: [String: String] = [:]
  private var late = 0

  init(_ flow: JudgeFlow, _ fault: Fault, at time: Int) throws {
    (engine, self.fault) = (try EngineUnderTest(fault.spoil(flow), at: time), fault)
    noteTitles()
  }

  private mutating func noteTitles() {
    if fault != .showsOldTitles { return }
    for need in engine.needs where need.kind == .prompt && titles[need.name] == nil {
      titles[need.name] = engine.title(of: need)
    }
  }

  var needs: [EngineNeed] {
    var needs = engine.needs
    switch fault {
    case .offersNothing: for index in needs.indices { needs[index].offer = nil }
    case .needsOne: needs = Array(needs.prefix(1))
    default: break
    }
    return needs
  }

  var outcome: EngineOutcome? { engine.outcome }
  var deadline: Int? { engine.deadline.map { $0 + late } }

  mutating func takeSaid() -> [EngineSaid]? {
    let said = engine.takeSaid()
    return fault == .isSilent ? [] : said
  }

  func answers(_ keys: [String]) -> JudgeAnswers { engine.answers(keys) }

  func title(of need: EngineNeed) -> String { titles[need.name] ?? engine.title(of: need) }

  mutating func begin(_ need: EngineNeed, at time: Int) { engine.begin(need, at: time) }

  mutating func look(_ need: EngineNeed, _ keys: [String]) -> JudgeAnswers {
    let given = engine.look(need, keys)
    return fault == .undoesToday && need.kind == .undo ? engine.answers(keys) : given
  }

  func key(of need: EngineNeed) -> String {
    fault == .usesOneKey ? need.name : engine.key(of: need)
  }

  mutating func resolve(_ need: EngineNeed, _ resolution: EngineResolution, at time: Int) throws {
    before = engine
    do {
      try engine.resolve(need, resolution, at: time)
    } catch {
      if fault != .refusesNothing { throw error }
    }
    noteTitles()
  }

  mutating func goBack(from need: EngineNeed, to field: String?, at time: Int) throws {
    before = engine
    try engine.goBack(from: need, to: field, at: time)
  }

  mutating func expire(at time: Int) throws {
    before = engine
    try engine.expire(at: time)
  }

  mutating func submit(
    _ need: EngineNeed, _ entries: [String: JudgeAnswer], button: String?, at time: Int
  ) throws -> Bool {
    before = engine
    if try engine.submit(need, entries, button: button, at: time) { return true }
    if fault == .keepsHalfAPage, let answer = entries[need.name] {
      try? engine.resolve(need, .answer(answer), at: time)
    }
    return false
  }

  mutating func stop() { if fault != .goesOn { engine.stop() } }

  func restored(from saving: EngineSaving, at time: Int) throws -> any JudgedEngine {
    var copy = self
    let whole = fault == .losesTheLast ? before ?? engine : engine
    copy.engine = try whole.restored(from: saving, at: time)
    if fault == .startsClocksAnew { copy.late += 10 }
    return copy
  }

  func edited(
    _ flow: JudgeFlow, from saving: EngineSaving, at time: Int
  ) throws -> any JudgedEngine {
    var copy = self
    copy.engine = try engine.edited(fault.spoil(flow), from: saving, at: time)
    return copy
  }
}

extension JudgeStep {
  /// The step without a pause between its tries.
  fileprivate var pauseless: JudgeStep {
    var copy = self
    switch kind {
    case .work(var work):
      work.pause = nil
      copy.kind = .work(work)
    case .load(var load):
      load.work.pause = nil
      copy.kind = .load(load)
    default: break
    }
    return copy
  }

  /// The step with another case for each branch of a Switch.
  fileprivate var picking: JudgeStep {
    var copy = self
    if case .pick(let key, let values) = kind { copy.kind = .pick(key, values.reversed()) }
    return copy
  }
}
