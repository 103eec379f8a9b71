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

/// A walk with nothing forgotten, and a value for each of its variables.
struct Performed {
  let replay: Space.Replay
  private(set) var values: [Value?]

  init(_ replay: Space.Replay, _ values: [Value?]) { (self.replay, self.values) = (replay, values) }

  /// Gives a variable another value, if the walk is the same with it.
  mutating func set(_ variable: Int, _ value: Value) -> Bool {
    let before = values[variable]
    values[variable] = value
    let isSame = replay.literals.allSatisfy { literal in
      !literal.variables.contains(variable) || literal.holds(values) == true
    }
    if !isSame { values[variable] = before }
    return isSame
  }
}

extension Expression {
  /// The value under an assignment, as the flow has it.
  func outer(_ values: [Value?], _ domains: [Domain]) -> Value {
    let value = value(values) ?? .null
    if case .variable(let variable) = self { return domains[variable].outer(value) }
    return value
  }
}

extension Space {
  /// A walk with values; nil if none were found for it as a whole.
  mutating func performed(_ walk: [Move]) -> Performed? {
    guard let replay = replay(walk).replay, let values = values(replay) else { return nil }
    return Performed(replay, values)
  }

  /// The answers of a walk; nil if no values were found for it as a whole.
  mutating func answers(_ walk: [Move]) -> WalkAnswers? { performed(walk).map(answers) }

  /// The answers of a walk with values.
  func answers(_ performed: Performed) -> WalkAnswers {
    let (replay, values) = (performed.replay, performed.values)
    var result = WalkAnswers()
    for step in replay.steps {
      let node = graph.nodes[step.node]
      guard node.step >= 0, let id = graph.steps[node.step].id else { continue }
      add(id, step, values, replay.scope.domains, &result)
    }
    if graph.nodes.contains(where: { $0.prompt?.isDated ?? false }), case .int(let day)? = values[0]
    {
      result.today = CalendarDay(number: day)
    }
    return result
  }

  private func add(
    _ id: String, _ step: Replayed, _ values: [Value?], _ domains: [Domain],
    _ result: inout WalkAnswers
  ) {
    let node = graph.nodes[step.node]
    func shown(_ expression: Expression) -> Value { expression.outer(values, domains) }
    switch step.way.recalled {
    case .again: result.add(id, ScriptedAnswer(.string("again")))
    case .kept: return result.add(id, ScriptedAnswer(.string("keep")))
    case .held: return
    case nil: break
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
    case .failed: for _ in 0...(node.work?.retries ?? 0) { result.add(id, .failure(Self.error)) }
    case .writes(let written):
      let writes = written.map { ($0.key.name, shown(.variable($0.variable))) }
      result.add(id, .writes(Dictionary(writes) { $1 }))
    }
  }
}
