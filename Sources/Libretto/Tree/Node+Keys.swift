// What a step itself does to keys, as far as it can be known; the steps inside have their own.

extension Node {
  /// The key whose answer the step sets.
  var keyWritten: KeyReference? {
    switch self {
    case .prompt(let prompt): prompt.key
    case .store(let key, _): key
    case .load(let load): load.key
    case .action(let action): action.result
    default: nil
    }
  }

  /// The keys that the step reads: in texts and conditions, as options, or as declared.
  var keysRead: [KeyReference] {
    switch self {
    case .say(let text), .fail(let text): text.keys
    case .prompt(let prompt): prompt.keysRead
    case .action(let action): action.reads ?? []
    case .load(let load): (load.loading?.keys ?? []) + (load.reads ?? [])
    case .select(let selection): [selection.key]
    case .when(let condition, _, _), .loop(.whileTrue(let condition), _),
      .loop(.until(let condition), _):
      condition.form.reads.map(\.key)
    case .operations, .operation, .cancelOperation, .wait, .loop(.times, _), .leave, .reload,
      .back, .store, .finish, .subflow:
      []
    }
  }

  /// The step as a problem names it: its kind, and its id if it has one.
  var words: String {
    switch self {
    case .say: "a Say"
    case .fail: "a Fail"
    case .prompt(let prompt): "the question “\(prompt.id)”"
    case .action(let action): "the action “\(action.id)”"
    case .load(let load): "the Load “\(load.id)”"
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
    for choice in choices { texts += [choice.title] + choice.rules.map(\.rule.message) }
    let conditions = fields.compactMap(\.condition)
    return texts.compactMap(\.self).flatMap(\.keys) + (source.map { [$0] } ?? [])
      + conditions.flatMap { $0.form.reads.map(\.key) }
  }
}
