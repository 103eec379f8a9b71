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
  /// Whether a branch for a failure has begun, and no prompt has come in it yet.
  private var isOfFailure = false
  /// The work in whose branches for failures the walk is, the innermost last.
  private var failed: [Int] = []
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
    isOfFailure = branch.part == .failure
    if isOfFailure, node.isWork { failed.append(open.head) }
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
    isOfFailure = false
    if branch.part == .failure, node.isWork { failed.removeLast() }
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
      works[open.head].end = instructions.count
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

// Prompts, and pages that consist of several prompts.
//
// The fields of an alert are asked when a button is chosen, with the rules of that button; a button
// that cancels asks for none. So the program contains the fields once for each button, as one step.
//
// A form asks those questions whose conditions hold, one after the other, and then asks for a
// review. Choosing a question goes back to it, so the program only ever moves forward.

extension ProgramCompiler {
  /// Begins a prompt and returns its index in the table. The index of a form comes after those of
  /// its questions.
  mutating func begin(_ prompt: Prompt, _ node: Node) -> Int {
    let id = node.id ?? ""
    let head = add(prompt, id, step: newStep(id, .prompt(prompts.count)))
    prompts[head].questions = questions(of: prompt, node[.questions] ?? [])
    if prompt.kind != .form { emit(.prompt(head)) }
    return head
  }

  mutating func end(_ prompt: Prompt, _ open: Open) {
    let end = instructions.count
    if prompt.kind == .form { return }
    let starts = open.starts.map { $0 < 0 ? end : $0 }
    prompts[open.head].targets = Array(starts.prefix(prompt.choices.count)) + [end]
    if starts.count > prompt.choices.count {
      prompts[open.head].timedOut = starts[starts.count - 1]
    }
  }

  private func questions(of prompt: Prompt, _ nodes: [Node]) -> [Program.PageQuestion] {
    zip(nodes, prompt.conditions).compactMap { node, condition in
      guard case .prompt(var question) = node.kind else { return nil }
      // A key is secret everywhere if one question makes it so.
      if let key = question.key, keys.secrets.contains(key.name) { question.isSecret = true }
      return Program.PageQuestion(id: node.id ?? "", prompt: question, condition: condition)
    }
  }

  /// Adds what the engine needs of a prompt; the steps of its branches are added separately.
  private mutating func add(_ prompt: Prompt, _ id: String, step: Int) -> Int {
    let texts = prompt.textsShown
    let allRules = prompt.rules + prompt.draftRules
    let reads =
      texts.flatMap(\.keys) + allRules.flatMap(\.keys) + (prompt.default?.form.keys ?? [])
      + (prompt.titles.map { [$0] } ?? [])
    let calculations =
      texts.flatMap(\.calculations) + allRules.flatMap(\.calculations)
      + (prompt.default.flatMap { $0.given == nil ? [$0] : [] } ?? [])
    var code = Program.PromptCode(
      id: id, prompt: prompt, step: step, slot: prompt.key.map { slot($0) } ?? -1,
      isSecret: prompt.key.map { keys.secrets.contains($0.name) } ?? false,
      reads: reads.map { slot($0) },
      calculations: calculations.filter { $0.given == nil }.map { self.code($0) },
      shape: prompt.shape)
    if let source = prompt.source { code.source = slot(source) }
    if let titles = prompt.titles { code.titles = slot(titles) }
    code.conditionReads =
      prompt.choices.flatMap { choice in
        choice.condition?.form.reads.map { slot($0.key) } ?? []
      } + prompt.checks.flatMap { $0.reads.map { slot($0) } }
    code.isOfFailure = isOfFailure
    code.failed = failed.last ?? -1
    isOfFailure = false
    prompts.append(code)
    return prompts.count - 1
  }

  /// Adds the questions of a form, or records the fields of an alert.
  mutating func addFields(of prompt: Prompt, _ open: inout Open) {
    for question in prompts[open.head].questions {
      visit()
      open.fields.append(newStep(question.id, .prompt(-1)))
    }
    if prompt.kind == .form { addForm(open) }
  }

  /// Asks for the fields of an alert after the button whose branch begins.
  mutating func askFields(of prompt: Prompt, _ open: Open) {
    guard open.starts.count <= prompt.choices.count, !open.fields.isEmpty else { return }
    let button = prompt.choices[open.starts.count - 1]
    guard button.role != .cancel else { return }
    for (field, step) in zip(prompts[open.head].questions, open.fields) {
      let rules = button.rules.filter { $0.key == field.prompt.key }.map(\.rule)
      // If a button requires an answer, the question isn't optional, even if other buttons let it
      // be left out.
      let isRequired = rules.contains { $0.kind == .notEmpty }
      let question = field.prompt.forButton(
        rules, isOptional: field.prompt.isOptional && !isRequired)
      let index = add(question, field.id, step: step)
      prompts[index].page = open.head
      ask(index)
    }
  }

  private mutating func ask(_ index: Int) {
    emit(.prompt(index))
    let step = prompts[index].step
    if steps[step].kind == .prompt(-1) {
      steps[step].kind = .prompt(index)
      steps[step].instruction = instructions.count - 1
    }
    prompts[index].targets = Array(
      repeating: instructions.count, count: prompts[index].prompt.choices.count + 1)
  }

  private mutating func addForm(_ open: Open) {
    var fields: [Program.FieldCode] = []
    for (field, step) in zip(prompts[open.head].questions, open.fields) {
      let condition = field.condition.map { addLenient($0) }
      let index = add(field.prompt, field.id, step: step)
      prompts[index].mark = newCounter()
      prompts[index].page = open.head
      fields.append(Program.FieldCode(prompt: index, condition: condition))
    }
    for field in fields { addQuestion(field) }
    let review = emit(.prompt(open.head))
    // The review comes after its questions, and so does its index.
    steps[prompts[open.head].step].instruction = review
    prompts[open.head].fields = fields
    prompts[open.head].targets = [instructions.count]
  }

  /// Asks a question of a form unless it is hidden; a hidden question has no answer.
  private mutating func addQuestion(_ field: Program.FieldCode) {
    let code = prompts[field.prompt]
    emit(.startLoop(counter: code.mark))
    let hides = field.condition.map { emit(.unless(condition: $0, to: 0)) }
    ask(field.prompt)
    guard let hides else { return }
    let shown = emit(.jump(0))
    aim(hides, at: instructions.count)
    if code.slot >= 0 { emit(.unset(slot: code.slot)) }
    aim(shown, at: instructions.count)
  }
}

extension Node {
  /// Whether it is an action or a load.
  fileprivate var isWork: Bool {
    switch kind {
    case .action, .load: true
    default: false
    }
  }
}

extension Prompt {
  /// The texts that a person can see at the prompt.
  package var textsShown: [Text] {
    var texts = [title, message, placeholder, help].compactMap(\.self)
    texts += (rules + draftRules).compactMap(\.message) + checks.compactMap(\.message)
    return texts + choices.flatMap { [$0.title, $0.detail, $0.because].compactMap(\.self) }
  }
}

// Work and groups of operations.

extension ProgramCompiler {
  /// Begins work and returns its index in the table.
  /// - Parameters:
  ///   - error: the key for its error.
  ///   - state: the key for how it ended; nil if there is none.
  mutating func begin(
    _ work: Program.WorkCode, _ node: Node, _ error: KeyReference, _ state: KeyReference? = nil
  ) -> Int {
    var code = work
    code.id = node.id ?? ""
    if work.isLoad { code.slot = work.result.map { slot($0) } ?? -1 }
    code.errorSlot = keys.slots[error.name] ?? -1
    code.stateSlot = state.flatMap { keys.slots[$0.name] } ?? -1
    code.hasRounds = work.isLoad || node.handlesFailure
    if code.hasRounds {
      beginRounds(emptying: [code.slot, code.errorSlot, code.stateSlot])
    }
    code.step = newStep(code.id, work.isLoad ? .load(works.count) : .action(works.count))
    code.reads = work.loading?.keys.map { slot($0) } ?? []
    code.calculations = work.loading?.calculations.map { self.code($0) } ?? []
    if work.isLoad || work.retries > 0 { code.tries = newCounter() }
    works.append(code)
    emit(.work(works.count - 1))
    return works.count - 1
  }

  /// Begins the rounds of a load or an action: a `TryAgain` begins another one.
  private mutating func beginRounds(emptying slots: [Int]) {
    let round = newCounter()
    emit(.startLoop(counter: round))
    loops.append(round)
    emit(.nextRound(counter: round))
    reloads.append(
      Program.ReloadCode(slots: slots, round: round, target: instructions.count))
  }

  /// Begins a group of operations and returns its index in the table.
  mutating func begin(_ group: [Node]) -> Int {
    let first = operations.count
    var names: [String: Int] = [:]
    for node in group {
      guard case .operation(let operation) = node.kind else { continue }
      names[operation.name] = operations.count
      operations.append(
        Program.OperationCode(
          id: node.id ?? "", name: operation.name, group: groups.count, parent: self.operation,
          errorSlot: keys.slots[operation.error.name] ?? -1,
          stateSlot: keys.slots[operation.state.name] ?? -1))
    }
    var number = first
    for node in group {
      guard case .operation(let operation) = node.kind else { continue }
      for other in Set(operation.after).sorted() {
        guard let other = names[other] else { continue }
        operations[number].after.append(other)
        operations[other].dependants.append(number)
      }
      number += 1
    }
    self.names.append(names)
    if operation >= 0 { operations[operation].groups.append(groups.count) }
    var code = Program.GroupCode(operations: first..<operations.count, parent: operation)
    code.order = inOrderOfWaiting(code.operations)
    for (place, number) in code.order.enumerated() { operations[number].place = place }
    code.start = emit(.startOperations(groups.count))
    groups.append(code)
    return groups.count - 1
  }

  /// The operations, each after those that it waits for; ties are in the order of declaration.
  private func inOrderOfWaiting(_ group: Range<Int>) -> [Int] {
    var remaining = group.map { operations[$0].after.count }
    var free = RankSet(capacity: group.count)
    for (place, count) in remaining.enumerated() where count == 0 { free.insert(place) }
    var order: [Int] = []
    while let place = free.first {
      free.remove(place)
      order.append(group.lowerBound + place)
      for dependant in operations[group.lowerBound + place].dependants {
        remaining[dependant - group.lowerBound] -= 1
        if remaining[dependant - group.lowerBound] == 0 {
          free.insert(dependant - group.lowerBound)
        }
      }
    }
    return order
  }

  mutating func begin(_ node: Node.Operation, _ open: inout Open) {
    let number = names.last?[node.name] ?? 0
    open.head = number
    (open.exits, open.reloads, open.operation) = (exits, reloads, operation)
    (exits, reloads, operation) = ([], [], number)
    around = []
    operations[number].start = instructions.count
  }

  /// Ranks the operations in the order of declaration, which is the order of their needs.
  mutating func rankOperations() {
    let order = operations.indices.sorted { operations[$0].start < operations[$1].start }
    for (rank, number) in order.enumerated() { operations[number].rank = rank }
  }
}

// What the instructions refer to by numbers: steps, counters, texts, conditions.

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

  mutating func add(_ text: Text, as form: TextCode.Form = .text) -> Int {
    let all = if case .note(let title) = form { [title, text] } else { [text] }
    texts.append(
      TextCode(
        text: text, form: form, reads: all.flatMap { $0.keys.map { slot($0) } },
        calculations: all.flatMap { $0.calculations.map { code($0) } }))
    return texts.count - 1
  }

  mutating func add(_ condition: Condition) -> Int {
    conditions.append(ConditionCode(condition.form) { slot($0) })
    return conditions.count - 1
  }

  /// Adds a condition that doesn't hold if it reads a key that has no answer.
  mutating func addLenient(_ condition: Condition) -> Int {
    conditions.append(.known(ConditionCode(condition.form) { slot($0) }))
    return conditions.count - 1
  }

  /// The slot of a key; every key of a tree is in the table made by its assembly.
  func slot(_ key: KeyReference) -> Int { keys.slots[key.name] ?? 0 }

  func code(_ calculation: Calculation) -> CalculationCode {
    CalculationCode(calculation.form) { slot($0) }
  }
}
