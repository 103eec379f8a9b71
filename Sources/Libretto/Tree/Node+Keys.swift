// What a step itself does to keys, as far as it can be known; the steps inside have their own.

extension Node.Kind {
  /// The keys whose answers the step sets, as far as it says so.
  var keysWritten: [KeyReference] {
    switch self {
    case .prompt(let prompt): prompt.key.map { [$0] } ?? []
    case .store(let key, _): [key]
    case .load(let load): [load.key]
    case .action(let action): action.keysDeclared
    default: []
    }
  }

  /// The keys that the step reads: in texts and conditions, as options, or as declared.
  var keysRead: [KeyReference] {
    switch self {
    case .say(let text), .heading(let text), .fail(let text): text.keys
    case .note(let title, let text): title.keys + text.keys
    case .finish(let finish): finish.text?.keys ?? []
    case .prompt(let prompt): prompt.keysRead
    case .action(let action): (action.loading?.keys ?? []) + (action.reads ?? [])
    case .load(let load): (load.loading?.keys ?? []) + (load.reads ?? [])
    case .select(let selection): [selection.key]
    case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
      condition.form.reads.map(\.key)
    case .operations, .operation, .cancelOperation, .wait, .loop(.times), .leave, .tryAgain,
      .back, .subflow:
      []
    case .store(_, let calculation): calculation.form.keys
    }
  }

}

extension Node.Action {
  /// The keys that it sets, as far as it says so: its result, and those that it declares.
  var keysDeclared: [KeyReference] { (result.map { [$0] } ?? []) + (writes ?? []) }

  /// Whether the action may set a key: it says so, or doesn't say what it sets.
  func declares(_ key: String) -> Bool { writes == nil || keysDeclared.contains { $0.name == key } }
}

extension Node {
  /// The keys that the step itself can set, without the steps inside it; nil if it can set any key.
  ///
  /// Only an action that doesn't declare what it writes can.
  var keysSet: [KeyReference]? {
    switch kind {
    case .action(let action):
      if action.writes == nil { return nil }
      return action.keysDeclared + (handlesFailure ? [action.error] : [])
    case .load(let load): return [load.key, load.error, load.state]
    case .operation(let operation): return [operation.error, operation.state]
    default: return kind.keysWritten
    }
  }

  /// The step as a problem names it: its kind, and its id if it has one.
  var words: String {
    let named = id.map { " “\($0)”" } ?? ""
    return switch kind {
    case .say: "a Say"
    case .heading: "a Heading"
    case .note: "a Note"
    case .finish: "a Finish"
    case .fail: "a Fail"
    case .prompt: "the question\(named)"
    case .action: "the action\(named)"
    case .load: "the Load\(named)"
    case .select: "a Switch"
    case .when: "a When"
    case .loop: "a Repeat"
    default: "a step"
    }
  }
}

extension Prompt {
  fileprivate var keysRead: [KeyReference] {
    var texts = [title, message, placeholder, help]
    texts += (rules + draftRules).map(\.message) + checks.map(\.message)
    for choice in choices {
      texts += [choice.title, choice.detail, choice.because] + choice.rules.map(\.rule.message)
    }
    return texts.compactMap(\.self).flatMap(\.keys) + [source, titles].compactMap(\.self)
      + checks.flatMap(\.reads)
      + (rules + draftRules + choices.flatMap { $0.rules.map(\.rule) }).flatMap(\.keys)
      + (self.default?.form.keys ?? [])
      + (conditions + choices.map(\.condition)).compactMap(\.self)
      .flatMap { $0.form.reads.map(\.key) }
  }
}
