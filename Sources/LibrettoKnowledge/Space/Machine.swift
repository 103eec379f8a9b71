import LibrettoCore

// Symbolic execution of one node at a time: in which ways a formula is worked out, a condition is
// decided and a step is left, and what has to be true of the answers for that.

/// What is known of the answers, by slot.
struct Store: Hashable, Sendable {
  private(set) var slots: [Int] = []
  private(set) var values: [Expression] = []

  private func place(_ slot: Int) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle] < slot { low = middle + 1 } else { high = middle }
    }
    return low
  }

  subscript(slot: Int) -> Expression? {
    get {
      let place = place(slot)
      return place < slots.count && slots[place] == slot ? values[place] : nil
    }
    set {
      // Nobody reads a key without a slot.
      if slot < 0 { return }
      let place = place(slot)
      let isThere = place < slots.count && slots[place] == slot
      switch (newValue, isThere) {
      case (let value?, true): values[place] = value
      case (let value?, false):
        slots.insert(slot, at: place)
        values.insert(value, at: place)
      case (nil, true):
        slots.remove(at: place)
        values.remove(at: place)
      case (nil, false): break
      }
    }
  }

  func contains(_ slot: Int) -> Bool { self[slot] != nil }
}

/// Why a run fails at a step, or why a walk isn't followed further.
enum Fault: Hashable, Sendable {
  /// A key that is read has no answer.
  case unset(String)
  /// What is divided by zero, in words.
  case zero(String)
  /// The bounds of a question cross.
  case crossing
  case nothingToChoose
  /// A failure that no branch handles.
  case unhandled(String)
  /// A number that doesn't fit.
  case overflow
  case rounds, reloads, crowded, back
}

/// A part of a condition that was decided: its number in it, and whether it holds.
struct Atom: Hashable, Sendable {
  let number: Int
  let holds: Bool
}

/// A class of answers: which of the tests that cut them hold.
struct AnswerClass: Hashable, Sendable {
  /// A bit for each test.
  let tests: UInt32
  let words: String

  static func == (a: AnswerClass, b: AnswerClass) -> Bool { a.tests == b.tests }
  func hash(into hasher: inout Hasher) { hasher.combine(tests) }
}

/// What the person or the host answers on a way.
enum WayAnswer: Sendable {
  case none
  case value(Expression)
  case choice(Int)
  case yes(Bool)
  case leftOut, late, empty, failed, submit
  /// What work writes: keys and variables.
  case writes([(key: KeyReference, variable: Int)])
}

/// The rounds of open loops and loads, by node.
typealias Rounds = [Int: Int]

/// One way in which a step can be left.
struct Way: Sendable {
  var outcome: Turn
  /// The next node; −1 if the run fails.
  var to: Int
  var store: Store
  var literals: [Literal] = []
  var answer = WayAnswer.none
  /// How unlikely it is that tests should take this way.
  var cost = 0
  var atoms: [Atom] = []
  var fault: Fault?
  var rounds: Rounds?
  /// The class of the answer; nil if there is only one.
  var answerClass: AnswerClass?
}

/// Where a way begins: the variables that are there, with hints for values.
struct Scope {
  var domains: [Domain]
  var hints: [Value?]?

  mutating func fresh(
    _ domain: Domain, _ literals: inout [Literal], hint: Value? = nil
  ) -> Int {
    let variable = domains.count
    domains.append(domain)
    if domain == .time {
      literals.append(.row(Row(terms: [Term(variable, times: -1)], relation: .atMost, bound: 0)))
      literals.append(.row(Row(terms: [Term(variable)], relation: .atMost, bound: 86_399)))
    }
    if hints != nil { hints?.append(hint) }
    return variable
  }
}

/// Executes nodes symbolically.
struct Machine: Sendable {
  /// Why a formula has no value.
  enum Stop: Error {
    case unset(Int)
    case zero, overflow
  }

  /// How a condition is decided.
  enum Truth: Equatable {
    case yes, no
    case unset(Int)
    case zero, overflow
  }

  /// Literals for what holds and what doesn't; nil for never.
  typealias Sides = (yes: [Literal]?, no: [Literal]?)

  let graph: Graph
  /// What the flow asks about each key alone.
  private let cuts: [[AnswerCut]]
  let cutsClasses: Bool
  /// Whether a class has a name even if all answers that are possible there are in it.
  var namesOnlyClass = false
  var solver = Solver()

  /// The most nested calculations that are kept.
  private static let mostDepth = 12
  /// The most classes of one answer.
  private static let mostClasses = 24
  static let mostReloads = 1

  init(_ graph: Graph, cutsClasses: Bool) {
    self.graph = graph
    self.cutsClasses = cutsClasses
    cuts = cutsClasses ? AnswerCut.all(graph) : graph.keys.map { _ in [] }
  }

  // MARK: Formulas

  func domain(_ slot: Int) -> Domain { slot < graph.domains.count ? graph.domains[slot] : .day }

  /// An expression as a sum of whole numbers.
  private func linear(_ expression: Expression, _ scope: Scope) -> Linear? {
    switch expression {
    case .constant(.int(let number)): Linear(constant: number)
    case .variable(let variable) where scope.domains[variable].isWhole:
      Linear(terms: [Term(variable)])
    case .linear(let linear): linear
    default: nil
    }
  }

  /// A number as a sum of fractions, which real numbers only come near to.
  private func fraction(_ expression: Expression, _ scope: Scope) -> Linear? {
    switch expression {
    case .constant(.double(let number)):
      return Decimal(number).map { Linear(constant: $0.ratio.top, scale: $0.ratio.bottom) }
    case .variable(let variable) where scope.domains[variable] == .real:
      return Linear(terms: [Term(variable)])
    case .arithmetic(let some, let operation, let other):
      guard let a = fraction(some, scope), let b = fraction(other, scope) else { return nil }
      switch operation {
      case .plus: return try? a.adding(b, times: 1)
      case .minus: return try? a.adding(b, times: -1)
      case .times where b.terms.isEmpty:
        return (try? a.multiplied(by: b.constant)).map {
          Linear(terms: $0.terms, constant: $0.constant, scale: $0.scale &* b.scale)
        }
      case .divided where b.terms.isEmpty && b.constant > 0:
        return (try? a.multiplied(by: b.scale)).map {
          Linear(terms: $0.terms, constant: $0.constant, scale: $0.scale &* b.constant)
        }
      default: return nil
      }
    default: return linear(expression, scope)
    }
  }

  private func sum(_ linear: Linear) -> Expression {
    if linear.terms.isEmpty { return .constant(.int(linear.constant)) }
    if linear.terms.count == 1, linear.constant == 0, linear.terms[0].factor == 1,
      !linear.terms[0].isLength
    {
      return .variable(linear.terms[0].variable)
    }
    return .linear(linear)
  }

  /// A constant of a formula, as the solver has it beside a key of this domain.
  private func constant(_ value: Value, _ form: Calculation.Form) -> Expression {
    for key in form.keys {
      let domain = Domain(key.type)
      if domain == .day || domain == .time { return .constant(domain.inner(value)) }
    }
    return .constant(value)
  }

  /// The ways in which a formula is worked out.
  /// - Parameter whole: the formula that it is a part of.
  func ways(
    _ form: Calculation.Form, of whole: Calculation.Form, _ store: Store, _ scope: inout Scope
  ) throws(Stop) -> [(literals: [Literal], value: Expression)] {
    switch form {
    case .value(let value): return [([], constant(value, whole))]
    case .answer(let key):
      let slot = graph.slot(key)
      guard let value = store[slot] else { throw .unset(slot) }
      return [([], value)]
    case .count(let key):
      let slot = graph.slot(key)
      guard let value = store[slot] else { throw .unset(slot) }
      switch value {
      case .constant(let value): return [([], .constant(.int(value.length ?? 0)))]
      case .variable(let variable):
        return [([], .linear(Linear(terms: [Term(variable, isLength: true)])))]
      default: return [([], .given)]
      }
    case .lines, .text:
      for key in form.keys {
        let slot = graph.slot(key)
        if !store.contains(slot) { throw .unset(slot) }
      }
      return [([], .given)]
    case .smallest(let forms), .largest(let forms):
      var isSmallest = false
      if case .smallest = form { isSmallest = true }
      var found: [(literals: [Literal], value: Expression)] = []
      for (index, part) in forms.enumerated() {
        let more = try ways(part, of: whole, store, &scope)
        if index == 0 {
          found = more
          continue
        }
        var next: [(literals: [Literal], value: Expression)] = []
        for (literals, best) in found {
          for (others, value) in more {
            let sides = compare(best, isSmallest ? .lessOrEqual : .greaterOrEqual, value, &scope)
            if let yes = sides.yes { next.append((literals + others + yes, best)) }
            if let no = sides.no { next.append((literals + others + no, value)) }
          }
        }
        found = next
      }
      return found
    case .arithmetic(let some, let operation, let other):
      var found: [(literals: [Literal], value: Expression)] = []
      for (first, a) in try ways(some, of: whole, store, &scope) {
        for (second, b) in try ways(other, of: whole, store, &scope) {
          found += try arithmetic(a, operation, b, first + second, &scope)
        }
      }
      return found
    }
  }

  private func arithmetic(
    _ a: Expression, _ operation: Calculation.Operator, _ b: Expression, _ literals: [Literal],
    _ scope: inout Scope
  ) throws(Stop) -> [(literals: [Literal], value: Expression)] {
    if case .constant(let some) = a, case .constant(let other) = b {
      do throws(Incalculable) {
        return [(literals, .constant(try operation.value(some, other)))]
      } catch {
        if error == .divisionByZero { throw .zero }
        throw .overflow
      }
    }
    if a == .given || b == .given { return [(literals, .given)] }
    if let some = linear(a, scope), let other = linear(b, scope) {
      switch operation {
      case .plus:
        if let total = try? some.adding(other, times: 1) { return [(literals, sum(total))] }
      case .minus:
        if let total = try? some.adding(other, times: -1) { return [(literals, sum(total))] }
      case .times:
        let (terms, factor) = other.terms.isEmpty ? (some, other) : (other, some)
        if factor.terms.isEmpty, let total = try? terms.multiplied(by: factor.constant) {
          return [(literals, sum(total))]
        }
      case .divided, .remainder:
        if other.terms.isEmpty {
          if other.constant == 0 { throw .zero }
          if abs(other.constant) < 1 << 40 {
            return divided(some, operation, other.constant, literals, &scope)
          }
        }
      }
    }
    var literals = literals
    if operation == .divided || operation == .remainder {
      guard let yes = compare(b, .notEqual, .constant(.int(0)), &scope).yes else { return [] }
      literals += yes
    }
    let value = Expression.arithmetic(a, operation, b)
    return [(literals, value.depth > Self.mostDepth ? .given : value)]
  }

  /// Division by a constant: x = n·q + r, where r has the sign of x.
  private func divided(
    _ some: Linear, _ operation: Calculation.Operator, _ divisor: Int, _ literals: [Literal],
    _ scope: inout Scope
  ) -> [(literals: [Literal], value: Expression)] {
    var none: [Literal] = []
    let quotient = scope.fresh(.whole, &none)
    let remainder = scope.fresh(.whole, &none)
    let size = abs(divisor)
    func atMost(_ variable: Int, _ bound: Int) -> Literal {
      .row(Row(terms: [Term(variable)], relation: .atMost, bound: bound))
    }
    func atLeast(_ variable: Int, _ bound: Int) -> Literal {
      .row(Row(terms: [Term(variable, times: -1)], relation: .atMost, bound: -bound))
    }
    let terms = some.terms + [Term(quotient, times: -size), Term(remainder, times: -1)]
    let same = Literal.row(Row(terms: terms.sorted(), relation: .equal, bound: -some.constant))
    let value: Expression =
      operation == .remainder
      ? .variable(remainder)
      : divisor > 0
        ? .variable(quotient) : .linear(Linear(terms: [Term(quotient, times: -1)]))
    return [
      (
        literals + [
          same, atLeast(quotient, 0), atLeast(remainder, 0), atMost(remainder, size - 1),
        ],
        value
      ),
      (
        literals + [
          same, atMost(quotient, 0), atMost(remainder, 0), atLeast(remainder, 1 - size),
          .row(Row(terms: [Term(quotient), Term(remainder)], relation: .atMost, bound: -1)),
        ], value
      ),
    ]
  }

  // MARK: Conditions

  private func decided(_ holds: Bool) -> Sides { holds ? ([], nil) : (nil, []) }

  private func either(_ literal: Literal, _ other: Literal) -> Sides { ([literal], [other]) }

  /// The values of a listed domain that a test takes, and the others.
  private func among(_ variable: Int, _ values: [Value], _ test: (Value) -> Bool) -> Sides {
    let good = values.filter(test)
    let bad = values.filter { !test($0) }
    return (
      good.isEmpty ? nil : bad.isEmpty ? [] : [.among(variable, good)],
      bad.isEmpty ? nil : good.isEmpty ? [] : [.among(variable, bad)]
    )
  }

  /// What has to be true if a comparison holds, and if it doesn't.
  func compare(
    _ a: Expression, _ comparison: Condition.Comparison, _ b: Expression, _ scope: inout Scope
  ) -> Sides {
    if a == .given || b == .given {
      let unknown = Literal.opaque("an answer that is worked out")
      return either(unknown, unknown)
    }
    switch (a, b) {
    case (.constant(let some), .constant(let other)): return decided(comparison.holds(some, other))
    case (.constant(let value), .variable(let variable)):
      return compare(
        b, comparison.mirrored, .constant(scope.domains[variable].inner(value)), &scope)
    case (.variable(let variable), .constant(let value)):
      if let values = scope.domains[variable].values {
        return among(variable, values) { comparison.holds($0, value) }
      }
    case (.variable(let some), .variable(let other)) where some == other:
      return decided(comparison.holds(.int(0), .int(0)))
    default: break
    }
    if let some = linear(a, scope), let other = linear(b, scope) {
      if let sides = rows(some, comparison, other, isExact: true) { return sides }
    } else if let some = fraction(a, scope), let other = fraction(b, scope) {
      let isExact = isPlain(a, scope) && isPlain(b, scope)
      if var sides = rows(some, comparison, other, isExact: isExact) {
        if !isExact {
          sides.yes = [.compare(a, comparison, b, true)] + (sides.yes ?? [])
          sides.no = [.compare(a, comparison, b, false)] + (sides.no ?? [])
        }
        return sides
      }
    } else if comparison == .equal || comparison == .notEqual {
      if case .variable(let variable) = a, let sides = same(variable, b, scope) {
        return comparison == .equal ? sides : (sides.no, sides.yes)
      }
    }
    return either(.compare(a, comparison, b, true), .compare(a, comparison, b, false))
  }

  /// Whether it is a real number that isn't worked out.
  private func isPlain(_ expression: Expression, _ scope: Scope) -> Bool {
    switch expression {
    case .constant(.double): true
    case .variable(let variable): scope.domains[variable] == .real
    default: false
    }
  }

  private func rows(
    _ a: Linear, _ comparison: Condition.Comparison, _ b: Linear, isExact: Bool
  ) -> Sides? {
    guard let difference = try? a.adding(b, times: -1), difference.constant > .min else {
      return nil
    }
    let bound = -difference.constant
    let terms = difference.terms
    if terms.isEmpty {
      return isExact ? decided(comparison.holds(.int(0), .int(bound))) : nil
    }
    let negated = terms.map { Term(code: $0.code, times: -$0.factor) }
    func row(_ terms: [Term], _ relation: Row.Relation, _ bound: Int) -> [Literal] {
      [.row(Row(terms: terms, relation: relation, bound: bound, isExact: isExact))]
    }
    switch comparison {
    case .equal: return (row(terms, .equal, bound), row(terms, .unequal, bound))
    case .notEqual: return (row(terms, .unequal, bound), row(terms, .equal, bound))
    case .less: return (row(terms, .below, bound), row(negated, .atMost, -bound))
    case .lessOrEqual: return (row(terms, .atMost, bound), row(negated, .below, -bound))
    case .greater: return (row(negated, .below, -bound), row(terms, .atMost, bound))
    case .greaterOrEqual: return (row(negated, .atMost, -bound), row(terms, .below, bound))
    }
  }

  private func same(_ variable: Int, _ other: Expression, _ scope: Scope) -> Sides? {
    let domain = scope.domains[variable]
    switch other {
    case .constant(let value):
      switch (domain, value) {
      case (_, .null): return decided(false)
      case (.text, .string(let text)):
        return either(.text(variable, .equal(text), true), .text(variable, .equal(text), false))
      case (.list, .list(let values)) where values.isEmpty:
        let size = [Term(variable, isLength: true)]
        return either(
          .row(Row(terms: size, relation: .equal, bound: 0)),
          .row(Row(terms: size, relation: .unequal, bound: 0)))
      case (.list, .list): return nil
      default: return decided(false)
      }
    case .variable(let other):
      return either(.same(variable, other, true), .same(variable, other, false))
    default: return nil
    }
  }

  /// The ways in which a condition is decided.
  /// - Parameter number: the number of the first part; afterwards, that behind the last.
  mutating func ways(
    _ form: Condition.Form, _ store: Store, _ scope: inout Scope, _ number: inout Int
  ) -> [(truth: Truth, literals: [Literal], atoms: [Atom])] {
    switch form {
    case .all(let parts), .any(let parts):
      var isAll = false
      if case .all = form { isAll = true }
      let goesOn: Truth = isAll ? .yes : .no
      var found: [(truth: Truth, literals: [Literal], atoms: [Atom])] = [(goesOn, [], [])]
      for part in parts {
        let first = number
        var next: [(truth: Truth, literals: [Literal], atoms: [Atom])] = []
        var last = number
        for way in found {
          guard way.truth == goesOn else {
            next.append(way)
            continue
          }
          var place = first
          for more in ways(part, store, &scope, &place) {
            next.append((more.truth, way.literals + more.literals, way.atoms + more.atoms))
          }
          last = place
        }
        number = max(last, first + part.leaves)
        found = next
        if found.count > 64 {
          found = found.filter { !solver.refutes($0.literals, scope.domains) }
        }
      }
      return found
    case .not(let part):
      return ways(part, store, &scope, &number).map { way in
        (way.truth == .yes ? .no : way.truth == .no ? .yes : way.truth, way.literals, way.atoms)
      }
    case .isSet(let key):
      let isSet = store.contains(graph.slot(key))
      defer { number += 1 }
      return [(isSet ? .yes : .no, [], [Atom(number: number, holds: isSet)])]
    default: break
    }
    defer { number += 1 }
    var found: [(truth: Truth, literals: [Literal], atoms: [Atom])] = []
    do throws(Stop) {
      for (literals, sides) in try test(form, store, &scope) {
        if let yes = sides.yes {
          found.append((.yes, literals + yes, [Atom(number: number, holds: true)]))
        }
        if let no = sides.no {
          found.append((.no, literals + no, [Atom(number: number, holds: false)]))
        }
      }
    } catch {
      switch error {
      case .unset(let slot): return [(.unset(slot), [], [])]
      case .zero: return [(.zero, [], [])]
      case .overflow: return [(.overflow, [], [])]
      }
    }
    return found
  }

  /// One test of a condition.
  private func test(
    _ form: Condition.Form, _ store: Store, _ scope: inout Scope
  ) throws(Stop) -> [(literals: [Literal], sides: Sides)] {
    func answer(_ key: KeyReference) throws(Stop) -> Expression {
      let slot = graph.slot(key)
      guard let value = store[slot] else { throw .unset(slot) }
      return value
    }
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      let other = domain(graph.slot(key)).inner(value)
      return [([], compare(try answer(key), comparison, .constant(other), &scope))]
    case .compare(let key, let comparison, .key(let other)):
      return [([], compare(try answer(key), comparison, try answer(other), &scope))]
    case .calculate(let some, let comparison, let other):
      let whole = Calculation.Form.smallest([some.form, other.form])
      var found: [(literals: [Literal], sides: Sides)] = []
      for (first, a) in try ways(some.form, of: whole, store, &scope) {
        for (second, b) in try ways(other.form, of: whole, store, &scope) {
          found.append((first + second, compare(a, comparison, b, &scope)))
        }
      }
      return found
    case .isEmpty(let key): return [([], isEmpty(try answer(key), scope))]
    case .isMultiple(let key, let divisor):
      return [([], isMultiple(try answer(key), divisor, &scope))]
    case .contains(let key, let value):
      return [([], contains(try answer(key), domain(graph.slot(key)), value, scope))]
    case .matches(let key, let pattern): return [([], matches(try answer(key), pattern, scope))]
    case .isSet, .all, .any, .not: return []
    }
  }

  /// The test of an answer alone that a class is cut with.
  func test(
    _ cut: AnswerCut, _ value: Expression, _ slot: Int, _ store: Store, _ scope: inout Scope
  ) -> Sides? {
    switch cut.test {
    case .compare(let comparison, let other):
      return compare(value, comparison, .constant(domain(slot).inner(other)), &scope)
    case .contains(let part): return contains(value, domain(slot), part, scope)
    case .matches(let pattern): return matches(value, pattern, scope)
    case .isMultiple(let divisor): return isMultiple(value, divisor, &scope)
    case .isEmpty: return isEmpty(value, scope)
    case .length(let count):
      guard case .variable(let variable) = value else { return nil }
      if scope.domains[variable] == .text {
        if count > 300 { return nil }
        let language = Language.length(count, count)
        return either(.text(variable, language, true), .text(variable, language, false))
      }
      guard scope.domains[variable].isList else { return nil }
      let size = [Term(variable, isLength: true)]
      return either(
        .row(Row(terms: size, relation: .equal, bound: count)),
        .row(Row(terms: size, relation: .unequal, bound: count)))
    case .daysFromToday(let days):
      guard case .variable(let variable) = value, case .variable(let today)? = store[graph.today]
      else { return nil }
      let sum = Linear(terms: [Term(variable), Term(today, times: -1)].sorted())
      return compare(.linear(sum), .equal, .constant(.int(days)), &scope)
    }
  }

  private func unknown(_ what: String) -> Sides { either(.opaque(what), .opaque(what)) }

  private func isEmpty(_ value: Expression, _ scope: Scope) -> Sides {
    switch value {
    case .constant(let known): return decided(known.isEmpty)
    case .variable(let variable):
      switch scope.domains[variable] {
      case .text:
        return either(.text(variable, .equal(""), true), .text(variable, .equal(""), false))
      case .list:
        return either(
          .row(Row(terms: [Term(variable, isLength: true)], relation: .atMost, bound: 0)),
          .row(
            Row(terms: [Term(variable, isLength: true, times: -1)], relation: .atMost, bound: -1)))
      case .oneOf(let values): return among(variable, values, \.isEmpty)
      default: return decided(false)
      }
    default: return unknown("an answer that is worked out")
    }
  }

  private func isMultiple(
    _ value: Expression, _ divisor: Int, _ scope: inout Scope
  ) -> Sides {
    if case .constant(.int(let number)) = value { return decided(number.isDivided(by: divisor)) }
    if case .variable(let variable) = value, let values = scope.domains[variable].values {
      return among(variable, values) {
        if case .int(let number) = $0 { number.isDivided(by: divisor) } else { false }
      }
    }
    if value == .given { return unknown("an answer that is worked out") }
    guard let sum = linear(value, scope), divisor > .min, abs(divisor) < 1 << 40 else {
      return either(.multiple(value, divisor, true), .multiple(value, divisor, false))
    }
    let size = abs(divisor)
    if size == 0 { return compare(value, .equal, .constant(.int(0)), &scope) }
    if size == 1 { return decided(true) }
    var none: [Literal] = []
    let quotients = [scope.fresh(.whole, &none), scope.fresh(.whole, &none)]
    let rest = scope.fresh(.whole, &none)
    let yes = Row(
      terms: (sum.terms + [Term(quotients[0], times: -size)]).sorted(), relation: .equal,
      bound: -sum.constant)
    let no = Row(
      terms: (sum.terms + [Term(quotients[1], times: -size), Term(rest, times: -1)]).sorted(),
      relation: .equal, bound: -sum.constant)
    return (
      [.row(yes)],
      [
        .row(no), .row(Row(terms: [Term(rest, times: -1)], relation: .atMost, bound: -1)),
        .row(Row(terms: [Term(rest)], relation: .atMost, bound: size - 1)),
      ]
    )
  }

  private func contains(
    _ value: Expression, _ domain: Domain, _ part: Value, _ scope: Scope
  ) -> Sides {
    func holds(_ known: Value) -> Bool {
      switch (known, part) {
      case (.list(let values), _): values.contains { $0.isSame(as: part) }
      case (.string(let text), .string(let part)): text.contains(part: part)
      default: false
      }
    }
    switch value {
    case .constant(let known): return decided(holds(known))
    case .variable(let variable):
      switch (scope.domains[variable], part) {
      case (.text, .string(let part)):
        return either(
          .text(variable, .contains(part), true), .text(variable, .contains(part), false))
      case (.list(let element, _), _):
        let wanted = element.inner(part)
        return either(.has(variable, wanted, true), .has(variable, wanted, false))
      case (.oneOf(let values), _): return among(variable, values, holds)
      default: return decided(false)
      }
    default: return unknown("an answer that is worked out")
    }
  }

  private func matches(_ value: Expression, _ pattern: Pattern, _ scope: Scope) -> Sides {
    func holds(_ value: Value) -> Bool {
      if case .string(let text) = value { pattern.matches(text) } else { false }
    }
    switch value {
    case .constant(let known): return decided(holds(known))
    case .variable(let variable):
      switch scope.domains[variable] {
      case .text:
        return either(
          .text(variable, .pattern(pattern), true), .text(variable, .pattern(pattern), false))
      case .oneOf(let values): return among(variable, values, holds)
      default: return decided(false)
      }
    default: return unknown("an answer that is worked out")
    }
  }

  // MARK: Rules and classes

  /// The ways in which an answer satisfies the rules of its question.
  func ways(
    _ rules: [Prompt.Rule], _ variable: Int, _ store: Store, _ scope: inout Scope
  ) -> [[Literal]] {
    var found: [[Literal]] = [[]]
    let domain = scope.domains[variable]
    let value = Expression.variable(variable)
    let size = Expression.linear(Linear(terms: [Term(variable, isLength: true)]))
    for rule in rules {
      var more: [[Literal]] = []
      if let values = domain.values {
        switch rule.kind {
        case .notEmpty, .length, .oneOf, .matches:
          let sides = among(variable, values) { rule.accepts($0) }
          found = sides.yes.map { yes in found.map { $0 + yes } } ?? []
          continue
        default: break
        }
      }
      switch rule.kind {
      case .notEmpty:
        switch domain {
        case .text: more = [[.text(variable, .blank, false)]]
        case .list:
          more = compare(size, .greaterOrEqual, .constant(.int(1)), &scope).yes.map { [$0] } ?? []
        default: more = [[]]
        }
      case .length(let least, let most):
        if domain == .text {
          more = [[.text(variable, .length(least ?? 0, most), true)]]
        } else if domain.isList {
          var literals: [Literal] = []
          if let least {
            literals += compare(size, .greaterOrEqual, .constant(.int(least)), &scope).yes ?? []
          }
          if let most {
            literals += compare(size, .lessOrEqual, .constant(.int(most)), &scope).yes ?? []
          }
          more = [literals]
        }
      case .range(let minimum, let maximum, let excludes):
        more = [[]]
        if domain.isList { break }
        for (bound, comparison) in [
          (minimum, Condition.Comparison.greaterOrEqual),
          (maximum, excludes ? .less : .lessOrEqual),
        ] {
          guard let bound else { continue }
          guard let bounds = try? ways(bound.form, of: bound.form, store, &scope) else { continue }
          var next: [[Literal]] = []
          for literals in more {
            for (others, limit) in bounds {
              if let yes = compare(value, comparison, limit.beside(domain), &scope).yes {
                next.append(literals + others + yes)
              }
            }
          }
          more = next
        }
      case .oneOf(let values):
        if domain == .text {
          more = [[.among(variable, values)]]
        } else if domain.isList {
          more = [[.opaque("a rule for a list")]]
        } else {
          more = values.compactMap {
            compare(value, .equal, .constant(domain.inner($0)), &scope).yes
          }
        }
      case .among(let key):
        switch store[graph.slot(key)] {
        case .constant(.list(let values))?:
          more = values.compactMap { compare(value, .equal, .constant($0), &scope).yes }
        case .variable(let list)?: more = [[.member(list, variable)]]
        case .constant?: more = [[]]
        default: more = [[.opaque("a list that is worked out")]]
        }
      case .equals(let key), .differs(let key):
        var comparison = Condition.Comparison.equal
        if case .differs = rule.kind { comparison = .notEqual }
        guard let other = store[graph.slot(key)] else { break }
        more = compare(value, comparison, other, &scope).yes.map { [$0] } ?? []
      case .matches(let pattern):
        more = domain == .text ? [[.text(variable, .pattern(pattern), true)]] : [[]]
      case .daysFromToday(let minimum, let maximum):
        more = [[]]
        guard domain == .day, case .variable(let today)? = store[graph.today] else { break }
        let days = Linear(terms: [Term(variable), Term(today, times: -1)].sorted())
        for (bound, comparison) in [
          (minimum, Condition.Comparison.greaterOrEqual), (maximum, .lessOrEqual),
        ] {
          guard let bound else { continue }
          let sides = compare(.linear(days), comparison, .constant(.int(bound)), &scope)
          more = sides.yes.map { yes in more.map { $0 + yes } } ?? []
        }
      // Whether there is a file at a path isn't for the flow to know.
      case .path: more = [[]]
      }
      found = found.flatMap { literals in more.map { literals + $0 } }
    }
    return found
  }

  /// What is true of every answer to a typed question.
  func typed(_ prompt: Prompt, _ variable: Int, _ domain: Domain) -> [Literal] {
    guard domain == .text else { return [] }
    var literals: [Literal] = prompt.transforms.map {
      switch $0 {
      case .trimmed: .text(variable, .trimmed, true)
      case .lowercased: .text(variable, .lowercased, true)
      case .uppercased: .text(variable, .uppercased, true)
      }
    }
    // An empty text is refused, unless it is the default.
    let mayBeEmpty = prompt.default.map { $0.given == nil || $0.given == .string("") } ?? false
    if !mayBeEmpty || prompt.isOptional { literals.append(.text(variable, .length(1, nil), true)) }
    return literals
  }

  /// The classes of an answer.
  mutating func classes(
    _ slot: Int, _ variable: Int, _ literals: [Literal], _ store: Store, _ scope: inout Scope
  ) -> [(literals: [Literal], answerClass: AnswerClass?)] {
    guard cutsClasses, slot >= 0, slot < graph.isSecret.count, !graph.isSecret[slot],
      !cuts[slot].isEmpty
    else { return [([], nil)] }
    var tests: [(yes: [Literal], no: [Literal], words: String)] = []
    let value = Expression.variable(variable)
    if case .oneOf(let values) = scope.domains[variable], values.count <= 12 {
      for known in values {
        tests.append(
          (
            [.among(variable, [known])],
            [.among(variable, values.filter { $0 != known })],
            "\(graph.keys[slot].name) is \(known)"
          ))
      }
    } else {
      for cut in cuts[slot] {
        guard let sides = test(cut, value, slot, store, &scope), let yes = sides.yes,
          let no = sides.no
        else { continue }
        tests.append((yes, no, cut.words))
      }
    }
    var classes: [(literals: [Literal], words: String, tests: UInt32)] = [([], "", 0)]
    for (place, (yes, no, words)) in tests.prefix(32).enumerated() {
      var next: [(literals: [Literal], words: String, tests: UInt32)] = []
      for (known, name, bits) in classes {
        let isIn = !solver.refutes(literals + known + yes, scope.domains)
        let isOut = !solver.refutes(literals + known + no, scope.domains)
        if isIn {
          let longer = name.isEmpty ? words : name + ", " + words
          next.append((known + yes, isOut ? longer : name, bits | 1 << UInt32(place)))
        }
        if isOut { next.append((known + no, name, bits)) }
      }
      classes = next
      if classes.count > Self.mostClasses { break }
    }
    if classes.count <= 1, !(namesOnlyClass && classes.count == 1) { return [([], nil)] }
    return classes.map { literals, words, bits in
      (literals, AnswerClass(tests: bits, words: words.isEmpty ? "any other" : words))
    }
  }

  /// A value that reads well as an answer for a key.
  func hint(_ slot: Int, _ key: KeyReference?, _ domain: Domain, _ prompt: Prompt?) -> Value? {
    if let preset = prompt?.default?.given {
      if case .list = preset { return nil }
      return domain.inner(preset)
    }
    guard domain == .text else { return nil }
    if let placeholder = prompt?.placeholder, case .literal(let text)? = placeholder.pieces.first,
      placeholder.pieces.count == 1
    {
      return .string(text)
    }
    let name = key?.name.split(whereSeparator: { $0 == "." || $0 == "-" }).last.map(String.init)
    return .string(name ?? "text")
  }
}

extension Expression {
  /// A constant as it is compared with values of a domain.
  fileprivate func beside(_ domain: Domain) -> Expression {
    if case .constant(let value) = self { .constant(domain.inner(value)) } else { self }
  }
}

extension Condition.Form {
  /// The number of its parts that aren't made of others.
  var leaves: Int {
    switch self {
    case .all(let forms), .any(let forms): forms.reduce(0) { $0 + $1.leaves }
    case .not(let form): form.leaves
    default: 1
    }
  }

  /// The parts that aren't made of others, in order.
  var parts: [Condition.Form] {
    switch self {
    case .all(let forms), .any(let forms): forms.flatMap(\.parts)
    case .not(let form): form.parts
    default: [self]
    }
  }
}

/// What a flow asks about one answer alone: it cuts the answers into classes.
struct AnswerCut: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case compare(Condition.Comparison, Value)
    case contains(Value)
    case matches(Pattern)
    case isMultiple(Int)
    case isEmpty
    case length(Int)
    case daysFromToday(Int)
  }

  let test: Test
  let words: String

  /// The cuts of each key, by slot, in the order of the flow.
  static func all(_ graph: Graph) -> [[AnswerCut]] {
    var cuts: [[AnswerCut]] = graph.keys.map { _ in [] }
    var seen: [Set<AnswerCut>] = graph.keys.map { _ in [] }
    func add(_ key: KeyReference, _ test: Test, _ words: String) {
      let slot = graph.slot(key)
      guard slot >= 0 else { return }
      let cut = AnswerCut(test: test, words: words)
      if seen[slot].insert(cut).inserted { cuts[slot].append(cut) }
    }
    func read(_ condition: Condition) {
      for part in condition.form.parts {
        switch part {
        case .compare(let key, let comparison, .value(let value)):
          add(key, .compare(comparison, value), part.description)
        case .contains(let key, let value): add(key, .contains(value), part.description)
        case .matches(let key, let pattern): add(key, .matches(pattern), part.description)
        case .isMultiple(let key, let divisor):
          add(key, .isMultiple(divisor), part.description)
        case .isEmpty(let key): add(key, .isEmpty, part.description)
        default: break
        }
      }
    }
    for step in graph.steps {
      switch step.kind {
      case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
        read(condition)
      case .select(let selection):
        for value in selection.cases.joined() {
          add(
            selection.key, .compare(.equal, value), "\(selection.key.name) == \(value.inSwift)")
        }
      case .prompt(let prompt):
        for case let condition? in prompt.conditions + prompt.choices.map(\.condition) {
          read(condition)
        }
        guard let key = prompt.key else { continue }
        for rule in prompt.rules {
          switch rule.kind {
          case .length(let least, let most):
            for case let count? in [least, most] {
              let noun = if case .list = key.type { "of them" } else { "characters" }
              add(key, .length(count), "\(count) \(noun)")
            }
          case .range(let minimum, let maximum, false):
            for case let bound? in [minimum?.given, maximum?.given] {
              guard case .int = bound else { continue }
              add(key, .compare(.equal, bound), "\(key.name) == \(bound.inSwift)")
            }
          case .daysFromToday(let minimum, let maximum):
            for case let days? in [minimum, maximum] {
              add(key, .daysFromToday(days), "\(key.name) is \(days) days from today")
            }
          default: break
          }
        }
      default: break
      }
    }
    return cuts
  }
}
