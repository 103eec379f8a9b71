// The members of prompts in JSON, and of what they consist of.

extension Prompt {
  /// Goes over the members that stand before the branches. A kind has those that its declaration
  /// has, and no others.
  mutating func members(_ coder: inout some MemberCoder) {
    let shape = Shape(kind, hasChoices: true)
    coder.text("id", &id)
    coder.was(&was)
    coder.template("title", &title)
    if kind == .alert || kind == .form { coder.template("message", &message) }
    switch shape {
    case .typed, .someOf: coder.requiredKey("into", &key)
    case .yesNo: coder.key("into", &key)
    case .oneOf: if kind != .alert { coder.key("into", &key) }
    case .review, .notice: break
    }
    if kind == .choose || kind == .chooseMany { coder.key("from", &source) }
    if shape == .typed || shape == .yesNo { coder.value("default", &defaultValue) }
    if shape == .typed { coder.template("placeholder", &placeholder) }
    if kind != .alert && kind != .form { coder.template("help", &help) }
    if shape == .typed {
      coder.flag("secret", &isSecret)
      coder.flag("optional", &isOptional)
      coder.flag("multiline", &isMultiline)
    }
    if kind == .alert { coder.time("dismissAfterMilliseconds", from: 0, &dismissAfter) }
    if kind != .form { coder.time("timeoutMilliseconds", from: 1, &timeout) }
    if shape == .typed || kind == .chooseMany {
      let type = key?.type ?? .string
      coder.rules("rules", &rules, type)
    }
    if shape == .typed {
      coder.rules("draftRules", &draftRules, .string)
      coder.objects("checks", "a check", &checks, Check("", nil)) { check, coder in
        coder.text("name", &check.name)
        coder.template("message", &check.message)
        return true
      }
    }
  }
}

extension Choice {
  /// Goes over the members of a button or option that stand before its steps.
  mutating func members(_ coder: inout some MemberCoder, isButton: Bool) {
    coder.text("id", &id)
    coder.was(&was)
    coder.template("title", &title)
    if isButton { coder.role("role", &role) }
    coder.letter("key", &shortcut)
    coder.flag("preferred", &isPreferred)
    guard isButton else { return coder.value("value", &value) }
    let blank = FieldRule(
      key: KeyReference(name: "", type: .string), rule: Prompt.Rule(.notEmpty, nil))
    coder.objects("rules", "a rule", &rules, blank) { rule, coder in
      coder.key("field", &rule.key)
      return rule.rule.members(&coder, rule.key.type)
    }
  }
}

extension MemberCoder {
  fileprivate mutating func rules(
    _ name: String, _ rules: inout [Prompt.Rule], _ type: ValueType
  ) {
    objects(name, "a rule", &rules, Prompt.Rule(.notEmpty, nil)) { $0.members(&$1, type) }
  }
}

extension Prompt.Rule {
  /// Goes over the members of a rule for answers of a type.
  fileprivate mutating func members<Coder: MemberCoder>(
    _ coder: inout Coder, _ type: ValueType
  ) -> Bool {
    guard let name = coder.word("rule", kind.name) else { return false }
    if Coder.isReading {
      guard let blank = Kind.blank(name) else {
        coder.refuse(
          "there is no rule “\(JSONExcerpt.text(name))”; there are “notEmpty”, “length”, “range”, "
            + "“oneOf”, “matches”", at: "rule")
        return false
      }
      kind = blank
    }
    kind.members(&coder)
    if !kind.fits(type) {
      coder.refuse("an answer that is \(type) can't have the rule “\(name)”", at: nil)
    }
    coder.template("message", &message)
    return true
  }
}

extension Prompt.Rule.Kind {
  fileprivate var name: String {
    switch self {
    case .notEmpty: "notEmpty"
    case .length: "length"
    case .range: "range"
    case .oneOf: "oneOf"
    case .matches: "matches"
    }
  }

  /// A rule before its members are read.
  fileprivate static func blank(_ name: String) -> Self? {
    switch name {
    case "notEmpty": .notEmpty
    case "length": .length(minimum: nil, maximum: nil)
    case "range": .range(minimum: nil, maximum: nil, excludesMaximum: false)
    case "oneOf": .oneOf([])
    case "matches": .matches(Pattern(""))
    default: nil
    }
  }

  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    switch self {
    case .notEmpty: break
    case .length(var minimum, var maximum):
      coder.integer("minimum", from: 0, &minimum)
      coder.integer("maximum", from: 0, &maximum)
      self = .length(minimum: minimum, maximum: maximum)
    case .range(var minimum, var maximum, var excludesMaximum):
      coder.value("minimum", &minimum)
      coder.value("maximum", &maximum)
      coder.flag("excludesMaximum", &excludesMaximum)
      self = .range(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum)
    case .oneOf(var values):
      coder.values("values", &values)
      self = .oneOf(values)
    case .matches(var pattern):
      coder.pattern("pattern", &pattern)
      self = .matches(pattern)
    }
  }

  fileprivate func fits(_ type: ValueType) -> Bool {
    switch self {
    case .notEmpty, .length: type.hasLength
    case .range: !type.isList
    case .oneOf: true
    case .matches: type.isText
    }
  }
}
