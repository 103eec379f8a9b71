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

  private mutating func add(_ node: Node) {
    // The tree is walked in the order in which it was assembled, so places go by count.
    place = self.node < sources.count ? sources[self.node] : nil
    self.node += 1
    switch node {
    case .say(let text): emit(.say(text: add(text)))
    case .fail(let text): emit(.fail(text: add(text)))
    case .finish(let outcome): emit(.finish(outcome: outcome))
    case .prompt(let prompt): add(prompt)
    case .action(let action):
      actions.append((steps, action))
      steps += 1
      emit(.action(actions.count - 1))
    case .store(let key, let value):
      constants.append(key.type.fitting(value) ?? value)
      emit(.store(slot: slot(key), constant: constants.count - 1))
    case .when(let condition, let then, let otherwise):
      let test = emit(.unless(condition: add(condition), to: 0))
      add(then)
      if otherwise.isEmpty {
        aim(test, at: instructions.count)
      } else {
        let over = emit(.jump(0))
        aim(test, at: instructions.count)
        add(otherwise)
        aim(over, at: instructions.count)
      }
    case .loop(let loop, let body): add(loop, body)
    case .leave:
      let jump = emit(.jump(0))
      if !exits.isEmpty { exits[exits.count - 1].append(jump) }
    case .subflow(let subflow):
      // A Break inside does not see the loops around the sub-flow.
      let around = exits
      exits = []
      add(subflow.steps)
      exits = around
    }
  }

  private mutating func add(_ loop: Node.Loop, _ body: [Node]) {
    exits.append([])
    switch loop {
    case .times(let times):
      let counter = counters
      counters += 1
      emit(.startLoop(counter: counter))
      let test = emit(.countLoop(counter: counter, times: times, exit: 0))
      add(body)
      emit(.jump(test))
      aim(test, at: instructions.count)
    case .whileTrue(let condition):
      let test = emit(.unless(condition: add(condition), to: 0))
      add(body)
      emit(.jump(test))
      aim(test, at: instructions.count)
    case .until(let condition):
      let start = instructions.count
      add(body)
      emit(.unless(condition: add(condition), to: start))
    }
    for jump in exits.removeLast() { aim(jump, at: instructions.count) }
  }

  private mutating func add(_ prompt: Prompt) {
    var reads: [Int] = []
    for text in [prompt.title, prompt.message, prompt.placeholder, prompt.help] {
      if let text { reads += text.keys.map { slot($0) } }
    }
    for rule in prompt.rules { reads += rule.message?.keys.map { slot($0) } ?? [] }
    for choice in prompt.choices { reads += choice.title.keys.map { slot($0) } }
    let key = prompt.key
    var code = Program.PromptCode(
      prompt: prompt, step: steps, slot: key.map { slot($0) } ?? -1,
      isSecret: key.map { secrets.contains($0.name) } ?? false, reads: reads, targets: [])
    steps += 1
    let index = prompts.count
    // The steps of each choice have their own place in the program; the prompt keeps none.
    for choice in code.prompt.choices.indices { code.prompt.choices[choice].steps = [] }
    prompts.append(code)
    emit(.prompt(index))
    var jumps: [Int] = []
    var targets: [Int?] = []
    for choice in prompt.choices {
      targets.append(choice.steps.isEmpty ? nil : instructions.count)
      guard !choice.steps.isEmpty else { continue }
      add(choice.steps)
      jumps.append(emit(.jump(0)))
    }
    let end = instructions.count
    for jump in jumps { aim(jump, at: end) }
    prompts[index].targets = targets.map { $0 ?? end } + [end]
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
