// The requirements on answers, and the words of a run's texts.

extension Run {
  /// The answer that submits a form.
  static let submission = "submit"

  /// Checks an answer to a question without giving it.
  /// - Parameters:
  ///   - given: the answer.
  ///   - need: one of the run's ``needs``.
  /// - Throws: ``Rejection`` if the answer doesn't fit.
  public func check(_ given: Given, for need: Need) throws(Rejection) {
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
  public func checkDraft(_ text: String, for need: Need) throws(Rejection) {
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
  public func text(of need: Need) -> String {
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

  /// What the flow says in a need.
  /// - Parameter need: one of the run's ``needs``, of the kind ``Need/Kind/say``.
  func statement(of need: Need) -> Statement {
    let strand = state.strand(of: need)
    return strand.nextSaid?.statement ?? program.statement(need.index, strand.slots)
  }

  /// A text with the answers of a need's strand filled in.
  func render(_ text: Text, for need: Need) -> String {
    program.render(text, state.strand(of: need).slots)
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
        try program.checkOwn(slot, fitting, isSecret: isSecret)
        continue
      }
      let given = isSecret ? "a secret" : value.quoted
      throw Rejection(message: "the key “\(name)” was set to \(given), which is not \(type)")
    }
  }

  /// Checks what was loaded.
  func checkLoaded(_ loaded: Value?) throws(Rejection) {
    guard let loaded, !loaded.isEmpty, let key = program.works[index].result else { return }
    if let fitting = key.type.value(exactly: loaded) {
      if let slot = program.keys.slots[key.name] {
        let isSecret = program.keys.secrets.contains(key.name)
        try program.checkOwn(slot, fitting, isSecret: isSecret)
      }
      return
    }
    throw Rejection(
      message: "the key “\(key.name)” was loaded with \(loaded.quoted), "
        + "which is not \(key.type)")
  }
}
