// What an answer has to be, and what a run's texts say.

extension Run {
  /// Checks what a question was answered with, and gives it in the type of the question's key; nil
  /// where an optional one was left out.
  func typed(_ value: Value, _ index: Int) throws(Rejection) -> Value? {
    let slot = program.prompts[index].slot
    let type = slot >= 0 ? program.keys[slot].type : .string
    if program.prompts[index].prompt.isOptional, value.isEmpty { return nil }
    guard let fitting = type.fitting(value) else {
      let given = program.prompts[index].isSecret ? "That" : value.quoted
      throw Rejection(message: "\(given) is not \(type).")
    }
    for rule in program.prompts[index].prompt.rules where !rule.accepts(fitting) {
      throw Rejection(message: rule.message.map(render) ?? rule.words(for: type))
    }
    return fitting
  }

  /// The place of the choice with this id.
  func choice(_ value: Value, _ index: Int) throws(Rejection) -> Int {
    let choices = program.prompts[index].prompt.choices
    guard case .string(let id) = value, let place = choices.firstIndex(where: { $0.id == id })
    else { throw Rejection.noChoice(value, choices.map(\.id)) }
    return place
  }

  /// The value of the option with this id, of a question whose options are an answer.
  func offered(_ value: Value, _ index: Int) throws(Rejection) -> Value {
    let options = options(index)
    guard case .string(let id) = value, let option = options.first(where: { $0.id == id })
    else { throw Rejection.noChoice(value, options.map(\.id)) }
    return option.value ?? value
  }

  /// The values of the options with these ids, in the order of the options.
  func several(_ value: Value, _ index: Int) throws(Rejection) -> Value {
    let options = options(index)
    guard case .list(let ids) = value else {
      throw Rejection(message: "Give a list of answers, not \(value.quoted).")
    }
    for id in ids where !options.contains(where: { id == .string($0.id) }) {
      throw Rejection.noChoice(id, options.map(\.id))
    }
    let chosen = options.filter { ids.contains(.string($0.id)) }.map { $0.value ?? .string($0.id) }
    for rule in program.prompts[index].prompt.rules where !rule.accepts(.list(chosen)) {
      throw Rejection(
        message: rule.message.map(render) ?? rule.words(for: .list(.string)))
    }
    return .list(chosen)
  }

  /// The options of a prompt, those from an answer too; of equal ones the first.
  func options(_ index: Int) -> [Choice] {
    let source = program.prompts[index].source
    guard source >= 0 else { return program.prompts[index].prompt.choices }
    guard case .list(let values)? = slots[source] else { return [] }
    var seen: Set<String> = []
    return values.compactMap { value in
      guard seen.insert(value.description).inserted else { return nil }
      var choice = Choice(Text(value.description), value: value)
      choice.id = value.description
      return choice
    }
  }

  /// What a review of a form leads to: the place of a question that is shown, or behind them all.
  func review(_ value: Value, _ index: Int) throws(Rejection) -> Int {
    let fields = program.prompts[index].fields
    let shown = shownFields(index)
    if value == .string(Run.submission) { return fields.count }
    for place in shown where value == .string(program.prompts[fields[place].prompt].prompt.id) {
      return place
    }
    throw Rejection.noChoice(
      value, [Run.submission] + shown.map { program.prompts[fields[$0].prompt].prompt.id })
  }

  /// The answer that submits a form.
  static let submission = "submit"

  /// The questions of a form that are shown and have been answered.
  func shownFields(_ index: Int) -> [Int] {
    let fields = program.prompts[index].fields
    return fields.indices.filter { counters[program.prompts[fields[$0].prompt].mark] == 1 }
  }

  /// Checks an answer to a question without giving it.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - value: the answer.
  /// - Throws: ``Rejection`` where the answer does not fit.
  public func check(_ need: Need, _ value: Value) throws(Rejection) {
    if need.kind == .prompt { try check(prompt: need.index, value) }
  }

  /// Checks an answer to the prompt at a place of the table.
  func check(prompt index: Int, _ value: Value) throws(Rejection) {
    switch program.prompts[index].prompt.kind {
    case .ask: _ = try typed(value, index)
    case .chooseMany: _ = try several(value, index)
    case .form: _ = try review(value, index)
    case .alert, .choose:
      if program.prompts[index].source >= 0 {
        _ = try offered(value, index)
      } else {
        _ = try choice(value, index)
      }
    case .confirm:
      guard case .bool = value else { throw Rejection(message: "Answer yes or no.") }
    }
  }

  /// Checks a draft of a typed answer.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - text: what is being typed.
  /// - Throws: ``Rejection`` where the draft must not stand.
  public func checkDraft(_ need: Need, _ text: String) throws(Rejection) {
    guard need.kind == .prompt else { return }
    for rule in program.prompts[need.index].prompt.draftRules where !rule.accepts(.string(text)) {
      throw Rejection(message: rule.message.map(render) ?? rule.words(for: .string))
    }
  }

  /// Checks what an action wrote.
  func checkWritten(_ need: Need, _ answers: Answers) throws(Rejection) {
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
  func checkLoaded(_ need: Need, _ loaded: Value?) throws(Rejection) {
    let key = program.loads[need.index].load.key
    guard let loaded, !loaded.isEmpty, key.type.fitting(loaded) == nil else { return }
    throw Rejection(
      message: "the key “\(key.name)” was to be loaded with \(loaded.quoted), "
        + "which is not \(key.type)")
  }

  /// Whether a failure of this try of a load is the load's.
  func isLastTry(_ need: Need) -> Bool {
    let code = program.loads[need.index]
    return counters[code.tries] >= code.load.retries
  }

  /// What a need says or asks, with the answers so far in its texts.
  public func text(of need: Need) -> String {
    switch need.kind {
    case .say: render(program.texts[need.index].text)
    case .prompt, .notice: render(program.prompts[need.index].prompt.title)
    case .action: need.action ?? ""
    case .load: program.loads[need.index].load.loading.map(render) ?? need.action ?? ""
    case .wait, .back: ""
    }
  }

  /// A text with the answers so far in its placeholders.
  func render(_ text: Text) -> String {
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

extension Rejection {
  static func notNeeded(_ need: Need) -> Rejection {
    Rejection(message: "The step “\(need.name)” is not what the run waits for.")
  }

  static func noChoice(_ value: Value, _ ids: [String]) -> Rejection {
    Rejection(
      message: "\(value.quoted) is none of the answers; they are "
        + ids.map { "“\($0)”" }.joined(separator: ", ") + ".")
  }
}
