/// Makes the flat program of a tree, in one walk whose depth is bounded by the tree's limit.
struct ProgramCompiler {
  var instructions: [Program.Instruction] = []
  var places: [Place?] = []
  var prompts: [Program.PromptCode] = []
  var actions: [Program.ActionCode] = []
  var loads: [Program.LoadCode] = []
  var operations: [Program.OperationCode] = []
  var groups: [Program.GroupCode] = []
  var texts: [TextCode] = []
  var conditions: [ConditionCode] = []
  var constants: [Value] = []
  /// For each step back, the prompts whose branches contain it, the innermost last.
  var backs: [Int: [Int]] = [:]
  var steps: [Program.StepCode] = []
  var counters = 0
  /// The counters of the surrounding loops, the outermost first; and those around each instruction.
  var loops: [Int] = []
  var loopsAround: [[Int]] = []
  let keys: KeySpace
  private let sources: [Place]
  private var node = 0
  private var place: Place?
  /// For each surrounding loop, the jumps that leave it; their targets are set when the end is
  /// known.
  var exits: [[Int]] = []
  /// The surrounding loads, the innermost last.
  var openLoads: [Int] = []
  /// The surrounding operation; −1 for none.
  var operation = -1
  /// The steps of the prompts whose branches surround the walk, within the surrounding operation.
  var around: [Int] = []
  /// The names of the operations in each surrounding group.
  var names: [[String: Int]] = []

  init(keys: KeySpace, sources: [Place]) {
    self.keys = keys
    self.sources = sources
  }

  mutating func add(_ nodes: [Node]) {
    for node in nodes { add(node) }
  }

  @discardableResult
  mutating func emit(_ instruction: Program.Instruction) -> Int {
    instructions.append(instruction)
    places.append(place)
    loopsAround.append(loops)
    return instructions.count - 1
  }

  // Each level of the walk calls only these two functions, because the stack may be 512 KiB.

  private mutating func add(_ node: Node) {
    var open = begin(node)
    for steps in node.branches {
      if beginBranch(node, &open) { add(steps) }
      endBranch(steps, of: node, &open)
    }
    end(node, open)
  }

  /// What is known of a node while its branches are added.
  struct Open {
    /// The instruction whose target is set later, or the index in its table.
    var head = 0
    /// The number of branches begun so far.
    var branches = 0
    /// The start of each branch.
    var starts: [Int] = []
    /// The jumps from the branches to the end of the node.
    var jumps: [Int] = []
    /// The loops around a sub-flow or an operation.
    var exits: [[Int]] = []
    /// The loads around an operation.
    var loads: [Int] = []
    /// The surrounding operation.
    var operation = -1
    /// The questions of a form, or the fields of an alert.
    var fields: [Int] = []
    /// The prompts around the step itself.
    var around: [Int] = []
    /// The counter of a loop.
    var counter = -1
  }

  private mutating func begin(_ node: Node) -> Open {
    visit()
    var open = Open()
    open.around = around
    switch node {
    case .say(let text): emit(.say(text: add(text)))
    case .fail(let text): emit(.fail(text: add(text)))
    case .finish(let outcome): emit(.finish(outcome: outcome))
    case .prompt(let prompt):
      open.head = begin(prompt)
      if prompt.kind != .form { around.append(prompts[open.head].step) }
    case .action(let action):
      actions.append(
        Program.ActionCode(
          step: newStep(action.id, .action(actions.count)), action: action, operation: operation))
      emit(.action(actions.count - 1))
    case .store(let key, let value):
      constants.append(key.type.value(exactly: value) ?? value)
      emit(.store(slot: slot(key), constant: constants.count - 1))
    case .when(let condition, _, _):
      open.head = emit(.unless(condition: add(condition), to: 0))
    case .loop(let loop, _): begin(loop, &open)
    case .leave:
      let jump = emit(.jump(0))
      if !exits.isEmpty { exits[exits.count - 1].append(jump) }
    case .subflow:
      // A Break inside doesn't see the loops around the sub-flow, and a Reload doesn't see the
      // loads.
      (open.exits, open.loads) = (exits, openLoads)
      (exits, openLoads) = ([], [])
    case .load(let load):
      open.head = begin(load)
    case .reload: emit(.reload(openLoads.last ?? 0))
    case .operations(let group): open.head = begin(group)
    case .operation(let operation): begin(operation, &open)
    case .cancelOperation(let cancel):
      let number = names.last { $0[cancel.operation] != nil }?[cancel.operation]
      if let number {
        emit(.cancelOperation(number, step: newStep(cancel.id, .cancel(number))))
      }
    case .select: break
    case .back: backs[emit(.back)] = around
    case .wait(let wait):
      emit(.wait(milliseconds: wait.duration.milliseconds, step: newStep(wait.id, .wait)))
    }
    return open
  }

  /// Takes the index of the next node: the tree is walked in the order of assembly, so indices are
  /// counted.
  mutating func visit() {
    place = node < sources.count ? sources[node] : nil
    node += 1
  }

  /// Begins a branch, and returns whether its steps must be added.
  private mutating func beginBranch(_ node: Node, _ open: inout Open) -> Bool {
    defer { open.branches += 1 }
    if case .prompt(let prompt) = node {
      if open.branches == 0, !prompt.fields.isEmpty {
        addFields(of: prompt, &open)
        return false
      }
      open.starts.append(instructions.count)
      if prompt.kind == .alert { askFields(of: prompt, open) }
      return true
    }
    open.starts.append(instructions.count)
    if case .operation(let operation) = node, open.branches == 1, operation.failure != nil {
      operations[open.head].failure = instructions.count
    }
    if case .select(let selection) = node, open.branches < selection.cases.count {
      let slot = slot(selection.key)
      let tests = selection.cases[open.branches].values.map {
        ConditionCode.compare(slot, .equal, selection.key.type.value(exactly: $0) ?? $0)
      }
      conditions.append(tests.count == 1 ? tests[0] : .any(tests))
      open.head = emit(.unless(condition: conditions.count - 1, to: 0))
    }
    return true
  }

  private mutating func endBranch(_ steps: [Node], of node: Node, _ open: inout Open) {
    switch node {
    case .prompt(let prompt):
      guard let start = open.starts.last else { return }
      // An empty branch has no instructions: it continues after the prompt.
      if instructions.count > start {
        if prompt.kind != .form { open.jumps.append(emit(.jump(0))) }
      } else {
        open.starts[open.starts.count - 1] = -1
      }
    case .when(_, _, let otherwise):
      guard open.starts.count == 1 else { return }
      if !otherwise.isEmpty { open.jumps.append(emit(.jump(0))) }
      aim(open.head, at: instructions.count)
    case .load(let load):
      if open.branches < 3 || load.failure != nil { open.jumps.append(emit(.jump(0))) }
    case .operation(let operation):
      if open.branches == 1 || operation.failure != nil { emit(.endOperation) }
    case .select(let selection):
      guard open.branches <= selection.cases.count else { return }
      open.jumps.append(emit(.jump(0)))
      aim(open.head, at: instructions.count)
    default: break
    }
  }

  private mutating func end(_ node: Node, _ open: Open) {
    around = open.around
    switch node {
    case .prompt(let prompt): end(prompt, open)
    case .loop(let loop, _):
      if case .until(let condition) = loop {
        emit(.unless(condition: add(condition), to: open.head))
      } else {
        emit(.jump(open.head))
        aim(open.head, at: instructions.count)
      }
      loops.removeLast()
      for jump in exits.removeLast() { aim(jump, at: instructions.count) }
    case .subflow: (exits, openLoads) = (open.exits, open.loads)
    case .load(let load):
      loops.removeLast()
      openLoads.removeLast()
      loads[open.head].data = open.starts[0]
      loads[open.head].empty = open.starts[1]
      if load.failure != nil { loads[open.head].failure = open.starts[2] }
    case .operations:
      names.removeLast()
      groups[open.head].after = instructions.count
    case .operation:
      (exits, openLoads) = (open.exits, open.loads)
      operation = open.operation
    default: break
    }
    for jump in open.jumps { aim(jump, at: instructions.count) }
  }

  /// Begins a loop; its head is the instruction to jump back to.
  private mutating func begin(_ loop: Node.Loop, _ open: inout Open) {
    exits.append([])
    let counter = newCounter()
    emit(.startLoop(counter: counter))
    loops.append(counter)
    switch loop {
    case .times(let times):
      open.head = emit(.countLoop(counter: counter, times: times, exit: 0))
    case .whileTrue(let condition):
      open.head = emit(.unless(condition: add(condition), to: 0))
      emit(.nextRound(counter: counter))
    case .until:
      open.head = instructions.count
      emit(.nextRound(counter: counter))
    }
  }
}

// MARK: - Tables

extension ProgramCompiler {
  /// Adds a step at the current instruction.
  mutating func newStep(_ id: String, _ kind: Program.StepCode.Kind) -> Int {
    steps.append(
      Program.StepCode(
        id: id, kind: kind, loops: loops, operation: operation, instruction: instructions.count))
    return steps.count - 1
  }

  mutating func newCounter() -> Int {
    counters += 1
    return counters - 1
  }

  mutating func aim(_ index: Int, at target: Int) {
    switch instructions[index] {
    case .jump: instructions[index] = .jump(target)
    case .unless(let condition, _):
      instructions[index] = .unless(condition: condition, to: target)
    case .countLoop(let counter, let times, _):
      instructions[index] = .countLoop(counter: counter, times: times, exit: target)
    default: break
    }
  }

  private mutating func add(_ text: Text) -> Int {
    texts.append(TextCode(text: text, reads: text.keys.map { slot($0) }))
    return texts.count - 1
  }

  mutating func add(_ condition: Condition) -> Int {
    conditions.append(code(condition.form))
    return conditions.count - 1
  }

  /// Adds a condition that doesn't hold if it reads a key that has no answer.
  mutating func addLenient(_ condition: Condition) -> Int {
    conditions.append(.known(code(condition.form)))
    return conditions.count - 1
  }

  /// The slot of a key; every key of a tree is in the table made by its assembly.
  func slot(_ key: KeyReference) -> Int { keys.slots[key.name] ?? 0 }

  private func code(_ form: Condition.Form) -> ConditionCode {
    switch form {
    case .compare(let key, let comparison, .value(let value)):
      .compare(slot(key), comparison, value)
    case .compare(let key, let comparison, .key(let other)):
      .compareKeys(slot(key), comparison, slot(other))
    case .isSet(let key): .isSet(slot(key))
    case .isEmpty(let key): .isEmpty(slot(key))
    case .isMultiple(let key, let divisor): .isMultiple(slot(key), of: divisor)
    case .contains(let key, let value): .contains(slot(key), value)
    case .matches(let key, let pattern): .matches(slot(key), pattern)
    case .all(let forms): .all(forms.map(code))
    case .any(let forms): .any(forms.map(code))
    case .not(let form): .not(code(form))
    }
  }
}
