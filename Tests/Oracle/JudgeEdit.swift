import TestSupport

/// An edit of a flow between two parts of a run, as data: so a walk that failed can be taken again
/// while its flow shrinks.
enum JudgeEdit: Hashable, Sendable, Codable {
  /// A Store has another value.
  case store(String)
  /// A question's text shows one more key.
  case reads(String, String)
  /// A question lets fewer numbers pass.
  case tighten(String)
  /// A question stands before the step with this id.
  case add(String, before: String, into: String)
  case remove(String)
  case rename(String, to: String)
  case swap(String, String)
  /// A step stands in a loop.
  case wrap(String, loop: String, times: Int)
  /// A question lets more numbers pass.
  case widen(String)
  /// A choice has one more option.
  case option(String)
  /// A question of yes and no is a choice of two.
  case choice(String)

  /// The edited flow; nil where there is nothing to edit.
  func applied(to flow: JudgeFlow) -> JudgeFlow? {
    let clean = flow.mapping { step in
      var step = step
      step.was = nil
      return [step]
    }
    let edited = edit(clean)
    return edited == clean ? nil : edited
  }

  private func edit(_ flow: JudgeFlow) -> JudgeFlow {
    switch self {
    case .store(let id):
      return flow.changing(id) { step in
        guard case .store(let key, .int(let value)) = step.kind else { return }
        step.kind = .store(key, .int((value + 1) % 3))
      }
    case .reads(let id, let key):
      return flow.changing(id) { step in
        if step.isQuestion, !step.reads.contains(key) { step.reads.append(key) }
      }
    case .tighten(let id):
      return flow.changing(id) { step in
        if case .ask(let key, _) = step.kind { step.kind = .ask(key, most: 1) }
      }
    case .add(let id, let place, let key):
      return flow.replacing(place) { [JudgeStep(id, .ask(key, most: 2)), $0] }
    case .remove(let id): return flow.replacing(id) { _ in [] }
    case .rename(let id, let new):
      guard flow.step(new) == nil else { return flow }
      return flow.changing(id) { ($0.id, $0.was) = (new, $0.id) }
    case .swap(let one, let other):
      guard let first = flow.step(one), let second = flow.step(other), one != other,
        case .ask = first.kind, case .ask = second.kind
      else { return flow }
      return flow.mapping { step in
        var step = step
        if step.id == one || step.id == other {
          (step.id, step.was) = (step.id == one ? other : one, step.id)
        }
        return [step]
      }
    case .wrap(let id, let loop, let times):
      return flow.replacing(id) { [JudgeStep(loop, .loop(.times(times)), [$0])] }
    case .widen(let id):
      return flow.changing(id) { step in
        if case .ask(let key, let most) = step.kind { step.kind = .ask(key, most: most + 1) }
      }
    case .option(let id):
      return flow.changing(id) { step in
        guard case .choose(let key, let options) = step.kind, options.last?.id != "more"
        else { return }
        step.kind = .choose(key, options + [JudgeStep.Option(id: "more", value: 2)])
        step.branches.append([])
      }
    case .choice(let id):
      return flow.changing(id) { step in
        guard case .confirm(nil) = step.kind else { return }
        step.kind = .choose(nil, [JudgeStep.Option(id: "o0"), JudgeStep.Option(id: "o1")])
      }
    }
  }

  /// A random edit that makes the next version of a flow: names stay what they are.
  static func random(
    ofVersion flow: JudgeFlow, number: Int, isDeep: Bool, using random: inout SeededGenerator
  ) -> JudgeEdit? {
    func some(_ edit: (String) -> JudgeEdit, _ isMeant: (JudgeStep) -> Bool) -> JudgeEdit? {
      flow.all.filter(isMeant).randomElement(using: &random).map { edit($0.id) }
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return some(JudgeEdit.widen) { $0.isNumber }
    case 1:
      return some(JudgeEdit.option) { if case .choose = $0.kind { true } else { false } }
    case 2:
      return some(JudgeEdit.choice) { if case .confirm(nil) = $0.kind { true } else { false } }
    default:
      let edit = JudgeEdit.random(of: flow, number: number, isDeep: isDeep, using: &random)
      switch edit {
      case .rename, .swap: return nil
      default: return edit
      }
    }
  }

  /// A random edit of a flow; `number` makes the ids of new steps.
  /// - Parameter isDeep: whether steps are added and removed in branches too, and in operations that
  ///   nothing cancels.
  static func random(
    of flow: JudgeFlow, number: Int, isDeep: Bool, using random: inout SeededGenerator
  ) -> JudgeEdit? {
    let outside = flow.outsideOperations
    let all = isDeep ? flow.outsideCancels.all : flow.steps
    let fields = Set(all.flatMap(\.fields).map(\.id))
    let top = all.filter { $0.id != flow.steps.last?.id && $0.canMove }.map(\.id)
      .filter { !fields.contains($0) }
    guard let place = top.randomElement(using: &random) else { return nil }
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      return flow.all.filter(\.isNumberStore).randomElement(using: &random).map { .store($0.id) }
    case 1:
      let key = JudgeGenerator.numbers.randomElement(using: &random) ?? "a"
      return outside.filter(\.isQuestion).randomElement(using: &random).map { .reads($0.id, key) }
    case 2:
      return flow.all.filter(\.isQuestion).randomElement(using: &random).map { .tighten($0.id) }
    case 3:
      // Operations that run at the same time don't write the same key.
      let own = outside.contains { $0.id == place } ? "z" : "z\(number)"
      let other = own == "z" ? "a" : own
      return .add("new\(number)", before: place, into: Bool.random(using: &random) ? own : other)
    case 4:
      // What each round of a loop asks ends it.
      let ends = flow.all.contains { step in
        switch step.kind {
        case .loop(.whileTrue), .loop(.until): step.branches[0].first?.contains(place) == true
        default: false
        }
      }
      return ends ? nil : .remove(place)
    case 5:
      let named = flow.all.filter { $0.isQuestion || $0.work != nil }
      return named.randomElement(using: &random).map { .rename($0.id, to: $0.id + "r\(number)") }
    case 6:
      let asks = flow.all.filter { if case .ask = $0.kind { true } else { false } }
      guard let one = asks.randomElement(using: &random),
        let other = asks.randomElement(using: &random)
      else { return nil }
      // Exchanged again, they can't be told from those that were exchanged once.
      return one.was == other.id ? nil : .swap(one.id, other.id)
    default:
      return .wrap(place, loop: "lo\(number)", times: Int.random(in: 1...2, using: &random))
    }
  }
}

extension JudgeStep {
  /// Whether a question can stand before it, and a loop around it.
  fileprivate var canMove: Bool {
    if case .operation = kind { false } else { !id.hasPrefix("st-") }
  }

  fileprivate var isCancel: Bool {
    if case .cancel = kind { true } else { false }
  }

  fileprivate var isNumberStore: Bool {
    if case .store(_, .int) = kind { true } else { false }
  }
}

extension JudgeFlow {
  func changing(_ id: String, _ change: (inout JudgeStep) -> Void) -> JudgeFlow {
    replacing(id) { step in
      var step = step
      change(&step)
      return [step]
    }
  }

  func replacing(_ id: String, _ steps: (JudgeStep) -> [JudgeStep]) -> JudgeFlow {
    mapping { $0.id == id ? steps($0) : [$0] }
  }

  /// The steps that stand in no group with a cancel in it.
  fileprivate var outsideCancels: JudgeFlow {
    mapping { step in
      let inside = JudgeFlow(steps: step.branches.flatMap(\.self)).all
      return if case .operations = step.kind, inside.contains(where: \.isCancel) { [] } else {
        [step]
      }
    }
  }
}
