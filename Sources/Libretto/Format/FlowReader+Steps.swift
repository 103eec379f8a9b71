// Steps: the reader reads the members of a step first, and plans to read its branches later.

extension FlowReader {
  /// The steps of a branch that are still to be read.
  struct Plan {
    let part: Node.Part
    /// The elements that are still to be read.
    var rest: JSONDocument.Parts
    /// The name of the member that contains them.
    let member: String
    /// The path to the object with that member; nil for the step itself.
    var trail: JSONTrail?
    var kind = Kind.step

    /// What the elements can be.
    enum Kind { case step, operation, field, question }

    init(_ part: Node.Part, _ steps: JSONDocument.Parts?, _ member: String) {
      self.part = part
      rest = steps ?? JSONDocument.Parts(first: 0, end: 0)
      self.member = member
    }
  }

  /// A step whose members have been read, and its branches so far.
  final class Open {
    /// The kind of step, except for a prompt.
    var kind: Node.Kind
    /// The prompt; separate from the kind, where each change would copy it.
    var prompt: Prompt?
    var identity: Node.Identity?
    let trail: JSONTrail
    /// The index of its source.
    let source: Int
    var plans: [Plan] = []
    var plan = 0
    var step = 0
    /// The steps so far of the current branch.
    var steps: [Node] = []
    /// The branches before the current one.
    var branches: [Node.Branch] = []
    /// The conditions for asking the questions of a page.
    var conditions: [Condition?] = []
    /// The condition for asking this question, if it is on a page.
    var condition: Condition?

    init(_ kind: Node.Kind, _ trail: JSONTrail, source: Int) {
      self.kind = kind
      self.trail = trail
      self.source = source
    }

    func append(_ node: Node, _ condition: Condition?) {
      steps.append(node)
      if plans[plan].kind == .field || plans[plan].kind == .question {
        conditions.append(condition)
      }
    }

    /// Ends the current branch.
    func endBranch() {
      // An alert without fields has no page.
      if plans[plan].kind != .field || !steps.isEmpty {
        branches.append(Node.Branch(plans[plan].part, steps))
      }
      steps = []
      (plan, step) = (plan + 1, 0)
    }

    /// The step with everything inside it.
    var finished: Node {
      if !conditions.isEmpty { prompt?.conditions = conditions }
      return Node(prompt.take().map(Node.Kind.prompt) ?? kind, identity, branches)
    }
  }

  /// Reads everything inside a step, with its own stack instead of recursion.
  mutating func steps(of root: Open) -> [Node] {
    var stack = [root]
    while true {
      let top = stack.count - 1
      let number = stack[top].plan
      guard number < stack[top].plans.count else {
        if top == 0 { return stack[0].branches[0].steps }
        let open = stack.removeLast()
        sources[open.source].count = sources.count - open.source
        stack[top - 1].append(open.finished, open.condition)
        continue
      }
      let step = stack[top].step
      let rest = stack[top].plans[number].rest
      guard rest.first < rest.end else {
        stack[top].endBranch()
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

  /// Begins a step, an element of an array; nil if it isn't a step.
  private mutating func begin(_ json: Int, _ trail: JSONTrail, _ kind: Plan.Kind) -> Open? {
    known.removeAll(keepingCapacity: true)
    guard enter(json, "a step", trail), let type = string("type") else { return nil }
    sources.append(StepSource(FlowLocation(trail)))
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
    return open
  }

  /// The types that an error lists.
  private static func types(_ kind: Plan.Kind) -> [String] {
    let prompts = Prompt.Kind.allCases.filter { fits($0, kind) }.map(\.rawValue)
    return switch kind {
    case .step:
      Node.Kind.Name.allCases.filter { $0 != .operation }
        .flatMap { $0 == .prompt ? prompts : [$0.rawValue] }
    case .operation: ["operation"]
    case .field, .question: prompts
    }
  }

  /// Whether a prompt can be an element of such a branch.
  private static func fits(_ prompt: Prompt.Kind, _ kind: Plan.Kind) -> Bool {
    switch kind {
    case .step: true
    case .operation: false
    case .field: prompt == .ask
    case .question: prompt != .alert && prompt != .form
    }
  }

  private func unknown(_ type: String, _ kind: Plan.Kind) -> String {
    let known = Self.types(kind)
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
      return Self.fits(prompt, kind) ? self.prompt(prompt, kind, trail) : nil
    }
    guard kind == .step || kind == .operation, let name = Node.Kind.Name(rawValue: type),
      (name == .operation) == (kind == .operation), let blank = Node.Kind.blank(name)
    else { return nil }
    if name == .loop { checkEnds() }
    let open = Open(blank, trail, source: sources.count - 1)
    open.kind.members(&self, &open.identity)
    identify(open.identity)
    if case .select(let selection) = open.kind {
      cases(selection, open)
    } else {
      plan(open)
    }
    return open
  }

  /// Records the id of a step and its earlier ids.
  mutating func identify(_ identity: Node.Identity?) {
    guard let identity else { return }
    sources[sources.count - 1].explicitID = identity.id
    sources[sources.count - 1].was = identity.was
  }

  private mutating func checkEnds() {
    let ends = ["times", "while", "until"].count { has($0) }
    if ends != 1 {
      note("a repeat has exactly one of “times”, “while” and “until”, not \(ends)", members.trail)
    }
  }

  /// Plans to read the steps of the branches.
  private mutating func plan(_ open: Open) {
    for member in open.kind.branchMembers {
      let isThere = has(member.name)
      var plan = Plan(
        member.part, member.form == .always ? array(member.name) : optionalArray(member.name),
        member.name)
      if member.name == "operations" { plan.kind = .operation }
      if member.form == .given, !isThere { continue }
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
      var plan = Plan(.selected(selection.cases.count), array("steps"), "steps")
      selection.cases.append(values)
      plan.trail = trail
      open.plans.append(plan)
      finish()
    }
    open.kind = .select(selection)
    let steps = optionalArray("default")
    open.plans.append(Plan(.otherwise, steps, "default"))
    if selection.cases.isEmpty, list(steps).isEmpty {
      note("a switch needs at least one case", members.trail)
    }
  }
}
