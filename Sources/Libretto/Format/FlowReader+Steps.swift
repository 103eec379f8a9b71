// The steps: each is begun with all but what stands in it, which is left as plans.

extension FlowReader {
  /// Begins a step, the element of an array; nil for one that is none.
  mutating func begin(
    _ json: Int, _ trail: JSONTrail, _ kind: Plan.Kind, _ condition: inout Condition?
  ) -> Open? {
    known.removeAll(keepingCapacity: true)
    guard var members = members(json, "a step", trail), let type = string("type", &members) else {
      return nil
    }
    guard let open = open(type, kind, &members) else {
      note(unknown(type, kind), trail, "type")
      return nil
    }
    if kind == .question { condition = self.condition("when", &members) }
    finish(members)
    return open
  }

  private static let types: [Plan.Kind: [String]] = [
    .step: [
      "say", "alert", "ask", "confirm", "choose", "chooseMany", "form", "do", "load", "reload",
      "operations", "cancelOperation", "switch", "wait", "when", "repeat", "break", "back", "store",
      "finish", "fail", "flow",
    ],
    .operation: ["operation"],
    .field: ["ask"],
    .question: ["ask", "confirm", "choose", "chooseMany"],
  ]

  private func unknown(_ type: String, _ kind: Plan.Kind) -> String {
    let known = Self.types[kind] ?? []
    let place =
      switch kind {
      case .step: "a step"
      case .operation: "a step among operations"
      case .field: "a field of an alert"
      case .question: "a question on a form"
      }
    var message = "there is no \(place.dropFirst(2)) of type “\(JSONExcerpt.text(type))”"
    if let near = nearest(to: type, among: known) {
      message += "; did you mean “\(near)”?"
    } else {
      message += "; there are " + known.map { "“\($0)”" }.joined(separator: ", ")
    }
    return message
  }

  private mutating func open(
    _ type: String, _ kind: Plan.Kind, _ members: inout JSONMembers
  ) -> Open? {
    if kind == .operation { return type == "operation" ? operation(&members) : nil }
    if let prompt = Prompt.Kind(rawValue: type) {
      let fits =
        switch kind {
        case .field: prompt == .ask
        case .question: prompt != .alert && prompt != .form
        default: true
        }
      return fits ? self.prompt(prompt, kind, &members) : nil
    }
    return kind == .step ? step(type, &members) : nil
  }

  private mutating func step(_ type: String, _ members: inout JSONMembers) -> Open? {
    switch type {
    case "say": leaf(.say(requiredTemplate("text", &members)), members)
    case "fail": leaf(.fail(requiredTemplate("message", &members)), members)
    case "finish": leaf(.finish(optionalString("outcome", &members)), members)
    case "reload": leaf(.reload, members)
    case "break": leaf(.leave, members)
    case "back": leaf(.back, members)
    case "cancelOperation": cancellation(&members)
    case "wait": wait(&members)
    case "store":
      leaf(.store(requiredKey("into", &members), requiredValue("value", &members)), members)
    case "do": action(&members)
    case "load": load(&members)
    case "operations": operations(&members)
    case "switch": selection(&members)
    case "when": when(&members)
    case "repeat": loop(&members)
    case "flow": subflow(&members)
    default: nil
    }
  }

  mutating func requiredInteger(
    _ name: String, from least: Int, _ members: inout JSONMembers
  ) -> Int {
    if !has(name, members) { note("the member “\(name)” is missing", members.trail) }
    return integer(name, from: least, &members) ?? max(least, 0)
  }

  private mutating func leaf(_ node: Node, _ members: JSONMembers) -> Open {
    Open(Draft(node, at: Place(members.trail)), members.trail)
  }

  /// A step with an id.
  mutating func answerable(_ node: Node, _ id: String?, _ members: inout JSONMembers) -> Open {
    var open = leaf(node, members)
    open.draft.was = was(&members)
    open.draft.component = ""
    open.draft.explicitID = id
    open.draft.hasWholeID = true
    return open
  }

  /// Leaves the steps of a branch to be read; a branch that is left out is left out here too.
  mutating func plan(
    _ member: String, _ open: inout Open, _ members: inout JSONMembers,
    as part: Branch.Part = .steps, isRequired: Bool = false, isOptional: Bool = true
  ) {
    let isThere = has(member, members)
    let steps = isRequired ? array(member, &members) : optionalArray(member, &members)
    guard isThere || isOptional else { return }
    open.plans.append(Plan(steps, member, Branch(nil, part, at: open.draft.place)))
  }

  // MARK: The kinds

  private mutating func action(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    var action = Node.Action(
      id: "", name: string("name", &members) ?? "", result: key("into", &members),
      timeout: duration("timeoutMilliseconds", from: 1, &members))
    action.reads = reads(&members)
    action.isUndoable = flag("undo", &members)
    return answerable(.action(action), id, &members)
  }

  private mutating func load(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    var load = Node.Load(string("name", &members) ?? "", key: requiredKey("into", &members))
    load.loading = template("loading", &members)
    load.retries = integer("retries", from: 0, &members) ?? 0
    load.backoff = duration("backoffMilliseconds", from: 0, &members) ?? .zero
    load.timeout = duration("timeoutMilliseconds", from: 1, &members)
    load.reads = reads(&members)
    var open = answerable(.load(load), id, &members)
    plan("data", &open, &members)
    plan("empty", &open, &members)
    plan("failure", &open, &members, isOptional: false)
    return open
  }

  private mutating func operations(_ members: inout JSONMembers) -> Open {
    var open = leaf(.operations([]), members)
    plan("operations", &open, &members, isRequired: true)
    open.plans[0].kind = .operation
    return open
  }

  private mutating func operation(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    let name = string("name", &members) ?? ""
    let after = names("after", &members)
    var open = answerable(.operation(Node.Operation(name, after: after)), id, &members)
    plan("steps", &open, &members, isRequired: true)
    plan("failure", &open, &members, isOptional: false)
    return open
  }

  /// The keys that opaque work reads; nil where it may read any.
  private mutating func reads(_ members: inout JSONMembers) -> [KeyReference]? {
    guard has("reads", members) else {
      _ = take("reads", &members)
      return nil
    }
    return names("reads", &members).map { key($0, members.trail, "reads") }
  }

  private mutating func names(_ member: String, _ members: inout JSONMembers) -> [String] {
    optionalArray(member, &members).map { texts($0, members.trail, member) } ?? []
  }

  private mutating func cancellation(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    let name = string("name", &members) ?? ""
    return answerable(.cancelOperation(Node.Cancel(name)), id, &members)
  }

  private mutating func wait(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    let milliseconds = requiredInteger("milliseconds", from: 0, &members)
    return answerable(.wait(Node.Wait(.milliseconds(milliseconds))), id, &members)
  }

  private mutating func selection(_ members: inout JSONMembers) -> Open {
    let key = requiredKey("key", &members)
    var selection = Node.Selection(key: key, cases: [], otherwise: [])
    var plans: [Plan] = []
    for (index, json) in list(array("cases", &members)).enumerated() {
      let trail = members.trail.appending("cases", index)
      guard var inner = self.members(json, "a case", trail) else { continue }
      let values = self.values("values", &inner)
      if values.isEmpty { note("a case needs at least one value", trail, "values") }
      selection.cases.append(Node.Selection.Case(values: values, steps: []))
      var plan = Plan(array("steps", &inner), "steps", Branch(at: Place(trail)))
      plan.trail = trail
      plans.append(plan)
      finish(inner)
    }
    var open = leaf(.select(selection), members)
    open.plans = plans
    plan("default", &open, &members, isOptional: false)
    if open.plans.isEmpty { note("a switch needs at least one case", members.trail) }
    return open
  }

  private mutating func when(_ members: inout JSONMembers) -> Open {
    var open = leaf(
      .when(requiredCondition("condition", &members), then: [], otherwise: []), members)
    plan("then", &open, &members, isRequired: true)
    plan("otherwise", &open, &members)
    return open
  }

  private mutating func loop(_ members: inout JSONMembers) -> Open {
    let ends = ["times", "while", "until"].filter { has($0, members) }
    if ends.count != 1 {
      note("a repeat has one of “times”, “while” and “until”, not \(ends.count)", members.trail)
    }
    let times = integer("times", from: 0, &members)
    let condition = self.condition("while", &members)
    let until = self.condition("until", &members)
    let loop: Node.Loop =
      if let condition { .whileTrue(condition) } else if let until { .until(until) } else {
        .times(times ?? 0)
      }
    var open = leaf(.loop(loop, []), members)
    plan("steps", &open, &members, isRequired: true)
    return open
  }

  private mutating func subflow(_ members: inout JSONMembers) -> Open {
    let id = string("id", &members)
    let name = string("name", &members) ?? ""
    var open = answerable(.subflow(Node.Subflow(id: "", name: name, steps: [])), id, &members)
    plan("steps", &open, &members, isRequired: true)
    return open
  }
}
