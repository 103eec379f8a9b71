// What an answer has to be, and what a run’s texts say.

extension Run {
  /// What becomes of an answer of the strand that is moved; see ``Program/settle(_:_:_:)``.
  @inline(__always)
  func settle(_ given: Given, _ index: Int) throws(Rejection) -> (kept: Value?, way: Int) {
    try program.settle(given, index, strand.slots)
  }

  /// The options of a prompt, those from an answer too.
  func options(_ index: Int) -> [Choice] { program.options(index, strand.slots) }

  /// The answer that submits a form.
  static let submission = "submit"

  /// The questions of a form that are shown and have been answered.
  func shownFields(_ index: Int) -> [Int] {
    let fields = program.prompts[index].fields
    return fields.indices.filter { counters[program.prompts[fields[$0].prompt].mark] == 1 }
  }

  func shownFields(_ index: Int, of need: Need) -> [Int] { shownFields(index) }

  /// Has a closure see the run with the strand of a need in its registers.
  func reading<Result>(_ need: Need, _ body: (Run) throws(Rejection) -> Result) throws(Rejection)
    -> Result
  {
    guard active < 0, need.strand < schedule.strands.count else { return try body(self) }
    var copy = self
    copy.activate(need.strand)
    return try body(copy)
  }

  /// Checks an answer to a question without giving it.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - given: the answer.
  /// - Throws: ``Rejection`` where the answer does not fit.
  public func check(_ need: Need, _ given: Given) throws(Rejection) {
    guard need.kind == .prompt || need.kind == .secret && need.index >= 0 else { return }
    _ = try reading(need) { (run) throws(Rejection) in try run.settle(given, need.index) }
  }

  /// The answer that is kept where this is given; nil where it does not fit, or none is.
  func kept(_ need: Need, _ given: Given) -> Value? {
    guard need.kind == .prompt else { return nil }
    return try? reading(need) { (run) throws(Rejection) in try run.settle(given, need.index).kept }
  }

  /// Checks a draft of a typed answer.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - text: what is being typed.
  /// - Throws: ``Rejection`` where the draft must not stand.
  public func checkDraft(_ need: Need, _ text: String) throws(Rejection) {
    guard need.kind == .prompt else { return }
    for rule in program.prompts[need.index].prompt.draftRules where !rule.accepts(.string(text)) {
      throw Rejection(
        message: rule.message.map { render($0, for: need) } ?? rule.words(for: .string))
    }
  }

  /// Whether a failure of this try of a load is the load's.
  func isLastTry(_ need: Need) -> Bool {
    let code = program.loads[need.index]
    return counters[code.tries] >= code.load.retries
  }

  /// What a need says or asks, with the answers so far in its texts.
  /// - Parameter need: one of the run's ``needs``.
  public func text(of need: Need) -> String {
    switch need.kind {
    case .say:
      strand(of: need).unsaid.first?.text ?? render(program.texts[need.index].text, for: need)
    case .prompt, .notice: render(program.prompts[need.index].prompt.title, for: need)
    case .load:
      program.loads[need.index].load.loading.map { render($0, for: need) } ?? need.action ?? ""
    case .wait: ""
    case .secret: need.prompt.map { render($0.title, for: need) } ?? need.name
    case .action, .stale, .begun, .undo, .undoBegun, .undoFailed, .remains: need.action ?? ""
    }
  }

  /// A text with the answers so far in its placeholders.
  func render(_ text: Text) -> String { program.render(text, strand.slots) }

  /// A text with the answers that the strand of a need has.
  func render(_ text: Text, for need: Need) -> String {
    program.render(text, strand(of: need).slots)
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
      if let fitting = type.fitting(value) {
        try program.checkOwn(slot, fitting, isSecret: isSecret)
        continue
      }
      let given = isSecret ? "a secret" : value.quoted
      throw Rejection(message: "the key “\(name)” was set to \(given), which is not \(type)")
    }
  }

  /// Checks what was loaded.
  func checkLoaded(_ loaded: Value?) throws(Rejection) {
    let key = program.loads[index].load.key
    guard let loaded, !loaded.isEmpty else { return }
    if let fitting = key.type.fitting(loaded) {
      if let slot = program.keys.slots[key.name] {
        let isSecret = program.keys.secrets.contains(key.name)
        try program.checkOwn(slot, fitting, isSecret: isSecret)
      }
      return
    }
    throw Rejection(
      message: "the key “\(key.name)” was to be loaded with \(loaded.quoted), "
        + "which is not \(key.type)")
  }
}
