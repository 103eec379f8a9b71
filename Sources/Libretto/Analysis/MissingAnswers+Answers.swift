// How questions are answered, and what work leaves behind.

extension MissingAnswers {
  /// The answer to a question.
  private enum Answer {
    case known(Given)
    /// There is or will be an answer; it is unknown.
    case unknown
    /// The time of the question is up.
    case timedOut
    /// The answer doesn't fit, with the reason: the run fails there and says so.
    case unfit(String)
  }

  mutating func ask(_ node: Node) {
    guard case .prompt(let prompt) = node.kind else { return }
    if prompt.kind == .alert && prompt.choices.isEmpty { return }
    switch answer(prompt, node) {
    case .unfit(let problem):
      noteUnfit(question(prompt, node.id ?? ""), problem)
      follow(paths(prompt, node))
    case .timedOut: follow([Path(steps: node[.timedOut] ?? [])])
    case .known(let value): follow([path(prompt, node, value)])
    case .unknown: follow(paths(prompt, node))
    }
  }

  /// Walks the questions of a form in turn, then its review.
  mutating func form(_ form: Prompt, _ node: Node) {
    let questions = node[.questions] ?? []
    for (question, condition) in zip(questions, form.conditions) where reach != .none {
      switch condition.map({ knowledge.holds($0.form, isLenient: true) }) ?? true {
      case true?: ask(question)
      case false?: for key in question.kind.keysWritten { knowledge[key.name] = nil }
      case nil: follow([Path(fields: [question]), Path(key: question.kind.keysWritten.first)])
      }
    }
    while reach != .none, case .known(.choice(let id)) = answer(form, node),
      let question = questions.first(where: { $0.id == id })
    { ask(question) }
  }

  private mutating func answer(_ prompt: Prompt, _ node: Node) -> Answer {
    let id = node.id ?? ""
    let name = name(id)
    let given = name.flatMap { take(id, $0) }
    if setting.wrong.contains(id) || name.map(setting.wrong.contains) == true { return .unknown }
    switch name.flatMap({ performed[$0] }) {
    case .answered(let given): return .known(given)
    case .answeredSecretly: return .unknown
    case .timedOut: return .timedOut
    default: break
    }
    let question = question(prompt, id)
    if let given { return answer(given, question, prompt, node) }
    // If no question of a form is put to a person, its review isn't either.
    if prompt.kind == .form { return .known(.submit) }
    if name == nil, isGiven(id) { return .unknown }
    if setting.acceptsDefaults {
      if let preset = preset(question) { return .known(preset) }
      // A default that is worked out from something unknown.
      if let preset = prompt.default, preset.known(knowledge.value) == nil { return .unknown }
    }
    miss(id, name)
    return .unknown
  }

  private func answer(
    _ given: ScriptedAnswer, _ question: Question, _ prompt: Prompt, _ node: Node
  ) -> Answer {
    switch given.kind {
    case .preset:
      preset(question).map(Answer.known) ?? .unfit("The question has no default.")
    case .resolved(let given): .known(given)
    case .answer(let value): answer(value, question, prompt)
    case .timedOut:
      prompt.timeout == nil || node[.timedOut] == nil
        ? .unfit("The question has no time limit, so it can't time out.") : .timedOut
    case .refused, .back, .writes, .failure, .action: .unfit("It isn't an answer.")
    }
  }

  private func answer(_ value: Value, _ question: Question, _ prompt: Prompt) -> Answer {
    // Options that are loaded, and titles with placeholders, aren't known yet.
    let isKnown =
      prompt.source == nil && prompt.kind != .form
      && prompt.choices.allSatisfy { $0.title.keys.isEmpty }
    let read: Given
    do throws(Rejection) {
      let day = question.isDay ? CalendarDay(word: value.description, today: .today) : nil
      read = try question.read(day?.answerValue ?? value)
    } catch {
      if prompt.kind == .form {
        return .known(value == .string(Run.submission) ? .submit : .choice(value.description))
      }
      return isKnown ? .unfit(error.message) : .unknown
    }
    guard case .typed(let typed) = read, !typed.isEmpty || !prompt.isOptional else {
      return .known(read)
    }
    let kept = prompt.transformed(typed)
    if kept == .string(""), prompt.refusesEmpty(question.type, knowledge.value) {
      return .unfit(prompt.emptyMessage.map(knowledge.render) ?? Prompt.emptyWords)
    }
    guard let fitting = question.type.value(exactly: kept) else {
      return .unfit("\(question.isSecret ? "That" : kept.quoted) is not \(question.type).")
    }
    if let broken = prompt.rules.first(where: { !$0.accepts(fitting, knowledge.value) }) {
      return .unfit(
        broken.message.map(knowledge.render)
          ?? broken.resolved(knowledge.value).words(for: question.type))
    }
    return .known(.typed(fitting))
  }

  /// The default that `--yes` takes; never a destructive button.
  private func preset(_ question: Question) -> Given? {
    guard let answer = question.defaultAnswer else { return nil }
    return question.choice(answer)?.role == .destructive ? nil : answer
  }

  private func question(_ prompt: Prompt, _ id: String) -> Question {
    let choices = prompt.choices.map {
      Question.Choice(
        id: $0.id, title: knowledge.render($0.title), role: $0.role, shortcut: $0.shortcut,
        value: $0.value, answer: nil)
    }
    return Question(
      resolved(prompt), id: id, name: id,
      isSecret: prompt.key.map { flow.secrets.contains($0.name) } ?? false,
      choices: choices, render: knowledge.render)
  }

  /// A prompt with the default that is worked out from what is known, if it breaks no rule.
  private func resolved(_ prompt: Prompt) -> Prompt {
    guard let preset = prompt.default, preset.given == nil else { return prompt }
    var copy = prompt
    let value = preset.known(knowledge.value).flatMap { prompt.key?.type.value(exactly: $0) }
    let fits = value.map { value in
      prompt.rules.allSatisfy { $0.accepts(value, knowledge.value) }
    }
    copy.default = fits == true ? value.map { Calculation($0) } : nil
    return copy
  }

  // MARK: Paths of answers

  private func path(_ prompt: Prompt, _ node: Node, _ given: Given) -> Path {
    let value = given.value
    let type = prompt.key?.type ?? .string
    switch prompt.shape {
    case .typed:
      let isLeftOut = prompt.isOptional && value.isEmpty
      return Path(
        key: prompt.key, known: isLeftOut ? nil : .value(type.value(exactly: value) ?? value))
    case .yesNo, .oneOf, .notice:
      let index =
        prompt.shape == .yesNo
        ? (value == .bool(true) ? 0 : 1)
        : prompt.choices.firstIndex { .string($0.id) == value }
      guard let index, prompt.choices.indices.contains(index) else {
        return Path(key: prompt.key, known: .set)
      }
      return path(prompt, node, index)
    case .someOf:
      guard case .list(let ids) = value, prompt.source == nil else { break }
      let chosen = prompt.choices.filter { ids.contains(.string($0.id)) }
      return Path(
        key: prompt.key, known: .value(.list(chosen.map { $0.value ?? .string($0.id) })))
    case .review: break
    }
    return Path(key: prompt.key, known: .set)
  }

  private func path(_ prompt: Prompt, _ node: Node, _ index: Int) -> Path {
    let choice = prompt.choices[index]
    let value =
      prompt.shape == .yesNo ? .bool(index == 0) : choice.value ?? Value.string(choice.id)
    let asksFields = prompt.kind == .alert && choice.role != .cancel
    return Path(
      key: prompt.key, known: .value(prompt.key?.type.value(exactly: value) ?? value),
      fields: asksFields ? node[.questions] ?? [] : [], steps: node[.choice(index)] ?? [])
  }

  /// The paths of all answers.
  private func paths(_ prompt: Prompt, _ node: Node) -> [Path] {
    switch prompt.shape {
    case .yesNo, .oneOf, .notice:
      if prompt.source == nil, !prompt.choices.isEmpty {
        return prompt.choices.indices.map { path(prompt, node, $0) }
      }
    case .typed, .someOf, .review: break
    }
    return [Path(key: prompt.key, known: prompt.isOptional ? .unknown : .set)]
  }

  // MARK: Work

  mutating func act(_ action: Node.Action, _ node: Node) {
    guard node.handlesFailure else { return follow(paths(action, node)) }
    followRounds(of: node) { $0.paths(action, node) }
    knowledge.forget([action.error.name])
  }

  private mutating func paths(_ action: Node.Action, _ node: Node) -> [Path] {
    let id = node.id ?? ""
    let name = name(id)
    // A failed try is followed by the next one, or it was the last.
    for _ in 0...action.retries {
      switch name.flatMap({ performed[$0] }) {
      case .performed(let writes)?:
        for write in writes {
          knowledge[write.key] = write.isSecret ? .unknown : write.value.map(Knowledge.Known.value)
        }
        return [Path()]
      case .failed? where node.handlesFailure: return failurePaths(node)
      default: break
      }
      guard setting.stubsActions else {
        forget([node])
        return [Path(key: action.result, known: .set)]
          + (node.handlesFailure ? failurePaths(node) : [])
      }
      let given = name.flatMap { take(id, $0) }
      switch given?.kind {
      case .failure, .timedOut: continue
      case .writes(let values) where action.result == nil:
        for (key, value) in values { knowledge[key] = .value(value) }
      case nil where action.result != nil && !isPerformed(action, id):
        if name != nil || !isGiven(id) { miss(id, name) }
      default: break
      }
      return [Path(key: action.result, known: .set)]
    }
    return failurePaths(node)
  }

  /// Whether it is performed although actions are replaced: it only computes.
  private func isPerformed(_ action: Node.Action, _ id: String) -> Bool {
    action.isPure && flow.closures[id]?.action != nil
  }

  private func failurePaths(_ node: Node) -> [Path] {
    node[.failure].map { [Path(steps: $0)] } ?? []
  }

  mutating func load(_ load: Node.Load, _ node: Node) {
    followRounds(of: node) { $0.paths(load, node) }
    knowledge.forget([load.error.name, load.state.name])
  }

  /// Follows the paths of work that a step inside may do again.
  private mutating func followRounds(
    of node: Node, _ paths: (inout MissingAnswers) -> [Path]
  ) {
    rounds.append(1)
    defer { rounds.removeLast() }
    let before = (reach: reach, endings: endings)
    follow(paths(&self))
    if reach != .none { reach = endings == before.endings ? before.reach : .some }
    // A step that reloads asks the questions inside again.
    if node.reloadsItself { forget([node]) }
  }

  private mutating func paths(_ load: Node.Load, _ node: Node) -> [Path] {
    let id = node.id ?? ""
    let name = name(id)
    // A failed try is followed by the next one, or it was the last.
    for _ in 0...load.retries {
      if case .performed(let writes) = name.flatMap({ performed[$0] }) {
        return [path(load, node, writes.first?.value ?? .null)]
      }
      if case .failed? = name.flatMap({ performed[$0] }) { return failurePaths(node) }
      let given = name.flatMap { take(id, $0) }?.kind
      switch given {
      case .answer(let value): return [path(load, node, value)]
      case .resolved(let given): return [path(load, node, given.value)]
      case .failure, .timedOut: break
      case .refused, .preset, .back, .writes, .action: return []
      case nil: return paths(load, node, name)
      }
    }
    return failurePaths(node)
  }

  /// The paths of a load about which nothing is known.
  private mutating func paths(_ load: Node.Load, _ node: Node, _ name: String?) -> [Path] {
    let id = node.id ?? ""
    if setting.stubsActions, name != nil || !isGiven(id) { miss(id, name) }
    var paths = [
      Path(key: load.key, known: .set, steps: node[.data] ?? []),
      Path(key: load.key, steps: node[.empty] ?? []),
    ]
    if let failure = node[.failure] { paths.append(Path(steps: failure)) }
    return paths
  }

  private func path(_ load: Node.Load, _ node: Node, _ value: Value) -> Path {
    value.isEmpty
      ? Path(key: load.key, steps: node[.empty] ?? [])
      : Path(
        key: load.key, known: .value(load.key.type.value(exactly: value) ?? value),
        steps: node[.data] ?? [])
  }
}
