/// Makes the flat program of a tree, in one walk whose depth the tree's limit bounds.
struct ProgramCompiler {
  var instructions: [Program.Instruction] = []
  var places: [Place?] = []
  var prompts: [Program.PromptCode] = []
  var actions: [(step: Int, action: Node.Action)] = []
  var texts: [TextCode] = []
  var conditions: [ConditionCode] = []
  var constants: [Value] = []
  var slots: [String: Int] = [:]
  var steps = 0
  var counters = 0
  private let secrets: Set<String>
  private let sources: [Place]
  private var node = 0
  private var place: Place?
  /// For each loop around, the jumps that leave it, to be aimed when its end is known.
  private var exits: [[Int]] = []

  init(keys: [KeyReference], secrets: Set<String>, sources: [Place]) {
    self.secrets = secrets
    self.sources = sources
    for (index, key) in keys.enumerated() { slots[key.name] = index }
  }

  mutating func add(_ nodes: [Node]) {
    for node in nodes { add(node) }
  }

  @discardableResult
  mutating func emit(_ instruction: Program.Instruction) -> Int {
    instructions.append(instruction)
    places.append(place)
    return instructions.count - 1
  }

  // The walk calls only these two functions for each level, on a stack that may be 512 KiB.

  private mutating func add(_ node: Node) {
    var open = begin(node)
    for steps in node.branches {
      open.starts.append(instructions.count)
      add(steps)
      endBranch(steps, of: node, &open)
    }
    end(node, open)
  }

  /// What is known of a node while its branches are added.
  private struct Open {
    /// The instruction to be aimed, or the prompt's place in its table.
    var head = 0
    /// Where each branch starts.
    var starts: [Int] = []
    /// The jumps from the branches to the node's end.
    var jumps: [Int] = []
    /// The loops around a sub-flow.
    var exits: [[Int]] = []
  }

  private mutating func begin(_ node: Node) -> Open {
    // The tree is walked in the order in which it was assembled, so places go by count.
    place = self.node < sources.count ? sources[self.node] : nil
    self.node += 1
    var open = Open()
    switch node {
    case .say(let text): emit(.say(text: add(text)))
    case .fail(let text): emit(.fail(text: add(text)))
    case .finish(let outcome): emit(.finish(outcome: outcome))
    case .prompt(let prompt): open.head = begin(prompt)
    case .action(let action):
      actions.append((steps, action))
      steps += 1
      emit(.action(actions.count - 1))
    case .store(let key, let value):
      constants.append(key.type.fitting(value) ?? value)
      emit(.store(slot: slot(key), constant: constants.count - 1))
    case .when(let condition, _, _): open.head = emit(.unless(condition: add(condition), to: 0))
    case .loop(let loop, _): open.head = begin(loop)
    case .leave:
      let jump = emit(.jump(0))
      if !exits.isEmpty { exits[exits.count - 1].append(jump) }
    case .subflow:
      // A Break inside does not see the loops around the sub-flow.
      open.exits = exits
      exits = []
    }
    return open
  }

  private mutating func endBranch(_ steps: [Node], of node: Node, _ open: inout Open) {
    switch node {
    case .prompt: if !steps.isEmpty { open.jumps.append(emit(.jump(0))) }
    case .when(_, _, let otherwise):
      guard open.starts.count == 1 else { return }
      if !otherwise.isEmpty { open.jumps.append(emit(.jump(0))) }
      aim(open.head, at: instructions.count)
    default: break
    }
  }

  private mutating func end(_ node: Node, _ open: Open) {
    switch node {
    case .prompt(let prompt):
      let end = instructions.count
      prompts[open.head].targets =
        zip(prompt.choices, open.starts).map { $0.steps.isEmpty ? end : $1 } + [end]
    case .loop(let loop, _):
      if case .until(let condition) = loop {
        emit(.unless(condition: add(condition), to: open.head))
      } else {
        emit(.jump(open.head))
        aim(open.head, at: instructions.count)
      }
      for jump in exits.removeLast() { aim(jump, at: instructions.count) }
    case .subflow: exits = open.exits
    default: break
    }
    for jump in open.jumps { aim(jump, at: instructions.count) }
  }

  /// Begins a loop, and tells the instruction to which it goes back.
  private mutating func begin(_ loop: Node.Loop) -> Int {
    exits.append([])
    switch loop {
    case .times(let times):
      counters += 1
      emit(.startLoop(counter: counters - 1))
      return emit(.countLoop(counter: counters - 1, times: times, exit: 0))
    case .whileTrue(let condition): return emit(.unless(condition: add(condition), to: 0))
    case .until: return instructions.count
    }
  }

  /// Adds a prompt without its branches, and tells its place in the table.
  private mutating func begin(_ prompt: Prompt) -> Int {
    var reads: [Int] = []
    for text in [prompt.title, prompt.message, prompt.placeholder, prompt.help] {
      if let text { reads += text.keys.map { slot($0) } }
    }
    for rule in prompt.rules { reads += rule.message?.keys.map { slot($0) } ?? [] }
    for choice in prompt.choices { reads += choice.title.keys.map { slot($0) } }
    let key = prompt.key
    // The steps of each choice have their own place in the program; the prompt keeps none.
    let code = Program.PromptCode(
      prompt: prompt.withoutSteps, step: steps, slot: key.map { slot($0) } ?? -1,
      isSecret: key.map { secrets.contains($0.name) } ?? false, reads: reads, targets: [])
    steps += 1
    prompts.append(code)
    emit(.prompt(prompts.count - 1))
    return prompts.count - 1
  }

  private mutating func aim(_ index: Int, at target: Int) {
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

  private mutating func add(_ condition: Condition) -> Int {
    conditions.append(code(condition.form))
    return conditions.count - 1
  }

  /// The slot of a key; every key of a tree is in the table that the tree was assembled with.
  private func slot(_ key: KeyReference) -> Int { slots[key.name] ?? 0 }

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
    case .all(let forms): .all(forms.map(code))
    case .any(let forms): .any(forms.map(code))
    case .not(let form): .not(code(form))
    }
  }
}
