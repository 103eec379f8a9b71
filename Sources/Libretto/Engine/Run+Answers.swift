// What an answer has to be, and what a run’s texts say.

extension Run {
  /// What becomes of an answer: the value that is kept, and which way the run goes, −1 for a prompt
  /// without choices.
  ///
  /// The one place where what a person gives becomes what is kept, whatever the interpreter.
  /// - Throws: ``Rejection`` with what would be right.
  func settle(_ given: Given, _ index: Int) throws(Rejection) -> (kept: Value?, way: Int) {
    let last = -1
    switch program.facts[index].shape {
    case .typed: return (try typed(given, index), last)
    case .yesNo:
      guard case .yes(let yes) = given else { throw Rejection(message: "Answer yes or no.") }
      return (fitting(.bool(yes), index), yes ? 0 : 1)
    case .oneOf:
      if program.facts[index].source >= 0 {
        return (fitting(try offered(given, index), index), last)
      }
      let choice = try choice(given, index)
      let value = program.prompts[index].prompt.choices[choice].value ?? given.value
      return (fitting(value, index), choice)
    case .someOf: return (try several(given, index), last)
    case .review:
      guard given == .submit else {
        throw Rejection(message: "A form is submitted, or one of its questions is gone back to.")
      }
      return (nil, last)
    case .notice: throw Rejection(message: "Nobody answers an alert without buttons.")
    }
  }

  private func fitting(_ value: Value, _ index: Int) -> Value {
    let slot = Int(program.facts[index].slot)
    return slot < 0 ? value : program.keys[slot].type.fitting(value) ?? value
  }

  private func typed(_ given: Given, _ index: Int) throws(Rejection) -> Value? {
    let facts = program.facts[index]
    let value: Value
    switch given {
    case .typed(let typed): value = typed
    case .yes(let yes): value = .bool(yes)
    default:
      let words = facts.isSecret ? "That" : given.quoted
      throw Rejection(message: "\(words) is the id of a choice, and there are none.")
    }
    let type = facts.slot >= 0 ? program.keys[Int(facts.slot)].type : .string
    if facts.isOptional, value.isEmpty { return nil }
    guard let fitting = type.fitting(value) else {
      let given = facts.isSecret ? "That" : value.quoted
      throw Rejection(message: "\(given) is not \(type).")
    }
    guard facts.hasRules else { return fitting }
    for rule in program.prompts[index].prompt.rules where !rule.accepts(fitting) {
      throw Rejection(message: rule.message.map { render($0) } ?? rule.words(for: type))
    }
    return fitting
  }

  /// The place of the choice with this id.
  private func choice(_ given: Given, _ index: Int) throws(Rejection) -> Int {
    let choices = program.prompts[index].prompt.choices
    guard case .choice(let id) = given, let place = choices.firstIndex(where: { $0.id == id })
    else { throw Rejection.noChoice(given.quoted, choices.map(\.id)) }
    return place
  }

  /// The value of the option with this id, of a question whose options are an answer.
  private func offered(_ given: Given, _ index: Int) throws(Rejection) -> Value {
    let options = options(index)
    guard case .choice(let id) = given, let option = options.first(where: { $0.id == id })
    else { throw Rejection.noChoice(given.quoted, options.map(\.id)) }
    return option.value ?? .string(id)
  }

  /// The values of the options with these ids, in the order of the options.
  private func several(_ given: Given, _ index: Int) throws(Rejection) -> Value {
    let options = options(index)
    guard case .choices(let ids) = given else {
      throw Rejection(message: "Give a list of answers, not \(given.quoted).")
    }
    for id in ids where !options.contains(where: { $0.id == id }) {
      throw Rejection.noChoice("“\(id.shortened)”", options.map(\.id))
    }
    let chosen = options.filter { ids.contains($0.id) }.map { $0.value ?? .string($0.id) }
    for rule in program.prompts[index].prompt.rules where !rule.accepts(.list(chosen)) {
      throw Rejection(
        message: rule.message.map { render($0) } ?? rule.words(for: .list(.string)))
    }
    return .list(chosen)
  }

  /// The options of a prompt, those from an answer too; of equal ones the first.
  func options(_ index: Int) -> [Choice] {
    let source = program.prompts[index].source
    guard source >= 0 else { return program.prompts[index].prompt.choices }
    guard case .list(let values)? = strand.slots[source] else { return [] }
    var seen: Set<String> = []
    return values.compactMap { value in
      guard seen.insert(value.description).inserted else { return nil }
      var choice = Choice(Text(value.description), value: value)
      choice.id = value.description
      return choice
    }
  }

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
  func render(_ text: Text) -> String { render(text, strand.slots) }

  /// A text with the answers that the strand of a need has.
  func render(_ text: Text, for need: Need) -> String { render(text, strand(of: need).slots) }

  private func render(_ text: Text, _ slots: [Value?]) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal): result += literal
      case .placeholder(let key):
        if let slot = program.keys.slots[key.name], let value = slots[slot] {
          result += value.description
        }
      }
    }
    return result
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
      guard type.fitting(value) == nil else { continue }
      let given = program.keys.secrets.contains(name) ? "a secret" : value.quoted
      throw Rejection(message: "the key “\(name)” was set to \(given), which is not \(type)")
    }
  }

  /// Checks what was loaded.
  func checkLoaded(_ loaded: Value?) throws(Rejection) {
    let key = program.loads[index].load.key
    guard let loaded, !loaded.isEmpty, key.type.fitting(loaded) == nil else { return }
    throw Rejection(
      message: "the key “\(key.name)” was to be loaded with \(loaded.quoted), "
        + "which is not \(key.type)")
  }
}
