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
enum Fault: Error, Hashable {
  /// A key that is read has no answer.
  case unset(String)
  case zero
  /// The bounds of a question cross.
  case crossing
  case nothingToChoose
  /// A failure that no branch handles.
  case unhandled(String)
  /// A number that doesn't fit.
  case overflow
  /// More steps without a prompt than a run performs.
  case limit
  case rounds, reloads, crowded
  /// A step back, and why what follows it isn't known.
  case back(String)
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
  /// What those who answer call it, behind the title of the question.
  let plain: String

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

/// What becomes of work that was performed before a step back, and comes again.
enum Recalled: Hashable, Sendable {
  /// The person decides to perform it again, or to keep it.
  case again, kept
  /// Nothing that it reads has changed.
  case held
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
  /// What becomes of what was done before a step back.
  var recalled: Recalled?
  /// The class of the answer; nil if there is only one.
  var answerClass: AnswerClass?
  /// How many of the literals, the last ones, only say which class it is.
  var classCount = 0
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
      literals += [.number(Term(variable, times: -1), 0), .number(Term(variable), 86_399)]
    }
    hints?.append(hint)
    return variable
  }
}

/// Executes nodes symbolically.
struct Machine: Sendable {
  /// How a condition is decided.
  enum Truth: Equatable {
    case yes, no
    case stopped(Fault)
  }

  typealias Decision = (truth: Truth, literals: [Literal], atoms: [Atom])
  /// Literals for what holds and what doesn't; nil for never.
  typealias Sides = (yes: [Literal]?, no: [Literal]?)

  let graph: Graph
  /// What the flow asks about each key alone.
  private let cuts: [[AnswerCut]]
  /// The types of the program itself, by the names of their keys.
  private let ownTypes: [String: OwnType]
  /// What may be an answer of one of them, by the names of their keys.
  private var examples: [String: Value] = [:]
  /// Whether a class has a name even if all answers that are possible there are in it.
  var namesOnlyClass = false
  var solver = Solver()
  /// The classes of answers of which the same is true.
  private var knownClasses: [ClassQuestion: [Part]] = [:]

  private struct ClassQuestion: Hashable, Sendable {
    let slot: Int
    let variable: Int
    let literals: [Literal]
    let domains: [Domain]
    let today: Expression?
  }

  /// The largest calculation that is kept.
  private static let mostParts = 16
  /// Numbers up to this are certainly not too large.
  private static let mostNumber = 1 << 61
  /// The most classes of one answer.
  private static let mostClasses = 24
  private static let mostRemembered = 2_000
  static let mostReloads = 1

  init(_ graph: Graph) {
    self.graph = graph
    let types = graph.flow.closures.values.compactMap(\.own).map { ($0.key, $0) }
    ownTypes = Dictionary(types) { first, _ in first }
    cuts = AnswerCut.all(graph)
    for case .prompt(let prompt) in graph.steps.map(\.kind) {
      guard let key = prompt.key, ownTypes[key.name] != nil, examples[key.name] == nil else {
        continue
      }
      examples[key.name] = hint(key, Domain(key.type), prompt)
    }
  }

  /// What is true of an answer because of its type.
  func typed(_ key: KeyReference?, _ variable: Int, _ domain: Domain) -> [Literal] {
    guard let type = key.flatMap({ ownTypes[$0.name] }), !domain.isListed else { return [] }
    let own = OwnAnswers(type, domain, example: examples[type.key])
    return [.test(.own(own), of: .variable(variable), holds: true)]
  }

  /// The comparisons of conditions that read only this key.
  func conditions(on key: KeyReference) -> [Condition.Form] {
    let slot = graph.slot(key)
    guard cuts.indices.contains(slot) else { return [] }
    return cuts[slot].compactMap { if case .condition(let form) = $0 { form } else { nil } }
  }

  // MARK: Formulas

  /// The domain of a key; one that nobody reads may be anything.
  func domain(_ slot: Int) -> Domain {
    if slot == graph.today { return .day }
    return graph.domains.indices.contains(slot) ? graph.domains[slot] : .text
  }

  func read(_ key: KeyReference, _ store: Store) throws(Fault) -> Expression {
    guard let value = store[graph.slot(key)] else { throw .unset(key.name) }
    return value
  }

  /// What a formula works out.
  /// - Parameter whole: the formula that it is a part of.
  func value(
    _ form: Calculation.Form, of whole: Calculation.Form, _ store: Store, _ scope: Scope
  ) throws(Fault) -> Expression {
    let result: Expression
    switch form {
    case .value(let value): return constant(value, whole)
    case .answer(let key): return try read(key, store)
    case .count(let key): return count(try read(key, store))
    case .lines(let key): result = .text([try piece(key, store, inLines: true)])
    case .text(let text):
      var pieces: [Expression.Piece] = []
      for piece in text.pieces {
        switch piece {
        case .literal(let literal):
          pieces.append(Expression.Piece(part: .constant(.string(literal)), domain: .text))
        case .placeholder(let key): pieces.append(try self.piece(key, store))
        case .calculation(let calculation):
          let form = calculation.form
          let domain = form.keys.first.map { Domain($0.type) } ?? .text
          pieces.append(
            Expression.Piece(part: try value(form, of: form, store, scope), domain: domain))
        }
      }
      result = .text(pieces)
    case .smallest(let forms), .largest(let forms):
      var parts: [Expression] = []
      for part in forms { parts.append(try value(part, of: whole, store, scope)) }
      if case .smallest = form {
        result = .extreme(parts, .ascending)
      } else {
        result = .extreme(parts, .descending)
      }
    case .arithmetic(let some, let operation, let other):
      let a = try value(some, of: whole, store, scope)
      let b = try value(other, of: whole, store, scope)
      return try arithmetic(a, operation, b, scope)
    }
    return result.isGiven || result.size > Self.mostParts ? .given : result.folded
  }

  private func piece(
    _ key: KeyReference, _ store: Store, inLines: Bool = false
  ) throws(Fault) -> Expression.Piece {
    Expression.Piece(part: try read(key, store), domain: Domain(key.type), inLines: inLines)
  }

  private func count(_ value: Expression) -> Expression {
    switch value {
    case .constant(let value): .constant(.int(value.length ?? 0))
    case .variable(let variable): .length(variable)
    case .given: .given
    default: .count(value)
    }
  }

  /// A constant of a formula, as the solver has it beside a key of this domain.
  private func constant(_ value: Value, _ form: Calculation.Form) -> Expression {
    let domains = form.keys.lazy.map { Domain($0.type) }
    return .constant(domains.first { $0 == .day || $0 == .time }?.inner(value) ?? value)
  }

  private func arithmetic(
    _ a: Expression, _ operation: Calculation.Operator, _ b: Expression, _ scope: Scope
  ) throws(Fault) -> Expression {
    if case .constant(let some) = a, case .constant(let other) = b {
      do throws(Incalculable) {
        return .constant(try operation.value(some, other))
      } catch {
        throw error == .divisionByZero ? .zero : .overflow
      }
    }
    if case .constant(let divisor) = b, divisor.isSame(as: .int(0)),
      operation == .divided || operation == .remainder
    {
      throw .zero
    }
    if let some = sum(a, scope), let other = sum(b, scope),
      let total = try? some.combined(operation, other)
    {
      return Expression(total)
    }
    let result = Expression.arithmetic(a, operation, b)
    return result.isGiven || result.size > Self.mostParts ? .given : result
  }

  /// An expression as a sum of whole numbers.
  private func sum(_ expression: Expression, _ scope: Scope) -> Linear? {
    switch expression {
    case .constant(.int(let number)) where number > .min: Linear(constant: number)
    case .variable(let variable) where scope.domains[variable].isWhole:
      Linear(terms: [Term(variable)])
    case .linear(let linear): linear
    default: nil
    }
  }

  // MARK: Tests

  private func decided(_ holds: Bool) -> Sides { holds ? ([], nil) : (nil, []) }

  /// The values of a listed domain that a test takes, and the others.
  private func among(_ variable: Int, _ values: [Value], _ test: (Value) -> Bool) -> Sides {
    let (good, bad) = (values.filter(test), values.filter { !test($0) })
    func literals(_ values: [Value], _ others: [Value]) -> [Literal]? {
      if values.isEmpty { return nil }
      return others.isEmpty ? [] : [.test(.among(values), of: .variable(variable), holds: true)]
    }
    return (literals(good, bad), literals(bad, good))
  }

  /// What has to be true if a test holds, and if it doesn't.
  private func sides(_ test: Test, _ value: Expression, _ scope: Scope) -> Sides {
    let literal = Literal.test(test, of: value, holds: true)
    if literal.isGiven {
      let unknown = [Literal.opaque("an answer that is worked out")]
      return (unknown, unknown)
    }
    let variables = literal.variables
    guard let variable = variables.first else { return decided(literal.holds([]) ?? false) }
    if let values = scope.domains[variable].values, variables.allSatisfy({ $0 == variable }) {
      var assigned = [Value?](repeating: nil, count: variable + 1)
      return among(variable, values) {
        assigned[variable] = $0
        return literal.holds(assigned) ?? false
      }
    }
    return ([literal], [.test(test, of: value, holds: false)])
  }

  /// What has to be true if a comparison holds, and if it doesn't.
  func compare(
    _ a: Expression, _ comparison: Condition.Comparison, _ b: Expression, _ scope: Scope
  ) -> Sides {
    switch (a, b) {
    case (.constant, .constant): break
    case (.constant, _): return compare(b, comparison.mirrored, a, scope)
    case (_, .constant(.null)) where a != .given: return decided(comparison == .notEqual)
    case (.variable(let variable), .constant(let value)):
      let inner = scope.domains[variable].inner(value)
      if inner != value { return compare(a, comparison, .constant(inner), scope) }
      if scope.domains[variable].isList, value == .list([]) {
        return compare(.length(variable), comparison, .constant(.int(0)), scope)
      }
    case (.variable(let some), .variable(let other)) where some == other:
      return decided(comparison.holds(.int(0), .int(0)))
    default: break
    }
    if let some = sum(a, scope), let other = sum(b, scope),
      let yes = Row(some, comparison, other), let no = Row(some, comparison.negated, other)
    {
      if yes.terms.isEmpty { return decided(yes.holds(0)) }
      return ([.row(yes.tightened)], [.row(no.tightened)])
    }
    if comparison == .notEqual {
      let sides = sides(.compare(.equal, b), a, scope)
      return (sides.no, sides.yes)
    }
    return sides(.compare(comparison, b), a, scope)
  }

  func compare(
    _ a: Expression, _ comparison: Condition.Comparison, _ number: Int, _ scope: Scope
  ) -> Sides {
    compare(a, comparison, .constant(.int(number)), scope)
  }

  /// One test of a condition.
  func test(
    _ form: Condition.Form, _ store: Store, _ scope: Scope
  ) throws(Fault) -> Sides {
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      let other = domain(graph.slot(key)).inner(value)
      return compare(try read(key, store), comparison, .constant(other), scope)
    case .compare(let key, let comparison, .key(let other)):
      return compare(try read(key, store), comparison, try read(other, store), scope)
    case .calculate(let some, let comparison, let other):
      let whole = Calculation.Form.smallest([some.form, other.form])
      return compare(
        try value(some.form, of: whole, store, scope), comparison,
        try value(other.form, of: whole, store, scope), scope)
    case .isEmpty(let key):
      switch try read(key, store) {
      case .constant(let value): return decided(value.isEmpty)
      case .variable(let variable) where scope.domains[variable].isList:
        return compare(.length(variable), .lessOrEqual, 0, scope)
      case .variable(let variable) where scope.domains[variable].isNumber: return decided(false)
      case let value: return compare(value, .equal, .constant(.string("")), scope)
      }
    case .isMultiple(let key, let divisor):
      let value = try read(key, store)
      if divisor == 0 { return compare(value, .equal, 0, scope) }
      if divisor.magnitude == 1 { return decided(true) }
      guard divisor > .min else { return sides(.compare(.equal, .given), value, scope) }
      return compare(
        try arithmetic(value, .remainder, .constant(.int(abs(divisor))), scope), .equal, 0, scope)
    case .contains(let key, let part):
      let value = try read(key, store)
      if case .list(let element, _) = domain(graph.slot(key)) {
        return sides(.has(.constant(element.inner(part))), value, scope)
      }
      guard case .string(let part) = part else { return decided(false) }
      return sides(.language(.contains(part)), value, scope)
    case .matches(let key, let pattern):
      return sides(.language(.pattern(pattern)), try read(key, store), scope)
    case .isSet(let key): return decided(store.contains(graph.slot(key)))
    case .all, .any, .not: return decided(false)
    }
  }

  /// The divisions by zero in formulas: what has to be true for each, and for none of them; nil if one
  /// of them divides by zero for certain.
  func divisions(
    _ forms: [Calculation.Form], _ store: Store, _ scope: Scope
  ) -> (byZero: [[Literal]], none: [Literal]?) {
    var (byZero, none): ([[Literal]], [Literal]) = ([], [])
    for divisor in forms.flatMap(\.divisors) {
      guard let value = try? value(divisor, of: divisor, store, scope), value != .given else {
        continue
      }
      let sides = compare(value, .equal, 0, scope)
      if let yes = sides.yes { byZero.append(none + yes) }
      guard let no = sides.no else { return (byZero, nil) }
      none += no
    }
    return (byZero, none)
  }

  /// The cases in which a number on the way to a formula may be too large, with what has to be true in
  /// each. How large it is exactly isn't known.
  private func overflows(
    _ form: Calculation.Form, _ store: Store, _ scope: Scope
  ) -> [[Literal]] {
    guard case .arithmetic(let some, let operation, let other) = form else { return [] }
    let inner = [some, other].flatMap { overflows($0, store, scope) }
    guard [.plus, .minus, .times].contains(operation),
      form.keys.allSatisfy({ Domain($0.type).isWhole }),
      let value = try? value(form, of: form, store, scope)
    else { return inner }
    if case .constant = value { return inner }
    let unknown = [Literal.opaque("a number that may be too large")]
    if value == .given { return inner + [unknown] }
    return inner
      + [
        compare(value, .greater, Self.mostNumber, scope),
        compare(value, .less, -Self.mostNumber, scope),
      ].compactMap { $0.yes.map { $0 + unknown } }
  }

  /// The ways in which a condition is decided.
  /// - Parameters:
  ///   - number: the number of the first part; afterwards, that behind the last.
  ///   - hides: whether something is hidden if the condition can't be worked out.
  mutating func ways(
    _ form: Condition.Form, _ store: Store, _ scope: Scope, _ number: inout Int,
    hides: Bool = false
  ) -> [Decision] {
    switch form {
    case .all(let parts), .any(let parts):
      var isAll = false
      if case .all = form { isAll = true }
      let goesOn: Truth = isAll ? .yes : .no
      var found: [Decision] = [(goesOn, [], [])]
      for part in parts {
        let first = number
        number += part.parts.count
        var next: [Decision] = []
        for way in found {
          guard way.truth == goesOn else {
            next.append(way)
            continue
          }
          var place = first
          for more in ways(part, store, scope, &place, hides: hides) {
            next.append((more.truth, way.literals + more.literals, way.atoms + more.atoms))
          }
        }
        found = next
        if found.count > 64 {
          found = found.filter { !solver.refutes($0.literals, scope.domains) }
        }
      }
      return found
    case .not(let part):
      return ways(part, store, scope, &number, hides: hides).map { way in
        (way.truth == .yes ? .no : way.truth == .no ? .yes : way.truth, way.literals, way.atoms)
      }
    default: break
    }
    defer { number += 1 }
    do throws(Fault) {
      var formulas: [Calculation.Form] = []
      if case .calculate(let some, _, let other) = form { formulas = [some.form, other.form] }
      let sides = try test(form, store, scope)
      let (byZero, none) = divisions(formulas, store, scope)
      var found: [Decision] = byZero.map { (.stopped(.zero), $0, []) }
      if hides {
        for literals in formulas.flatMap({ overflows($0, store, scope) }) {
          found.append((.stopped(.overflow), (none ?? []) + literals, []))
        }
      }
      for (truth, literals) in [(Truth.yes, sides.yes), (.no, sides.no)] {
        guard let literals, let none else { continue }
        found.append((truth, none + literals, [Atom(number: number, holds: truth == .yes)]))
      }
      return found
    } catch {
      return [(.stopped(error), [], [])]
    }
  }

  // MARK: Rules and classes

  /// What is true of an answer that satisfies the rules of its question; nil if none does.
  func literals(
    _ rules: [Prompt.Rule], _ variable: Int, _ store: Store, _ scope: Scope
  ) -> [Literal]? {
    var found: [Literal] = []
    for rule in rules {
      for sides in sides(rule, variable, store, scope) {
        guard let yes = sides.yes else { return nil }
        found += yes
      }
    }
    return found
  }

  /// What a rule requires of an answer.
  func sides(
    _ rule: Prompt.Rule, _ variable: Int, _ store: Store, _ scope: Scope
  ) -> [Sides] {
    let (domain, value) = (scope.domains[variable], Expression.variable(variable))
    func within(
      _ value: Expression, _ least: Expression?, _ most: Expression?,
      _ below: Condition.Comparison = .lessOrEqual
    ) -> [Sides] {
      [least.map { compare(value, .greaterOrEqual, $0, scope) }].compactMap(\.self)
        + [most.map { compare(value, below, $0, scope) }].compactMap(\.self)
    }
    func constant(_ number: Int?) -> Expression? { number.map { .constant(.int($0)) } }
    switch (rule.kind, domain) {
    case (.notEmpty, .oneOf(let values)), (.length, .oneOf(let values)),
      (.oneOf, .oneOf(let values)), (.matches, .oneOf(let values)):
      return [among(variable, values) { rule.accepts($0) }]
    case (.notEmpty, .text):
      let sides = sides(.language(.blank), value, scope)
      return [(sides.no, sides.yes)]
    case (.notEmpty, .list): return within(.length(variable), constant(1), nil)
    case (.length(let least, let most), .text):
      return [sides(.language(.length(least ?? 0, most)), value, scope)]
    case (.length(let least, let most), .list):
      return within(.length(variable), constant(least), constant(most))
    case (.range, .list): return []
    case (.range(let minimum, let maximum, let excludes), _):
      func bound(_ calculation: Calculation?) -> Expression? {
        guard let form = calculation?.form,
          let bound = try? self.value(form, of: form, store, scope)
        else { return nil }
        if case .constant(let known) = bound { return .constant(domain.inner(known)) }
        return bound
      }
      return within(value, bound(minimum), bound(maximum), excludes ? .less : .lessOrEqual)
    case (.oneOf, .list): return [sides(.compare(.equal, .given), value, scope)]
    case (.oneOf(let values), _): return [sides(.among(values.map(domain.inner)), value, scope)]
    case (.among(let key), _):
      switch store[graph.slot(key)] {
      case .constant(.list(let values))?:
        return [sides(.among(values), value, scope)]
      case .constant?: return []
      case let list: return [sides(.has(value), list ?? .given, scope)]
      }
    case (.equals(let key), _), (.differs(let key), _):
      guard let other = store[graph.slot(key)] else { return [(nil, [])] }
      let isEqual = if case .equals = rule.kind { true } else { false }
      return [compare(value, isEqual ? .equal : .notEqual, other, scope)]
    case (.matches(let pattern), .text): return [sides(.language(.pattern(pattern)), value, scope)]
    case (.daysFromToday(let minimum, let maximum), .day):
      return daysFromToday(variable, store, scope).map {
        within($0, constant(minimum), constant(maximum))
      } ?? []
    // Whether there is a file at a path isn't for the flow to know.
    case (.notEmpty, _), (.length, _), (.matches, _), (.daysFromToday, _), (.path, _): return []
    }
  }

  private func daysFromToday(_ day: Int, _ store: Store, _ scope: Scope) -> Expression? {
    guard let today = store[graph.today] else { return nil }
    return try? arithmetic(.variable(day), .minus, today, scope)
  }

  /// What is true of every answer to a typed question.
  func typed(_ prompt: Prompt, _ variable: Int, _ domain: Domain) -> [Literal] {
    let own = typed(prompt.key, variable, domain)
    guard domain == .text else { return own }
    var languages: [Language] = prompt.transforms.map {
      switch $0 {
      case .trimmed: .trimmed
      case .lowercased: .lowercased
      case .uppercased: .uppercased
      }
    }
    // An empty text is refused, unless it is the default.
    let mayBeEmpty = prompt.default.map { $0.given == nil || $0.given == .string("") } ?? false
    if !mayBeEmpty || prompt.isOptional { languages.append(.length(1, nil)) }
    return own + languages.map { .test(.language($0), of: .variable(variable), holds: true) }
  }

  /// The classes of an answer.
  mutating func classes(
    _ slot: Int, _ variable: Int, _ literals: [Literal], _ store: Store, _ scope: Scope
  ) -> [(literals: [Literal], answerClass: AnswerClass?)] {
    guard slot >= 0, slot < graph.isSecret.count, !graph.isSecret[slot],
      !cuts[slot].isEmpty
    else { return [([], nil)] }
    let variables = [variable] + literals.flatMap(\.variables)
    let question = ClassQuestion(
      slot: slot, variable: variable, literals: literals,
      domains: variables.map { scope.domains[$0] }, today: store[graph.today])
    let classes = knownClasses[question] ?? parts(slot, variable, literals, store, scope)
    if knownClasses.count < Self.mostRemembered { knownClasses[question] = classes }
    if classes.count <= 1, !(namesOnlyClass && classes.count == 1) { return [([], nil)] }
    return classes.map { part in
      let words = part.words.isEmpty ? ["any other"] : part.words.map(\.code)
      let plain = part.words.isEmpty ? words : part.words.map(\.plain)
      return (
        part.literals,
        AnswerClass(
          tests: part.tests, words: words.joined(separator: ", "),
          plain: plain.joined(separator: ", "))
      )
    }
  }

  /// What is said of a test of an answer, as code and to those who answer.
  typealias CutWords = (code: String, plain: String)
  private typealias Part = (literals: [Literal], words: [CutWords], tests: UInt32)

  /// The parts of the answers that no test cuts further; none if they are too many.
  private mutating func parts(
    _ slot: Int, _ variable: Int, _ literals: [Literal], _ store: Store, _ scope: Scope
  ) -> [Part] {
    var tests: [(yes: [Literal], no: [Literal], words: CutWords)] = []
    let key = graph.keys[slot]
    if case .oneOf(let values) = scope.domains[variable], values.count <= 12 {
      for known in values {
        let sides = among(variable, values) { $0 == known }
        let plain = "is " + graph.plain(scope.domains[variable].outer(known), of: key)
        tests.append((sides.yes ?? [], sides.no ?? [], ("\(key.name) is \(known)", plain)))
      }
    } else {
      var own = store
      own[slot] = .variable(variable)
      for cut in cuts[slot] {
        guard case (let yes?, let no?)? = sides(cut, variable, own, scope) else { continue }
        tests.append((yes, no, cut.words(key.name, scope.domains[variable], graph)))
      }
    }
    var classes: [Part] = [([], [], 0)]
    for (place, (yes, no, words)) in tests.prefix(32).enumerated() {
      var next: [Part] = []
      for (known, name, bits) in classes {
        let isIn = !solver.refutes(literals + known + yes, scope.domains)
        let isOut = !solver.refutes(literals + known + no, scope.domains)
        if isIn {
          next.append((known + yes, isOut ? name + [words] : name, bits | 1 << UInt32(place)))
        }
        if isOut { next.append((known + no, name, bits)) }
      }
      classes = next
      // Beyond this, what compares the answer splits later.
      if classes.count > Self.mostClasses { return [] }
    }
    return classes
  }

  /// What has to be true if there is another answer on the same way; nil if there is only one.
  func another(_ way: Way, _ scope: inout Scope) -> [Literal]? {
    guard case .value(.variable(let variable)) = way.answer else { return nil }
    var found: [Literal] = []
    let other = scope.fresh(scope.domains[variable], &found)
    let differs = compare(.variable(variable), .notEqual, .variable(other), scope).yes ?? []
    return found + differs
      + way.literals.map { $0.replacing { $0 == variable ? .variable(other) : nil } }
  }

  /// The test of an answer alone that a class is cut with.
  private func sides(
    _ cut: AnswerCut, _ variable: Int, _ store: Store, _ scope: Scope
  ) -> Sides? {
    switch cut {
    case .condition(let form): return try? test(form, store, scope)
    // Longer texts aren't told apart.
    case .count(let count) where scope.domains[variable] == .text && count > 300: return nil
    case .count(let count): return compare(.length(variable), .equal, count, scope)
    case .days(let days):
      return daysFromToday(variable, store, scope).map { compare($0, .equal, days, scope) }
    }
  }

  /// A value that reads well as an answer for a key.
  func hint(_ key: KeyReference?, _ domain: Domain, _ prompt: Prompt? = nil) -> Value? {
    if let preset = prompt?.default?.given {
      if case .list = preset { return nil }
      return domain.inner(preset)
    }
    guard domain == .text else { return nil }
    if let pieces = prompt?.placeholder?.pieces, pieces.count == 1,
      case .literal(let text) = pieces[0]
    {
      return .string(text)
    }
    let name = key?.name.split(whereSeparator: { $0 == "." || $0 == "-" }).last.map(String.init)
    return .string(name ?? "text")
  }
}

extension Condition.Form {
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
enum AnswerCut: Hashable, Sendable {
  case condition(Condition.Form)
  /// Whether it has exactly this length.
  case count(Int)
  /// Whether it is this many days from today.
  case days(Int)

  func words(_ name: String, _ domain: Domain, _ graph: Graph) -> Machine.CutWords {
    switch self {
    case .condition(let form): return (form.description, graph.said(of: form))
    case .count(let count):
      let words = "\(count) \(domain.isList ? "of them" : "characters")"
      return (words, "has " + words)
    case .days(let days):
      return ("\(name) is \(days) days from today", "is \(days) days from today")
    }
  }

  /// The cuts of each key, by slot, in the order of the flow.
  static func all(_ graph: Graph) -> [[AnswerCut]] {
    var cuts: [[AnswerCut]] = graph.keys.map { _ in [] }
    var seen: [Set<AnswerCut>] = graph.keys.map { _ in [] }
    func add(_ key: KeyReference, _ cut: AnswerCut) {
      let slot = graph.slot(key)
      if slot >= 0, seen[slot].insert(cut).inserted { cuts[slot].append(cut) }
    }
    func read(_ condition: Condition) {
      for part in condition.form.parts {
        switch part {
        case .compare(let key, _, .value), .contains(let key, _), .matches(let key, _),
          .isMultiple(let key, _), .isEmpty(let key):
          add(key, .condition(part))
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
          add(selection.key, .condition(.compare(selection.key, .equal, .value(value))))
        }
      case .prompt(let prompt):
        for case let condition? in prompt.conditions + prompt.choices.map(\.condition) {
          read(condition)
        }
        guard let key = prompt.key else { continue }
        for rule in prompt.rules {
          switch rule.kind {
          case .length(let least, let most):
            for case let count? in [least, most] { add(key, .count(count)) }
          case .range(let minimum, let maximum, false):
            for case let bound? in [minimum?.given, maximum?.given] {
              guard case .int = bound else { continue }
              add(key, .condition(.compare(key, .equal, .value(bound))))
            }
          case .daysFromToday(let minimum, let maximum):
            for case let days? in [minimum, maximum] { add(key, .days(days)) }
          default: break
          }
        }
      default: break
      }
    }
    return cuts
  }
}
