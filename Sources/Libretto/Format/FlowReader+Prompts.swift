// Prompts: a kind has the members that its declaration has, and no others.

extension FlowReader {
  mutating func prompt(
    _ kind: Prompt.Kind, _ place: Plan.Kind, _ members: inout JSONMembers
  ) -> Open {
    let id = string("id", &members)
    var prompt = Prompt(
      kind, requiredTemplate("title", &members), key: promptKey(kind, &members))
    switch Prompt.Shape(kind, hasChoices: true) {
    case _ where kind == .alert: prompt.message = template("message", &members)
    case .review, .notice: prompt.message = template("message", &members)
    case .typed: typed(&prompt, &members)
    case .yesNo:
      prompt.defaultValue = value("default", &members)
      prompt.help = template("help", &members)
    case .oneOf, .someOf:
      prompt.source = key("from", &members)
      prompt.help = template("help", &members)
      if kind == .chooseMany { prompt.rules = rules("rules", prompt.key?.type, &members) }
    }
    if kind == .alert {
      prompt.dismissAfter = duration("dismissAfterMilliseconds", from: 0, &members)
    }
    if kind != .form { prompt.timeout = duration("timeoutMilliseconds", from: 1, &members) }
    check(prompt, place, members)
    var open = answerable(.prompt(prompt), id, &members)
    branches(of: prompt, &open, &members)
    return open
  }

  private mutating func promptKey(
    _ kind: Prompt.Kind, _ members: inout JSONMembers
  ) -> KeyReference? {
    switch Prompt.Shape(kind, hasChoices: true) {
    case _ where kind == .alert: nil
    case .review, .notice: nil
    case .typed, .someOf: requiredKey("into", &members)
    case .yesNo, .oneOf: key("into", &members)
    }
  }

  /// The members of a question that is answered by typing.
  private mutating func typed(_ prompt: inout Prompt, _ members: inout JSONMembers) {
    prompt.defaultValue = value("default", &members)
    prompt.placeholder = template("placeholder", &members)
    prompt.help = template("help", &members)
    prompt.isSecret = flag("secret", &members)
    prompt.isOptional = flag("optional", &members)
    prompt.isMultiline = flag("multiline", &members)
    prompt.rules = rules("rules", prompt.key?.type, &members)
    prompt.draftRules = rules("draftRules", .string, &members)
    for (index, json) in few("checks", &members).enumerated() {
      guard var inner = self.members(json, "a check", members.trail, "checks", index) else {
        continue
      }
      prompt.checks.append(
        Prompt.Check(string("name", &inner) ?? "", template("message", &inner)))
      finish(inner)
    }
  }

  /// Notes where the type of a key is not what Swift's types would have asked for.
  private mutating func check(_ prompt: Prompt, _ place: Plan.Kind, _ members: JSONMembers) {
    guard let key = prompt.key, !key.name.isEmpty else { return }
    let wanted: ValueType? =
      switch (prompt.kind, prompt.source?.type) {
      case (.confirm, _): .boolean
      case (.chooseMany, let source?): source
      case (.ask, _): place == .field ? .string : nil
      default: nil
      }
    if let wanted, key.type != wanted {
      note(
        "the key “\(key.name)” is \(key.type), and has to be \(wanted) here", members.trail, "into")
    }
    if prompt.kind == .chooseMany, !key.type.isList {
      note("the key “\(key.name)” is \(key.type), and has to be a list here", members.trail, "into")
    }
    if prompt.kind == .choose, let source = prompt.source, source.type != .list(key.type) {
      note(
        "the key “\(source.name)” is \(source.type), and has to be \(ValueType.list(key.type)) here",
        members.trail, "from")
    }
    if let text = prompt.defaultValue?.description {
      let states = (prompt.rules + prompt.draftRules).reduce(0) { $0 + $1.states }
      if states * text.utf8.count > Self.mostMatching {
        note("the default is too long to be matched with these patterns", members.trail, "default")
      }
    }
  }

  /// How many states times bytes a default may cost to be matched: half a second.
  private static let mostMatching = 20_000_000

  // MARK: Branches

  /// How many fields an alert may have, and rules and checks a question or a button.
  private static let most = 100

  /// An array whose length is bounded, since work is done for each of its elements with each of others.
  private mutating func few(_ member: String, _ members: inout JSONMembers) -> [Int] {
    let elements = list(optionalArray(member, &members))
    guard elements.count > Self.most else { return elements }
    note("expected at most \(Self.most) elements, found \(elements.count)", members.trail, member)
    return []
  }

  private mutating func branches(
    of prompt: Prompt, _ open: inout Open, _ members: inout JSONMembers
  ) {
    switch Prompt.Shape(prompt.kind, hasChoices: true) {
    case .typed: break
    case _ where prompt.kind == .alert || prompt.kind == .form:
      if prompt.kind == .form || has("fields", members) {
        plan("fields", &open, &members, as: .fields([]), isRequired: prompt.kind == .form)
        open.plans[0].kind = prompt.kind == .form ? .question : .field
        let count = document.count(open.plans[0].rest)
        if prompt.kind == .alert, count > Self.most {
          note("expected at most \(Self.most) fields, found \(count)", members.trail, "fields")
          open.plans.removeAll()
        }
      }
      if prompt.kind == .alert {
        let fields = open.plans.first.map { document.count($0.rest) } ?? 0
        choices("buttons", &open, &members)
        // Each button asks the fields anew.
        if fields * open.plans.count > Self.most * Self.most {
          note("too many buttons for an alert of \(fields) fields", members.trail, "buttons")
        }
      }
    case .yesNo:
      plan("then", &open, &members)
      plan("otherwise", &open, &members)
      open.plans[0].branch.choice = Choice("Yes")
      open.plans[1].branch.choice = Choice("No")
    case .oneOf, .someOf: choices("options", &open, &members)
    case .review, .notice: break
    }
    if prompt.kind != .form { plan("timedOut", &open, &members, as: .timedOut, isOptional: false) }
  }

  private mutating func choices(
    _ member: String, _ open: inout Open, _ members: inout JSONMembers
  ) {
    for (index, json) in list(optionalArray(member, &members)).enumerated() {
      let trail = members.trail.appending(member, index)
      guard var inner = self.members(json, member == "buttons" ? "a button" : "an option", trail)
      else { continue }
      let id = string("id", &inner)
      var choice = Choice(requiredTemplate("title", &inner))
      choice.shortcut = shortcut(&inner)
      choice.isPreferred = flag("preferred", &inner)
      if member == "buttons" {
        choice.role = role(&inner)
        choice.rules = fieldRules(&inner)
      } else {
        choice.value = value("value", &inner)
      }
      var branch = Branch(choice, at: Place(trail))
      branch.explicitID = id
      branch.was = was(&inner)
      var plan = Plan(optionalArray("steps", &inner), "steps", branch)
      plan.trail = trail
      open.plans.append(plan)
      finish(inner)
    }
  }

  private mutating func role(_ members: inout JSONMembers) -> Role {
    guard let word = optionalString("role", &members) else { return .normal }
    if let role = Role(rawValue: word) { return role }
    note(
      "there is no role “\(JSONExcerpt.text(word))”; there are "
        + Role.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", "), members.trail, "role")
    return .normal
  }

  private mutating func shortcut(_ members: inout JSONMembers) -> Character? {
    guard let text = optionalString("key", &members) else { return nil }
    if text.count == 1 { return text.first }
    note("expected one letter, found the text “\(JSONExcerpt.text(text))”", members.trail, "key")
    return nil
  }

  // MARK: Rules

  private mutating func fieldRules(_ members: inout JSONMembers) -> [Choice.FieldRule] {
    var rules: [Choice.FieldRule] = []
    for (index, json) in few("rules", &members).enumerated() {
      guard var inner = self.members(json, "a rule", members.trail, "rules", index) else {
        continue
      }
      let key = requiredKey("field", &inner)
      if let rule = rule(key.type, &inner) { rules.append(Choice.FieldRule(key: key, rule: rule)) }
      finish(inner)
    }
    return rules
  }

  private mutating func rules(
    _ member: String, _ type: ValueType?, _ members: inout JSONMembers
  ) -> [Prompt.Rule] {
    var rules: [Prompt.Rule] = []
    for (index, json) in few(member, &members).enumerated() {
      guard var inner = self.members(json, "a rule", members.trail, member, index) else {
        continue
      }
      if let rule = rule(type ?? .string, &inner) { rules.append(rule) }
      finish(inner)
    }
    return rules
  }

  private mutating func rule(_ type: ValueType, _ members: inout JSONMembers) -> Prompt.Rule? {
    guard let name = string("rule", &members) else { return nil }
    var fits = true
    let kind: Prompt.Rule.Kind
    switch name {
    case "notEmpty": (kind, fits) = (.notEmpty, type.hasLength)
    case "length":
      kind = .length(
        minimum: integer("minimum", from: 0, &members),
        maximum: integer("maximum", from: 0, &members))
      fits = type.hasLength
    case "range":
      kind = .range(
        minimum: value("minimum", &members), maximum: value("maximum", &members),
        excludesMaximum: flag("excludesMaximum", &members))
      fits = !type.isList
    case "oneOf":
      kind = .oneOf(values("values", &members))
    case "matches": (kind, fits) = (.matches(pattern(&members)), type.isText)
    default:
      note(
        "there is no rule “\(JSONExcerpt.text(name))”; there are “notEmpty”, “length”, “range”, "
          + "“oneOf”, “matches”", members.trail, "rule")
      return nil
    }
    if !fits { note("an answer that is \(type) can't have the rule “\(name)”", members.trail) }
    return Prompt.Rule(kind, template("message", &members))
  }
}

extension Prompt.Rule {
  fileprivate var states: Int { if case .matches(let pattern) = kind { pattern.states } else { 0 } }
}
