import LibrettoCore

// A walk with values: what the person and the host answer on it.

/// The answers with which a scripted run takes a walk.
struct WalkAnswers: Sendable {
  /// The answers of each step with an id, in the order in which the steps come first.
  var answers: [(id: String, answers: [ScriptedAnswer])] = []
  /// The day on which it is performed, if that matters.
  var today: CalendarDay?

  mutating func add(_ id: String, _ answer: ScriptedAnswer) {
    if let place = answers.firstIndex(where: { $0.id == id }) {
      answers[place].answers.append(answer)
    } else {
      answers.append((id, [answer]))
    }
  }

  /// The script of these answers.
  var script: Scripted {
    let script = Scripted(
      [], byID: Dictionary(uniqueKeysWithValues: answers.map { ($0.id, $0.answers) }),
      actions: .scripted)
    return today.map { script.today($0) } ?? script
  }
}

extension Space {
  /// The answers of a walk; nil if no values were found for it as a whole.
  mutating func answers(_ walk: [Move]) -> WalkAnswers? {
    var all = Set(graph.steps.indices)
    return answers(walk, refusing: &all)
  }

  /// The answers of a walk, and before them answers that rules refuse.
  /// - Parameter refused: the steps that have refused answers already.
  mutating func answers(_ walk: [Move], refusing refused: inout Set<Int>) -> WalkAnswers? {
    guard let replay = replay(walk).replay, let values = values(replay) else { return nil }
    var result = WalkAnswers()
    for step in replay.steps {
      let node = graph.nodes[step.node]
      guard node.step >= 0, let id = graph.steps[node.step].id else { continue }
      if case .question(let prompt) = node.kind, refused.insert(node.step).inserted {
        for value in self.refused(prompt, step, values) { result.add(id, .refused(value)) }
      }
      add(id, step, values, replay.scope.domains, &result)
    }
    if graph.nodes.contains(where: { $0.prompt?.isDated ?? false }), case .int(let day)? = values[0]
    {
      result.today = CalendarDay(number: day)
    }
    return result
  }

  /// An answer for each rule of a question that the rule certainly refuses.
  private mutating func refused(
    _ prompt: Prompt, _ step: Replayed, _ values: [Value?]
  ) -> [Value] {
    let domain = prompt.key.map { Domain($0.type) } ?? .text
    var scope = Scope(domains: [])
    var base: [Literal] = []
    let variable = scope.fresh(domain, &base)
    base += machine.typed(prompt, variable, domain)
    var known = Store()
    for (slot, value) in zip(step.store.slots, step.store.values) {
      known[slot] = value.value(values).map(Expression.constant)
    }
    func isRefused(_ value: Value) -> Bool {
      prompt.rules.contains { rule in
        !rule.accepts(value) { key in
          guard case .constant(let answer)? = known[graph.slot(key)] else { return nil }
          return machine.domain(graph.slot(key)).outer(answer)
        }
      }
    }
    var refused: [Value] = []
    for rule in prompt.rules where !rule.isAsked {
      for sides in machine.sides(rule, variable, known, scope) {
        guard let no = sides.no,
          case .yes(let found) = machine.solver.solve(base + no, scope.domains),
          let value = found[variable].map(domain.outer)
        else { continue }
        if isRefused(value), !refused.has(value) { refused.append(value) }
      }
    }
    return refused
  }

  private func add(
    _ id: String, _ step: Replayed, _ values: [Value?], _ domains: [Domain],
    _ result: inout WalkAnswers
  ) {
    let node = graph.nodes[step.node]
    func shown(_ expression: Expression) -> Value {
      let value = expression.value(values) ?? .null
      if case .variable(let variable) = expression { return domains[variable].outer(value) }
      return value
    }
    switch step.way.answer {
    case .none: break
    case .value(let expression):
      var value = shown(expression)
      // Options from an answer are chosen by their words.
      if case .chosen = node.kind { value = .string(value.description) }
      result.add(id, ScriptedAnswer(value))
    case .choice(let index):
      result.add(id, ScriptedAnswer(.string(node.prompt?.choices[index].id ?? "")))
    case .yes(let isYes): result.add(id, ScriptedAnswer(.bool(isYes)))
    case .leftOut: result.add(id, ScriptedAnswer(.string("")))
    case .late: result.add(id, .timedOut)
    case .empty: result.add(id, ScriptedAnswer(.null))
    case .submit: result.add(id, ScriptedAnswer(.string("submit")))
    case .failed: for _ in 0...node.retries { result.add(id, .failure(Self.error)) }
    case .writes(let written):
      let writes = written.map { ($0.key.name, shown(.variable($0.variable))) }
      result.add(id, .writes(Dictionary(uniqueKeysWithValues: writes)))
    }
  }
}
