// What an answer must be, and how it is kept.

extension Program {
  /// The value that an answer becomes, and the branch that the run takes; −1 for a prompt without
  /// choices.
  ///
  /// This is the only place where what a person gives becomes what is kept, for all interpreters.
  /// - Parameter isRecorded: whether the answer was taken earlier. An empty text that was taken
  ///   remains an answer.
  /// - Throws: ``Rejection``, which says what would be right.
  func settle(
    _ given: Given, _ index: Int, _ slots: [Value?], isRecorded: Bool = false
  ) throws(Rejection) -> (kept: Value?, way: Int) {
    let last = -1
    if case .typed(let value) = given, facts[index].keeps(value), own.isEmpty {
      return (value, last)
    }
    switch facts[index].shape {
    case .typed: return (try typed(given, index, slots, isRecorded), last)
    case .yesNo:
      guard case .yes(let yes) = given.meant(for: .yesNo) else {
        throw Rejection(.answerYesOrNo)
      }
      return (fitting(.bool(yes), index), yes ? 0 : 1)
    case .oneOf:
      if facts[index].source >= 0 {
        return (fitting(try offered(given, index, slots), index), last)
      }
      let choice = try choice(given, index, slots)
      let value = prompts[index].prompt.choices[choice].value ?? given.value
      return (fitting(value, index), choice)
    case .someOf: return (try several(given, index, slots), last)
    case .review:
      guard given == .submit else {
        throw Rejection(.submitOrGoBack)
      }
      return (nil, last)
    case .notice: throw Rejection(.takesNoAnswer)
    }
  }

  private func fitting(_ value: Value, _ index: Int) -> Value {
    let slot = Int(facts[index].slot)
    return slot < 0 ? value : keys[slot].type.value(exactly: value) ?? value
  }

  private func typed(
    _ given: Given, _ index: Int, _ slots: [Value?], _ isRecorded: Bool
  ) throws(Rejection) -> Value? {
    let facts = facts[index]
    let value: Value
    switch given {
    case .typed(let typed):
      // A method of the prompt would be called on a copy.
      value = facts.hasRules ? Prompt.transformed(typed, prompts[index].prompt.transforms) : typed
    case .yes(let yes): value = .bool(yes)
    default:
      throw Rejection(.idOfNoChoice, facts.isSecret ? Phrase.that.said : given.said)
    }
    let type = facts.slot >= 0 ? keys[Int(facts.slot)].type : .string
    if facts.isOptional, value.isEmpty { return nil }
    if !isRecorded, value == .string("") { try checkEmpty(index, type, slots) }
    guard var fitting = type.value(exactly: value) else {
      throw Rejection(.isNot, facts.isSecret ? Phrase.that.said : value.said, type)
    }
    if !own.isEmpty {
      let kept = try ownValue(Int(facts.slot), fitting, isSecret: facts.isSecret)
      if !isRecorded { fitting = kept }
    }
    guard facts.hasRules else { return fitting }
    try check(fitting, prompts[index].prompt.rules, type, slots)
    return fitting
  }

  /// Refuses a text without characters, which is no answer, unless it is the question's default.
  private func checkEmpty(
    _ index: Int, _ type: ValueType, _ slots: [Value?]
  ) throws(Rejection) {
    let prompt = prompts[index].prompt
    guard prompt.refusesEmpty(type, { answer($0, slots) }) else { return }
    throw Rejection(
      .invalid(rule: prompt.rules.first { $0.kind == .notEmpty }), missing(index, slots))
  }

  /// That a question has no answer, in the author's words if there are any.
  func missing(_ index: Int, _ slots: [Value?]) -> Sentence {
    prompts[index].prompt.emptyMessage.map { Sentence(render($0, slots)) } ?? Sentence(.needed)
  }

  /// Checks a value by rules.
  /// - Parameter type: the type of the answer, for the words of a rule.
  func check(
    _ value: Value, _ rules: [Prompt.Rule], _ type: ValueType, _ slots: [Value?]
  ) throws(Rejection) {
    for rule in rules where !rule.accepts(value, { answer($0, slots) }) {
      let broken = rule.resolved { answer($0, slots) }
      throw Rejection(
        .invalid(rule: broken),
        broken.sentence(for: type, title: { title(ofKey: $0, slots) }) { render($0, slots) })
    }
  }

  func answer(_ key: KeyReference, _ slots: [Value?]) -> Value? {
    keys.slots[key.name].flatMap { slots[$0] }
  }

  /// A prompt with its rules and its default worked out. A default that breaks a rule isn't offered.
  func resolved(_ index: Int, _ slots: [Value?]) -> Prompt {
    var prompt = prompts[index].prompt
    guard facts[index].hasReads || facts[index].hasConditions else { return prompt }
    let answer = { self.answer($0, slots) }
    prompt.rules = prompt.rules.map { $0.resolved(answer) }
    prompt.draftRules = prompt.draftRules.map { $0.resolved(answer) }
    for index in prompt.choices.indices where prompt.choices[index].isDefault {
      prompt.choices[index].isDefault = isAvailable(prompt.choices[index], slots)
    }
    guard let preset = prompt.default, preset.given == nil else { return prompt }
    prompt.default = nil
    if let value = preset.known(answer), let type = prompt.key?.type,
      let fitting = type.value(exactly: value),
      prompts[index].prompt.rules.allSatisfy({ $0.accepts(fitting, answer) })
    {
      prompt.default = Calculation(fitting)
    }
    return prompt
  }

  /// A value that its data type allows, as a program's own type gives it back.
  /// - Throws: ``Rejection`` if the type refuses the value.
  package func ownValue(_ slot: Int, _ value: Value, isSecret: Bool) throws(Rejection) -> Value {
    guard let type = own[slot] else { return value }
    if let kept = type.kept(value) { return kept }
    let given = isSecret ? Phrase.that.said : value.said
    throw type.description.map { Rejection(.isNot, given, $0) }
      ?? Rejection(.isNotAccepted, given, type.name)
  }

  /// The index of the choice with this id.
  private func choice(_ given: Given, _ index: Int, _ slots: [Value?]) throws(Rejection) -> Int {
    let choices = prompts[index].prompt.choices
    // By their places: a closure would copy each choice.
    guard case .choice(let id) = given,
      let place = choices.indices.first(where: { choices[$0].id == id })
    else { throw noChoice(given, choices, slots) }
    if choices[place].condition != nil { try checkAvailable(choices[place], choices, slots) }
    return place
  }

  /// Whether a choice is offered and can be chosen; it can't if its condition reads a key that has no
  /// answer.
  func isAvailable(_ choice: Choice, _ slots: [Value?]) -> Bool {
    guard let condition = choice.condition else { return true }
    let code = ConditionCode(condition.form) { keys.slots[$0.name] ?? 0 }
    return (try? code.holds(slots)) ?? false
  }

  private func checkAvailable(
    _ choice: Choice, _ choices: [Choice], _ slots: [Value?]
  ) throws(Rejection) {
    if isAvailable(choice, slots) { return }
    guard let reason = choice.because else {
      throw noChoice(choice.id.inQuotes, choices, slots)
    }
    let title = render(choice.title, slots).shortened
    throw Rejection(.cantBeChosen, title, render(reason, slots))
  }

  /// A refusal that lists only what can be chosen: an option may be hidden on purpose.
  private func noChoice(_ given: some Sayable, _ choices: [Choice], _ slots: [Value?]) -> Rejection
  {
    Rejection.noChoice(given, choices.filter { isAvailable($0, slots) }.map(\.id))
  }

  /// The value of the option with this id, for a question whose options are an answer.
  private func offered(_ given: Given, _ index: Int, _ slots: [Value?]) throws(Rejection) -> Value {
    // An option from an answer has the words of its value as its id.
    guard case .choice(let id) = given, case .list(let values)? = slots[prompts[index].source],
      let value = values.first(where: { $0.description == id })
    else { throw noChoice(given, options(index, slots), slots) }
    return value
  }

  /// The values of the options with these ids, in the order of the options.
  private func several(_ given: Given, _ index: Int, _ slots: [Value?]) throws(Rejection) -> Value {
    let options = options(index, slots)
    let ids =
      switch given {
      case .choices(let ids): ids
      case .choice(let id): [id]
      default: throw Rejection(.giveAList, given)
      }
    let wanted = Set(ids)
    let chosen = options.indices.filter { wanted.contains(options[$0].id) }
    if chosen.count < wanted.count {
      let offered = Set(options.map(\.id))
      for id in ids where !offered.contains(id) {
        throw noChoice(id.inQuotes, options, slots)
      }
    }
    for place in chosen where options[place].condition != nil {
      try checkAvailable(options[place], options, slots)
    }
    let values = chosen.map { options[$0].value ?? .string(options[$0].id) }
    try check(.list(values), prompts[index].prompt.rules, .list(.string), slots)
    return .list(values)
  }

  /// The options of a prompt, including those from an answer; duplicates are removed, keeping the
  /// first.
  func options(_ index: Int, _ slots: [Value?]) -> [Choice] {
    let source = prompts[index].source
    guard source >= 0 else { return prompts[index].prompt.choices }
    guard case .list(let values)? = slots[source] else { return [] }
    var titles: [Value] = []
    if prompts[index].titles >= 0, case .list(let texts)? = slots[prompts[index].titles] {
      titles = texts
    }
    var seen: Set<String> = []
    return values.enumerated().compactMap { number, value in
      guard seen.insert(value.description).inserted else { return nil }
      let title = number < titles.count ? titles[number] : value
      var choice = Choice(Text(title.description), value: value)
      choice.id = value.description
      return choice
    }
  }

  /// A text with its placeholders filled in.
  func statement(_ index: Int, _ slots: [Value?], _ words: Words = .english) -> Statement {
    let text = render(texts[index].text, slots, words)
    return switch texts[index].form {
    case .text: .text(text)
    case .heading: .heading(text)
    case .note(let title): .note(title: render(title, slots, words), text: text)
    }
  }

  /// - Parameter words: says yes and no.
  func render(_ text: Text, _ slots: [Value?], _ words: Words = .english) -> String {
    var result = ""
    for piece in text.pieces { result += self.words(of: piece, slots, words) }
    return result.aligned
  }

  /// A text piece by piece, for who treats what the author wrote in another way than answers.
  func pieces(of text: Text, _ slots: [Value?], _ words: Words) -> [ShownPiece] {
    text.pieces.map {
      ShownPiece(words: self.words(of: $0, slots, words), isLiteral: $0.isLiteral)
    }
  }

  private func words(of piece: Text.Piece, _ slots: [Value?], _ words: Words) -> String {
    switch piece {
    case .literal(let literal): literal
    case .placeholder(let key): answer(key, slots)?.shown(in: words) ?? ""
    case .calculation(let calculation):
      calculation.known { answer($0, slots) }?.shown(in: words) ?? ""
    }
  }
}
