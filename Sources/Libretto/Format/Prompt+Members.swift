// The members of prompts in JSON, and of their choices and rules.

extension Prompt {
  /// Goes through the members before the branches. A kind has the members that its declaration can
  /// set.
  mutating func members(_ coder: inout some MemberCoder, _ identity: inout Node.Identity?) {
    let shape = Shape(kind, hasChoices: true)
    coder.identity(&identity)
    coder.template("title", &title)
    if kind == .alert || kind == .form { coder.template("message", &message) }
    switch shape {
    case .typed, .someOf: coder.requiredKey("into", &key)
    case .yesNo: coder.key("into", &key)
    case .oneOf: if kind != .alert { coder.key("into", &key) }
    case .review, .notice: break
    }
    if kind == .choose || kind == .chooseMany {
      coder.key("from", &source)
      coder.key("titles", &titles)
      if let titles, titles.type != .list(.string) {
        coder.refuse("the key “\(titles.name)” must be a list of texts here", at: "titles")
      } else if titles != nil, source == nil {
        coder.refuse("titles belong to options from a key; give “from” too", at: "titles")
      }
    }
    if shape == .typed || shape == .yesNo { coder.calculation("default", &self.default) }
    if shape == .typed { coder.template("placeholder", &placeholder) }
    if kind != .alert && kind != .form { coder.template("help", &help) }
    if shape == .typed {
      coder.flag("secret", &isSecret)
      coder.flag("optional", &isOptional)
      coder.flag("multiline", &isMultiline)
      coder.transforms("transforms", &transforms)
      if !transforms.isEmpty, let key, !key.type.isText {
        coder.refuse("an answer that is \(key.type) can't have transforms", at: "transforms")
      }
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
        var reads: [KeyReference]? = check.reads.isEmpty ? nil : check.reads
        coder.keys("reads", &reads)
        check.reads = reads ?? []
        return true
      }
    }
  }
}

extension Choice {
  /// Goes through the members of a button or option before its steps.
  mutating func members(_ coder: inout some MemberCoder, isButton: Bool) {
    coder.text("id", &id)
    coder.was(&was)
    coder.template("title", &title)
    if isButton { coder.role("role", &role) }
    coder.letter("key", &shortcut)
    coder.flag("preferred", &isDefault)
    coder.template("description", &detail)
    coder.condition("when", &condition)
    coder.template("otherwise", &because)
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
  /// Goes through the members of a rule for answers of a type.
  fileprivate mutating func members<Coder: MemberCoder>(
    _ coder: inout Coder, _ type: ValueType
  ) -> Bool {
    guard let name = coder.word("rule", kind.name) else { return false }
    if Coder.isReading {
      guard let blank = Kind.blanks.first(where: { $0.name == name }) else {
        let known = Kind.blanks.map { "“\($0.name)”" }.joined(separator: ", ")
        coder.refuse("there is no rule “\(JSONExcerpt.text(name))”; there are \(known)", at: "rule")
        return false
      }
      kind = blank
    }
    kind.members(&coder)
    if let (key, wanted) = kind.wrongKey(type) {
      coder.refuse(
        "the key “\(key.name)” is \(key.type), but the rule “\(name)” needs \(wanted) here", at: nil
      )
    } else if !kind.fits(type) {
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
    case .oneOf, .among: "oneOf"
    case .equals: "equals"
    case .differs: "differs"
    case .matches: "matches"
    case .daysFromToday: "daysFromToday"
    case .path: "path"
    }
  }

  /// The rules before their members are read, in the order in which an error lists them.
  fileprivate static let blanks: [Self] = {
    let key = KeyReference(name: "", type: .string)
    return [
      .notEmpty, .length(minimum: nil, maximum: nil),
      .range(minimum: nil, maximum: nil, excludesMaximum: false), .oneOf([]), .equals(key),
      .differs(key), .matches(Pattern("")), .daysFromToday(minimum: nil, maximum: nil), .path([]),
    ]
  }()

  fileprivate mutating func members(_ coder: inout some MemberCoder) {
    switch self {
    case .notEmpty: break
    case .length(var minimum, var maximum):
      coder.integer("minimum", from: 0, &minimum)
      coder.integer("maximum", from: 0, &maximum)
      self = .length(minimum: minimum, maximum: maximum)
    case .range(var minimum, var maximum, var excludesMaximum):
      coder.calculation("minimum", &minimum)
      coder.calculation("maximum", &maximum)
      coder.flag("excludesMaximum", &excludesMaximum)
      self = .range(minimum: minimum, maximum: maximum, excludesMaximum: excludesMaximum)
    case .oneOf(var values):
      var source: KeyReference?
      coder.key("from", &source)
      if let source {
        self = .among(source)
      } else {
        coder.values("values", &values)
        self = .oneOf(values)
      }
    case .among(var key): coder.key("from", &key)
    case .equals(var key):
      coder.key("key", &key)
      self = .equals(key)
    case .differs(var key):
      coder.key("key", &key)
      self = .differs(key)
    case .matches(var pattern):
      coder.pattern("pattern", &pattern)
      self = .matches(pattern)
    case .daysFromToday(var minimum, var maximum):
      coder.integer("minimum", from: .min, &minimum)
      coder.integer("maximum", from: .min, &maximum)
      self = .daysFromToday(minimum: minimum, maximum: maximum)
    case .path(let states):
      var names = states.map(\.rawValue)
      coder.texts("are", &names)
      let known = names.compactMap(PathState.init)
      if known.count < names.count || known.isEmpty {
        coder.refuse(
          "expected an array of “missing”, “file” and “folder”, at least one of them", at: "are")
      }
      self = .path(known)
    }
  }

  /// The other key that the rule reads, if it has the wrong type, and the right one.
  fileprivate func wrongKey(_ type: ValueType) -> (key: KeyReference, wanted: ValueType)? {
    switch self {
    case .among(let key) where key.type != .list(type): (key, .list(type))
    case .equals(let key) where key.type != type: (key, type)
    case .differs(let key) where key.type != type: (key, type)
    default: nil
    }
  }

  fileprivate func fits(_ type: ValueType) -> Bool {
    switch self {
    case .notEmpty, .length: type.hasLength
    case .range: !type.isList
    case .oneOf, .among, .equals, .differs: true
    case .matches: type.isText
    case .daysFromToday: type.innermost == .day
    case .path: type.innermost == .string
    }
  }
}
