// Prompts: their members, and the branches inside.

extension FlowReader {
  mutating func prompt(_ kind: Prompt.Kind, _ place: Plan.Kind, _ trail: JSONTrail) -> Open {
    var prompt = Prompt(kind, "")
    let open = Open(.back, trail, source: sources.count - 1)
    prompt.members(&self, &open.identity)
    identify(open.identity)
    check(prompt, place)
    branches(of: &prompt, place, open)
    open.prompt = prompt.dismissed
    return open
  }

  /// Reports a key whose type Swift's type checker would have refused.
  private mutating func check(_ prompt: Prompt, _ place: Plan.Kind) {
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
        "the key “\(key.name)” is \(key.type), but must be \(wanted) here", members.trail, "into")
    }
    if prompt.kind == .chooseMany, !key.type.isList {
      note("the key “\(key.name)” is \(key.type), but must be a list here", members.trail, "into")
    }
    if prompt.kind == .choose, let source = prompt.source, source.type != .list(key.type) {
      note(
        "the key “\(source.name)” is \(source.type), but must be \(ValueType.list(key.type)) here",
        members.trail, "from")
    }
    if let text = prompt.defaultValue?.description {
      let states = (prompt.rules + prompt.draftRules).reduce(0) { $0 + $1.states }
      if states * text.utf8.count > Self.mostMatching {
        note("the default is too long to match with these patterns", members.trail, "default")
      }
    }
  }

  /// The maximum cost of matching a default, in states times bytes: half a second.
  private static let mostMatching = 20_000_000

  // MARK: Branches

  private mutating func branches(of prompt: inout Prompt, _ place: Plan.Kind, _ open: Open) {
    switch Prompt.Shape(prompt.kind, hasChoices: true) {
    case .typed, .notice: break
    case .yesNo:
      open.plans = [
        Plan(.choice(0), optionalArray("then"), "then"),
        Plan(.choice(1), optionalArray("otherwise"), "otherwise"),
      ]
      prompt.choices = [.yes, .no]
      let place = FlowLocation(open.trail)
      sources[open.source].choices = [ChoiceSource(place: place), ChoiceSource(place: place)]
    case .oneOf where prompt.kind == .alert: alert(&prompt, open)
    case .oneOf, .someOf: choices("options", &prompt, open)
    case .review:
      open.plans = [Plan(.questions, array("fields"), "fields")]
      open.plans[0].kind = .question
    }
    // A question on a page can't have steps of its own.
    guard place == .step, prompt.kind != .form else { return }
    let isThere = has("timedOut")
    let steps = optionalArray("timedOut")
    if isThere { open.plans.append(Plan(.timedOut, steps, "timedOut")) }
  }

  private mutating func alert(_ prompt: inout Prompt, _ open: Open) {
    var fields = 0
    if let parts = optionalArray("fields") {
      fields = document.count(parts)
      if fields > Self.most {
        note("expected at most \(Self.most) fields, found \(fields)", members.trail, "fields")
        fields = 0
      } else {
        open.plans = [Plan(.questions, parts, "fields")]
        open.plans[0].kind = .field
      }
    }
    choices("buttons", &prompt, open)
    // The program asks the fields once for each button.
    if fields * open.plans.count > Self.most * Self.most {
      note("too many buttons for an alert of \(fields) fields", members.trail, "buttons")
    }
  }

  private mutating func choices(
    _ member: String, _ prompt: inout Prompt, _ open: Open
  ) {
    let isButton = member == "buttons"
    for (index, json) in list(optionalArray(member)).enumerated() {
      let trail = members.trail.appending(member, index)
      guard enter(json, isButton ? "a button" : "an option", trail) else { continue }
      var choice = Choice("")
      choice.members(&self, isButton: isButton)
      var plan = Plan(.choice(prompt.choices.count), optionalArray("steps"), "steps")
      prompt.choices.append(choice)
      sources[open.source].choices.append(
        ChoiceSource(place: FlowLocation(trail), explicitID: choice.id))
      plan.trail = trail
      open.plans.append(plan)
      finish()
    }
  }
}

extension Prompt.Rule {
  fileprivate var states: Int { if case .matches(let pattern) = kind { pattern.states } else { 0 } }
}
