// The steps: each is begun with its members, and its branches are left as plans.

extension FlowReader {
  /// The steps of one branch, yet to be read.
  struct Plan {
    /// The elements that are yet to be read.
    var rest: JSONDocument.Parts
    /// The member in which they stand.
    let member: String
    /// Where that member stands; nil for the step itself.
    var trail: JSONTrail?
    var kind = Kind.step

    /// What the elements are.
    enum Kind { case step, operation, field, question }

    init(_ steps: JSONDocument.Parts?, _ member: String) {
      rest = steps ?? JSONDocument.Parts(first: 0, end: 0)
      self.member = member
    }
  }

  /// A step that has been begun, and its branches. It is a class, since a prompt is large to copy.
  final class Open {
    var node: Node
    /// A prompt, until it becomes the node: each change of a node copies all of it.
    var prompt: Prompt?
    let trail: JSONTrail
    /// The number of its source.
    let source: Int
    var plans: [Plan] = []
    var plan = 0
    var step = 0
    var branches: [[Node]] = []
    /// What shows each of the questions on a page.
    var conditions: [Condition?] = []
    /// What shows this question on a page.
    var condition: Condition?

    init(_ node: Node, _ trail: JSONTrail, source: Int) {
      self.node = node
      self.trail = trail
      self.source = source
    }

    func append(_ node: Node, _ condition: Condition?) {
      branches[plan].append(node)
      if plans[plan].kind == .field || plans[plan].kind == .question {
        conditions.append(condition)
      }
    }

    /// The step with all that stands in it.
    var finished: Node {
      if prompt == nil {
        if !plans.isEmpty { node.branches = branches }
        return node
      }
      if let first = plans.first, first.kind != .step {
        prompt?.fields = conditions.map { Prompt.Field(prompt: Prompt(.ask, ""), condition: $0) }
        if conditions.isEmpty { branches.removeFirst() }
      }
      if !plans.isEmpty { prompt?.branches = branches }
      return prompt.take().map(Node.prompt) ?? node
    }
  }

  /// Reads all that stands in a step, with a stack of its own: no depth can overflow it.
  mutating func steps(of root: Open) -> [Node] {
    var stack = [root]
    stack[0].branches = stack[0].plans.map { _ in [] }
    while true {
      let top = stack.count - 1
      let number = stack[top].plan
      guard number < stack[top].plans.count else {
        if top == 0 { return stack[0].branches[0] }
        let open = stack.removeLast()
        sources[open.source].count = sources.count - open.source
        stack[top - 1].append(open.finished, open.condition)
        continue
      }
      let step = stack[top].step
      let rest = stack[top].plans[number].rest
      guard rest.first < rest.end else {
        stack[top].plan += 1
        stack[top].step = 0
        continue
      }
      stack[top].step += 1
      stack[top].plans[number].rest.first = document.next(rest.first)
      let trail = (stack[top].plans[number].trail ?? stack[top].trail)
        .appending(stack[top].plans[number].member, step)
      guard stack.count <= Limits.depth else {
        note("steps are nested more than \(Limits.depth) deep here", trail)
        stack[top].plans[number].rest.first = rest.end
        continue
      }
      depth = max(depth, stack.count)
      guard let open = begin(rest.first, trail, stack[top].plans[number].kind) else { continue }
      if open.plans.isEmpty {
        stack[top].append(open.finished, open.condition)
      } else {
        stack.append(open)
      }
    }
  }

  /// Begins a step, the element of an array; nil for one that is none.
  private mutating func begin(_ json: Int, _ trail: JSONTrail, _ kind: Plan.Kind) -> Open? {
    known.removeAll(keepingCapacity: true)
    guard enter(json, "a step", trail), let type = string("type") else { return nil }
    sources.append(StepSource(Place(trail)))
    guard let open = open(type, kind, trail) else {
      note(unknown(type, kind), trail, "type")
      return nil
    }
    if kind == .question {
      var condition: Condition?
      self.condition("when", &condition)
      open.condition = condition
    }
    finish()
    open.branches = open.plans.map { _ in [] }
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

  private mutating func open(_ type: String, _ kind: Plan.Kind, _ trail: JSONTrail) -> Open? {
    if let prompt = Prompt.Kind(rawValue: type) {
      let fits =
        switch kind {
        case .step: true
        case .operation: false
        case .field: prompt == .ask
        case .question: prompt != .alert && prompt != .form
        }
      return fits ? self.prompt(prompt, kind, trail) : nil
    }
    guard kind == .step || kind == .operation, (type == "operation") == (kind == .operation),
      var node = Node.blank(type)
    else { return nil }
    if type == "repeat" { checkEnds() }
    node.members(&self)
    if let id = node.id { identify(id, node.was) }
    let open = Open(node, trail, source: sources.count - 1)
    if case .select(let selection) = node {
      cases(selection, open)
    } else {
      plan(open)
    }
    return open
  }

  /// Keeps the id that was given to a step, and its earlier ids.
  mutating func identify(_ id: String, _ was: [String]) {
    sources[sources.count - 1].explicitID = id
    sources[sources.count - 1].was = was
  }

  private mutating func checkEnds() {
    let ends = ["times", "while", "until"].count { has($0) }
    if ends != 1 {
      note("a repeat has one of “times”, “while” and “until”, not \(ends)", members.trail)
    }
  }

  /// Leaves the steps of the branches to be read.
  private mutating func plan(_ open: Open) {
    for member in open.node.branchMembers {
      let isThere = has(member.name)
      var plan = Plan(
        member.form == .always ? array(member.name) : optionalArray(member.name), member.name)
      if member.name == "operations" { plan.kind = .operation }
      if member.form == .given {
        guard isThere else { continue }
        open.node.hasFailureBranch = true
      }
      open.plans.append(plan)
    }
  }

  private mutating func cases(_ blank: Node.Selection, _ open: Open) {
    var selection = blank
    for (index, json) in list(array("cases")).enumerated() {
      let trail = members.trail.appending("cases", index)
      guard enter(json, "a case", trail) else { continue }
      let values = self.values("values")
      if values.isEmpty { note("a case needs at least one value", trail, "values") }
      selection.cases.append(Node.Selection.Case(values: values, steps: []))
      var plan = Plan(array("steps"), "steps")
      plan.trail = trail
      open.plans.append(plan)
      finish()
    }
    let hasDefault = has("default")
    let steps = optionalArray("default")
    if hasDefault { open.plans.append(Plan(steps, "default")) }
    if selection.cases.isEmpty, list(steps).isEmpty {
      note("a switch needs at least one case", members.trail)
    }
    open.node = .select(selection)
  }
}
