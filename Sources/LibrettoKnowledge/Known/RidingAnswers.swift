import LibrettoCore

// Answers that ride along in the tests of a suite: what each rule of a question must refuse, the ends of
// what it must accept, and both sides of the bounds of conditions. They need no test of their own: a
// refused answer leads nowhere, and another one takes the place of an answer only if the walk stays the
// same, which is evaluated.

extension Prompt {
  /// For each rule, answers that it refuses; none for rules that read other answers, for paths, and
  /// for days if the current one isn't known.
  func refused(by rule: Prompt.Rule, today: CalendarDay? = nil) -> [Value] {
    var tries: [Value]
    switch rule.kind {
    case .daysFromToday(let minimum, let maximum):
      guard let today, key?.type.inner == .day else { return [] }
      let beyond = [minimum.map { $0 &- 1 }, maximum.map { $0 &+ 1 }].compactMap(\.self)
      let days = beyond.compactMap { today.adding(days: $0) }
      return days.map { Value.string($0.description) }
        .filter { !rule.accepts($0, today: today, state: { _ in nil }) }
    case .range: tries = beyond(rule)
    case .length: tries = beyond(rule).isEmpty ? [.string("")] : beyond(rule)
    case .notEmpty: tries = [.string("")]
    // An empty text is refused for want of an answer, whatever the rule says.
    case .matches(let pattern):
      tries = Self.short(of: pattern).map { [$0] } ?? []
      tries += Self.strange
    case .oneOf: tries = Self.strange
    case .among, .equals, .differs, .path: return []
    }
    // Nothing is an answer where it may be left out, and where it stands for the default.
    let hasDefault = self.default != nil || choices.contains(where: \.isDefault)
    if isOptional || hasDefault || key?.type.isNothingPossible ?? false {
      tries.removeAll { $0.isEmpty }
    }
    tries.removeAll { rule.accepts(transformed($0)) }
    if case .range = rule.kind { return tries }
    if case .length = rule.kind { return tries }
    // What only this rule refuses shows that it is there.
    let others = rules.filter { $0 != rule && $0.keys.isEmpty && !$0.isAsked }
    let sole = tries.first { value in others.allSatisfy { $0.accepts(transformed(value)) } }
    return (sole ?? tries.first).map { [$0] } ?? []
  }

  /// Texts that few patterns match.
  private static let strange = ["?", "x", "0", "x x"].map(Value.string)

  /// A text that lacks the last character of the shortest that a pattern matches: what lacks little
  /// shows what is refused better than what is nothing like it.
  private static func short(of pattern: Pattern) -> Value? {
    var search = TextSearch([(.pattern(pattern), true)], most: 20_000)
    guard case .yes(let text) = search.shortest(where: pattern.matches), text.count > 1 else {
      return nil
    }
    return .string(String(text.dropLast()))
  }

  /// Whether one of its rules refuses an answer, without other answers and paths.
  fileprivate func refuses(_ value: Value, _ today: CalendarDay?) -> Bool {
    rules.contains { rule in
      if !rule.accepts(transformed(value)) { return true }
      guard let today, !rule.isPath else { return false }
      return !rule.accepts(value, today: today, state: { _ in nil })
    }
  }

  /// The first and the last answer that its rules accept, if they only have fixed bounds.
  var ends: [Value] {
    if !rules.allSatisfy({ $0.keys.isEmpty && !$0.isAsked }) { return [] }
    return rules.flatMap { bounds($0).compactMap { sample($0) } }.filter { value in
      !value.isEmpty && rules.allSatisfy { $0.accepts(transformed(value)) }
    }
  }

  /// The answers next to the bounds of a rule, outside them.
  private func beyond(_ rule: Prompt.Rule) -> [Value] {
    if case .range(let minimum, let maximum, _) = rule.kind, key?.type.inner == .number {
      let ends = [(minimum, -1.0), (maximum, 1)].compactMap { bound, step -> Value? in
        switch bound?.given {
        case .int(let number): .double(Double(number) + step)
        case .double(let number): .double(number + step)
        default: nil
        }
      }
      return ends.filter { !rule.accepts($0) }
    }
    let ends = bounds(rule)
    guard let first = ends.first, let last = ends.last else { return [] }
    return [first &- 1, last &+ 1].compactMap { sample($0) }.filter { !rule.accepts($0) }
  }

  /// The lowest and the highest whole number, or length, that a rule accepts.
  private func bounds(_ rule: Prompt.Rule) -> [Int] {
    switch rule.kind {
    case .range(let minimum, let maximum, let excludesMaximum):
      var ends: [Int] = []
      if case .int(let low)? = minimum?.given, low > .min { ends.append(low) }
      if case .int(let high)? = maximum?.given, high < .max {
        ends.append(excludesMaximum ? high - 1 : high)
      }
      return ends
    case .length(let minimum, let maximum): return [minimum, maximum].compactMap(\.self)
    default: return []
    }
  }

  /// A whole number, or a text or a list that is so long.
  private func sample(_ number: Int) -> Value? {
    let type = key?.type.inner ?? .string
    switch type {
    case .integer: return .int(number)
    case .string where (0...Self.longest).contains(number):
      return .string(String(repeating: "x", count: number))
    case .list(.string) where choices.isEmpty && (0...Self.longest).contains(number):
      return .list((0..<number).map { .string("x\($0 + 1)") })
    case .list where choices.indices.contains(number - 1) && source == nil:
      if choices.contains(where: { $0.condition != nil }) { return nil }
      return .list(choices.prefix(number).map { $0.value ?? .string($0.id) })
    default: return nil
    }
  }

  /// The longest text or list that is made up.
  private static let longest = 200
}

extension ValueType {
  fileprivate var isNothingPossible: Bool { if case .optional = self { true } else { false } }
  fileprivate var inner: ValueType { if case .optional(let type) = self { type } else { self } }
}

extension Condition.Form {
  /// The whole numbers on both sides of the bound that a comparison with a constant draws.
  fileprivate func ends(_ domain: Domain) -> [Value] {
    guard domain.isWhole, case .compare(_, let comparison, .value(let value)) = self,
      case .int(let bound) = domain.inner(value), bound.magnitude < 1 << 62
    else { return [] }
    switch comparison {
    case .less, .greaterOrEqual: return [.int(bound - 1), .int(bound)]
    case .lessOrEqual, .greater: return [.int(bound), .int(bound + 1)]
    case .equal, .notEqual: return []
    }
  }
}

extension Space {
  /// The prompts of each typed question or choice of several, by its id, in the order of the flow. A
  /// field of an alert has one with other rules for each button.
  private var prompts: [(id: String, prompts: [Prompt])] {
    var found: [Int: [Prompt]] = [:]
    var order: [Int] = []
    for node in graph.nodes where node.step >= 0 {
      switch node.kind {
      case .question(let prompt) where prompt.key != nil,
        .several(let prompt) where prompt.key != nil:
        if found[node.step] == nil { order.append(node.step) }
        found[node.step, default: []].append(prompt)
      default: continue
      }
    }
    return order.compactMap { step in graph.steps[step].id.map { ($0, found[step] ?? []) } }
  }

  /// Gives answers of walks other values on the same ways: the ends of what rules accept, and those
  /// on both sides of the bounds of conditions. The first walk keeps the likeliest if it can.
  func ride(along walks: inout [Performed]) {
    for (id, prompts) in prompts {
      guard let key = prompts[0].key, !prompts[0].rules.contains(where: \.isAsked) else { continue }
      let domain = Domain(key.type)
      var ends: [Value] = []
      for end in prompts[0].ends.map(domain.inner)
        + machine.conditions(on: key).flatMap({ $0.ends(domain) })
      where !ends.contains(end) { ends.append(end) }
      if ends.isEmpty { continue }
      var visits: [(walk: Int, variable: Int)] = []
      for (walk, performed) in walks.enumerated() {
        for step in performed.replay.steps {
          guard case .value(.variable(let variable)) = step.way.answer,
            graph.steps[graph.nodes[step.node].step].id == id,
            let value = performed.values[variable], !value.isEmpty
          else { continue }
          if let place = ends.firstIndex(of: value) {
            ends.remove(at: place)
          } else {
            visits.append((walk, variable))
          }
        }
      }
      for end in ends.reversed() {
        let place = visits.lastIndex { walks[$0.walk].set($0.variable, end) }
        if let place { visits.remove(at: place) }
      }
    }
  }

  /// Adds to the first visit of each question what its rules must refuse.
  func addRefused(to tests: inout [WalkAnswers]) {
    for (id, prompts) in prompts {
      for test in tests.indices {
        guard let step = tests[test].answers.firstIndex(where: { $0.id == id }),
          let place = tests[test].answers[step].answers.firstIndex(where: {
            if case .answer(let value) = $0.kind { !value.isEmpty } else { false }
          })
        else { continue }
        let today = tests[test].today
        var refused: [Value] = []
        for value in prompts[0].rules.flatMap({ prompts[0].refused(by: $0, today: today) })
        where !refused.contains(value)
          && prompts.dropFirst().allSatisfy({ $0.refuses(value, today) })
        {
          refused.append(value)
        }
        tests[test].answers[step].answers.insert(
          contentsOf: refused.map { .refused($0) }, at: place)
        break
      }
    }
  }
}
