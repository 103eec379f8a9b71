// Decisions about effects, as questions: they say under which values something was done, and what
// has changed. They use titles, which the person knows, instead of ids.

extension Run {
  func decision(for need: Need) -> Question? {
    let title = need.action ?? need.name
    switch need.kind {
    case .stale:
      var choices = [Question.Choice(id: "again", title: "Perform it again")]
      if program.works[need.index].isUndoable {
        choices.insert(
          Question.Choice(id: "undo", title: "Undo it, and perform it again"), at: 0)
      }
      choices.append(Question.Choice(id: "keep", title: "Keep it as it is"))
      return decision(
        need, "“\(title)” was performed with different answers.", changes(need), choices)
    case .begun:
      var choices = [Question.Choice(id: "again", title: "Perform it again")]
      if mayHaveEnded(need) {
        choices.append(Question.Choice(id: "ended", title: "It was done"))
      }
      if handlesFailure(of: need) {
        choices.append(Question.Choice(id: "failed", title: "It was not done, go on with that"))
      }
      let late = program.works[need.index].timeout.map {
        ", or took longer than \($0.inWords),"
      }
      return decision(
        need, "“\(title)” was interrupted\(late ?? "") and may have been done.",
        "Check whether it was done.", choices)
    case .undoBegun:
      return decision(
        need, "Undoing “\(title)” was interrupted and may have been completed.",
        "Check whether it was undone.",
        [
          Question.Choice(id: "again", title: "Undo it again"),
          Question.Choice(id: "undone", title: "It was undone"),
        ])
    case .undoFailed:
      let why = memo.standing(need.stepName)?.undoFailure ?? ""
      return decision(
        need, "Undoing “\(title)” failed: \(why)", nil,
        [
          Question.Choice(id: "again", title: "Try again"),
          Question.Choice(id: "leave", title: "Leave it as it is"),
        ])
    case .remains:
      let isCut = memo.effect(need.stepName)?.status == .cut
      return decision(
        need,
        isCut
          ? "“\(title)” was cancelled and may have been done."
          : "“\(title)” was performed, but the answers no longer lead to it. It stays as it is.",
        nil, [])
    case .secret:
      let key = secretKey(need)
      return Question(
        Prompt(.ask, Text("Give “\(key?.name ?? need.name)” again."), key: key),
        id: need.id, name: need.name, operation: need.operation, isSecret: true, choices: []
      ) { $0.literals }
    default: return nil
    }
  }

  private func secretKey(_ need: Need) -> KeyReference? {
    let held = state.strand(of: need).secrets.first {
      $0.value.name == need.stepName && $0.value.isUnknown
    }
    return held.map { program.keys[$0.key] }
  }

  private func decision(
    _ need: Need, _ title: String, _ message: String?, _ choices: [Question.Choice]
  ) -> Question {
    var prompt = Prompt(choices.isEmpty ? .alert : .choose, Text(title))
    prompt.message = message.map { Text($0) }
    var question = Question(
      prompt, id: need.id, name: need.name, operation: need.operation, isSecret: false,
      choices: choices
    ) { $0.literals }
    question.mayGoBack = state.target(of: need) != nil
    question.isDecision = true
    return question
  }

  /// The values that an action was performed under, and the current ones.
  private func changes(_ need: Need) -> String {
    guard let inputs = memo.standing(need.stepName)?.work.inputs else { return "" }
    let now = state.current(inputs, state.strand(of: need))
    var words: [String] = []
    for (old, new) in zip(inputs.reads, now.reads) where old != new {
      let title = program.title(ofKey: old.key)
      if old.secret != 0 || new.secret != 0 {
        words.append("\(title): a different secret")
      } else {
        words.append("\(title): \(Self.words(old.value)), now \(Self.words(new.value))")
      }
    }
    if words.isEmpty {
      return inputs.after != now.after
        ? "A step before it has changed." : "An earlier answer has changed."
    }
    return words.joined(separator: "; ") + "."
  }

  private static func words(_ value: Value?) -> String {
    guard let value, !value.isEmpty else { return "none" }
    return value.quoted
  }
}

extension Program {
  /// The title of the question that sets a key, as the person knows it, or otherwise the key's
  /// name.
  func title(ofKey name: String) -> String {
    guard let slot = keys.slots[name], let prompt = prompts.first(where: { $0.slot == slot }) else {
      return name
    }
    let title = prompt.prompt.title.literals.trimmed
    return title.isEmpty ? name : "“\(title.shortened)”"
  }
}
