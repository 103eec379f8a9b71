import LibrettoCore

/// What can be known about an answer that is given beforehand without performing the flow: whether
/// its question could have it at all.
///
/// Rules that read other answers, options that are loaded and titles that show answers are left to
/// the run. Days are compared with today, since the answer is for now; paths aren't looked up,
/// because the flow itself may create them.
struct GivenCheck {
  private let program: Program
  /// What is known of the flow's keys before it runs.
  private let unknown: Knowledge
  private let prompt: Prompt
  private let question: Question

  /// - Parameter unknown: what is known of the flow's keys before it runs, which many checks share.
  /// - Returns: nil if the name isn't that of a question.
  init?(_ name: String, in program: Program, _ unknown: Knowledge? = nil) {
    guard let code = program.prompt(name) else { return nil }
    self.program = program
    prompt = code.prompt
    let unknown = unknown ?? Knowledge(program.keys)
    self.unknown = unknown
    let fields = code.fields.map { program.prompts[$0.prompt] }
    let choices =
      code.prompt.kind == .form
      ? fields.map { Question.Choice(id: $0.id, title: unknown.render($0.prompt.title)) }
        + [Question.Choice(id: Run.submission, title: "Submit")]
      : code.prompt.choices.map { Question.Choice($0, render: unknown.render) }
    isFixed =
      code.prompt.source == nil
      && (fields.map(\.prompt.title) + code.prompt.choices.map(\.title)).allSatisfy(\.keys.isEmpty)
    question = Question(
      code.prompt, id: code.id, name: name, isSecret: code.isSecret, choices: choices,
      render: unknown.render)
  }

  /// Whether the flow contains the choices and their titles.
  private let isFixed: Bool

  /// Checks an answer.
  /// - Throws: ``Failure``, with the words of the run.
  func check(_ answer: ScriptedAnswer) throws(Failure) {
    switch answer.kind {
    case .back: return
    case .timedOut: return try question.checkTimesOut()
    // What is worked out, or is the default only under a condition, isn't known yet.
    case .preset where prompt.default?.given == nil && prompt.default != nil: return
    case .preset where prompt.choices.contains { $0.condition != nil && $0.isDefault }: return
    case .answer(let value) where isUnknown(value): return
    default: break
    }
    let given = try question.read(given: answer, today: .today)
    do throws(Rejection) {
      try check(given)
    } catch {
      throw question.misfit(error.message)
    }
  }

  /// Whether only the run shows what a value means.
  private func isUnknown(_ value: Value) -> Bool {
    if question.shape == .typed || question.shape == .yesNo { return false }
    if isFixed && prompt.choices.allSatisfy({ $0.condition == nil }) { return false }
    if (try? question.read(value)) != nil { return !isFixed }
    // Of the choices with conditions fewer may be offered, so that what is ambiguous now isn't then.
    let words: [String] =
      switch value {
      case .list(let values): values.map(\.description)
      case let value where question.shape == .someOf:
        value.description.split(separator: ",").map { String($0).trimmed }
      default: [value.description]
      }
    return !isFixed || words.allSatisfy { word in question.choices.contains { $0.mayMean(word) } }
  }

  /// Checks an answer by the type of the key and the rules that read no other answers.
  private func check(_ given: Given) throws(Rejection) {
    switch (question.shape, given) {
    case (.typed, .typed(let typed)):
      let value = prompt.transformed(typed)
      if prompt.isOptional, value.isEmpty { return }
      let isFixed = prompt.default == nil || prompt.default?.given != nil
      if value == .string(""), isFixed, prompt.refusesEmpty(question.type, { _ in nil }) {
        let message = prompt.emptyMessage.flatMap {
          $0.keys.isEmpty ? unknown.render($0) : nil
        }
        throw Rejection(message: message ?? Prompt.emptyWords)
      }
      guard var fitting = question.type.value(exactly: value) else {
        throw Rejection(
          message: "\(question.isSecret ? "That" : value.quoted) is not \(question.type).")
      }
      if let slot = prompt.key.flatMap({ program.keys.slots[$0.name] }) {
        fitting = try program.ownValue(slot, fitting, isSecret: question.isSecret)
      }
      try checkRules(fitting, question.type)
    case (.someOf, .choices(let ids)):
      let chosen = prompt.choices.filter { ids.contains($0.id) }
      if prompt.source == nil {
        try checkRules(.list(chosen.map { $0.value ?? .string($0.id) }), .list(.string))
      }
    default: return
    }
  }

  private func checkRules(_ value: Value, _ type: ValueType) throws(Rejection) {
    for rule in prompt.rules {
      let accepts =
        rule.isAsked && !rule.isPath
        ? rule.accepts(value, today: .today, state: { _ in nil }) : rule.accepts(value)
      if accepts { continue }
      let message = rule.message.flatMap {
        $0.keys.isEmpty ? unknown.render($0) : nil
      }
      throw Rejection(message: message ?? rule.words(for: type))
    }
  }
}

extension Question.Choice {
  /// Whether a word could choose it among fewer choices.
  fileprivate func mayMean(_ word: String) -> Bool {
    let wanted = word.lowercased()
    return line.lowercased().hasPrefix(wanted) || id.lowercased() == wanted
      || shortcut?.lowercased() == wanted || value?.description == word
  }
}
