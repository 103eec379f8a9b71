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
    case back
    case say([Text], SayForm)
    case jump
    case store(slot: Int, Calculation)
    case when(Condition)
    /// The condition for a question of a form, and the slot of its key.
    case hidden(Condition, slot: Int)
    case select(slot: Int, Node.Selection)
    case loop(Node.Loop)
    /// The end of a loop, and the nodes of loops and loads inside it.
    case exit(Range<Int>)
    case question(Prompt, slot: Int)
    /// Several options, from the flow or from the answer in a slot.
    case several(Prompt, slot: Int, source: Int)
    case choice(Prompt, slot: Int)
    case yesNo(Prompt, slot: Int)
    case chosen(Prompt, slot: Int, source: Int)
    case page(Prompt)
    case review(Prompt)
    case action(Node.Action)
    case load(Node.Load)
    case tryAgain(load: Int)
    case operation(Node.Operation, stateSlot: Int)
    /// An operation has failed, and handles it: its error has a text.
    case caught(Int)
    case ended(Node.Operation, stateSlot: Int, isFailed: Bool)
    case cancel(Node.Cancel, stateSlot: Int)
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
  /// The slots of the keys that must have answers, or the run fails.
  var required: [Int] = []
  /// The keys whose answers may decide something later, and those that only must be there.
  var matters = SlotSet()
  var needed = SlotSet()

  subscript(outcome: Turn) -> Int? { edges.first { $0.outcome == outcome }?.to }

  /// Whether it asks the person something.
  var isQuestion: Bool {
    switch kind {
    case .question, .several, .choice, .yesNo, .chosen, .review: true
    default: false
    }
  }

  /// The prompt, if it is one.
  var prompt: Prompt? {
    switch kind {
    case .question(let prompt, _), .several(let prompt, _, _), .choice(let prompt, _),
      .yesNo(let prompt, _), .chosen(let prompt, _, _), .page(let prompt), .review(let prompt):
      prompt
    default: nil
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

/// A set of slots, as bits.
struct SlotSet: Hashable, Sendable {
  private var words: [UInt64] = []

  func contains(_ slot: Int) -> Bool {
    slot >> 6 < words.count && words[slot >> 6] >> UInt64(slot & 63) & 1 == 1
  }

  mutating func insert(_ slot: Int) {
    while words.count <= slot >> 6 { words.append(0) }
    words[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  mutating func remove(_ slot: Int) {
    if contains(slot) { words[slot >> 6] &= ~(1 << UInt64(slot & 63)) }
  }

  /// Adds the slots of another set; returns whether there are new ones.
  @discardableResult
  mutating func formUnion(_ other: SlotSet) -> Bool {
    var isChanged = false
    if words.count < other.words.count {
      words += Array(repeating: 0, count: other.words.count - words.count)
    }
    for index in other.words.indices where other.words[index] & ~words[index] != 0 {
      words[index] |= other.words[index]
      isChanged = true
    }
    return isChanged
  }

  var slots: [Int] {
    var slots: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0 {
        slots.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return slots
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
  private(set) var tested = SlotSet()
  /// The keys that the engine sets: how something ended, and errors.
  private(set) var ofEngine = SlotSet()
  /// The steps of the flow in the order of a walk.
  let steps: [Node]
  let sources: [StepSource]
  /// For each step, the nearest id around it and the branch that it is in, with a colon behind.
  let around: [String]

  /// The slot of the current day, which is one after those of the keys.
  var today: Int { keys.count }

  init(_ flow: Flow) {
    self.flow = flow
    sources = flow.sources
    var steps: [Node] = []
    var around: [String] = []
    var open = [(steps: flow.tree.steps[...], around: "")]
    while let (list, place) = open.popLast() {
      guard let first = list.first else { continue }
      open.append((list.dropFirst(), place))
      steps.append(first)
      around.append(place)
      for branch in first.branches.reversed() {
        open.append((branch.steps[...], first.name(of: branch.part, in: place)))
      }
    }
    (self.steps, self.around) = (steps, around)
    collectKeys()
    let end = add(.end(outcome: nil), -1)
    start = block(flow.tree.steps, 0, end, Context())
    for index in nodes.indices { nodes[index].required = required(nodes[index]) }
    // A field of an alert has a node for each button.
    var fields: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() {
      if case .question = node.kind {
        nodes[index].same = fields[node.step] ?? index
        fields[node.step] = nodes[index].same
      } else {
        nodes[index].same = index
      }
      if node.edges.count > 1 { nodes[nodes[index].same].isBranching = true }
    }
    findWhatMatters()
  }

  /// What surrounds a step.
  private struct Context {
    var exit = -1
    var load = -1
    /// The node to which an unhandled failure leads, in an operation that handles it.
    var fails = -1
    /// The operations of the group, by name.
    var states: [String: Int] = [:]
  }

  private mutating func add(
    _ kind: GraphNode.Kind, _ step: Int, _ edges: (Turn, Int)...
  ) -> Int {
    nodes.append(GraphNode(kind: kind, step: step, edges: edges))
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
    for step in steps {
      var texts: [Text] = []
      var read: [KeyReference] = []
      var conditions: [Condition] = []
      switch step.kind {
      case .say(let text), .heading(let text), .fail(let text): texts = [text]
      case .note(let title, let text): texts = [title, text]
      case .finish(let finish): if let text = finish.text { texts = [text] }
      case .prompt(let prompt):
        read = prompt.readForAsking
        if let source = prompt.source { read.append(source) }
        for case let condition? in prompt.conditions { conditions.append(condition) }
        for choice in prompt.choices {
          if let condition = choice.condition { conditions.append(condition) }
        }
      case .action(let action): if let text = action.loading { texts = [text] }
      case .load(let load): if let text = load.loading { texts = [text] }
      case .select(let selection): read = [selection.key]
      case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
        conditions = [condition]
      case .store(_, let calculation): read = calculation.form.keys
      case .operation(let operation): read = [operation.state]
      default: break
      }
      for text in texts { read += text.keys }
      for key in read { _ = note(key) }
      for condition in conditions {
        for (key, onlyIsSet) in condition.form.reads {
          let slot = note(key)
          if onlyIsSet { tested.insert(slot) }
        }
      }
    }
    for step in steps {
      let own: [KeyReference] =
        switch step.kind {
        case .action(let action): [action.error]
        case .load(let load): [load.error, load.state]
        case .operation(let operation): [operation.error, operation.state]
        default: []
        }
      for key in own { if let slot = slots[key.name] { ofEngine.insert(slot) } }
    }
  }

  /// The slot of a key; −1 if nothing reads it.
  func slot(_ key: KeyReference?) -> Int { key.flatMap { slots[$0.name] } ?? -1 }

  // MARK: Nodes

  private mutating func block(
    _ steps: [Node], _ first: Int, _ next: Int, _ context: Context
  ) -> Int {
    var numbers: [Int] = []
    var number = first
    for _ in steps {
      numbers.append(number)
      number += sources[number].count
    }
    var next = next
    for (step, number) in zip(steps, numbers).reversed() {
      next = add(step, number, next, context)
    }
    return next
  }

  /// The number of the first step of each branch.
  private func firsts(_ node: Node, _ number: Int) -> [Node.Part: Int] {
    var firsts: [Node.Part: Int] = [:]
    var next = number + 1
    for branch in node.branches {
      firsts[branch.part] = next
      for _ in branch.steps { next += sources[next].count }
    }
    return firsts
  }

  private mutating func add(
    _ node: Node, _ number: Int, _ next: Int, _ context: Context
  ) -> Int {
    let firsts = firsts(node, number)
    func branch(
      _ graph: inout Graph, _ part: Node.Part, _ to: Int, _ context: Context
    ) -> Int {
      guard let steps = node[part], !steps.isEmpty, let first = firsts[part] else { return to }
      return graph.block(steps, first, to, context)
    }
    switch node.kind {
    case .say(let text), .heading(let text): return add(.say([text], .say), number, (.next, next))
    case .note(let title, let text): return add(.say([title, text], .say), number, (.next, next))
    case .wait: return add(.say([], .wait), number, (.next, next))
    case .finish(let finish):
      let end = add(.end(outcome: finish.outcome), number)
      guard let text = finish.text else { return end }
      return add(.say([text], .say), number, (.next, end))
    case .fail(let text): return add(.fail(text), number)
    case .back: return add(.back, number)
    case .leave: return add(.jump, number, (.next, context.exit < 0 ? next : context.exit))
    case .tryAgain: return add(.tryAgain(load: context.load), number)
    case .subflow:
      var inner = context
      (inner.exit, inner.load) = (-1, -1)
      return branch(&self, .body, next, inner)
    case .store(let key, let calculation):
      return add(.store(slot: slot(key), calculation), number, (.next, next))
    case .when(let condition):
      let then = branch(&self, .then, next, context)
      let otherwise = branch(&self, .otherwise, next, context)
      return add(.when(condition), number, (.then, then), (.otherwise, otherwise))
    case .select(let selection):
      let node = add(.select(slot: slot(selection.key), selection), number)
      for index in selection.cases.indices {
        link(node, .selected(index), branch(&self, .selected(index), next, context))
      }
      link(node, .fallback, branch(&self, .otherwise, next, context))
      return node
    case .loop(let loop):
      let exit = add(.exit(0..<0), number, (.next, next))
      let head = add(.loop(loop), number, (.end, exit))
      var inner = context
      inner.exit = exit
      let body = branch(&self, .body, head, inner)
      link(head, .round, body)
      nodes[exit] = GraphNode(
        kind: .exit(head..<nodes.count), step: number, edges: [(.next, next)])
      if case .until = loop { return add(.jump, number, (.next, body)) }
      return head
    case .action(let action):
      let work = add(.action(action), number, (.done, next))
      var inner = context
      inner.load = work
      if node.handlesFailure {
        link(work, .failed, branch(&self, .failure, next, inner))
      } else if context.fails >= 0 {
        link(work, .failed, context.fails)
      }
      return work
    case .load(let load):
      let work = add(.load(load), number)
      var inner = context
      inner.load = work
      link(work, .data, branch(&self, .data, next, inner))
      link(work, .empty, branch(&self, .empty, next, inner))
      if node.handlesFailure {
        link(work, .failed, branch(&self, .failure, next, inner))
      } else if context.fails >= 0 {
        link(work, .failed, context.fails)
      }
      return work
    case .operations: return add(operations: node, firsts[.body] ?? number, next, context)
    case .operation: return next
    case .cancelOperation(let cancel):
      return add(
        .cancel(cancel, stateSlot: context.states[cancel.operation] ?? -1), number, (.next, next))
    case .prompt(let prompt):
      return prompt.kind == .form
        ? add(form: prompt, node, number, next, context)
        : add(prompt: prompt, node, number, next, context)
    }
  }

  private mutating func add(
    form prompt: Prompt, _ node: Node, _ number: Int, _ next: Int, _ context: Context
  ) -> Int {
    var last = add(.review(prompt), number, (.submitted, next))
    let fields = node[.questions] ?? []
    for index in fields.indices.reversed() {
      let place = number + 1 + index
      let asked = add(fields[index], place, last, context)
      if index < prompt.conditions.count, let condition = prompt.conditions[index],
        case .prompt(let field) = fields[index].kind
      {
        last = add(
          .hidden(condition, slot: slot(field.key)), place, (.asked, asked), (.hidden, last))
      } else {
        last = asked
      }
    }
    return add(.page(prompt), number, (.next, last))
  }

  private mutating func add(
    prompt: Prompt, _ node: Node, _ number: Int, _ next: Int, _ context: Context
  ) -> Int {
    let firsts = firsts(node, number)
    let slot = slot(prompt.key)
    func branch(_ graph: inout Graph, _ part: Node.Part, _ to: Int) -> Int {
      guard let steps = node[part], !steps.isEmpty, let first = firsts[part] else { return to }
      return graph.block(steps, first, to, context)
    }
    let added: Int
    switch prompt.kind {
    case .ask, .rate:
      added = add(.question(prompt, slot: slot), number, (.given, next))
      if prompt.isOptional
        || prompt.key.map({ if case .optional = $0.type { true } else { false } }) ?? false
      {
        link(added, .leftOut, next)
      }
    case .chooseMany:
      added = add(
        .several(prompt, slot: slot, source: self.slot(prompt.source)), number, (.given, next))
    case .confirm:
      let yes = branch(&self, .choice(0), next)
      let no = branch(&self, .choice(1), next)
      added = add(.yesNo(prompt, slot: slot), number, (.yes, yes), (.no, no))
    case .choose where prompt.source != nil:
      added = add(
        .chosen(prompt, slot: slot, source: self.slot(prompt.source)), number, (.some, next))
    case .alert where prompt.choices.isEmpty:
      added = add(
        .say([prompt.title] + [prompt.message].compactMap(\.self), .alert), number, (.next, next))
    default:
      added = add(.choice(prompt, slot: slot), number)
      for (index, choice) in prompt.choices.enumerated() {
        var to = branch(&self, .choice(index), next)
        if prompt.kind == .alert, choice.role != .cancel {
          for (place, field) in (node[.questions] ?? []).enumerated().reversed() {
            to = add(field: field, of: choice, number + 1 + place, to)
          }
        }
        link(added, .choice(index), to)
      }
    }
    if prompt.timeout != nil {
      if node[.timedOut] != nil {
        link(added, .timedOut, branch(&self, .timedOut, next))
      } else if context.fails >= 0 {
        link(added, .timedOut, context.fails)
      }
    }
    return added
  }

  /// Adds a field of an alert, as the button that was chosen has it.
  private mutating func add(
    field node: Node, of choice: Choice, _ number: Int, _ next: Int
  ) -> Int {
    guard case .prompt(let field) = node.kind, let key = field.key else { return next }
    let rules = choice.rules.filter { $0.key == key }.map(\.rule)
    let isRequired = rules.contains { $0.kind == .notEmpty }
    let added = add(
      .question(
        field.forButton(rules, isOptional: field.isOptional && !isRequired), slot: slot(key)),
      number, (.given, next))
    if field.isOptional && !isRequired { link(added, .leftOut, next) }
    return added
  }

  /// Adds a group of operations in one order: that in which a scripted run performs them, as far as
  /// they don't run side by side.
  private mutating func add(
    operations node: Node, _ first: Int, _ next: Int, _ context: Context
  ) -> Int {
    var waiting: [(operation: Node.Operation, node: Node, number: Int)] = []
    var number = first
    for step in node[.body] ?? [] {
      if case .operation(let operation) = step.kind { waiting.append((operation, step, number)) }
      number += sources[number].count
    }
    var inner = context
    (inner.exit, inner.load) = (-1, -1)
    for (operation, _, _) in waiting { inner.states[operation.name] = slot(operation.state) }
    var order: [(operation: Node.Operation, node: Node, number: Int)] = []
    var done: Set<String> = []
    while !waiting.isEmpty {
      let place = waiting.firstIndex { $0.operation.after.allSatisfy(done.contains) } ?? 0
      let ready = waiting.remove(at: place)
      order.append(ready)
      done.insert(ready.operation.name)
    }
    var next = next
    for (operation, node, number) in order.reversed() {
      let slot = slot(operation.state)
      let firsts = firsts(node, number)
      let last = add(.ended(operation, stateSlot: slot, isFailed: false), number, (.next, next))
      var own = inner
      if let failure = node[.failure] {
        let failed = add(.ended(operation, stateSlot: slot, isFailed: true), number, (.next, next))
        let handling =
          failure.isEmpty
          ? failed : block(failure, firsts[.failure] ?? number, failed, inner)
        own.fails = add(.caught(self.slot(operation.error)), number, (.next, handling))
      }
      let body = block(node[.body] ?? [], firsts[.body] ?? number, last, own)
      next = add(
        .operation(operation, stateSlot: slot), number, (.starts, body), (.cancelled, next))
    }
    return next
  }

  // MARK: What matters

  /// The slots that must be set when a node is performed.
  private func required(_ node: GraphNode) -> [Int] {
    var seen: Set<Int> = []
    let keys: [KeyReference] =
      switch node.kind {
      case .say(let texts, _): texts.flatMap(\.keys)
      case .fail(let text): text.keys
      case .page(let prompt): prompt.title.keys + (prompt.message?.keys ?? [])
      case .question(let prompt, _), .several(let prompt, _, _), .choice(let prompt, _),
        .yesNo(let prompt, _), .chosen(let prompt, _, _), .review(let prompt):
        prompt.readForAsking + [prompt.source].compactMap(\.self)
      case .action(let action): action.loading?.keys ?? []
      case .load(let load): load.loading?.keys ?? []
      case .store(_, let calculation): calculation.form.keys
      case .select(_, let selection): [selection.key]
      default: []
      }
    return keys.map { slot($0) }.filter { $0 >= 0 && seen.insert($0).inserted }
  }

  /// The calculations that a node works out for what it shows.
  static func calculations(_ node: GraphNode) -> [Calculation] {
    switch node.kind {
    case .say(let texts, _): texts.flatMap(\.calculations)
    case .fail(let text): text.calculations
    case .page(let prompt): prompt.title.calculations + (prompt.message?.calculations ?? [])
    case .question(let prompt, _), .several(let prompt, _, _), .choice(let prompt, _),
      .yesNo(let prompt, _), .chosen(let prompt, _, _), .review(let prompt):
      prompt.textsShown.flatMap(\.calculations) + (prompt.default.map { [$0] } ?? [])
        + prompt.rules.flatMap(\.bounds)
    case .action(let action): action.loading?.calculations ?? []
    case .load(let load): load.loading?.calculations ?? []
    case .store(_, let calculation): [calculation]
    default: []
    }
  }

  private func uses(_ node: GraphNode, _ isStored: Bool) -> (values: [Int], set: [Int], kills: Int)
  {
    var values: [KeyReference] = []
    var isDated = false
    var set = node.required
    var kills = -1
    func read(_ condition: Condition) {
      for (key, onlyIsSet) in condition.form.reads {
        if onlyIsSet { set.append(slot(key)) } else { values.append(key) }
      }
    }
    switch node.kind {
    case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
      read(condition)
    case .hidden(let condition, _): read(condition)
    case .select(_, let selection): values.append(selection.key)
    case .store(let slot, let calculation):
      if isStored { values += calculation.form.keys }
      kills = slot
    case .question(let prompt, let slot):
      values += prompt.rules.flatMap(\.keys)
      isDated = prompt.isDated
      if prompt.timeout == nil { kills = slot }
    case .load(let load): kills = slot(load.key)
    case .several(let prompt, let slot, let source), .chosen(let prompt, let slot, let source):
      values += prompt.rules.flatMap(\.keys)
      for case let condition? in prompt.choices.map(\.condition) { read(condition) }
      if source >= 0 { values.append(keys[source]) }
      if prompt.timeout == nil { kills = slot }
    case .choice(let prompt, let slot), .yesNo(let prompt, let slot):
      for case let condition? in prompt.choices.map(\.condition) { read(condition) }
      if prompt.timeout == nil { kills = slot }
    case .operation(_, let slot): if slot >= 0 { values.append(keys[slot]) }
    default: break
    }
    for calculation in Self.calculations(node) {
      values += calculation.form.divisors.flatMap(\.keys)
    }
    let read = values.map { slot($0) }.filter { $0 >= 0 } + (isDated ? [today] : [])
    return (read, set, kills)
  }

  private mutating func findWhatMatters() {
    var before: [[Int32]] = nodes.map { _ in [] }
    for (index, node) in nodes.enumerated() {
      for edge in node.edges { before[edge.to].append(Int32(index)) }
      if case .tryAgain(let load) = node.kind, load >= 0 { before[load].append(Int32(index)) }
    }
    var open = Array(nodes.indices.reversed())
    var isOpen = nodes.map { _ in true }
    while let index = open.popLast() {
      isOpen[index] = false
      let node = nodes[index]
      var (matters, needed) = (SlotSet(), SlotSet())
      for edge in node.edges {
        matters.formUnion(nodes[edge.to].matters)
        needed.formUnion(nodes[edge.to].needed)
      }
      if case .tryAgain(let load) = node.kind, load >= 0 {
        matters.formUnion(nodes[load].matters)
        needed.formUnion(nodes[load].needed)
      }
      var isStored = false
      if case .store(let slot, _) = node.kind, slot >= 0 { isStored = matters.contains(slot) }
      let (values, set, kills) = uses(node, isStored)
      if kills >= 0 {
        matters.remove(kills)
        needed.remove(kills)
      }
      for slot in values {
        matters.insert(slot)
        needed.insert(slot)
      }
      for slot in set where slot >= 0 { needed.insert(slot) }
      if matters == node.matters, needed == node.needed { continue }
      (nodes[index].matters, nodes[index].needed) = (matters, needed)
      for previous in before[index] where !isOpen[Int(previous)] {
        isOpen[Int(previous)] = true
        open.append(Int(previous))
      }
    }
  }

  // MARK: Loops

  /// The nodes that are reached between two visits of a loop or a load.
  func body(of node: Int) -> Set<Int> {
    var seen: Set<Int> = [node]
    var open = nodes[node].edges.filter { $0.outcome != .end }.map(\.to)
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      open += nodes[index].edges.map(\.to)
      if case .tryAgain(let load) = nodes[index].kind, load >= 0 { open.append(load) }
    }
    return seen
  }

  /// The slots that a node can set.
  func writes(_ node: Int) -> [Int] {
    switch nodes[node].kind {
    case .store(let slot, _), .question(_, let slot), .several(_, let slot, _),
      .choice(_, let slot), .yesNo(_, let slot), .chosen(_, let slot, _), .hidden(_, let slot):
      return [slot].filter { $0 >= 0 }
    case .action(let action):
      let declared = action.writes.map {
        ($0 + [action.result].compactMap(\.self)).map { slot($0) }
      }
      let own = declared ?? keys.indices.filter { !isSecret[$0] }
      return (own + [slot(action.error)]).filter { $0 >= 0 }
    case .load(let load):
      return [slot(load.key), slot(load.error), slot(load.state)].filter { $0 >= 0 }
    case .operation(_, let slot), .ended(_, let slot, _), .cancel(_, let slot), .caught(let slot):
      return [slot].filter { $0 >= 0 }
    default: return []
    }
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

  /// The keys without which the question can't be asked.
  fileprivate var readForAsking: [KeyReference] {
    textsShown.flatMap(\.keys) + (rules + draftRules).flatMap(\.keys)
      + (self.default?.form.keys ?? []) + [titles].compactMap(\.self)
  }
}

extension Prompt.Rule {
  /// The bounds that are worked out.
  fileprivate var bounds: [Calculation] {
    guard case .range(let minimum, let maximum, _) = kind else { return [] }
    return [minimum, maximum].compactMap { $0 }.filter { $0.given == nil }
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
