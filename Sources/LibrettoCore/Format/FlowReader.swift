/// Makes the steps of a flow from its JSON.
///
/// It continues after a mistake, to report all of them at once, and then discards the steps.
struct FlowReader {
  private(set) var document = JSONDocument()
  /// The members of the object that is being read.
  var members = JSONMembers(JSONDocument.Parts(first: 0, end: 0), at: JSONTrail(), asked: 0)
  /// The members of the objects around it.
  private var outer: [JSONMembers] = []
  /// The names of the members requested so far, for all objects that are being read.
  var known: [String] = []
  /// What the tree doesn't contain of each step, in the order of a walk.
  var sources: [StepSource] = []
  /// The depth of the steps.
  var depth = 0
  private(set) var problems: [Diagnostic] = []
  private(set) var count = 0
  /// The keys that the document declares, by their names.
  private(set) var keys: [String: KeyReference] = [:]
  /// The patterns by their sources; each is made once.
  var patterns: [String: Pattern] = [:]
  /// The number of states of all patterns together.
  var states = 0

  /// The parts of a flow.
  struct Contents {
    /// The flow without its steps.
    let head: Tree
    /// The names of the declared keys, in order.
    let keys: [String]
    let steps: FinishedSteps
  }

  mutating func read(_ bytes: [UInt8]) throws(InvalidFlow) -> Contents {
    do throws(JSONError) {
      document = try JSONReader.document(bytes, limits: JSONLimits())
    } catch {
      throw InvalidFlow(json: [JSONForm.problem(error.description, at: nil)])
    }
    let contents = self.contents()
    if count > 0 { throw InvalidFlow(json: problems, count: count) }
    return contents
      ?? Contents(
        head: Tree(name: "", steps: []), keys: [],
        steps: FinishedSteps(nodes: [], sources: [], depth: 0))
  }

  private mutating func contents() -> Contents? {
    let trail = JSONTrail()
    guard case .object(let object) = document[0] else {
      note("expected a flow, which is an object, found \(document[0].words)", trail)
      return nil
    }
    begin(JSONMembers(object, at: trail, asked: 0))
    guard checkVersion() else { return nil }
    var head = Tree(name: string("flow") ?? "", steps: [])
    head.members(&self)
    let names = declaredKeys()
    head.accepted = accepted(names)
    let plan = Plan(.body, array("steps"), "steps")
    finish()
    let root = Open(.back, trail, source: -1)
    root.plans = [plan]
    let nodes = steps(of: root)
    return Contents(
      head: head, keys: names,
      steps: FinishedSteps(nodes: nodes, sources: sources, depth: depth))
  }

  /// Checks the version; in another version, nothing else can be checked.
  private mutating func checkVersion() -> Bool {
    switch take("libretto").map({ document[$0] }) {
    case .integer(JSONExporter.version)?: return true
    case .integer(let version)?:
      note(
        "this is version \(version) of the format; only version \(JSONExporter.version) can be read",
        members.trail, "libretto")
    case let other?:
      note("expected the version of the format, 1, found \(other.words)", members.trail, "libretto")
    case nil:
      note(
        "the member “libretto”, the version of the format, is missing; a flow has 1", members.trail)
    }
    return false
  }

  private mutating func declaredKeys() -> [String] {
    guard let json = required("keys") else { return [] }
    guard case .object(let object) = document[json] else {
      note("expected an object of keys, found \(document[json].words)", members.trail, "keys")
      return []
    }
    let trail = members.trail.appending("keys")
    var names: [String] = []
    var part = object.first
    while part < object.end {
      let name = document.text(part)
      let type = self.type(part + 1, trail.appending(name)) ?? .string
      keys[name] = KeyReference(name: name, type: type)
      names.append(name)
      part = document.next(part + 1)
    }
    if keys.count < names.count {
      note("two keys look the same but have different characters; rename one of them", trail)
    }
    return names
  }

  /// What the program's own types accept, in the order of the keys.
  private mutating func accepted(_ names: [String]) -> [Tree.Accepted] {
    guard let json = take("accepts") else { return [] }
    guard case .object(let object) = document[json] else {
      note(
        "expected an object of texts by key, found \(document[json].words)", members.trail,
        "accepts")
      return []
    }
    let trail = members.trail.appending("accepts")
    var words: [String: String] = [:]
    var part = object.first
    while part < object.end {
      let key = key(document.text(part), at: trail.appending(document.text(part)))
      if case .string(let text) = document[part + 1] {
        words[key.name] = text
      } else {
        note("expected a text, found \(document[part + 1].words)", trail, key.name)
      }
      part = document.next(part + 1)
    }
    return names.compactMap { name in words[name].map { Tree.Accepted(key: name, words: $0) } }
  }

  // MARK: Objects

  /// Enters an object; ``finish()`` leaves it.
  mutating func begin(_ members: JSONMembers) {
    outer.append(self.members)
    self.members = members
  }

  /// Reports unknown members, and leaves the object.
  mutating func finish() {
    for name in members.leftOver(in: document) {
      var message = "there is no member “\(JSONExcerpt.text(name))” here"
      let known = Array(known[members.asked...])
      if let near = nearest(to: name, among: known) {
        message += "; did you mean “\(near)”?"
      } else {
        message += "; there are " + known.map { "“\($0)”" }.joined(separator: ", ")
      }
      note(message, members.trail, name)
    }
    known.removeLast(known.count - members.asked)
    if let last = outer.popLast() { members = last }
  }

  // MARK: Problems

  /// Whether problems are still reported, or only counted.
  var isReporting: Bool { problems.count < InvalidFlow.most }

  mutating func note(_ message: String, _ trail: JSONTrail, _ member: String? = nil) {
    count += 1
    guard isReporting else { return }
    problems.append(
      JSONForm.problem(message, at: FlowLocation(member.map { trail.appending($0) } ?? trail)))
  }
}

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
    let hasDefault = has("default")
    let steps = optionalArray("default")
    if hasDefault { open.plans.append(Plan(.otherwise, steps, "default")) }
    if selection.cases.isEmpty, list(steps).isEmpty {
      note("a switch needs at least one case", members.trail)
    }
  }
}

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
      fields = document.list(parts).count
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
