import LibrettoCore

// Conditions in the words of those who answer: the titles of questions and options stand in the place
// of keys and values.

extension Graph {
  /// A condition, or its opposite, as a sentence.
  func plain(_ form: Condition.Form, holds: Bool = true) -> String {
    switch form {
    case .not(let form): return plain(form, holds: !holds)
    case .all(let forms): return plain(forms, holds ? " and " : " or ", holds)
    case .any(let forms): return plain(forms, holds ? " or " : " and ", holds)
    case .compare(let key, _, _), .isSet(let key), .isEmpty(let key), .isMultiple(let key, _),
      .contains(let key, _), .matches(let key, _):
      return plain(key) + " " + said(of: form, holds)
    case .calculate(let some, let comparison, let other):
      return plain(some.form) + " " + Self.verb(comparison, holds) + " " + plain(other.form)
    }
  }

  private func plain(_ forms: [Condition.Form], _ word: String, _ holds: Bool) -> String {
    forms.map { form in
      switch form {
      case .all, .any: "(" + plain(form, holds: holds) + ")"
      default: plain(form, holds: holds)
      }
    }.joined(separator: word)
  }

  /// What a condition on one answer says of it.
  func said(of form: Condition.Form, _ holds: Bool = true) -> String {
    let verb = holds ? "is" : "isn’t"
    return switch form {
    case .compare(let key, let comparison, .value(let value)):
      Self.verb(comparison, holds, key.type) + " " + plain(value, of: key)
    case .compare(let key, let comparison, .key(let other)):
      Self.verb(comparison, holds, key.type) + " " + plain(other)
    case .isSet: verb + " answered"
    case .isEmpty: verb + " empty"
    case .isMultiple(_, let number): verb + " a multiple of \(number)"
    case .contains(let key, let value):
      (holds ? "contains " : "doesn’t contain ") + plain(value, of: key)
    case .matches(_, let pattern): verb + " of the form “\(pattern.source)”"
    case .not(let form): said(of: form, !holds)
    case .calculate, .all, .any: plain(form, holds: holds)
    }
  }

  private static func verb(
    _ comparison: Condition.Comparison, _ holds: Bool, _ type: ValueType = .integer
  ) -> String {
    let isTime = type.isTime
    return switch (comparison, holds) {
    case (.equal, true), (.notEqual, false): "is"
    case (.notEqual, true), (.equal, false): "isn’t"
    case (.less, true), (.greaterOrEqual, false): isTime ? "is before" : "is below"
    case (.greaterOrEqual, true), (.less, false): isTime ? "isn’t before" : "is at least"
    case (.greater, true), (.lessOrEqual, false): isTime ? "is after" : "is above"
    case (.lessOrEqual, true), (.greater, false): isTime ? "isn’t after" : "is at most"
    }
  }

  /// The title of the question that sets a key, or the name of the key.
  func plain(_ key: KeyReference) -> String { "“\(asked[key.name]?.title ?? key.name)”" }

  /// The title of the option with a value, or the value.
  func plain(_ value: Value, of key: KeyReference) -> String {
    let choices = asked[key.name]?.choices ?? []
    if case .bool(let isYes) = value { return isYes ? "yes" : "no" }
    let choice = choices.first { ($0.value ?? .string($0.id)).isSame(as: value) }
    if let choice { return "“\(choice.title.template)”" }
    if case .string(let text) = value, !key.type.isTime { return "“\(text)”" }
    return value.description
  }

  private func plain(_ form: Calculation.Form) -> String {
    switch form {
    case .answer(let key): plain(key)
    case .count(let key): "the length of \(plain(key))"
    case .arithmetic(let some, let sign, let other):
      "(\(plain(some)) \(sign.rawValue) \(plain(other)))"
    default: form.description
    }
  }
}

extension Graph {
  /// What a test or a loop is about.
  func plain(_ node: GraphNode) -> String? {
    switch node.kind {
    case .select(let selection): plain(selection.key)
    case .loop(let loop): plain(loop)
    default: node.condition.map { plain($0.form) }
    }
  }

  func plain(_ loop: Node.Loop) -> String {
    switch loop {
    case .times(let times): "\(times) rounds"
    case .whileTrue(let condition) where condition.form == .all([]): "Rounds"
    case .whileTrue(let condition): "Rounds as long as " + plain(condition.form)
    case .until(let condition): "Rounds until " + plain(condition.form)
    }
  }

  /// The values of a case of a `Switch`.
  func plain(_ values: [Value], of key: KeyReference) -> String {
    values.map { plain($0, of: key) }.joined(separator: ", ")
  }
}

extension ValueType {
  fileprivate var isTime: Bool { self == .day || self == .time }
}
