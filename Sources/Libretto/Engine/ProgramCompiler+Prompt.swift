// Prompts, and pages that consist of several prompts.
//
// The fields of an alert are asked when a button is chosen, with the rules of that button; a button
// that cancels asks for none. So the program contains the fields once for each button, as one step.
//
// A form asks those questions whose conditions hold, one after the other, and then asks for a
// review. Choosing a question goes back to it, so the program only ever moves forward.

extension ProgramCompiler {
  /// Begins a prompt and returns its index in the table. The index of a form comes after those of
  /// its questions.
  mutating func begin(_ prompt: Prompt, _ node: Node) -> Int {
    let id = node.id ?? ""
    let head = add(prompt, id, step: newStep(id, .prompt(prompts.count)))
    prompts[head].questions = questions(of: prompt, node[.questions] ?? [])
    if prompt.kind != .form { emit(.prompt(head)) }
    return head
  }

  mutating func end(_ prompt: Prompt, _ open: Open) {
    let end = instructions.count
    if prompt.kind == .form { return }
    let starts = open.starts.map { $0 < 0 ? end : $0 }
    prompts[open.head].targets = Array(starts.prefix(prompt.choices.count)) + [end]
    if starts.count > prompt.choices.count {
      prompts[open.head].timedOut = starts[starts.count - 1]
    }
  }

  private func questions(of prompt: Prompt, _ nodes: [Node]) -> [Program.PageQuestion] {
    zip(nodes, prompt.conditions).compactMap { node, condition in
      guard case .prompt(var question) = node.kind else { return nil }
      // A key is secret everywhere if one question makes it so.
      if let key = question.key, keys.secrets.contains(key.name) { question.isSecret = true }
      return Program.PageQuestion(id: node.id ?? "", prompt: question, condition: condition)
    }
  }

  /// Adds what the engine needs of a prompt; the steps of its branches are added separately.
  private mutating func add(
    _ prompt: Prompt, _ id: String, step: Int, rules: [Prompt.Rule] = []
  ) -> Int {
    var asked = prompt
    asked.rules += rules
    let texts = asked.textsShown
    let allRules = asked.rules + asked.draftRules
    let reads =
      texts.flatMap(\.keys) + allRules.flatMap(\.keys) + (prompt.default?.form.keys ?? [])
      + (prompt.titles.map { [$0] } ?? [])
    let calculations =
      texts.flatMap(\.calculations) + allRules.flatMap(\.calculations)
      + (prompt.default.flatMap { $0.given == nil ? [$0] : [] } ?? [])
    var code = Program.PromptCode(
      id: id, prompt: asked, step: step, slot: prompt.key.map { slot($0) } ?? -1,
      isSecret: prompt.key.map { keys.secrets.contains($0.name) } ?? false,
      reads: reads.map { slot($0) },
      calculations: calculations.filter { $0.given == nil }.map { self.code($0) },
      shape: prompt.shape)
    if let source = prompt.source { code.source = slot(source) }
    if let titles = prompt.titles { code.titles = slot(titles) }
    code.conditionReads =
      prompt.choices.flatMap { choice in
        choice.condition?.form.reads.map { slot($0.key) } ?? []
      } + prompt.checks.flatMap { $0.reads.map { slot($0) } }
    code.operation = operation
    prompts.append(code)
    return prompts.count - 1
  }

  /// Adds the questions of a form, or records the fields of an alert.
  mutating func addFields(of prompt: Prompt, _ open: inout Open) {
    for question in prompts[open.head].questions {
      visit()
      open.fields.append(newStep(question.id, .prompt(-1)))
    }
    if prompt.kind == .form { addForm(open) }
  }

  /// Asks for the fields of an alert after the button whose branch begins.
  mutating func askFields(of prompt: Prompt, _ open: Open) {
    guard open.starts.count <= prompt.choices.count, !open.fields.isEmpty else { return }
    let button = prompt.choices[open.starts.count - 1]
    guard button.role != .cancel else { return }
    for (field, step) in zip(prompts[open.head].questions, open.fields) {
      let rules = button.rules.filter { $0.key == field.prompt.key }.map(\.rule)
      var question = field.prompt
      // If a button requires an answer, the question isn't optional, even if other buttons let it
      // be left out.
      if rules.contains(where: { $0.kind == .notEmpty }) { question.isOptional = false }
      let index = add(question, field.id, step: step, rules: rules)
      prompts[index].page = open.head
      ask(index)
    }
  }

  private mutating func ask(_ index: Int) {
    emit(.prompt(index))
    let step = prompts[index].step
    if steps[step].kind == .prompt(-1) {
      let known = steps[step]
      steps[step] = Program.StepCode(
        id: known.id, kind: .prompt(index), loops: known.loops, operation: known.operation,
        instruction: instructions.count - 1)
    }
    prompts[index].targets = Array(
      repeating: instructions.count, count: prompts[index].prompt.choices.count + 1)
  }

  private mutating func addForm(_ open: Open) {
    var fields: [Program.FieldCode] = []
    for (field, step) in zip(prompts[open.head].questions, open.fields) {
      let condition = field.condition.map { addLenient($0) }
      let index = add(field.prompt, field.id, step: step)
      prompts[index].mark = newCounter()
      prompts[index].page = open.head
      fields.append(Program.FieldCode(prompt: index, condition: condition))
    }
    for field in fields { addQuestion(field) }
    let review = emit(.prompt(open.head))
    let step = steps[prompts[open.head].step]
    // The review comes after its questions, and so does its index.
    steps[prompts[open.head].step] = Program.StepCode(
      id: step.id, kind: step.kind, loops: step.loops, operation: step.operation,
      instruction: review)
    prompts[open.head].fields = fields
    prompts[open.head].targets = [instructions.count]
  }

  /// Asks a question of a form unless it is hidden; a hidden question has no answer.
  private mutating func addQuestion(_ field: Program.FieldCode) {
    let code = prompts[field.prompt]
    emit(.startLoop(counter: code.mark))
    let hides = field.condition.map { emit(.unless(condition: $0, to: 0)) }
    ask(field.prompt)
    guard let hides else { return }
    let shown = emit(.jump(0))
    aim(hides, at: instructions.count)
    if code.slot >= 0 { emit(.unset(slot: code.slot)) }
    aim(shown, at: instructions.count)
  }
}

extension Prompt {
  /// The texts that a person can see at the prompt.
  fileprivate var textsShown: [Text] {
    var texts = [title, message, placeholder, help].compactMap(\.self)
    texts += (rules + draftRules).compactMap(\.message) + checks.compactMap(\.message)
    return texts + choices.flatMap { [$0.title, $0.detail, $0.because].compactMap(\.self) }
  }
}
