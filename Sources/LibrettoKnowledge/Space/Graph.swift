import LibrettoCore

// The graph of a flow: a node for each step or test, and an edge for each outcome of it. A form is its
// questions and a review, and an alert with fields is a choice and then its fields, as in the program
// of the engine.

/// What can become of a step.
enum Turn: Hashable, Sendable {
  case next, then, otherwise, asked, hidden, round, end
  /// A button or option, by its index.
  case choice(Int)
  case yes, no, some, given, leftOut, timedOut
  case data, empty, failed, done, submitted, again, starts, cancelled
  /// A case of a `Switch`, by its index.
  case selected(Int)
  case fallback
  /// The run fails there.
  case fault
}

/// A step or a test of a flow.
struct GraphNode: Sendable {
  enum Kind: Sendable {
    /// The flow has ended: without a `Finish`, or with its name.
    case end(outcome: String?)
    case fail(Text)
    /// The question whose branch contains it, if there is one.
    case back(lead: Int?)
    case say([Text], SayForm)
    case jump
    case store(KeyReference, Calculation)
    case when(Condition)
    /// The condition for a question of a form, and the question's key.
    case hidden(Condition, KeyReference?)
    case select(Node.Selection)
    case loop(Node.Loop)
    /// The end of a loop, and the nodes of loops and loads inside it.
    case exit(Range<Int>)
    case question(Prompt)
    /// Several options, from the flow or from an answer.
    case several(Prompt)
    case choice(Prompt)
    case yesNo(Prompt)
    /// One of the options from an answer.
    case chosen(Prompt)
    case page(Prompt)
    case review(Prompt)
    case action(Node.Action)
    case load(Node.Action)
    case tryAgain(load: Int)
    /// An operation begins, unless it was cancelled.
    case operation(Node.Operation)
    /// What becomes of an operation, or its error, is known; a cancel changes nothing that is.
    case sets(KeyReference, to: String, isCancel: Bool)
  }

  enum SayForm: Sendable { case say, alert, wait }

  let kind: Kind
  /// The number of the step in a walk of the tree; below 0 for the end.
  let step: Int
  /// The first node of the same step, if there is one for each button.
  var same = 0
  /// Whether one of those nodes has several outcomes.
  var isBranching = false
  /// The outcomes and the node after each.
  var edges: [(outcome: Turn, to: Int)] = []
  /// The slot of the answer that it sets or, for an operation, tests; −1 if nothing reads that.
  var slot = -1
  /// The slot of the list with the options; −1 if there is none.
  var source = -1
  /// The slots of the keys that must have answers, or the run fails.
  var required: [Int] = []
  /// What is worked out for what it shows.
  var formulas: [Calculation.Form] = []
  /// The keys whose answers may decide something later, and those that only must be there.
  var matters = Bits()
  var needed = Bits()
  /// What reads the values of answers later, by the numbers of the readings.
  var readings = Bits()
  /// The keys that may be written from here on.
  var written = Bits()

  init(_ kind: Kind, _ step: Int, _ edges: [(outcome: Turn, to: Int)] = []) {
    (self.kind, self.step, self.edges) = (kind, step, edges)
  }

  subscript(outcome: Turn) -> Int? {
    // Of many options, each stands in its place.
    if case .choice(let index) = outcome, index < edges.count, edges[index].outcome == outcome {
      return edges[index].to
    }
    return edges.first { $0.outcome == outcome }?.to
  }

  /// Whether it asks the person something.
  var isQuestion: Bool {
    switch kind {
    case .page: false
    default: prompt != nil
    }
  }

  /// Whether each of its ways has one answer.
  var isListed: Bool {
    switch kind {
    case .yesNo, .choice: true
    default: false
    }
  }

  /// The prompt, if it is one.
  var prompt: Prompt? {
    switch kind {
    case .question(let prompt), .several(let prompt), .choice(let prompt), .yesNo(let prompt),
      .chosen(let prompt), .page(let prompt), .review(let prompt):
      prompt
    default: nil
    }
  }

  /// Its work, if it is some.
  var work: Node.Action? {
    switch kind {
    case .action(let work), .load(let work): work
    default: nil
    }
  }

  /// A condition, and what happens if it holds and if it doesn't.
  typealias Test = (condition: Condition, yes: Turn, no: Turn)

  /// What it tests.
  var test: Test? {
    switch kind {
    case .when(let condition): (condition, .then, .otherwise)
    case .hidden(let condition, _): (condition, .asked, .hidden)
    case .loop(.whileTrue(let condition)): (condition, .round, .end)
    case .loop(.until(let condition)): (condition, .end, .round)
    default: nil
    }
  }

  /// The condition that it tests.
  var condition: Condition? { test?.condition }

  /// The key that it sets or, for an operation, tests.
  fileprivate var key: KeyReference? {
    switch kind {
    case .store(let key, _), .sets(let key, _, _): key
    case .hidden(_, let key): key
    case .select(let selection): selection.key
    case .load(let load): load.key
    case .operation(let operation): operation.state
    case .page, .review: nil
    default: prompt?.key
    }
  }

  /// Whether the run is over there.
  var isEnd: Bool {
    switch kind {
    case .end, .fail: true
    default: false
    }
  }
}

/// What a node reads.
private struct Reads {
  /// The keys that must have answers, or the run fails.
  var keys: [KeyReference] = []
  /// The keys whose answers decide something.
  var values: [KeyReference] = []
  var conditions: [Condition] = []
  /// What is worked out for what it shows.
  var formulas: [Calculation.Form] = []

  init(_ node: GraphNode) {
    switch node.kind {
    case .say(let texts, _): show(texts)
    case .fail(let text): show([text])
    case .page(let prompt): show([prompt.title, prompt.message].compactMap(\.self))
    case .action(let action): show([action.loading].compactMap(\.self))
    case .load(let load): show([load.loading].compactMap(\.self))
    case .store(_, let calculation):
      (keys, formulas) = (calculation.form.keys, [calculation.form])
    case .select(let selection): (keys, values) = ([selection.key], [selection.key])
    case .operation(let operation): values = [operation.state]
    default:
      conditions = [node.condition].compactMap(\.self)
      if let prompt = node.prompt { ask(prompt) }
    }
    for formula in formulas { values += formula.divisors.flatMap(\.keys) }
  }

  private mutating func show(_ texts: [Text]) {
    keys += texts.flatMap(\.keys)
    formulas += texts.flatMap(\.calculations).map(\.form)
  }

  private mutating func ask(_ prompt: Prompt) {
    show(prompt.textsShown)
    keys += (prompt.rules + prompt.draftRules).flatMap(\.keys)
    keys += (prompt.default?.form.keys ?? []) + [prompt.titles, prompt.source].compactMap(\.self)
    values += prompt.rules.flatMap(\.keys) + [prompt.source].compactMap(\.self)
    formulas += [prompt.default?.form].compactMap(\.self)
    for case .range(let minimum, let maximum, _) in prompt.rules.map(\.kind) {
      for case let bound? in [minimum, maximum] where bound.given == nil {
        formulas.append(bound.form)
      }
    }
    conditions += prompt.choices.compactMap(\.condition)
  }
}

/// The graph of a flow.
struct Graph: Sendable {
  let flow: Flow
  private(set) var nodes: [GraphNode] = []
  private(set) var start = 0
  /// The keys that something reads, by slot; nobody needs to know the others.
  private(set) var keys: [KeyReference] = []
  private(set) var slots: [String: Int] = [:]
  private(set) var domains: [Domain] = []
  private(set) var isSecret: [Bool] = []
  /// The keys of which a condition tests whether they are set.
  private(set) var tested = Bits()
  /// The keys that the engine sets: how something ended, and errors.
  private(set) var ofEngine = Bits()
  /// The steps of the flow in the order of a walk; their places in it are their numbers.
  private(set) var steps: [Node] = []
  let sources: [StepSource]
  /// The numbers of the outermost steps, and of those in the branches of each step.
  private(set) var outermost: [Int] = []
  private var branches: [[Node.Part: [Int]]] = []
  /// For each step, the prompt whose page or alert it is on, or else the step itself.
  private(set) var owner: [Int] = []
  private(set) var hasBack = false
  private(set) var hasWork = false
  /// The places where the value of an answer is read.
  private(set) var readings: [(node: Int, slot: Int)] = []
  /// By key, the title of the question or the name of the load that sets it, if there is only one, and
  /// the options of the first question.
  private(set) var asked: [String: (title: String?, choices: [Choice])] = [:]
  /// For each step, the nearest id around it and the branch that it is in, with a colon behind.
  private(set) var around: [String] = []

  /// Behind the slots of the keys: the current day, and what a step back leads to and finds there.
  var today: Int { keys.count }
  /// The last question and the one before it, each as a move.
  var last: Int { keys.count + 1 }
  var beforeLast: Int { keys.count + 2 }
  /// The work that was performed since the question before the last one.
  var work: Int { keys.count + 3 }
  /// The work that was performed before a step back.
  var memo: Int { keys.count + 4 }
  /// All of them that steps back need.
  var trail: ClosedRange<Int> { last...memo }

  /// An operation: what handles its failure, and its nodes.
  private typealias OperationNodes = (
    operation: Node.Operation, handlesFailure: Bool, isInHandled: Bool, nodes: Range<Int>
  )
  /// The operations of each group, the last to start first.
  private var groups: [[OperationNodes]] = []
  /// The nodes of the groups of which it isn't known how their operations end, and whether that is
  /// because of their order.
  private(set) var unsureGroups: [(nodes: Range<Int>, isUnordered: Bool)] = []
  /// Those nodes, and all that may come after them: nothing is said to be impossible there.
  private(set) var unsure: [Bool] = []
  /// The same where operations are followed in one order of several: nor is anything said to fail or
  /// never to end.
  private(set) var unordered: [Bool] = []

  init(_ flow: Flow) {
    self.flow = flow
    sources = flow.sources
    outermost = number(flow.tree.steps, "")
    let end = add(.end(outcome: nil), -1)
    start = block(outermost, end, Context())
    collectKeys()
    for step in steps {
      var (key, title, choices): (KeyReference?, String, [Choice]) = (nil, "", [])
      switch step.kind {
      case .prompt(let prompt):
        (key, title, choices) = (prompt.key, prompt.title.template, prompt.choices)
      case .load(let load): (key, title) = (load.key, load.name)
      default: continue
      }
      guard let key else { continue }
      let known = asked[key.name]
      let isOnly = known == nil || known?.title == title
      asked[key.name] = (isOnly ? title : nil, known?.choices ?? choices)
    }
    // A field of an alert has a node for each button.
    var fields: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() {
      nodes[index].same = index
      if case .question = node.kind {
        nodes[index].same = fields[node.step] ?? index
        fields[node.step] = nodes[index].same
      }
      if node.edges.count > 1 { nodes[nodes[index].same].isBranching = true }
    }
    findWhatMatters()
    findUnsure()
  }

  /// Numbers steps and those inside them.
  private mutating func number(_ list: [Node], _ place: String) -> [Int] {
    list.map { step in
      let number = steps.count
      steps.append(step)
      around.append(place)
      owner.append(number)
      branches.append([:])
      for branch in step.filled {
        let inside = self.number(branch.steps, step.name(of: branch.part, in: place))
        branches[number][branch.part] = inside
        if branch.part == .questions { for field in inside { owner[field] = number } }
      }
      switch step.kind {
      case .back: hasBack = true
      case .action, .load: hasWork = true
      default: break
      }
      return number
    }
  }

  /// The numbers of the steps in a branch; none if there is no such branch.
  func inside(_ step: Int, _ part: Node.Part) -> [Int] { branches[step][part] ?? [] }

  /// What surrounds a step.
  private struct Context {
    var exit = -1
    var load = -1
    /// The question whose branch it is in.
    var lead: Int?
    /// The node to which an unhandled failure leads, in an operation that handles it.
    var fails = -1
    /// The keys for what becomes of the operations of the group, by name.
    var states: [String: KeyReference] = [:]
  }

  private mutating func add(
    _ kind: GraphNode.Kind, _ step: Int, _ edges: (Turn, Int)...
  ) -> Int {
    nodes.append(GraphNode(kind, step, edges))
    return nodes.count - 1
  }

  private mutating func link(_ node: Int, _ outcome: Turn, _ to: Int) {
    nodes[node].edges.append((outcome, to))
  }

  // MARK: Keys

  private mutating func note(_ key: KeyReference) -> Int {
    if let slot = slots[key.name] { return slot }
    slots[key.name] = keys.count
    keys.append(key)
    domains.append(Domain(key.type))
    isSecret.append(flow.secrets.contains(key.name))
    return keys.count - 1
  }

  private mutating func collectKeys() {
    for node in nodes.reversed() {
      let reads = Reads(node)
      for key in reads.keys + reads.values { _ = note(key) }
      for (key, onlyIsSet) in reads.conditions.flatMap(\.form.reads) {
        let slot = note(key)
        if onlyIsSet { tested.insert(slot) }
      }
    }
    for (index, node) in nodes.enumerated() {
      nodes[index].slot = slot(node.key)
      nodes[index].source = slot(node.prompt?.source)
      let own: [KeyReference] =
        switch node.kind {
        case .action(let action): [action.error]
        case .load(let load): load.endings
        case .operation(let operation): [operation.error, operation.state]
        default: []
        }
      for slot in own.map(slot) where slot >= 0 { ofEngine.insert(slot) }
    }
  }

  /// The slot of a key; −1 if nothing reads it.
  func slot(_ key: KeyReference?) -> Int { key.flatMap { slots[$0.name] } ?? -1 }

  // MARK: Nodes

  /// Adds steps, one after the other, before a node.
  private mutating func block(_ steps: [Int], _ next: Int, _ context: Context) -> Int {
    steps.reversed().reduce(next) { next, number in add(number, next, context) }
  }

  /// Adds the steps of a branch, if there are any, before a node.
  private mutating func branch(
    _ step: Int, _ part: Node.Part, _ to: Int, _ context: Context
  ) -> Int { block(inside(step, part), to, context) }

  private mutating func add(_ number: Int, _ next: Int, _ context: Context) -> Int {
    switch steps[number].kind {
    case .say(let text), .heading(let text): return add(.say([text], .say), number, (.next, next))
    case .note(let title, let text): return add(.say([title, text], .say), number, (.next, next))
    case .wait: return add(.say([], .wait), number, (.next, next))
    case .finish(let finish):
      let end = add(.end(outcome: finish.outcome), number)
      guard let text = finish.text else { return end }
      return add(.say([text], .say), number, (.next, end))
    case .fail(let text): return add(.fail(text), number)
    case .back: return add(.back(lead: context.lead), number, (.next, next))
    case .leave: return add(.jump, number, (.next, context.exit < 0 ? next : context.exit))
    case .tryAgain: return add(.tryAgain(load: context.load), number)
    case .subflow:
      var inner = context
      (inner.exit, inner.load) = (-1, -1)
      return branch(number, .body, next, inner)
    case .store(let key, let calculation):
      return add(.store(key, calculation), number, (.next, next))
    case .when(let condition):
      let then = branch(number, .then, next, context)
      let otherwise = branch(number, .otherwise, next, context)
      return add(.when(condition), number, (.then, then), (.otherwise, otherwise))
    case .select(let selection):
      let node = add(.select(selection), number)
      for index in selection.cases.indices {
        link(node, .selected(index), branch(number, .selected(index), next, context))
      }
      link(node, .fallback, branch(number, .otherwise, next, context))
      return node
    case .loop(let loop):
      let exit = add(.exit(0..<0), number, (.next, next))
      let head = add(.loop(loop), number, (.end, exit))
      var inner = context
      inner.exit = exit
      let body = branch(number, .body, head, inner)
      link(head, .round, body)
      nodes[exit] = GraphNode(.exit(head..<nodes.count), number, nodes[exit].edges)
      if case .until = loop { return add(.jump, number, (.next, body)) }
      return head
    case .action(let action):
      let work = add(.action(action), number, (.done, next))
      addFailure(of: work, number, next, context)
      return work
    case .load(let load):
      let work = add(.load(load), number)
      var inner = context
      inner.load = work
      link(work, .data, branch(number, .data, next, inner))
      link(work, .empty, branch(number, .empty, next, inner))
      addFailure(of: work, number, next, context)
      return work
    case .operations: return add(operations: inside(number, .body), next, context)
    case .operation: return next
    case .cancelOperation(let cancel):
      guard let state = context.states[cancel.operation] else {
        return add(.jump, number, (.next, next))
      }
      return add(.sets(state, to: "cancelled", isCancel: true), number, (.next, next))
    case .prompt(let prompt):
      return prompt.kind == .form
        ? add(form: prompt, number, next, context) : add(prompt: prompt, number, next, context)
    }
  }

  private mutating func addFailure(
    of work: Int, _ number: Int, _ next: Int, _ context: Context
  ) {
    var inner = context
    inner.load = work
    if steps[number].handlesFailure {
      link(work, .failed, branch(number, .failure, next, inner))
    } else if context.fails >= 0 {
      link(work, .failed, context.fails)
    }
  }

  private mutating func add(
    form prompt: Prompt, _ number: Int, _ next: Int, _ context: Context
  ) -> Int {
    var last = add(.review(prompt), number, (.submitted, next))
    for (index, field) in inside(number, .questions).enumerated().reversed() {
      let asked = add(field, last, context)
      if index < prompt.conditions.count, let condition = prompt.conditions[index],
        case .prompt(let prompt) = steps[field].kind
      {
        last = add(.hidden(condition, prompt.key), field, (.asked, asked), (.hidden, last))
      } else {
        last = asked
      }
    }
    return add(.page(prompt), number, (.next, last))
  }

  private mutating func add(
    prompt: Prompt, _ number: Int, _ next: Int, _ context: Context
  ) -> Int {
    var inner = context
    inner.lead = number
    let added: Int
    switch prompt.kind {
    case .ask, .rate:
      added = add(.question(prompt), number, (.given, next))
      if prompt.isOptional || prompt.key?.type.isOptional ?? false { link(added, .leftOut, next) }
    case .chooseMany: added = add(.several(prompt), number, (.given, next))
    case .confirm:
      let yes = branch(number, .choice(0), next, inner)
      let no = branch(number, .choice(1), next, inner)
      added = add(.yesNo(prompt), number, (.yes, yes), (.no, no))
    case .choose where prompt.source != nil:
      added = add(.chosen(prompt), number, (.some, next))
    case .alert where prompt.choices.isEmpty:
      added = add(
        .say([prompt.title] + [prompt.message].compactMap(\.self), .alert), number, (.next, next))
    default:
      added = add(.choice(prompt), number)
      for (index, choice) in prompt.choices.enumerated() {
        var to = branch(number, .choice(index), next, inner)
        if prompt.kind == .alert, choice.role != .cancel {
          for field in inside(number, .questions).reversed() {
            to = add(field: field, of: choice, to)
          }
        }
        link(added, .choice(index), to)
      }
    }
    if prompt.timeout != nil {
      if steps[number][.timedOut] != nil {
        link(added, .timedOut, branch(number, .timedOut, next, inner))
      } else if context.fails >= 0 {
        link(added, .timedOut, context.fails)
      }
    }
    return added
  }

  /// Adds a field of an alert, as the button that was chosen has it.
  private mutating func add(field number: Int, of choice: Choice, _ next: Int) -> Int {
    guard case .prompt(let field) = steps[number].kind, let key = field.key else { return next }
    let rules = choice.rules.filter { $0.key == key }.map(\.rule)
    let isOptional = field.isOptional && !rules.contains { $0.kind == .notEmpty }
    let added = add(
      .question(field.forButton(rules, isOptional: isOptional)), number, (.given, next))
    if isOptional { link(added, .leftOut, next) }
    return added
  }

  /// Adds a group of operations in one order: that in which a scripted run performs them, as far as
  /// they don't run side by side.
  private mutating func add(
    operations: [Int], _ next: Int, _ context: Context
  ) -> Int {
    var waiting: [(operation: Node.Operation, number: Int)] = []
    var inner = context
    (inner.exit, inner.load) = (-1, -1)
    for number in operations {
      guard case .operation(let operation) = steps[number].kind else { continue }
      waiting.append((operation, number))
      inner.states[operation.name] = operation.state
    }
    var order = waiting.prefix(0)
    while !waiting.isEmpty {
      let place =
        waiting.firstIndex { waiting in
          waiting.operation.after.allSatisfy { name in order.contains { $0.operation.name == name }
          }
        } ?? 0
      order.append(waiting.remove(at: place))
    }
    var next = next
    var group: [OperationNodes] = []
    for (operation, number) in order.reversed() {
      let first = nodes.count
      func sets(_ graph: inout Graph, _ key: KeyReference, _ value: String, _ to: Int) -> Int {
        graph.add(.sets(key, to: value, isCancel: false), number, (.next, to))
      }
      let last = sets(&self, operation.state, "ended", next)
      var own = inner
      if steps[number][.failure] != nil {
        let failed = sets(&self, operation.state, "failed", next)
        let handling = branch(number, .failure, failed, inner)
        own.fails = sets(&self, operation.error, Space.error, handling)
      }
      let body = branch(number, .body, last, own)
      next = add(.operation(operation), number, (.starts, body), (.cancelled, next))
      group.append(
        (operation, steps[number][.failure] != nil, context.fails >= 0, first..<nodes.count))
    }
    groups.append(group)
    return next
  }

  /// Finds the groups of which it isn't known how their operations end: one ends the flow, cancels
  /// another or itself, sets what another reads, or fails into a branch around them, and neither
  /// waits for the other; or anything that goes wrong in one leads to its failure branch.
  private mutating func findUnsure() {
    (unsure, unordered) = (nodes.map { _ in false }, nodes.map { _ in false })
    for group in groups {
      var waits: [String: Set<String>] = [:]
      for (operation, _, _, _) in group.reversed() {
        waits[operation.name] = operation.after.reduce(into: Set(operation.after)) {
          $0.formUnion(waits[$1] ?? [])
        }
      }
      let isUnordered = group.contains { some, _, isInHandled, own in
        let beside = group.filter { other, _, _, _ in
          other.name != some.name && waits[other.name]?.contains(some.name) == false
            && waits[some.name]?.contains(other.name) == false
        }
        let read = beside.reduce(into: Set<Int>()) { read, other in
          for node in other.nodes { read.formUnion(slotsRead(by: nodes[node])) }
        }
        // Whatever fails in one ends those beside it, and the run goes on.
        if isInHandled, !beside.isEmpty { return true }
        return own.contains { node in
          switch nodes[node].kind {
          case .end, .fail: return !beside.isEmpty
          case .sets(let key, _, isCancel: true):
            // In a loop, what became of the operation in the round before would count.
            return key.name == some.state.name
              || beside.contains { $0.operation.state.name == key.name }
              || group.contains { $0.operation.state.name == key.name }
                && comesAgain(node)
          default: return !read.isDisjoint(with: writes(node))
          }
        }
      }
      guard isUnordered || group.contains(where: \.handlesFailure), let first = group.first,
        let last = group.last
      else { continue }
      let range = first.nodes.lowerBound..<last.nodes.upperBound
      unsureGroups.append((range, isUnordered))
      let later = reached(from: Array(range), of: nodes.count, after)
      for node in nodes.indices where later[node] {
        unsure[node] = true
        if isUnordered { unordered[node] = true }
      }
    }
  }

  /// Whether a node is in a loop.
  private func comesAgain(_ node: Int) -> Bool {
    reached(from: after(node), of: nodes.count, after)[node]
  }

  private func slotsRead(by node: GraphNode) -> Set<Int> {
    let reads = Reads(node)
    let keys = reads.keys + reads.values + reads.conditions.flatMap(\.form.reads).map(\.key)
    return Set(keys.map(slot)).subtracting([-1])
  }

  // MARK: What matters

  private mutating func findWhatMatters() {
    var reads: [Reads] = []
    var before: [[Int32]] = nodes.map { _ in [] }
    for (index, node) in nodes.enumerated() {
      for to in after(index) { before[to].append(Int32(index)) }
      let own = Reads(node)
      reads.append(own)
      nodes[index].formulas = own.formulas
      var seen: Set<Int> = []
      nodes[index].required = own.keys.map(slot).filter { $0 >= 0 && seen.insert($0).inserted }
    }
    var open = Array(nodes.indices.reversed())
    var isOpen = nodes.map { _ in true }
    var numbers: [[Int]: Int] = [:]
    var readingsOf: [Int: Bits] = [:]
    while let index = open.popLast() {
      isOpen[index] = false
      var (matters, needed, readings, written) = (Bits(), Bits(), Bits(), Bits())
      for to in after(index) {
        matters.formUnion(nodes[to].matters)
        needed.formUnion(nodes[to].needed)
        readings.formUnion(nodes[to].readings)
        written.formUnion(nodes[to].written)
      }
      let (values, gone) = use(reads[index], nodes[index], &matters, &needed)
      for slot in gone { readings.subtract(readingsOf[slot] ?? Bits()) }
      for slot in values {
        let number = numbers[[index, slot]] ?? self.readings.count
        if number == self.readings.count { self.readings.append((index, slot)) }
        numbers[[index, slot]] = number
        readingsOf[slot, default: Bits()].insert(number)
        readings.insert(number)
      }
      for slot in writes(index) { written.insert(slot) }
      let node = nodes[index]
      if matters == node.matters, needed == node.needed, readings == node.readings,
        written == node.written
      {
        continue
      }
      (nodes[index].matters, nodes[index].needed) = (matters, needed)
      (nodes[index].readings, nodes[index].written) = (readings, written)
      for previous in before[index] where !isOpen[Int(previous)] {
        isOpen[Int(previous)] = true
        open.append(Int(previous))
      }
    }
  }

  /// Makes what matters after a node what matters before it.
  /// - Returns: the slots whose values it reads, and those whose values it replaces.
  private func use(
    _ reads: Reads, _ node: GraphNode, _ matters: inout Bits, _ needed: inout Bits
  ) -> (values: [Int], gone: [Int]) {
    var values = reads.values.map(slot)
    switch node.kind {
    // What is stored only matters if its value does.
    case .store(_, let calculation):
      if node.slot >= 0, matters.contains(node.slot) { values += calculation.form.keys.map(slot) }
    case .back: values += Array(trail)
    case .action, .load: if hasBack { values.append(memo) }
    default: break
    }
    if node.isQuestion, matters.contains(beforeLast) { values.append(last) }
    if node.prompt?.isDated ?? false { values.append(today) }
    for (key, onlyIsSet) in reads.conditions.flatMap(\.form.reads) where !onlyIsSet {
      values.append(slot(key))
    }
    let set = node.required + reads.conditions.flatMap(\.form.reads).map { slot($0.key) }
    let gone = ((node.isQuestion ? [last, beforeLast] : []) + (sets(node) ? [node.slot] : []))
      .filter { $0 >= 0 }
    for slot in gone {
      matters.remove(slot)
      needed.remove(slot)
    }
    values.removeAll { $0 < 0 }
    for slot in values { matters.insert(slot) }
    for slot in values + set where slot >= 0 { needed.insert(slot) }
    return (values, gone)
  }

  /// Whether a node sets its key for certain.
  private func sets(_ node: GraphNode) -> Bool {
    switch node.kind {
    case .store, .load: true
    default: node.isQuestion && node.prompt?.timeout == nil
    }
  }

  // MARK: Steps back

  /// What becomes of work that was performed before a step back.
  enum Recall { case holds, stale, unknown }

  /// What becomes of work once the question before it was answered again.
  /// - Parameter isAlone: whether no work since has written what is read.
  func recall(_ work: Int, after turn: Trail.Turn, isAlone: Bool) -> Recall {
    let reads = nodes[work].work?.reads
    func isRead(_ key: KeyReference) -> Bool { reads?.contains { $0.name == key.name } ?? true }
    // Whether other steps may have written what is asked for.
    func isWritten(_ isAsked: (KeyReference) -> Bool) -> Bool {
      nodes.indices.contains { index in
        switch nodes[index].kind {
        case .store(let key, _): isAsked(key)
        case .load(let load): index != work && isAsked(load.key)
        case .action(let action):
          !isAlone && index != work
            && (action.writes == nil || action.writes?.contains(where: isAsked) ?? false
              || action.result.map(isAsked) ?? false)
        default: false
        }
      }
    }
    let question = nodes[turn.question]
    if let key = question.prompt?.key, isRead(key), !(turn.isSame && question.isListed) {
      return isWritten { $0.name == key.name } ? .unknown : .stale
    }
    return reads != [] && isWritten(isRead) ? .unknown : .holds
  }

  // MARK: Loops

  /// The nodes that may come after one.
  func after(_ node: Int) -> [Int] {
    if case .tryAgain(let load) = nodes[node].kind, load >= 0 { return [load] }
    return nodes[node].edges.map(\.to)
  }

  /// The nodes that are reached between two visits of a loop or a load.
  func body(of node: Int) -> Set<Int> {
    let first = nodes[node].edges.filter { $0.outcome != .end }.map(\.to)
    let isReached = reached(from: first, of: nodes.count) { $0 == node ? [] : after($0) }
    return Set(nodes.indices.filter { isReached[$0] || $0 == node })
  }

  /// The slots that a node can set.
  func writes(_ node: Int) -> [Int] {
    let own: [Int] =
      switch nodes[node].kind {
      case .action(let action):
        (action.writes.map { ($0 + [action.result].compactMap(\.self)).map(slot) }
          ?? keys.indices.filter { !isSecret[$0] }) + [slot(action.error)]
      case .load(let load): ([load.key] + load.endings).map(slot)
      case .select: []
      default: [nodes[node].slot]
      }
    return own.filter { $0 >= 0 }
  }

  /// Where the step of a node was declared.
  func place(_ node: Int) -> FlowLocation? {
    nodes[node].step < 0 ? nil : sources[nodes[node].step].place
  }
}

extension Prompt {
  /// Whether a rule depends on which day is today.
  var isDated: Bool {
    rules.contains { if case .daysFromToday = $0.kind { true } else { false } }
  }
}

extension Calculation.Form {
  /// The divisors in it that are worked out, or that are 0.
  var divisors: [Calculation.Form] {
    switch self {
    case .value, .answer, .count, .lines: []
    case .arithmetic(let some, let operation, let other):
      some.divisors + other.divisors
        + (operation == .divided || operation == .remainder ? [other] : [])
    case .smallest(let forms), .largest(let forms): forms.flatMap(\.divisors)
    case .text(let text): text.calculations.flatMap(\.form.divisors)
    }
  }
}

extension Node {
  /// What stands before the names of steps in a branch.
  fileprivate func name(of part: Part, in place: String) -> String {
    let branch: String? =
      switch part {
      case .body, .questions: nil
      case .choice(let index):
        if case .prompt(let prompt) = kind, index < prompt.choices.count {
          prompt.choices[index].id
        } else {
          nil
        }
      case .selected(let index):
        if case .select(let selection) = kind {
          selection.cases[index].map(\.description).joined(separator: ",")
        } else {
          nil
        }
      default: "\(part)"
      }
    let outer = id ?? (place.isEmpty ? "" : String(place.dropLast(2)))
    let path = [outer, branch ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    return path.isEmpty ? "" : path + ": "
  }
}
