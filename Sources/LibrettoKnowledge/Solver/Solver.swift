import LibrettoCore

// The decision procedure. It says *yes* only with values for which every literal was evaluated and
// holds, and *no* only if a domain, a system of inequalities or a product of automata is empty, or if
// all values were tried. Everything else is *unknown*, with what can't be decided.
//
// The literals fall into groups that share no variables. In a group, variables with listed values are
// tried one combination after the other; what remains are numbers, texts and lists, which meet only in
// lengths.

/// Decides conjunctions of literals, and remembers what it has decided.
struct Solver: Sendable {
  /// The most combinations of listed values, or of whole numbers in the last resort.
  static let mostCombinations = 20_000
  private static let mostRemembered = 200_000

  private struct Question: Hashable, Sendable {
    let literals: [Literal]
    let domains: [Int: Domain]
  }

  private var known: [Question: Verdict<[Int: Value]>] = [:]

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
      if variables.isEmpty {
        for literal in group {
          switch literal.holds(values) {
          case true?: break
          case false?: return .no
          case nil: unknown = literal.words
          }
        }
        continue
      }
      var verdict: Verdict<[Int: Value]>
      if hints.isEmpty {
        let question = Question(
          literals: group,
          domains: Dictionary(uniqueKeysWithValues: variables.map { ($0, domains[$0]) }))
        if let answer = known[question] {
          verdict = answer
        } else {
          verdict = Group(group, variables, domains, hints).solve()
          if known.count > Self.mostRemembered { known.removeAll() }
          known[question] = verdict
        }
      } else {
        verdict = Group(group, variables, domains, hints).solve()
      }
      switch verdict {
      case .no: return .no
      case .unknown(let why): unknown = why
      case .yes(let found): for (variable, value) in found { values[variable] = value }
      }
    }
    if let unknown { return .unknown(unknown) }
    for (variable, domain) in domains.enumerated() where values[variable] == nil {
      values[variable] = (hints.count > variable ? hints[variable] : nil) ?? domain.sample
    }
    return .yes(values)
  }

  /// Whether the literals certainly contradict each other.
  mutating func refutes(_ literals: [Literal], _ domains: [Domain]) -> Bool {
    if case .no = solve(literals, domains) { true } else { false }
  }

  /// The literals in groups that share no variables; literals without variables are one.
  static func groups(_ literals: [Literal]) -> [[Literal]] {
    if literals.count < 2 { return literals.isEmpty ? [] : [literals] }
    var parents: [Int: Int] = [:]
    func root(_ variable: Int) -> Int {
      var at = variable
      while let next = parents[at], next != at { at = next }
      return at
    }
    let variables = literals.map(\.variables)
    for group in variables {
      guard let first = group.first else { continue }
      let top = root(first)
      parents[top] = top
      for other in group.dropFirst() { parents[root(other)] = top }
    }
    var places: [Int: Int] = [:]
    var groups: [[Literal]] = []
    for (literal, variables) in zip(literals, variables) {
      let key = variables.first.map(root) ?? -1
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

extension Domain {
  /// A value to show.
  var sample: Value {
    switch self {
    case .text: .string("text")
    case .whole: .int(1)
    case .real: .double(1.5)
    case .day: .int(CalendarDay(year: 2026, month: 11, day: 23)?.number ?? 0)
    case .time: .int(34_200)
    case .oneOf(let values): values.first ?? .null
    case .list(let element, let offered): .list([offered?.first ?? element.sample])
    }
  }
}

/// Literals that share variables.
private struct Group {
  let literals: [Literal]
  let variables: [Int]
  let domains: [Domain]
  let hints: [Value?]

  init(_ literals: [Literal], _ variables: [Int], _ domains: [Domain], _ hints: [Value?]) {
    (self.literals, self.variables, self.domains, self.hints) = (
      literals, variables, domains, hints
    )
  }

  func hint(_ variable: Int) -> Value? { variable < hints.count ? hints[variable] : nil }

  func solve() -> Verdict<[Int: Value]> {
    var listed: [(variable: Int, values: [Value])] = []
    for variable in variables {
      guard var values = domains[variable].values else { continue }
      for case .among(variable, let allowed) in literals {
        values.removeAll { value in !allowed.contains { $0.isSame(as: value) } }
      }
      if values.isEmpty { return .no }
      if let hint = hint(variable), let place = values.firstIndex(where: { $0.isSame(as: hint) }) {
        values.swapAt(0, place)
      }
      listed.append((variable, values))
    }
    listed.sort { ($0.values.count, $0.variable) < ($1.values.count, $1.variable) }
    var count = 1
    for (_, values) in listed {
      count =
        count.multipliedReportingOverflow(by: values.count).overflow ? .max : count * values.count
    }
    if count > Solver.mostCombinations { return .unknown("too many choices") }
    let names = Set(listed.map(\.variable))
    let local = literals.filter { $0.variables.allSatisfy(names.contains) }
    let rest = literals.filter { !$0.variables.allSatisfy(names.contains) }
    let shared = Set(rest.flatMap(\.variables)).intersection(names)
    let others = variables.filter { !names.contains($0) }
    var assigned = [Value?](repeating: nil, count: domains.count)
    var done: Set<[Value]> = []
    var unknown: String?
    var places = [Int](repeating: 0, count: listed.count)
    while true {
      for (index, (variable, values)) in listed.enumerated() {
        assigned[variable] = values[places[index]]
      }
      var isPossible = true
      for literal in local {
        switch literal.holds(assigned) {
        case true?: break
        case false?: isPossible = false
        // An order of values that have none, or a calculation that fails, doesn't hold either way.
        case nil:
          if case .opaque = literal { unknown = literal.words }
          isPossible = false
        }
        if !isPossible { break }
      }
      if isPossible, done.insert(shared.sorted().compactMap { assigned[$0] }).inserted {
        switch solve(rest, others, assigned) {
        case .yes(var found):
          for (variable, _) in listed { found[variable] = assigned[variable] }
          return .yes(found)
        case .no: break
        case .unknown(let why): unknown = why
        }
      }
      var index = listed.count - 1
      while index >= 0, places[index] + 1 == listed[index].values.count {
        places[index] = 0
        index -= 1
      }
      if index < 0 { break }
      places[index] += 1
    }
    return unknown.map { .unknown($0) } ?? .no
  }

  /// Decides what remains once the variables with listed values have one.
  private func solve(
    _ literals: [Literal], _ variables: [Int], _ assigned: [Value?]
  ) -> Verdict<[Int: Value]> {
    if variables.isEmpty { return .yes([:]) }
    var rest = Remainder(literals, variables, domains, assigned, hints)
    return rest.solve()
  }
}

/// The numbers, texts and lists of a group.
private struct Remainder {
  let literals: [Literal]
  let variables: [Int]
  let domains: [Domain]
  let assigned: [Value?]
  let hints: [Value?]
  /// The texts that must be the same have one representative.
  private var same: [Int: Int] = [:]
  private var differences: [(Int, Int)] = []
  /// What each text has to be, by its representative.
  private var wants: [Int: [(language: Language, isIn: Bool)]] = [:]
  private var candidates: [Int: [String]] = [:]
  private var rows: [Row] = []

  init(
    _ literals: [Literal], _ variables: [Int], _ domains: [Domain], _ assigned: [Value?],
    _ hints: [Value?]
  ) {
    (self.literals, self.variables, self.domains) = (literals, variables, domains)
    (self.assigned, self.hints) = (assigned, hints)
  }

  private func root(_ variable: Int) -> Int {
    var at = variable
    while let next = same[at] { at = next }
    return at
  }

  private func hint(_ variable: Int) -> Value? { variable < hints.count ? hints[variable] : nil }

  private var texts: [Int] { variables.filter { domains[$0] == .text } }
  private var lists: [Int] { variables.filter { domains[$0].isList } }
  private var numbers: [Int] { variables.filter { domains[$0].isNumber } }

  mutating func solve() -> Verdict<[Int: Value]> {
    if !prepare() { return .no }
    var unknown = ""
    switch attempt([:], rows) {
    case .yes(let values): return .yes(values)
    case .no:
      // Real numbers are rounded, so nothing is proved with sums of them.
      let exact = rows.filter(\.isExact)
      if exact.count == rows.count { return .no }
      switch attempt([:], exact) {
      case .yes(let values): return .yes(values)
      case .no: return .no
      case .unknown(let why): unknown = why
      }
    case .unknown(let why): unknown = why
    }
    if let verdict = tryAll() { return verdict }
    // Other values may satisfy what can only be evaluated.
    let evaluated = literals.contains {
      switch $0 {
      case .compare, .multiple: true
      default: false
      }
    }
    if evaluated, !numbers.isEmpty,
      !literals.contains(where: { if case .opaque = $0 { true } else { false } })
    {
      var seed: UInt64 = 1
      for _ in 0..<6 {
        var wishes: [Int: Ratio] = [:]
        for variable in numbers {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          wishes[variable * 2] = Ratio(Int(seed >> 40) % 23 - 5)
        }
        if case .yes(let values) = attempt(wishes, rows) { return .yes(values) }
      }
    }
    return .unknown(unknown)
  }

  /// Gathers what each text and each length has to be; returns false if that contradicts itself.
  private mutating func prepare() -> Bool {
    let (areTexts, areLists) = (Set(texts), Set(lists))
    var fixed: [Int: [String]] = [:]
    for case .same(let some, let other, let isSame) in literals {
      switch (areTexts.contains(some), areTexts.contains(other)) {
      case (true, true):
        if !isSame {
          differences.append((some, other))
        } else if root(some) != root(other) {
          same[root(some)] = root(other)
        }
      case (true, false), (false, true):
        let (text, value) =
          areTexts.contains(some) ? (some, assigned[other]) : (other, assigned[some])
        guard case .string(let known)? = value else { break }
        if isSame {
          fixed[text, default: []].append(known)
        } else {
          wants[root(text), default: []].append((.equal(known), false))
        }
      default: break
      }
    }
    if differences.contains(where: { root($0.0) == root($0.1) }) { return false }
    var merged: [Int: [(language: Language, isIn: Bool)]] = [:]
    for (text, more) in wants { merged[root(text), default: []] += more }
    wants = merged
    func restrict(_ text: Int, _ values: [String]) {
      let top = root(text)
      candidates[top] = candidates[top].map { $0.filter(values.contains) } ?? values
    }
    for (text, values) in fixed { for value in values { restrict(text, [value]) } }
    for literal in literals {
      switch literal {
      case .text(let variable, let language, let isIn) where areTexts.contains(variable):
        if isIn, case .equal(let text) = language {
          restrict(variable, [text])
        } else {
          wants[root(variable), default: []].append((language, isIn))
        }
      case .among(let variable, let values) where areTexts.contains(variable):
        restrict(
          variable, values.compactMap { if case .string(let text) = $0 { text } else { nil } })
      case .row(var row):
        // What has a listed value is known here.
        for term in row.terms {
          let value = assigned[term.variable].flatMap { value -> Int? in
            if term.isLength { return value.length }
            if case .int(let number) = value { return number }
            return nil
          }
          if let value {
            row.bound &-= term.factor &* value
            row.terms.removeAll { $0 == term }
          }
        }
        for index in row.terms.indices where row.terms[index].isLength {
          let variable = row.terms[index].variable
          if areTexts.contains(variable) { row.terms[index].code = root(variable) * 2 + 1 }
        }
        rows.append(row.merged)
      default: break
      }
    }
    for variable in Set(texts.map { root($0) }).sorted() + lists {
      rows.append(
        Row(terms: [Term(variable, isLength: true, times: -1)], relation: .atMost, bound: 0))
    }
    for list in lists where areLists.contains(list) {
      let (must, ban) = elements(of: list)
      if must.contains(where: { value in ban.contains { $0.isSame(as: value) } }) { return false }
      let isMember = literals.contains { if case .member(list, _) = $0 { true } else { false } }
      let least = max(must.count, isMember ? 1 : 0)
      rows.append(
        Row(terms: [Term(list, isLength: true, times: -1)], relation: .atMost, bound: -least))
      guard case .list(_, let offered?) = domains[list] else { continue }
      if must.contains(where: { value in !offered.contains { $0.isSame(as: value) } }) {
        return false
      }
      let most = offered.count { value in !ban.contains { $0.isSame(as: value) } }
      rows.append(Row(terms: [Term(list, isLength: true)], relation: .atMost, bound: most))
    }
    return !rows.contains { $0.terms.isEmpty && $0.holds([]) == false }
  }

  private func elements(of list: Int) -> (must: [Value], ban: [Value]) {
    var (must, ban): ([Value], [Value]) = ([], [])
    for case .has(list, let value, let isIn) in literals {
      if isIn {
        if !must.contains(where: { $0.isSame(as: value) }) { must.append(value) }
      } else {
        ban.append(value)
      }
    }
    return (must, ban)
  }

  private func attempt(_ wishes: [Int: Ratio], _ rows: [Row]) -> Verdict<[Int: Value]> {
    var rows = rows.filter { !$0.terms.isEmpty }
    let pinned = Set(
      rows.filter { $0.terms.count > 1 || $0.bound != 0 }.flatMap(\.terms).filter(\.isLength)
        .map(\.code))
    for text in Set(texts.map { root($0) }).sorted() where pinned.contains(text * 2 + 1) {
      if let known = candidates[text] {
        guard let least = known.map(\.count).min(), let most = known.map(\.count).max() else {
          return .no
        }
        rows.append(
          Row(terms: [Term(text, isLength: true, times: -1)], relation: .atMost, bound: -least))
        rows.append(Row(terms: [Term(text, isLength: true)], relation: .atMost, bound: most))
      } else if let wants = wants[text] {
        rows += lengthRows(text, wants)
        var search = TextSearch(wants, .proof)
        switch search.shortest() {
        case .no: return .no
        case .unknown: break
        case .yes(let text_):
          // The shortest scalars are a bound only where each is a character.
          if text_.unicodeScalars.allSatisfy({ $0.isASCII }), isPlain(wants) {
            rows.append(
              Row(
                terms: [Term(text, isLength: true, times: -1)], relation: .atMost,
                bound: -text_.count))
          }
        }
      }
    }
    let system = Inequalities(
      isWhole: { code in code & 1 == 1 || self.domains[code >> 1] != .real },
      wish: { code in wishes[code] ?? self.wish(code) })
    var solution: [Int: Ratio] = [:]
    if !rows.isEmpty {
      switch system.solve(rows) {
      case .yes(let found): solution = found
      case .no: return .no
      case .unknown(let why): return .unknown(why)
      }
    }
    var values = assigned
    for variable in numbers {
      let ratio = solution[variable * 2] ?? wishes[variable * 2] ?? wish(variable * 2) ?? Ratio(1)
      values[variable] = domains[variable] == .real ? .double(ratio.number) : .int(ratio.floor)
    }
    if let failure = writeTexts(&values, solution, pinned) { return failure }
    if let failure = writeLists(&values, solution) { return failure }
    for literal in literals {
      switch literal.holds(values) {
      case true?: continue
      case false?, nil: return .unknown(literal.words)
      }
    }
    return .yes(
      Dictionary(
        uniqueKeysWithValues: variables.compactMap { variable in
          values[variable].map { (variable, $0) }
        }))
  }

  /// Whether the languages say the same of scalars and of characters, for texts in ASCII.
  private func isPlain(_ wants: [(language: Language, isIn: Bool)]) -> Bool {
    wants.contains { want in
      guard want.isIn, case .pattern(let pattern) = want.language else { return false }
      return !pattern.matches("\u{301}")
        && PatternReader(pattern).map {
          var reader = $0
          let after = reader.step(PatternReader.start, 0x301)
          return reader.isDead(after)
        } ?? false
    }
  }

  private func lengthRows(_ text: Int, _ wants: [(language: Language, isIn: Bool)]) -> [Row] {
    var rows: [Row] = []
    for case (.length(let least, let most), true) in wants {
      rows.append(
        Row(terms: [Term(text, isLength: true, times: -1)], relation: .atMost, bound: -least))
      if let most {
        rows.append(Row(terms: [Term(text, isLength: true)], relation: .atMost, bound: most))
      }
    }
    return rows
  }

  private func wish(_ code: Int) -> Ratio? {
    let variable = code >> 1
    guard let hint = hint(variable) else {
      guard code & 1 == 0, domains[variable] == .day || domains[variable] == .time,
        case .int(let sample) = domains[variable].sample
      else { return nil }
      return Ratio(sample)
    }
    if code & 1 == 1 { return hint.length.map { Ratio($0) } }
    switch hint {
    case .int(let number): return Ratio(number)
    case .double(let number): return Decimal(number)?.ratio
    default: return nil
    }
  }

  /// Finds a text for each representative; returns why that isn't possible.
  private func writeTexts(
    _ values: inout [Value?], _ solution: [Int: Ratio], _ pinned: Set<Int>
  ) -> Verdict<[Int: Value]>? {
    var taken: [Int: String] = [:]
    for text in Set(texts.map { root($0) }).sorted() {
      var others: [String] = []
      for (some, other) in differences {
        let (a, b) = (root(some), root(other))
        if a == text, let known = taken[b] { others.append(known) }
        if b == text, let known = taken[a] { others.append(known) }
      }
      let length = pinned.contains(text * 2 + 1) ? solution[text * 2 + 1]?.floor : nil
      let wants = (wants[text] ?? []) + others.map { (.equal($0), false) }
      let own = texts.filter { root($0) == text }
      func fits(_ word: String) -> Bool {
        wants.allSatisfy { $0.language.contains(word) == $0.isIn }
          && (length.map { word.count == $0 } ?? true)
      }
      var found: String?
      for variable in own {
        if case .string(let word)? = hint(variable), fits(word),
          candidates[text]?.contains(word) ?? true
        {
          found = word
          break
        }
      }
      if found == nil, let words = candidates[text] {
        found = words.first(where: fits)
        if found == nil {
          let failsAlways = words.allSatisfy { word in
            (self.wants[text] ?? []).contains {
              $0.language.contains(word) != $0.isIn && $0.language.isStable(word)
            }
          }
          if failsAlways { return .no }
          return .unknown(others.isEmpty ? "the length of a text" : "texts that differ")
        }
      }
      if found == nil {
        let more = length.map { [(Language.length($0, $0), true)] } ?? []
        var search = TextSearch(wants + more, .scalars)
        if case .yes(let word) = search.shortest(), fits(word) { found = word }
      }
      if found == nil {
        var proof = TextSearch(self.wants[text] ?? [], .proof)
        switch proof.shortest() {
        case .no: return .no
        case .unknown(let why): return .unknown(why)
        case .yes(let word):
          guard fits(word) else {
            return .unknown(
              length != nil
                ? "the length of a text" : others.isEmpty ? "a text" : "texts that differ")
          }
          found = word
        }
      }
      taken[text] = found
    }
    for text in texts { values[text] = taken[root(text)].map(Value.string) }
    return nil
  }

  private func writeLists(
    _ values: inout [Value?], _ solution: [Int: Ratio]
  ) -> Verdict<[Int: Value]>? {
    for list in lists {
      guard case .list(let element, let offered) = domains[list] else { continue }
      var (must, ban) = elements(of: list)
      for case .member(list, let variable) in literals {
        if let value = values[variable], !must.contains(where: { $0.isSame(as: value) }) {
          must.append(value)
        }
      }
      var known: [Value] = []
      if case .list(let values)? = hint(list) { known = values }
      let wished = solution[list * 2 + 1]?.floor ?? max(known.count, 1)
      let count = max(wished, must.count)
      let fill = offered ?? known + element.examples(count + ban.count + 3)
      for value in fill {
        if must.count >= count { break }
        if !(ban + must).contains(where: { $0.isSame(as: value) }) { must.append(value) }
      }
      if must.count != count
        || must.contains(where: { value in ban.contains { $0.isSame(as: value) } })
      {
        return .unknown("a list")
      }
      if let offered { must = offered.filter { value in must.contains { $0.isSame(as: value) } } }
      values[list] = .list(must)
    }
    return nil
  }

  /// Tries all values, if all variables are whole numbers in small ranges; one that an equation
  /// determines isn't tried.
  private func tryAll() -> Verdict<[Int: Value]>? {
    guard variables.allSatisfy({ domains[$0].isWhole }),
      !literals.contains(where: { if case .opaque = $0 { true } else { false } }),
      let found = ranges()
    else { return nil }
    let sorted = zip(variables, found).sorted { ($0.1.count, $0.0) < ($1.1.count, $1.0) }
    if sorted.contains(where: \.1.isEmpty) { return .no }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.0, $0) })
    // Each literal is evaluated as soon as its variables have values.
    var ready: [[Literal]] = variables.map { _ in [] }
    var equations: [[Row]] = variables.map { _ in [] }
    for literal in literals {
      guard let last = literal.variables.compactMap({ places[$0] }).max() else { continue }
      ready[last].append(literal)
      if case .row(let row) = literal, row.relation == .equal, row.isExact,
        !row.terms.contains(where: \.isLength)
      {
        equations[last].append(row)
      }
    }
    var values = assigned
    var tries = Solver.mostCombinations
    func search(_ place: Int) -> Bool? {
      if place == sorted.count { return true }
      let (variable, range) = sorted[place]
      var numbers = range
      if let row = equations[place].first(where: { row in
        row.terms.allSatisfy { $0.variable == variable || values[$0.variable] != nil }
      }) {
        var rest = row.bound
        var factor = 1
        for term in row.terms {
          if term.variable == variable {
            factor = term.factor
          } else if case .int(let number)? = values[term.variable] {
            rest &-= term.factor &* number
          }
        }
        let value = rest / factor
        if rest % factor != 0 || !range.contains(value) { return false }
        numbers = value..<value + 1
      }
      for number in numbers {
        tries -= 1
        if tries < 0 { return nil }
        values[variable] = .int(number)
        if ready[place].allSatisfy({ $0.holds(values) == true }) {
          guard let isFound = search(place + 1) else { return nil }
          if isFound { return true }
        }
      }
      values[variable] = nil
      return false
    }
    guard let isFound = search(0) else { return nil }
    if !isFound { return .no }
    return .yes(
      Dictionary(uniqueKeysWithValues: variables.compactMap { v in values[v].map { (v, $0) } }))
  }

  /// The range of each variable, as far as the rows bound it; nil if they don't bound all.
  private func ranges() -> [Range<Int>]? {
    var (low, high): ([Int: Int], [Int: Int]) = ([:], [:])
    var isChanged = true
    var rounds = 0
    while isChanged, rounds < 12 {
      isChanged = false
      rounds += 1
      for row in rows where row.relation != .unequal && row.isExact {
        for sign in row.relation == .equal ? [1, -1] : [1] {
          // The sum of the terms is at most the bound, so each is at most what the others leave.
          for term in row.terms {
            var rest: Int? = sign * row.bound - (row.relation == .below ? 1 : 0)
            for other in row.terms where other.code != term.code {
              let factor = sign * other.factor
              let least = (factor > 0 ? low[other.code] : high[other.code]).flatMap {
                try? times(factor, $0)
              }
              rest = least.flatMap { least in rest.flatMap { try? plus($0, -least) } }
            }
            guard let rest else { continue }
            let factor = sign * term.factor
            if factor > 0 {
              let bound = floorDivided(rest, factor)
              if bound < high[term.code] ?? .max { (high[term.code], isChanged) = (bound, true) }
            } else {
              let bound = -floorDivided(rest, -factor)
              if bound > low[term.code] ?? .min { (low[term.code], isChanged) = (bound, true) }
            }
          }
        }
      }
    }
    var ranges: [Range<Int>] = []
    for variable in variables {
      guard let least = low[variable * 2], let most = high[variable * 2], most < .max else {
        return nil
      }
      if most.subtractingReportingOverflow(least).overflow { return nil }
      ranges.append(least..<max(most + 1, least))
    }
    return ranges
  }
}

extension Row {
  /// The row with one term for each variable or length.
  fileprivate var merged: Row {
    var row = self
    var factors: [Int: Int] = [:]
    for term in terms { factors[term.code, default: 0] &+= term.factor }
    row.terms = factors.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { Term(code: $0.key, times: $0.value) }
    return row
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

extension Domain {
  /// Different values for the elements of a list.
  fileprivate func examples(_ count: Int) -> [Value] {
    switch self {
    case .text: (0..<count).map { .string($0 == 0 ? "item" : "item \($0 + 1)") }
    case .oneOf(let values): values
    case .real: (0..<count).map { .double(Double($0 + 1)) }
    case .day:
      (0..<count).map { .int((CalendarDay(year: 2026, month: 11, day: 23)?.number ?? 0) + $0) }
    case .time: (0..<min(count, 60)).map { .int(34_200 + $0 * 60) }
    case .whole, .list: (1...max(count, 1)).map(Value.int)
    }
  }
}

/// A number as it is written: the fraction that it means.
struct Decimal {
  let ratio: Ratio

  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    let text = number.description
    guard !text.contains("e") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    guard digits.count <= 9, let whole = Int(String(parts[0]) + digits) else { return nil }
    var scale = 1
    for _ in digits { scale *= 10 }
    guard let ratio = try? Ratio(whole, over: scale), abs(whole) < 1 << 50 else { return nil }
    self.ratio = ratio
  }
}
