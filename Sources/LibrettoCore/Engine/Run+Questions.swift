extension Run {
  /// Returns a need as a question to a person.
  ///
  /// A decision about an effect is a question too, and its answers are choices.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the question, or nil if the need doesn't ask anything.
  package func question(for need: Need) -> Question? {
    switch need.kind {
    case .prompt, .notice: break
    case .secret where need.index >= 0: break
    case .stale, .begun, .undoBegun, .undoFailed, .remains, .secret: return decision(for: need)
    case .say, .action, .load, .wait, .undo: return nil
    }
    var question = ownQuestion(for: need, state.strand(of: need).slots)
    question.mayGoBack = state.target(of: need) != nil
    return question
  }

  /// The questions that were answered on the way here, with their keys and their answers.
  package var answeredQuestions: [AnsweredQuestion] { questions(at: state.takenPlaces) }

  package typealias AnsweredQuestion = (question: Question, key: String?, given: Given)

  /// The questions that the run may come to again, with the answers that are kept for them: those
  /// whose titles are known before it does, and not those of pages.
  package var keptQuestions: [AnsweredQuestion] {
    let names = memo.places.filter { !state.isTaken($0) }.map { lines[$0].name }
    let kept = names.filter { name in
      guard case .prompt(let index) = program.steps[Int(name.step)].kind else { return false }
      return program.prompts[index].shown.isEmpty && program.prompts[index].page < 0
    }
    return questions(
      at: kept.sorted { program.position($0) < program.position($1) }.compactMap(memo.place))
  }

  private func questions(at places: [Int]) -> [AnsweredQuestion] {
    let (slots, shownWith) = (state.overview.slots, places.isEmpty ? [:] : shownWith)
    return places.compactMap { place in
      let line = lines[place]
      guard line.kind == .answered || line.kind == .secret,
        case .prompt(let index) = program.steps[Int(line.step)].kind,
        program.prompts[index].shape != .review
      else { return nil }
      let core = Need.Core(
        kind: .prompt, step: line.step, rounds: line.rounds,
        instruction: program.steps[Int(line.step)].instruction, index: index, strand: 0)
      let slot = program.prompts[index].slot
      return (
        ownQuestion(for: Need(program: program, core: core), slots.with(shownWith[place])),
        slot < 0 ? nil : program.keys[slot].name, line.given
      )
    }
  }

  /// The answers that questions showed when they were put, by the places of their entries: in a loop,
  /// each round has its own.
  var shownWith: [Int: [(slot: Int, value: Value?)]] {
    RunState.performing(program, state.limits, over: memo, .looking, state.known).shownWith
  }

  /// A question that was answered, or work that was done.
  struct PassedStep {
    let name, id, title: String
    /// The key of the answer to a question; nil if it has none.
    var key: String?
    var isWork = false
    /// The name and the title of the page on which it is asked, or its own.
    var page = (name: "", title: "")
    /// The keys of the answers that the question shows, or that the work was seen to read.
    var reads: Set<String> = []
  }

  /// The questions and the work that the run has come past, in order.
  var passedSteps: [PassedStep] {
    let shownWith = shownWith
    return state.takenPlaces.compactMap { place in
      let name = lines[place].name
      if let work = memo.effect(name) {
        let reads = work.work.inputs?.reads.map(\.key) ?? []
        return PassedStep(
          name: program.string(name), id: program.steps[Int(name.step)].id,
          title: program.title(name), isWork: true, reads: Set(reads))
      }
      guard lines[place].kind.isOfQuestion,
        case .prompt(let index) = program.steps[Int(name.step)].kind
      else { return nil }
      return passedStep(name, index, state.strands[0].slots.with(shownWith[place]))
    }
  }

  /// The questions that are open.
  var openSteps: [PassedStep] {
    needs.filter { $0.kind == .prompt }.map {
      passedStep($0.stepName, $0.index, state.strand(of: $0).slots)
    }
  }

  /// The questions whose answers the run may come to again from a question on, in the order of the
  /// flow.
  func stepsAhead(of need: Need) -> [PassedStep] {
    namesAhead(of: need).map { ($0, program.position($0)) }.sorted { $0.1 < $1.1 }
      .compactMap { name, _ in
        guard case .prompt(let index) = program.steps[Int(name.step)].kind else { return nil }
        return passedStep(name, index)
      }
  }

  /// The name of the page that a question is on, or its own.
  func page(of name: StepName) -> String {
    guard case .prompt(let index) = program.steps[Int(name.step)].kind, index >= 0 else {
      return program.string(name)
    }
    let page = program.prompts[index].page
    return program.string(
      StepName(
        step: page < 0 ? name.step : Int32(program.prompts[page].step), rounds: name.rounds))
  }

  /// - Parameter slots: the answers with which it was put; nil for those that there are now.
  private func passedStep(
    _ name: StepName, _ index: Int, _ slots: [Value?]? = nil
  ) -> PassedStep {
    let code = program.prompts[index]
    let title = program.render(code.prompt.title, slots ?? state.strands[0].slots, language)
      .shortened
    return PassedStep(
      name: program.string(name), id: code.id, title: title,
      key: code.slot < 0 ? nil : program.keys[code.slot].name,
      page: (
        page(of: name),
        code.page < 0 ? title : program.prompts[code.page].prompt.title.literals.shortened
      ),
      reads: Set(code.shown.map { program.keys[$0].name }))
  }

  /// - Parameter slots: the answers that it shows.
  private func ownQuestion(for need: Need, _ slots: [Value?]) -> Question {
    let code = program.prompts[need.index]
    let isReview = program.prompts[need.index].shape == .review
    var question = Question(
      program.resolved(need.index, slots), id: code.id, name: need.name,
      operation: need.operation, isSecret: code.isSecret,
      choices: isReview
        ? reviewed(need.index, slots)
        : program.choices(program.options(need.index, slots), slots),
      questions: code.questions, preset: need.kind == .prompt ? offered(for: need) : nil,
      language: language, fieldChoices: { [program] in program.choices($0.choices, slots) },
      keyTitle: { [program, language] in program.title(ofKey: $0, slots, language) },
      render: { [program, language] in program.render($0, slots, language) }
    )
    if let message = code.prompt.message {
      question.messagePieces = program.pieces(of: message, slots, language)
    }
    question.among = program.valuesAmong(code.prompt, slots)
    question.isOfFailure = code.isOfFailure
    question.typeDescription = code.slot < 0 ? nil : program.own[code.slot]?.description
    if code.page >= 0, program.prompts[code.page].shape == .review {
      let form = program.prompts[code.page]
      let place = form.fields.firstIndex { $0.prompt == need.index } ?? 0
      let isFirst = form.fields[..<place].allSatisfy {
        state.counters[program.prompts[$0.prompt].mark] == 0
      }
      question.page = Question.Page(
        id: form.id, title: program.render(form.prompt.title, slots, language),
        message: form.prompt.message.map { program.render($0, slots, language) },
        isFirst: isFirst && !isCorrection(need, form))
    }
    return question
  }

  /// Whether a single question of a form is asked again while others keep their answers.
  private func isCorrection(_ need: Need, _ form: Program.PromptCode) -> Bool {
    guard let place = memo.place(need.stepName), memo.isOut(place) else { return false }
    return form.fields.contains { field in
      let name = StepName(step: Int32(program.prompts[field.prompt].step), rounds: need.rounds)
      return name != need.stepName && memo.place(name).map { !memo.isOut($0) } ?? false
    }
  }

  /// The questions of a form with their answers, and the choice that submits it.
  private func reviewed(_ index: Int, _ slots: [Value?]) -> [Question.Choice] {
    let fields = state.shownFields(index).map { place in
      let field = program.prompts[program.prompts[index].fields[place].prompt]
      return Question.Choice(
        id: field.id, title: program.render(field.prompt.title, slots, language),
        answer: words(for: field, slots))
    }
    return fields + [Question.Choice(id: Run.submission, title: language(.submitTitle))]
  }

  private func words(for code: Program.PromptCode, _ slots: [Value?]) -> String {
    if code.isSecret { return language(.secret) }
    guard code.slot >= 0, let value = slots[code.slot], !value.isEmpty else {
      return language(.none)
    }
    let values = if case .list(let values) = value { values } else { [value] }
    return values.map { value in
      code.prompt.choices.first { $0.value == value && code.prompt.kind != .confirm }
        .map { program.render($0.title, slots) } ?? value.shown(in: language)
    }.joined(separator: language(.comma))
  }

  /// The titles of the questions that have got other answers since a question was answered.
  func changes(at need: Need) -> [String] {
    guard need.kind == .prompt, let shown = memo.entry(need.stepName)?.detail?.shown else {
      return []
    }
    let strand = state.strand(of: need)
    let changed = Set(
      shown.reads.filter { !state.read(Int($0.slot), strand).digest.fits($0.digest) }
        .map { Int($0.slot) })
    var titles: [String] = []
    for code in program.prompts where changed.contains(code.slot) {
      let title = program.render(code.prompt.title, strand.slots, language)
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  /// The previous answer to a question that is asked again, if it still fits.
  func offered(for need: Need) -> Given? {
    guard !program.facts[need.index].isSecret, let line = state.memo.entry(need.stepName),
      line.kind == .answered
    else { return nil }
    let slots = state.strand(of: need).slots
    let isRight = (try? program.settle(line.given, need.index, slots, isRecorded: true)) != nil
    return isRight ? line.given : nil
  }
}

extension Program {
  /// The values of the lists of which a prompt takes an element.
  func valuesAmong(_ prompt: Prompt, _ slots: [Value?]) -> [String] {
    prompt.rules.flatMap { rule -> [String] in
      guard case .among(let key) = rule.kind, case .list(let values)? = answer(key, slots) else {
        return []
      }
      return values.map(\.description)
    }
  }

  /// Choices as they are shown, without those that are hidden.
  func choices(_ choices: [Choice], _ slots: [Value?]) -> [Question.Choice] {
    choices.compactMap { choice in
      let isAvailable = isAvailable(choice, slots)
      if !isAvailable, choice.because == nil { return nil }
      var shown = Question.Choice(choice) { render($0, slots) }
      shown.detail = choice.detail.map { render($0, slots) }
      if !isAvailable { shown.refusal = choice.because.map { render($0, slots) } }
      return shown
    }
  }
}

extension Question.Choice {
  package init(_ choice: Choice, render: (Text) -> String) {
    self.init(
      id: choice.id, title: render(choice.title), role: choice.role, shortcut: choice.shortcut,
      value: choice.value, answer: nil)
  }

  package init(id: String, title: String, answer: String? = nil) {
    self.init(id: id, title: title, role: .normal, shortcut: nil, value: nil, answer: answer)
  }
}

extension Need {
  /// Whether the answer must not be shown.
  package var isSecret: Bool {
    kind == .secret || kind == .prompt && program.prompts[index].isSecret
  }
}

// The requirements on answers, and the words of a run's texts.

extension Run {
  /// The answer that submits a form.
  package static let submission = "submit"

  /// Checks an answer to a question without giving it.
  /// - Parameters:
  ///   - given: the answer.
  ///   - need: one of the run's ``needs``.
  /// - Throws: ``Rejection`` if the answer doesn't fit.
  package func check(_ given: Given, for need: Need) throws(Rejection) {
    guard need.kind == .prompt || need.kind == .secret && need.index >= 0 else { return }
    _ = try kept(given, for: need)
  }

  /// The value that would be kept of an answer.
  func kept(_ given: Given, for need: Need) throws(Rejection) -> Value? {
    try program.settle(given, need.index, state.strand(of: need).slots).kept
  }

  /// Checks a draft of a typed answer.
  /// - Parameters:
  ///   - text: the text as typed so far.
  ///   - need: one of the run's ``needs``.
  /// - Throws: ``Rejection`` if the draft isn't allowed.
  package func checkDraft(_ text: String, for need: Need) throws(Rejection) {
    guard need.kind == .prompt else { return }
    try program.check(
      .string(text), program.prompts[need.index].prompt.draftRules, .string,
      state.strand(of: need).slots)
  }

  /// Whether an action has a failure branch of its own.
  func handlesFailure(of need: Need) -> Bool {
    (need.kind == .action || need.kind == .begun) && program.works[need.index].failure >= 0
  }

  /// Returns the text of a need, with the answers so far filled in.
  /// - Parameter need: one of the run's ``needs``.
  /// - Returns: the text of a ``Say``, the title of a prompt, the text that work shows, or its
  ///   name; empty for a pause.
  package func text(of need: Need) -> String {
    switch need.kind {
    case .say: statement(of: need).words
    case .prompt, .notice: render(program.prompts[need.index].prompt.title, for: need)
    case .wait: ""
    case .secret: need.prompt.map { render($0.title, for: need) } ?? need.name
    case .action, .load:
      program.works[need.index].loading.map { render($0, for: need) } ?? need.action ?? ""
    case .stale, .begun, .undo, .undoBegun, .undoFailed, .remains: need.action ?? ""
    }
  }

  /// The texts of work that goes on or waits, for whoever shows no progress.
  /// - Parameter isHeld: whether somebody performs what was begun.
  func loading(isHeld: Bool) -> [String] {
    needs.compactMap { need in
      switch need.kind {
      case .load: text(of: need)
      case .action where need.loading != nil: text(of: need)
      case .begun where isHeld: program.works[need.index].loading.map { render($0, for: need) }
      default: nil
      }
    }
  }

  /// What the flow says in a need.
  /// - Parameter need: one of the run's ``needs``, of the kind ``Need/Kind/say``.
  package func statement(of need: Need) -> Statement {
    program.statement(need.index, said(in: need), language)
  }

  /// The texts of what the flow says in a need, piece by piece: the title of a note, and the text.
  package func pieces(of need: Need) -> [[ShownPiece]] {
    program.texts[need.index].parts.map { program.pieces(of: $0, said(in: need), language) }
  }

  /// The answers when the flow came to what it says.
  private func said(in need: Need) -> [Value?] {
    let strand = state.strand(of: need)
    return strand.nextSaid?.slots ?? strand.slots
  }

  /// A text with the answers of a need's strand filled in.
  func render(_ text: Text, for need: Need) -> String {
    program.render(text, state.strand(of: need).slots, language)
  }
}

extension RunState {
  /// A text with the answers so far filled in.
  func render(_ text: Text) -> String { program.render(text, strand.slots) }

  /// Fills a question of a page in, on a copy of the run that nobody resolves.
  mutating func fill(
    _ code: Program.PromptCode, _ value: Value?, isShown: Bool, in number: Int
  ) {
    if code.slot >= 0 { strands[number].slots[code.slot] = value }
    if code.mark >= 0 { counters[code.mark] = isShown ? 1 : 0 }
  }

  /// The questions of a form that are shown and have answers.
  func shownFields(_ index: Int) -> [Int] {
    let fields = program.prompts[index].fields
    return fields.indices.filter { counters[program.prompts[fields[$0].prompt].mark] == 1 }
  }
}

extension Run {
  /// Checks that another program gives the result of an action: without it, the run would end when the
  /// effect has been done.
  func checkResult(in writes: [String: Value?], of need: Need) throws(Rejection) {
    guard let key = program.works[need.index].result else { return }
    let isGiven = key.type.isOptional ? writes[key.name] != nil : writes[key.name] ?? nil != nil
    if isGiven { return }
    throw Rejection(
      message: "“\(need.name)” has a result: give the key “\(key.name)” a value in “writes”")
  }

  /// Checks which keys another program says that work has read: then no answer under a misspelt key would
  /// concern it. A key that nothing is like may be one that another version had.
  func check(reads: [String], of need: Need) throws(Rejection) {
    let known = program.keys.all.map(\.name)
    for key in reads where state.isGone(key, state.strand(of: need)) {
      guard let near = nearest(to: key, among: known) else { continue }
      throw Rejection(message: "the flow has no key “\(key)” to read; did you mean “\(near)”?")
    }
  }
}

extension Need {
  /// Checks what an action wrote.
  func checkWritten(_ answers: Answers) throws(Rejection) {
    for name in answers.writeOrder {
      guard let value = answers.writes[name] ?? nil, let slot = program.keys.slots[name] else {
        continue
      }
      let type = program.keys[slot].type
      let isSecret = program.keys.secrets.contains(name)
      if let fitting = type.value(exactly: value) {
        _ = try program.ownValue(slot, fitting, isSecret: isSecret)
        continue
      }
      let given = isSecret ? "a secret" : told(value)
      throw Rejection(message: "the key “\(name)” was set to \(given), which is not \(type)")
    }
  }

  /// A value that a key can't keep; in a flow with secrets it may have one in it.
  private func told(_ value: Value) -> String {
    program.keys.secrets.isEmpty ? value.quoted : "a value"
  }

  /// Checks what was loaded.
  /// - Returns: the value as the key keeps it; nil if there is nothing to keep.
  func fitting(loaded: Value?) throws(Rejection) -> Value? {
    guard let loaded, !loaded.isEmpty, let key = program.works[index].result else { return nil }
    if let fitting = key.type.value(exactly: loaded) {
      guard let slot = program.keys.slots[key.name] else { return fitting }
      return try program.ownValue(
        slot, fitting, isSecret: program.keys.secrets.contains(key.name))
    }
    throw Rejection(
      message: "the key “\(key.name)” was loaded with \(told(loaded)), "
        + "which is not \(key.type)")
  }
}

extension [Value?] {
  /// These answers, but some as they were when a question showed them.
  func with(_ shown: [(slot: Int, value: Value?)]?) -> [Value?] {
    var slots = self
    for (slot, value) in shown ?? [] { slots[slot] = value }
    return slots
  }
}
