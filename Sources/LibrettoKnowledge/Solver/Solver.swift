import LibrettoCore

// The decision procedure. It says *yes* only with values for which every literal was evaluated and
// holds, and *no* only if a domain, a system of inequalities or a product of automata is empty, or if
// all values were tried. Everything else is *unknown*, with what can't be decided.
//
// The literals fall into groups that share no variables. In a group, variables with listed values are
// tried one combination after the other; what remains are numbers, texts and lists, which meet only in
// lengths. What isn't a sum, such as a product or a remainder, stands in the system as a number of its
// own, of which only some is required: so the system proves what is impossible, and evaluating what it
// finds shows what is possible.

/// Decides conjunctions of literals, and remembers what it has decided.
struct Solver: Sendable {
  /// The most combinations of listed values, or of whole numbers in the last resort.
  static let mostCombinations = 20_000
  private static let mostRemembered = 200_000
  /// The most steps of proof with texts, beyond which nothing is known of those with many forms.
  private static let mostSteps = 5_000_000
  /// The steps of each search that are allowed all the same, so that simple texts are found.
  private static let leastSteps = 4_000

  private struct Question: Hashable, Sendable {
    let literals: [Literal]
    let domains: [Domain]
  }

  private var known: [Question: Verdict<[Int: Value]>] = [:]
  /// The steps of proof that were taken.
  private var steps = 0

  /// Forgets what was decided, but not how much that took; if that was too much, not even that.
  mutating func forget() {
    if steps < Self.mostSteps { known.removeAll() }
  }

  /// The steps that a search may take after others.
  static func most(after steps: Int) -> Int { max(mostSteps - steps, leastSteps) }

  /// Decides whether there are values for which all literals hold.
  /// - Parameters:
  ///   - literals: the literals.
  ///   - domains: the domain of each variable.
  ///   - hints: values that variables should have if they can.
  /// - Returns: a value for each variable.
  mutating func solve(
    _ literals: [Literal], _ domains: [Domain], hints: [Value?] = []
  ) -> Verdict<[Value?]> {
    var values = [Value?](repeating: nil, count: domains.count)
    var unknown: String?
    for group in Self.groups(literals) {
      let variables = Set(group.flatMap(\.variables)).sorted()
      let question = Question(literals: group, domains: variables.map { domains[$0] })
      let verdict: Verdict<[Int: Value]>
      if hints.isEmpty, let answer = known[question] {
        verdict = answer
      } else {
        verdict = Group(literals: group, variables: variables, domains: domains, hints: hints)
          .solve(&steps)
        if known.count > Self.mostRemembered { known.removeAll() }
        if hints.isEmpty { known[question] = verdict }
      }
      switch verdict {
      case .no: return .no
      case .unknown(let why): unknown = why
      case .yes(let found): for (variable, value) in found { values[variable] = value }
      }
    }
    if let unknown { return .unknown(unknown) }
    for (variable, domain) in domains.enumerated() where values[variable] == nil {
      values[variable] = hints[at: variable] ?? domain.sample
    }
    return .yes(values)
  }

  /// Whether the literals certainly contradict each other.
  mutating func refutes(_ literals: [Literal], _ domains: [Domain]) -> Bool {
    if case .no = solve(literals, domains) { true } else { false }
  }

  /// The literals in groups that share no variables; literals without variables are one.
  /// - Parameter connects: whether literals with a variable belong together.
  static func groups(
    _ literals: [Literal], where connects: (Int) -> Bool = { _ in true }
  ) -> [[Literal]] {
    if literals.count < 2 { return literals.isEmpty ? [] : [literals] }
    let variables = literals.map { $0.variables.filter(connects) }
    var roots = Roots()
    for group in variables { for other in group.dropFirst() { roots.join(group[0], other) } }
    var places: [Int: Int] = [:]
    var groups: [[Literal]] = []
    for (literal, variables) in zip(literals, variables) {
      let key = variables.first.map { roots[$0] } ?? -1
      if let place = places[key] {
        if !groups[place].contains(literal) { groups[place].append(literal) }
      } else {
        places[key] = groups.count
        groups.append([literal])
      }
    }
    return groups
  }
}

/// Variables that belong together, with one that stands for them all.
struct Roots {
  private var parents: [Int: Int] = [:]

  subscript(variable: Int) -> Int {
    var at = variable
    while let next = parents[at] { at = next }
    return at
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (from, to) = (self[one], self[other])
    if from != to { parents[from] = to }
  }
}

extension [Value?] {
  fileprivate subscript(at index: Int) -> Value? { index < count ? self[index] : nil }
}

extension Domain {
  /// A value to show.
  var sample: Value { examples(1)[0] }

  /// Different values that read well.
  fileprivate func examples(_ count: Int) -> [Value] {
    switch self {
    case .text: (0..<count).map { .string($0 == 0 ? "text" : "text \($0 + 1)") }
    case .whole: (1...count).map(Value.int)
    case .real: (0..<count).map { .double(Double($0) + 1.5) }
    case .day:
      (0..<count).map { .int((CalendarDay(year: 2026, month: 11, day: 23)?.number ?? 0) + $0) }
    case .time: (0..<min(count, 60)).map { .int(34_200 + $0 * 60) }
    case .oneOf(let values): values.isEmpty ? [.null] : values
    case .list(let element, let offered):
      (1...count).map { .list(offered.map { Array($0.prefix(1)) } ?? element.examples($0)) }
    }
  }
}

/// Literals that share variables.
private struct Group {
  let literals: [Literal]
  let variables: [Int]
  let domains: [Domain]
  let hints: [Value?]

  /// - Parameter steps: the steps of proof that were taken, to which those of the group are added.
  func solve(_ steps: inout Int) -> Verdict<[Int: Value]> {
    var listed: [(variable: Int, values: [Value])] = []
    var count = 1
    for variable in variables {
      guard var values = domains[variable].values else { continue }
      for case .test(.among(let allowed), .variable(variable), let holds) in literals {
        values.removeAll { allowed.has($0) != holds }
      }
      if values.isEmpty { return .no }
      if let hint = hints[at: variable], let place = values.firstIndex(where: hint.isSame) {
        values.swapAt(0, place)
      }
      count = (try? times(count, values.count)) ?? .max
      listed.append((variable, values))
    }
    if count > Solver.mostCombinations { return .unknown("too many choices") }
    listed.sort { ($0.values.count, $0.variable) < ($1.values.count, $1.variable) }
    let names = Set(listed.map(\.variable))
    let others = variables.filter { !names.contains($0) }
    let local = literals.filter { !$0.isOpaque && $0.variables.allSatisfy(names.contains) }
    let rest = literals.filter { $0.isOpaque || !$0.variables.allSatisfy(names.contains) }
    var assigned = [Value?](repeating: nil, count: domains.count)
    var done: Set<[Literal]> = []
    var unknown: String?
    for number in 0..<count {
      var place = number
      for (variable, values) in listed.reversed() {
        assigned[variable] = values[place % values.count]
        place /= values.count
      }
      // An order of values that have none, or a calculation that fails, doesn't hold either way.
      guard local.allSatisfy({ $0.holds(assigned) ?? false }) else { continue }
      let open = rest.map { $0.replacing { assigned[$0].map(Expression.constant) } }
      if !done.insert(open).inserted { continue }
      var system = System(
        literals: open, variables: others, domains: domains, hints: hints, steps: steps)
      defer { steps = system.steps }
      switch system.solve() {
      case .yes(var found):
        for variable in names { found[variable] = assigned[variable] }
        return .yes(found)
      case .no: break
      case .unknown(let why): unknown = why
      }
    }
    return unknown.map { .unknown($0) } ?? .no
  }
}

/// The numbers, texts and lists of a group.
private struct System {
  /// The most systems that alternatives are split into.
  private static let mostSplits = 200
  /// How often the bounds of variables narrow each other.
  private static let mostRounds = 12

  let literals: [Literal]
  let variables: [Int]
  let domains: [Domain]
  var hints: [Value?]
  /// Texts that must be the same have one that stands for them all.
  var same = Roots()
  var differences: [(Int, Int)] = []
  /// What each text has to be, and the only texts that it can be.
  var wants: [Int: [(language: Language, isIn: Bool)]] = [:]
  var candidates: [Int: [String]] = [:]
  var rows: [Row] = []
  /// Sums of real numbers, which are rounded: they lead to values, but nothing is proved with them.
  var hopes: [Row] = []
  /// Of each of these, one alternative holds.
  var alternatives: [[[Row]]] = []
  /// The codes of numbers that aren't sums, and whether each is a whole number.
  var parts: [Expression: Int] = [:]
  var areWhole: [Bool] = []
  var splits = 0
  /// The steps of proof that were taken, also for other systems before.
  var steps: Int

  private var texts: [Int] { variables.filter { domains[$0] == .text } }
  private var lists: [Int] { variables.filter { domains[$0].isList } }
  private var numbers: [Int] { variables.filter { domains[$0].isNumber } }

  mutating func solve() -> Verdict<[Int: Value]> {
    hints += Array(repeating: nil, count: max(0, domains.count - hints.count))
    for case .test(.own(let answers), .variable(let variable), true) in literals
    where !(hints[variable].map(answers.contains) ?? false) {
      hints[variable] = answers.example ?? hints[variable]
    }
    if !gather() { return .no }
    var verdict = split(rows, alternatives[...])
    guard case .unknown = verdict else { return verdict }
    if let tried = tryAll() { return tried }
    // Other values may satisfy what can only be evaluated.
    if literals.contains(where: \.isOpaque) || !literals.contains(where: \.isWorkedOut) {
      return verdict
    }
    let own = hints
    for round in 0..<8 where !variables.isEmpty {
      hints = own
      for (place, variable) in variables.enumerated() {
        hints[variable] = wish(variable, round, place)
      }
      splits = 0
      verdict = split(rows, alternatives[...])
      if case .yes = verdict { return verdict }
    }
    return verdict
  }

  /// Another value for a variable in each round.
  private func wish(_ variable: Int, _ round: Int, _ place: Int) -> Value? {
    var constants: [Value] = []
    for case .test(.compare(_, .constant(let value)), _, _) in literals { constants.append(value) }
    let seed = UInt64(round * 31 + place + 1) &* 6_364_136_223_846_793_005
    switch domains[variable] {
    case .text: return .string(String(repeating: "text ", count: 1 << round).trimmed)
    case .whole, .day, .time:
      if round < 2, round < constants.count { return constants[round] }
      return .int(Int(seed >> 40) % 23 - 5)
    case .real: return .double(Double(Int(seed >> 40) % 23 - 5))
    default: return nil
    }
  }

  // MARK: What is required

  /// Gathers what each text, list and number has to be; returns false if that contradicts itself.
  private mutating func gather() -> Bool {
    for literal in literals {
      switch literal {
      case .opaque: break
      case .row(let row):
        rows.append(row)
        if row.terms.count == 1, row.terms[0].isLength { gather(length: row) }
      case .test(let test, let expression, let holds): gather(test, expression, holds)
      }
    }
    if differences.contains(where: { same[$0.0] == same[$0.1] }) { return false }
    wants = Dictionary(wants.map { (same[$0.key], $0.value) }, uniquingKeysWith: +)
    candidates = Dictionary(
      candidates.map { (same[$0.key], $0.value) }, uniquingKeysWith: { $0.filter($1.contains) })
    for text in texts where same[text] != text {
      let lengths = [Term(text, isLength: true), Term(same[text], isLength: true, times: -1)]
      rows.append(Row(terms: lengths.sorted(), relation: .equal, bound: 0))
    }
    for variable in texts + lists { rows.append(length(of: variable, atLeast: 0)) }
    return lists.allSatisfy { list in
      let (must, ban) = elements(of: list)
      rows.append(length(of: list, atLeast: must.count))
      if must.contains(where: ban.has) { return false }
      guard case .list(_, let offered?) = domains[list] else { return true }
      rows.append(length(of: list, atMost: offered.count { !ban.has($0) }))
      return must.allSatisfy(offered.has)
    }
  }

  /// The length of a text alone is a language.
  private mutating func gather(length row: Row) {
    let text = row.terms[0].variable
    guard domains[text] == .text, let bounds = row.alone?.bounds else { return }
    let most = bounds.high == .max ? nil : bounds.high
    wants[text, default: []].append((.length(max(bounds.low, 0), most), row.relation != .unequal))
  }

  private mutating func gather(_ test: Test, _ expression: Expression, _ holds: Bool) {
    switch (test, expression) {
    case (.compare(let comparison, .variable(let variable)), .constant):
      gather(.compare(comparison.mirrored, expression), .variable(variable), holds)
    case (.own(let answers), .variable(let text)) where domains[text] == .text:
      wants[text, default: []].append((.own(answers), holds))
    case (.language(let language), .variable(let text)):
      wants[text, default: []].append((language, holds))
    case (.among(let values), .variable(let text)) where domains[text] == .text:
      let words = values.compactMap { if case .string(let word) = $0 { word } else { nil } }
      if holds {
        restrict(text, words)
      } else {
        wants[text, default: []].append((.oneOf(Set(words)), false))
      }
    case (.among(let values), _) where holds:
      let choices = values.compactMap { value -> [Row]? in
        guard let found = numbers(expression, .equal, .constant(value)), found.isExact else {
          return nil
        }
        return [found.row]
      }
      if choices.count == values.count { alternatives.append(choices) }
    case (.compare(.equal, .constant(.string(let word))), .variable(let text)):
      if holds {
        restrict(text, [word])
      } else {
        wants[text, default: []].append((.oneOf([word]), false))
      }
    case (.compare(.equal, .variable(let other)), .variable(let text))
    where domains[text] == .text && domains[other] == .text:
      if holds { same.join(text, other) } else { differences.append((text, other)) }
    case (.compare(let comparison, let other), _):
      let comparison = holds ? comparison : comparison.negated
      guard let (row, isExact) = numbers(expression, comparison, other) else { return }
      if isExact { rows.append(row) } else { hopes.append(row) }
    case (.has(let value), .variable(let list)) where holds:
      if case .variable = value { rows.append(length(of: list, atLeast: 1)) }
    case (.within(.variable(let all)), .variable(let some)) where holds:
      let lengths = [Term(some, isLength: true), Term(all, isLength: true, times: -1)]
      rows.append(Row(terms: lengths.sorted(), relation: .atMost, bound: 0))
    default: break
    }
  }

  private mutating func restrict(_ text: Int, _ words: [String]) {
    candidates[text] = candidates[text].map { $0.filter(words.contains) } ?? words
  }

  private func length(of variable: Int, atLeast least: Int) -> Row {
    Row(terms: [Term(variable, isLength: true, times: -1)], relation: .atMost, bound: -least)
  }

  private func length(of variable: Int, atMost most: Int) -> Row {
    Row(terms: [Term(variable, isLength: true)], relation: .atMost, bound: most)
  }

  /// The values that a list must and mustn't contain. What is chosen of a list is in it, too.
  private func elements(of list: Int) -> (must: [Value], ban: [Value]) {
    var (must, ban): ([Value], [Value]) = ([], [])
    for case .test(let test, .variable(let other), let holds) in literals {
      switch test {
      case .has(.constant(let value)) where other == list:
        if !holds { ban.append(value) } else if !must.has(value) { must.append(value) }
      case .within(.variable(list)) where holds && other != list:
        must += elements(of: other).must.filter { !must.has($0) }
      case .within(.variable(let all)) where holds && other == list && all != list:
        for case .test(.has(.constant(let value)), .variable(all), false) in literals {
          ban.append(value)
        }
      default: break
      }
    }
    return (must, ban)
  }

  // MARK: Numbers

  /// The row of a comparison of numbers, and whether something is proved with it.
  private mutating func numbers(
    _ a: Expression, _ comparison: Condition.Comparison, _ b: Expression
  ) -> (row: Row, isExact: Bool)? {
    guard let some = try? linear(a), let other = try? linear(b),
      let row = Row(some, comparison, other)
    else { return nil }
    let isRounded = [a, b].contains { side in
      switch side {
      case .constant, .variable: false
      default: isReal(side)
      }
    }
    let isMixed = isReal(a) != isReal(b)
    return (row, !isRounded && !isMixed)
  }

  private func isReal(_ expression: Expression) -> Bool {
    switch expression {
    case .constant(.double): true
    case .arithmetic(let some, _, let other): isReal(some) || isReal(other)
    case .extreme(let parts, _): parts.contains(where: isReal)
    default: expression.variables.contains { domains[$0] == .real }
    }
  }

  /// A number as a sum, in which what isn't a sum stands as a number of its own; nil for something else.
  private mutating func linear(_ expression: Expression) throws(Overflow) -> Linear? {
    switch expression {
    case .constant(.int(let number)): return Linear(constant: number)
    case .constant(.double(let number)):
      return Ratio(number).map { Linear(constant: $0.top, scale: $0.bottom) }
    case .variable(let variable):
      return domains[variable].isNumber ? Linear(terms: [Term(variable)]) : nil
    case .linear(let linear): return linear
    case .extreme(let list, let side):
      var sums: [Linear] = []
      for part in list {
        guard let sum = try linear(part) else { return nil }
        sums.append(sum)
      }
      return part(expression, among: sums, isSmallest: side == .ascending)
    case .count: return part(expression)
    case .arithmetic(let some, let operation, let other):
      guard let a = try linear(some), let b = try linear(other) else { return nil }
      if let sum = try a.combined(operation, b) { return sum }
      switch operation {
      case .divided where b.terms.isEmpty && b.constant > 0 && isReal(expression):
        return try a.multiplied(by: Linear(constant: b.scale, scale: b.constant))
      case .divided where b.terms.isEmpty && b.constant != 0 && !isReal(expression):
        let quotient = try divided(some, a, b.constant).quotient
        return try quotient.multiplied(by: Linear(constant: b.constant.signum()))
      case .remainder where b.terms.isEmpty && b.constant != 0 && !isReal(expression):
        return try divided(some, a, b.constant).rest
      default: return part(expression)
      }
    case .constant, .text, .given: return nil
    }
  }

  /// The number that stands for what isn't a sum.
  private mutating func part(_ expression: Expression) -> Linear {
    let number = parts[expression] ?? domains.count + areWhole.count
    if parts[expression] == nil {
      parts[expression] = number
      areWhole.append(!isReal(expression))
    }
    return Linear(terms: [Term(number)])
  }

  /// The smallest or largest of some numbers.
  private mutating func part(
    _ expression: Expression, among sums: [Linear], isSmallest: Bool
  ) -> Linear {
    let isNew = parts[expression] == nil
    let number = part(expression)
    if !isNew || isReal(expression) { return number }
    let below = sums.compactMap { Row(number, isSmallest ? .lessOrEqual : .greaterOrEqual, $0) }
    let equal = sums.compactMap { Row(number, .equal, $0) }
    rows += below
    if equal.count == sums.count { alternatives.append(equal.map { [$0] }) }
    return number
  }

  /// Division of a whole number by a constant: x = n·q + r, where r has the sign of x.
  private mutating func divided(
    _ expression: Expression, _ some: Linear, _ divisor: Int
  ) throws(Overflow) -> (quotient: Linear, rest: Linear) {
    guard divisor.magnitude < 1 << 40 else { throw Overflow() }
    let size = Expression.constant(.int(abs(divisor)))
    let name = Expression.arithmetic(expression, .remainder, size)
    let isNew = parts[name] == nil
    let (quotient, rest) = (part(.arithmetic(expression, .divided, size)), part(name))
    guard isNew,
      let whole = Row(
        some, .equal, try rest.adding(quotient, times: abs(divisor)))
    else { return (quotient, rest) }
    rows.append(whole)
    let zero = Linear()
    func all(_ rows: Row?...) -> [Row] { rows.compactMap(\.self) }
    rows += all(
      Row(rest, .less, Linear(constant: abs(divisor))),
      Row(rest, .greater, Linear(constant: -abs(divisor))))
    alternatives.append([
      all(Row(quotient, .greaterOrEqual, zero), Row(rest, .greaterOrEqual, zero)),
      all(
        Row(quotient, .lessOrEqual, zero), Row(rest, .lessOrEqual, zero),
        Row(try quotient.adding(rest, times: 1), .less, zero)),
    ])
    return (quotient, rest)
  }

  private func isWhole(_ code: Int) -> Bool {
    if code & 1 == 1 { return true }
    let number = code >> 1
    return number < domains.count ? domains[number] != .real : areWhole[number - domains.count]
  }

  /// A number that something should be if it can.
  private func wish(_ code: Int) -> Ratio? {
    let variable = code >> 1
    if variable >= domains.count { return nil }
    guard let hint = hints[at: variable] else {
      guard code & 1 == 0, domains[variable] == .day || domains[variable] == .time,
        case .int(let sample) = domains[variable].sample
      else { return nil }
      return Ratio(sample)
    }
    if code & 1 == 1 { return hint.length.map { Ratio($0) } }
    switch hint {
    case .int(let number): return number.magnitude < Row.mostBound ? Ratio(number) : nil
    case .double(let number): return Ratio(number)
    default: return nil
    }
  }

  // MARK: Values

  /// Decides the rows with one of each alternative.
  private mutating func split(
    _ rows: [Row], _ open: ArraySlice<[[Row]]>
  ) -> Verdict<[Int: Value]> {
    splits += 1
    if splits > Self.mostSplits { return .unknown("too many alternatives") }
    var unknown: String
    switch attempt(rows + hopes) {
    case .yes(let values): return .yes(values)
    case .unknown(let why): unknown = why
    case .no:
      if hopes.isEmpty { return .no }
      switch attempt(rows) {
      case .yes(let values): return .yes(values)
      case .no: return .no
      case .unknown(let why): unknown = why
      }
    }
    guard let choices = open.first else { return .unknown(unknown) }
    var areAllRefuted = true
    for choice in choices {
      switch split(rows + choice, open.dropFirst()) {
      case .yes(let values): return .yes(values)
      case .no: break
      case .unknown(let why): (unknown, areAllRefuted) = (why, false)
      }
    }
    return areAllRefuted ? .no : .unknown(unknown)
  }

  private mutating func attempt(_ rows: [Row]) -> Verdict<[Int: Value]> {
    var rows = rows
    let pinned = Set(
      rows.filter { $0.terms.count > 1 }.flatMap(\.terms).filter(\.isLength).map(\.code))
    for text in Set(texts.map { same[$0] }).sorted() where pinned.contains(text * 2 + 1) {
      if let known = candidates[text] {
        guard let least = known.map(\.count).min(), let most = known.map(\.count).max() else {
          return .no
        }
        rows += [length(of: text, atLeast: least), length(of: text, atMost: most)]
      }
      for case (.length(let least, let most), true) in wants[text] ?? [] {
        rows.append(length(of: text, atLeast: least))
        if let most { rows.append(length(of: text, atMost: most)) }
      }
    }
    var solution: [Int: Ratio] = [:]
    if !rows.isEmpty {
      let system = Inequalities(isWhole: isWhole, wish: wish)
      switch system.solve(rows) {
      case .yes(let found): solution = found
      case .no: return .no
      case .unknown(let why): return .unknown(why)
      }
    }
    var values = [Value?](repeating: nil, count: domains.count)
    for variable in numbers {
      let ratio = solution[variable * 2] ?? wish(variable * 2) ?? Ratio(1)
      values[variable] = domains[variable] == .real ? .double(ratio.number) : .int(ratio.floor)
    }
    if let failure = writeTexts(&values, solution, pinned) { return failure }
    if let failure = writeLists(&values, solution) { return failure }
    for literal in literals where literal.holds(values) != true { return .unknown(literal.words) }
    return .yes(
      Dictionary(
        uniqueKeysWithValues: variables.compactMap { variable in
          values[variable].map { (variable, $0) }
        }))
  }

  /// Finds a text for each that stands for others; returns why that isn't possible.
  private mutating func writeTexts(
    _ values: inout [Value?], _ solution: [Int: Ratio], _ pinned: Set<Int>
  ) -> Verdict<[Int: Value]>? {
    var taken: [Int: String] = [:]
    for text in Set(texts.map { same[$0] }).sorted() {
      let others = differences.compactMap { some, other in
        same[some] == text ? taken[same[other]] : same[other] == text ? taken[same[some]] : nil
      }
      let length = pinned.contains(text * 2 + 1) ? solution[text * 2 + 1]?.floor : nil
      let own = Language.joined(wants[text] ?? [])
      let all = own + (others.isEmpty ? [] : [(.oneOf(Set(others)), false)])
      func fits(_ word: String) -> Bool {
        length.map { word.count == $0 } ?? true
          && all.allSatisfy { $0.language.contains(word) == $0.isIn }
      }
      let hinted = texts.filter { same[$0] == text }.compactMap { hints[at: $0] }
      let words = hinted.compactMap { if case .string(let word) = $0 { word } else { nil } }
      let known = candidates[text]
      if let word = words.first(where: { fits($0) && known?.contains($0) ?? true })
        ?? known?.first(where: fits)
      {
        taken[text] = word
        continue
      }
      let why = length != nil ? "the length of a text" : "texts that differ"
      if let known {
        // What is canonically equivalent to a text may be in a language that it isn't in itself.
        let isImpossible = known.allSatisfy { word in
          own.contains { $0.language.contains(word) != $0.isIn && $0.language.isStable(word) }
        }
        return isImpossible ? .no : .unknown(others.isEmpty ? "the length of a text" : why)
      }
      var search = TextSearch(
        all + (length.map { [(Language.length($0, $0), true)] } ?? []),
        most: Solver.most(after: steps))
      defer { steps += search.steps }
      switch search.shortest(where: fits) {
      case .yes(let word): taken[text] = word
      case .unknown(let what): return .unknown(what)
      case .no:
        if length == nil, others.isEmpty { return .no }
        var alone = TextSearch(own, most: Solver.most(after: steps + search.steps))
        let isImpossible =
          if case .no = alone.shortest(where: { _ in true }) { true } else { false }
        steps += alone.steps
        if isImpossible { return .no }
        return .unknown(why)
      }
    }
    for text in texts { values[text] = taken[same[text]].map(Value.string) }
    return nil
  }

  private func writeLists(
    _ values: inout [Value?], _ solution: [Int: Ratio]
  ) -> Verdict<[Int: Value]>? {
    // What is chosen of a list is written before it.
    func isChosen(_ list: Int) -> Bool {
      literals.contains {
        if case .test(.within, .variable(list), true) = $0 { true } else { false }
      }
    }
    for list in lists.filter(isChosen) + lists.filter({ !isChosen($0) }) {
      guard case .list(let element, let offered) = domains[list] else { continue }
      var (must, ban) = elements(of: list)
      for case .test(let test, .variable(let other), true) in literals {
        var more: [Value] = []
        switch test {
        case .has(.variable(let variable)) where other == list:
          more = values[variable].map { [$0] } ?? []
        case .within(.variable(list)):
          if case .list(let chosen)? = values[other] { more = chosen }
        default: break
        }
        for value in more where !must.has(value) { must.append(value) }
      }
      var known: [Value] = []
      if case .list(let values)? = hints[at: list] { known = values }
      let count = max(solution[list * 2 + 1]?.floor ?? max(known.count, 1), must.count)
      if count > Solver.mostCombinations { return .unknown("a list") }
      for value in offered ?? known + element.examples(count + ban.count + 3) {
        if must.count >= count { break }
        if !(ban + must).has(value) { must.append(value) }
      }
      if must.count != count || must.contains(where: ban.has) { return .unknown("a list") }
      values[list] = .list(offered.map { $0.filter(must.has) } ?? must)
    }
    return nil
  }

  // MARK: All values

  /// Tries all values, if all variables are whole numbers in small ranges.
  private func tryAll() -> Verdict<[Int: Value]>? {
    guard variables.allSatisfy({ domains[$0].isWhole }), !literals.contains(where: \.isOpaque),
      let ranges = ranges()
    else { return nil }
    let sorted = zip(variables, ranges).sorted { ($0.1.count, $0.0) < ($1.1.count, $1.0) }
    if sorted.contains(where: \.1.isEmpty) { return .no }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.0, $0) })
    // Each literal is evaluated as soon as its variables have values.
    var ready: [[Literal]] = variables.map { _ in [] }
    for literal in literals {
      if let last = literal.variables.compactMap({ places[$0] }).max() {
        ready[last].append(literal)
      }
    }
    var values = [Value?](repeating: nil, count: domains.count)
    var tries = Solver.mostCombinations
    func search(_ place: Int) -> Bool? {
      if place == sorted.count { return true }
      for number in sorted[place].1 {
        tries -= 1
        if tries < 0 { return nil }
        values[sorted[place].0] = .int(number)
        // A calculation that fails, fails the run, so it doesn't hold.
        guard ready[place].allSatisfy({ $0.holds(values) == true }) else { continue }
        if let isFound = search(place + 1) {
          if isFound { return true }
        } else {
          return nil
        }
      }
      return false
    }
    guard let isFound = search(0) else { return nil }
    if !isFound { return .no }
    return .yes(
      Dictionary(uniqueKeysWithValues: variables.compactMap { v in values[v].map { (v, $0) } }))
  }

  /// The range of each variable, as far as the rows bound it; nil if they don't bound all.
  private func ranges() -> [Range<Int>]? {
    var bounds: [Int: Bounds] = [:]
    let sides = rows.filter { $0.relation != .unequal }
    for _ in 0..<Self.mostRounds {
      let before = bounds
      for row in sides + sides.filter({ $0.relation == .equal }).map(\.mirrored) {
        // The sum of the terms is at most the bound, so each is at most what the others leave.
        for term in row.terms {
          let rest = row.terms.reduce(Int?(row.bound)) { rest, other in
            if other.code == term.code { return rest }
            guard let rest, let known = bounds[other.code] else { return nil }
            let least = other.factor > 0 ? known.low : known.high
            return least == .min || least == .max
              ? nil : try? plus(rest, times(-other.factor, least))
          }
          guard let rest else { continue }
          var own = Bounds()
          if term.factor > 0 { own.high = floorDivided(rest, term.factor) }
          if term.factor < 0 { own.low = -floorDivided(rest, -term.factor) }
          bounds[term.code, default: Bounds()].formIntersection(own)
        }
      }
      if bounds == before { break }
    }
    var ranges: [Range<Int>] = []
    for variable in variables {
      guard let (least, most) = bounds[variable * 2].map({ ($0.low, $0.high) }), least > .min,
        most < .max, (try? plus(most, -least)).map({ $0 < Row.mostBound }) ?? false
      else { return nil }
      ranges.append(least..<max(most + 1, least))
    }
    return ranges
  }
}

extension Language {
  /// Whether every text that is canonically equivalent to this one is as much in the language.
  fileprivate func isStable(_ text: String) -> Bool {
    if case .pattern = self {
      return text.unicodeScalars.allSatisfy { $0.isASCII && !"K;`".unicodeScalars.contains($0) }
    }
    return true
  }
}
