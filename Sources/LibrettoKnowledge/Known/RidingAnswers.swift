import LibrettoCore

// Answers that ride along in the tests of a suite: what each rule of a question must refuse, and the
// ends of what it must accept. They need no test of their own: a refused answer leads nowhere, and an
// answer that nothing reads can be any.

extension Prompt {
  /// For each rule, answers that it refuses; none for rules that read other answers, days and paths.
  func refused(by rule: Prompt.Rule) -> [Value] {
    var tries: [Value]
    switch rule.kind {
    case .range: tries = beyond(rule)
    case .length: tries = beyond(rule).isEmpty ? [.string("")] : beyond(rule)
    case .notEmpty, .matches, .oneOf: tries = [.string(""), .string("?"), .string("x")]
    case .among, .equals, .differs, .daysFromToday, .path: return []
    }
    // Nothing is an answer where it may be left out.
    if isOptional || key?.type.isNothingPossible ?? false { tries.removeAll { $0.isEmpty } }
    tries.removeAll { rule.accepts(transformed($0)) }
    if case .range = rule.kind { return tries }
    if case .length = rule.kind { return tries }
    // What only this rule refuses shows that it is there.
    let others = rules.filter { $0 != rule && $0.keys.isEmpty && !$0.isAsked }
    let sole = tries.first { value in others.allSatisfy { $0.accepts(transformed(value)) } }
    return (sole ?? tries.first).map { [$0] } ?? []
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

extension Graph {
  /// Adds the answers that ride along to the answers of all tests.
  func ride(along tests: inout [WalkAnswers]) {
    var prompts: [String: [Prompt]] = [:]
    for node in nodes where node.step >= 0 {
      guard let prompt = node.prompt, prompt.key != nil, let id = steps[node.step].id else {
        continue
      }
      switch node.kind {
      case .question, .several: prompts[id, default: []].append(prompt)
      default: continue
      }
    }
    for (id, prompts) in prompts {
      // A field of an alert has other rules for each button.
      let others = prompts.dropFirst()
      var refused: [Value] = []
      for value in prompts[0].rules.flatMap({ prompts[0].refused(by: $0) })
      where !refused.contains(value) {
        let isRefused = others.allSatisfy { other in
          other.rules.contains { !$0.accepts(other.transformed(value)) }
        }
        if isRefused { refused.append(value) }
      }
      var ends: [Value] = []
      if let key = prompts[0].key, !mattersAnywhere(key.name) {
        for value in prompts[0].ends where !ends.contains(value) {
          if others.allSatisfy({ $0.ends.contains(value) }) { ends.append(value) }
        }
      }
      ride(refused, ends, id, &tests)
    }
  }

  private func ride(_ refused: [Value], _ ends: [Value], _ id: String, _ tests: inout [WalkAnswers])
  {
    var ends = ends
    var visits: [(test: Int, step: Int, answer: Int)] = []
    for (test, answers) in tests.enumerated() {
      guard let step = answers.answers.firstIndex(where: { $0.id == id }) else { continue }
      for (place, answer) in answers.answers[step].answers.enumerated() {
        guard case .answer(let value) = answer.kind, !value.isEmpty else { continue }
        visits.append((test, step, place))
        ends.removeAll { $0 == value }
      }
    }
    // The first test keeps the likeliest answer if it can.
    for (visit, end) in zip(visits.reversed(), ends.reversed()) {
      tests[visit.test].answers[visit.step].answers[visit.answer] = ScriptedAnswer(end)
    }
    guard let first = visits.first else { return }
    tests[first.test].answers[first.step].answers.insert(
      contentsOf: refused.map { .refused($0) }, at: first.answer)
  }

  private func mattersAnywhere(_ key: String) -> Bool {
    guard let slot = slots[key] else { return false }
    return nodes.contains { $0.matters.contains(slot) }
  }
}
