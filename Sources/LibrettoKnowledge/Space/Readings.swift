import LibrettoCore

// What later conditions still ask about answers. A condition stops at the first part that decides it, so
// what it would ask behind that no longer matters; and of an answer that is only compared with constants
// from here on, it matters how each comparison comes out, and not which value it is. States that differ
// in nothing else are one: of forty keys that one condition reads together, it matters which is the
// first that doesn't fit.

/// A part of a condition that compares one answer with a constant, by its number in the flow.
private struct Comparison: Sendable {
  let number: Int
  let slot: Int
  let form: Condition.Form
}

/// What the conditions behind a node ask.
struct Readings: Sendable {
  /// The most conditions that are looked at for a state.
  private static let mostConditions = 100

  /// How the comparisons of an answer come out.
  struct Truths: Hashable, Sendable {
    let slot: Int
    /// The numbers of the comparisons that hold and of those that don't.
    var yes = Bits()
    var no = Bits()
  }

  /// A condition behind the node.
  private struct Later: Sendable {
    let form: Condition.Form
    /// Its parts; nil for what isn't a comparison with a constant.
    var parts: [Comparison?] = []
    /// The keys of each part.
    var slots: [[Int]] = []
    /// The keys that have the same answers there as at the node on some way, and on all ways.
    var kept = Bits()
    var certain = Bits()
  }

  private var conditions: [Later] = []
  /// The keys that something else reads.
  private var others = Bits()

  /// - Parameter numbers: the numbers of comparisons; new ones are added.
  init(_ graph: Graph, behind index: Int, _ numbers: inout [Condition.Form: Int]) {
    let node = graph.nodes[index]
    var places: [Int: Int] = [:]
    for number in node.readings.members {
      let (reader, slot) = graph.readings[number]
      guard let form = graph.nodes[reader].condition?.form, slot < graph.keys.count else {
        others.insert(slot)
        continue
      }
      let place = places[reader] ?? conditions.count
      if place == conditions.count { conditions.append(Later(form: form)) }
      places[reader] = place
      conditions[place].kept.insert(slot)
      if !node.written.contains(slot) { conditions[place].certain.insert(slot) }
    }
    if conditions.count > Self.mostConditions { conditions = [] }
    for place in conditions.indices {
      for part in conditions[place].form.parts {
        let slots = part.reads.filter { !$0.onlyIsSet }.map { graph.slot($0.key) }
        conditions[place].slots.append(slots)
        guard slots.count == 1, part.isOfOneKey else {
          conditions[place].parts.append(nil)
          continue
        }
        let number = numbers[part] ?? numbers.count
        numbers[part] = number
        conditions[place].parts.append(Comparison(number: number, slot: slots[0], form: part))
      }
    }
  }

  /// Forgets what no condition will ask.
  /// - Parameters:
  ///   - store: what is known of the answers.
  ///   - literals: what is true of them.
  ///   - known: an answer for each way in which the comparisons of a key come out; new ones are added.
  func reduce(
    _ store: inout Store, _ literals: [Literal], _ domains: [Domain], _ machine: inout Machine,
    _ known: inout [Truths: Value]
  ) {
    if conditions.isEmpty { return }
    let facts = Facts(literals, domains, store)
    var visit = Visit(facts: facts, store: store, machine: machine, whole: others)
    for condition in conditions { visit.visit(condition) }
    for (slot, value) in zip(store.slots, store.values)
    where slot < machine.graph.keys.count && !visit.whole.contains(slot) && value != .given {
      guard let truths = visit.asked[slot] else {
        store[slot] = .given
        continue
      }
      if let constant = known[truths] {
        store[slot] = .constant(constant)
      } else if case .constant(let constant) = value {
        known[truths] = constant
      } else if case .variable(let variable) = value,
        case .yes(let values) = machine.solver.solve(facts.own[variable] ?? [], domains),
        let constant = values[variable]
      {
        known[truths] = constant
        store[slot] = .constant(constant)
      }
    }
  }

  /// A walk through conditions, as far as they are decided.
  private struct Visit {
    let facts: Facts
    let store: Store
    let machine: Machine
    /// The keys of which more matters than how comparisons come out.
    var whole: Bits
    /// How the comparisons come out that may be made.
    var asked: [Int: Truths] = [:]

    mutating func visit(_ condition: Later) {
      var place = 0
      _ = visit(condition.form, condition, &place)
    }

    /// Decides a part of a condition, in the order of evaluation; nil if that depends on more.
    private mutating func visit(
      _ form: Condition.Form, _ condition: Later, _ place: inout Int
    ) -> Bool? {
      switch form {
      case .all(let parts), .any(let parts):
        var isAll = false
        if case .all = form { isAll = true }
        var result: Bool? = isAll
        for part in parts {
          // What decides it is the last part that is evaluated.
          if result == !isAll {
            place += part.parts.count
            continue
          }
          let truth = visit(part, condition, &place)
          if truth != isAll { result = truth }
        }
        return result
      case .not(let part): return visit(part, condition, &place).map { !$0 }
      default: break
      }
      defer { place += 1 }
      guard let part = condition.parts[place] else {
        for slot in condition.slots[place] where slot >= 0 { whole.insert(slot) }
        return nil
      }
      guard condition.kept.contains(part.slot), let value = store[part.slot] else { return nil }
      guard let holds = facts.truth(part.form, value, store, machine) else {
        whole.insert(part.slot)
        return nil
      }
      var truths = asked[part.slot] ?? Truths(slot: part.slot)
      if holds { truths.yes.insert(part.number) } else { truths.no.insert(part.number) }
      asked[part.slot] = truths
      return condition.certain.contains(part.slot) ? holds : nil
    }
  }
}

/// What can be read off the literals of a state without a proof.
private struct Facts {
  private let domains: [Domain]
  /// The literals of each variable.
  private(set) var own: [Int: [Literal]] = [:]
  /// The variables that are connected with others or stand in several answers.
  private var connected: Set<Int> = []

  init(_ literals: [Literal], _ domains: [Domain], _ store: Store) {
    self.domains = domains
    for literal in literals {
      let variables = Set(literal.variables)
      for variable in variables { own[variable, default: []].append(literal) }
      if variables.count > 1 { connected.formUnion(variables) }
    }
    var seen: Set<Int> = []
    for value in store.values {
      for variable in Set(value.variables) where !seen.insert(variable).inserted {
        connected.insert(variable)
      }
    }
  }

  /// Whether a comparison of an answer with a constant holds; nil if that isn't to be seen.
  func truth(
    _ form: Condition.Form, _ value: Expression, _ store: Store, _ machine: Machine
  ) -> Bool? {
    guard let sides = try? machine.test(form, store, Scope(domains: domains)) else { return nil }
    switch sides {
    case (let yes?, nil): return yes.isEmpty ? true : nil
    case (nil, let no?): return no.isEmpty ? false : nil
    case (let yes?, let no?):
      guard case .variable(let variable) = value, !connected.contains(variable), yes.count == 1,
        no.count == 1
      else { return nil }
      for literal in own[variable] ?? [] {
        if literal.implies(yes[0]) { return true }
        if literal.implies(no[0]) { return false }
      }
      return nil
    case (nil, nil): return nil
    }
  }
}

extension Literal {
  /// Whether another literal holds wherever this one does, as far as that is to be seen.
  fileprivate func implies(_ other: Literal) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.row(let row), .row(let weaker)):
      guard row.relation != .unequal, let own = row.alone, let other = weaker.alone,
        own.code == other.code
      else { return false }
      return weaker.relation == .unequal
        ? other.bounds.low < own.bounds.low || other.bounds.low > own.bounds.high
        : other.bounds.contains(own.bounds)
    case (.test(.among(let some), let expression, true), .test(.among(let more), let other, true)):
      return expression == other && some.allSatisfy(more.has)
    default: return false
    }
  }
}

extension Condition.Form {
  /// Whether it compares one answer with a constant.
  fileprivate var isOfOneKey: Bool {
    switch self {
    case .compare(_, _, .value), .isEmpty, .isMultiple, .contains, .matches: true
    default: false
    }
  }
}
