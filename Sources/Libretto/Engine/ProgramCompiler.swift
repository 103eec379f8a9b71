/// Makes the flat program of a tree, in one walk whose depth is bounded by the tree's limit.
struct ProgramCompiler {
  var instructions: [Program.Instruction] = []
  var places: [FlowLocation?] = []
  var prompts: [Program.PromptCode] = []
  var works: [Program.WorkCode] = []
  var operations: [Program.OperationCode] = []
  var groups: [Program.GroupCode] = []
  var texts: [TextCode] = []
  var conditions: [ConditionCode] = []
  var constants: [Value] = []
  var calculations: [CalculationCode] = []
  /// For each step back, the prompts whose branches contain it, the innermost last.
  var backs: [Int: [Int]] = [:]
  var steps: [Program.StepCode] = []
  var counters = 0
  /// The counters of the surrounding loops, the outermost first; and those around each instruction.
  var loops: [Int] = []
  var loopsAround: [[Int]] = []
  let keys: KeySpace
  private let sources: [FlowLocation]
  private var node = 0
  private var place: FlowLocation?
  /// For each surrounding loop, the jumps that leave it; their targets are set when the end is
  /// known.
  var exits: [[Int]] = []
  /// Where a `TryAgain` leads from here, the innermost last.
  var reloads: [Program.ReloadCode] = []
  /// The surrounding operation; −1 for none.
  var operation = -1
  /// The steps of the prompts whose branches surround the walk, within the surrounding operation.
  var around: [Int] = []
  /// The names of the operations in each surrounding group.
  var names: [[String: Int]] = []

  init(keys: KeySpace, sources: [FlowLocation]) {
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
    for branch in node.branches {
      if beginBranch(branch, of: node, &open) { add(branch.steps) }
      endBranch(branch, of: node, &open)
    }
    end(node, open)
  }

  /// What is known of a node while its branches are added.
  struct Open {
    /// The instruction whose target is set later, or the index in its table.
    var head = 0
    /// The start of each branch with steps to perform.
    var starts: [Int] = []
    /// The jumps from the branches to the end of the node.
    var jumps: [Int] = []
    /// The loops around a sub-flow or an operation.
    var exits: [[Int]] = []
    /// The loads and actions around a sub-flow or an operation.
    var reloads: [Program.ReloadCode] = []
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
    let id = node.id ?? ""
    switch node.kind {
    case .say(let text): emit(.say(text: add(text)))
    case .heading(let title): emit(.say(text: add(title, as: .heading)))
    case .note(let title, let text): emit(.say(text: add(text, as: .note(title))))
    case .fail(let text): emit(.fail(text: add(text)))
    case .finish(let finish):
      if let text = finish.text { emit(.say(text: add(text))) }
      emit(.finish(outcome: finish.outcome))
    case .prompt(let prompt):
      open.head = begin(prompt, node)
      if prompt.kind != .form { around.append(prompts[open.head].step) }
    case .action(let action): open.head = begin(Program.WorkCode(action), node, action.error)
    case .store(let key, let calculation): store(calculation, key)
    case .when(let condition):
      open.head = emit(.unless(condition: add(condition), to: 0))
    case .loop(let loop): begin(loop, &open)
    case .leave:
      let jump = emit(.jump(0))
      if !exits.isEmpty { exits[exits.count - 1].append(jump) }
    case .subflow:
      // A Break inside doesn't see the loops around the sub-flow, and a Reload doesn't see the
      // loads.
      (open.exits, open.reloads) = (exits, reloads)
      (exits, reloads) = ([], [])
    case .load(let load):
      open.head = begin(Program.WorkCode(load), node, load.error, load.state)
    case .tryAgain:
      if let reload = reloads.last { emit(.reload(reload)) }
    case .operations: open.head = begin(node[.body] ?? [])
    case .operation(let operation): begin(operation, &open)
    case .cancelOperation(let cancel):
      let number = names.last { $0[cancel.operation] != nil }?[cancel.operation]
      if let number {
        emit(.cancelOperation(number, step: newStep(id, .cancel(number))))
      }
    case .select: break
    case .back: backs[emit(.back)] = around
    case .wait(let duration):
      emit(.wait(milliseconds: duration.milliseconds, step: newStep(id, .wait)))
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
  private mutating func beginBranch(
    _ branch: Node.Branch, of node: Node, _ open: inout Open
  ) -> Bool {
    if case .prompt(let prompt) = node.kind {
      if branch.part == .questions {
        addFields(of: prompt, &open)
        return false
      }
      open.starts.append(instructions.count)
      if prompt.kind == .alert { askFields(of: prompt, open) }
      return true
    }
    switch (node.kind, branch.part) {
    case (.load, .data): works[open.head].data = instructions.count
    case (.load, .empty): works[open.head].empty = instructions.count
    case (.load, .failure): works[open.head].failure = instructions.count
    case (.action, .failure):
      open.jumps.append(emit(.jump(0)))
      works[open.head].failure = instructions.count
    case (.operation, .failure): operations[open.head].failure = instructions.count
    case (.select(let selection), .selected(let index)):
      let slot = slot(selection.key)
      let tests = selection.cases[index].map {
        ConditionCode.compare(slot, .equal, selection.key.type.value(exactly: $0) ?? $0)
      }
      conditions.append(tests.count == 1 ? tests[0] : .any(tests))
      open.head = emit(.unless(condition: conditions.count - 1, to: 0))
    default: break
    }
    return true
  }

  private mutating func endBranch(_ branch: Node.Branch, of node: Node, _ open: inout Open) {
    switch (node.kind, branch.part) {
    case (.prompt, .questions): break
    case (.prompt(let prompt), _):
      // An empty branch has no instructions: it continues after the prompt.
      if instructions.count > open.starts[open.starts.count - 1] {
        if prompt.kind != .form { open.jumps.append(emit(.jump(0))) }
      } else {
        open.starts[open.starts.count - 1] = -1
      }
    case (.when, .then):
      if node[.otherwise]?.isEmpty == false { open.jumps.append(emit(.jump(0))) }
      aim(open.head, at: instructions.count)
    case (.load, _): open.jumps.append(emit(.jump(0)))
    case (.operation, _): emit(.endOperation)
    case (.select, .selected):
      open.jumps.append(emit(.jump(0)))
      aim(open.head, at: instructions.count)
    default: break
    }
  }

  private mutating func end(_ node: Node, _ open: Open) {
    around = open.around
    switch node.kind {
    case .prompt(let prompt): end(prompt, open)
    case .loop(let loop):
      if case .until(let condition) = loop {
        emit(.unless(condition: add(condition), to: open.head))
      } else {
        emit(.jump(open.head))
        aim(open.head, at: instructions.count)
      }
      loops.removeLast()
      for jump in exits.removeLast() { aim(jump, at: instructions.count) }
    case .subflow: (exits, reloads) = (open.exits, open.reloads)
    case .action where !node.handlesFailure: break
    case .load, .action:
      loops.removeLast()
      reloads.removeLast()
    case .operations:
      names.removeLast()
      groups[open.head].after = instructions.count
    case .operation:
      (exits, reloads) = (open.exits, open.reloads)
      operation = open.operation
    default: break
    }
    for jump in open.jumps { aim(jump, at: instructions.count) }
  }

  private mutating func store(_ calculation: Calculation, _ key: KeyReference) {
    if let value = calculation.given {
      constants.append(key.type.value(exactly: value) ?? value)
      emit(.store(slot: slot(key), constant: constants.count - 1))
    } else {
      calculations.append(code(calculation))
      emit(.calculate(slot: slot(key), calculation: calculations.count - 1))
    }
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
