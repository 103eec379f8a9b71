/// One performance of a flow: a state machine that does no I/O, reads no clock and starts no
/// task.
///
/// A run stands still between needs. It says what it ``needs``; whoever drives it shows, asks or
/// performs that, and resolves the need; the run moves on to the next:
///
///     needs ──resolve──▶ check ──▶ journal ──▶ advance ──▶ needs …
///                          │                      │
///                          └ Rejection: stays     └▶ outcome
///
/// Three things hold in every state:
///
/// 1. Either there is a need or there is an outcome, never both, never neither.
/// 2. A rejected resolution changes nothing, so an answer already given is never lost.
/// 3. The state is a function of the flow and the journal: ``replay(_:secrets:)`` stands where the
///    last entry left the run. What has been said since then is no entry, and is said again.
///
/// It is a value: a copy is a snapshot, and both go on by themselves.
public struct Run: Sendable {
  private let program: Program
  private let limits: Limits
  private var counter = 0
  private var slots: [Value?]
  /// Answers that actions wrote under keys that the flow does not name.
  private var others: [String: Value] = [:]
  /// How often each step has been performed.
  private var performances: [Int]
  private var loops: [Int]
  private var stepsSincePrompt = 0
  private var need: Need?

  /// How the run ended; nil while it goes on.
  public private(set) var outcome: Outcome?
  /// What happened so far.
  public private(set) var journal = Journal()

  /// Starts a run, up to its first need.
  /// - Parameters:
  ///   - flow: what to perform.
  ///   - limits: the bounds of the run; the flow's own unless told.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public init(_ flow: Flow, limits: Limits? = nil) throws(InvalidFlow) {
    try flow.validate()
    self.init(flow.program, limits ?? flow.limits)
  }

  init(_ program: Program, _ limits: Limits) {
    self.program = program
    self.limits = limits
    slots = Array(repeating: nil, count: program.keys.count)
    performances = Array(repeating: 0, count: program.steps)
    loops = Array(repeating: 0, count: program.counters)
    advance()
  }

  /// What the run needs now, in the order of declaration; empty when it has ended.
  public var needs: [Need] { need.map { [$0] } ?? [] }

  /// The first of the needs.
  public var nextNeed: Need? { need }

  // MARK: Resolving

  /// Resolves a need, and moves on to the next.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - resolution: what became of it.
  ///   - time: when, in milliseconds since 1970; it goes into the journal and decides nothing.
  /// - Throws: ``Rejection`` where the answer does not fit; the run then stands where it stood.
  public mutating func resolve(
    _ need: Need, _ resolution: Resolution, at time: Int = 0
  ) throws(Rejection) {
    guard let open = self.need, open.instruction == need.instruction,
      open.performance == need.performance, open.program === need.program
    else {
      throw Rejection(message: "The step “\(need.name)” is not what the run waits for.")
    }
    switch (open.kind, resolution) {
    case (.say, .shown):
      counter += 1
    case (.notice, .dismissed):
      // Nobody answers it, so it does not end a row of steps without a prompt.
      append(open, .answered(.null), time)
      counter = program.prompts[open.index].targets.last ?? counter + 1
    case (.prompt, .answer(let value)):
      try answer(open, value, time)
    case (.action, .performed(let answers)):
      try perform(open, answers, time)
    case (.action, .failed(let message)):
      append(open, .failed(message), time)
      end(
        .failed(
          Failure(
            .action, "the action “\(open.action ?? "")” failed: \(message)", step: open.name,
            place: open.place)))
      return
    default:
      throw Rejection(message: "The step “\(open.name)” is not resolved like this.")
    }
    self.need = nil
    advance()
  }

  private mutating func answer(_ need: Need, _ value: Value, _ time: Int) throws(Rejection) {
    // The prompt is read piece by piece: a copy of all of it costs more than everything else.
    let index = need.index
    let slot = program.prompts[index].slot
    var kept = value
    let target: Int
    switch program.prompts[index].prompt.kind {
    case .ask:
      try check(value, index, &kept)
      target = program.prompts[index].targets.last ?? counter + 1
    case .confirm:
      guard case .bool(let yes) = value else { throw Rejection(message: "Answer yes or no.") }
      if slot >= 0 { kept = program.keys[slot].type.fitting(value) ?? value }
      target = program.prompts[index].targets[yes ? 0 : 1]
    case .alert, .choose:
      let choice = try choice(value, program.prompts[index].prompt.choices)
      kept = program.prompts[index].prompt.choices[choice].value ?? value
      if slot >= 0 { kept = program.keys[slot].type.fitting(kept) ?? kept }
      target = program.prompts[index].targets[choice]
    }
    if slot >= 0 { slots[slot] = kept }
    append(need, program.prompts[index].isSecret ? .answeredSecretly : .answered(value), time)
    stepsSincePrompt = 0
    counter = target
  }

  private func choice(_ value: Value, _ choices: [Choice]) throws(Rejection) -> Int {
    guard case .string(let id) = value, let index = choices.firstIndex(where: { $0.id == id })
    else {
      throw Rejection(
        message: "\(value.quoted) is none of the answers; they are "
          + choices.map { "“\($0.id)”" }.joined(separator: ", ") + ".")
    }
    return index
  }

  /// Checks what a question was answered with, and sets it in the type of the question's key.
  private func check(_ value: Value, _ index: Int, _ kept: inout Value) throws(Rejection) {
    let slot = program.prompts[index].slot
    let type = slot >= 0 ? program.keys[slot].type : .string
    guard let fitting = type.fitting(value) else {
      let given = program.prompts[index].isSecret ? "That" : value.quoted
      throw Rejection(message: "\(given) is not \(type).")
    }
    for rule in program.prompts[index].prompt.rules where !rule.accepts(fitting) {
      throw Rejection(message: rule.message.map(render) ?? rule.words(for: type))
    }
    kept = fitting
  }

  private mutating func perform(
    _ need: Need, _ answers: Answers, _ time: Int
  ) throws(Rejection) {
    var writes: [Journal.Entry.Write] = []
    var changes: [(String, Value?)] = []
    for name in answers.writeOrder {
      let value = answers.writes[name] ?? nil
      let isSecret = program.secrets.contains(name)
      if let value, let slot = program.slots[name] {
        let type = program.keys[slot].type
        guard let fitting = type.fitting(value) else {
          let given = isSecret ? "a secret" : value.quoted
          throw Rejection(
            message: "the key “\(name)” was set to \(given), which is not \(type)")
        }
        changes.append((name, fitting))
      } else {
        changes.append((name, value))
      }
      writes.append(Journal.Entry.Write(name, changes.last?.1, isSecret: isSecret))
    }
    for (name, value) in changes { set(name, value) }
    append(need, .performed(writes), time)
    counter += 1
  }

  private mutating func set(_ name: String, _ value: Value?) {
    if let slot = program.slots[name] {
      slots[slot] = value
    } else {
      others[name] = value
    }
  }

  private mutating func append(_ need: Need, _ event: Journal.Entry.Event, _ time: Int) {
    journal.entries.append(Journal.Entry(need.id, need.performance, event, time))
  }

  /// Notes that an action has been begun, before it is performed.
  /// - Parameters:
  ///   - need: the need of the action.
  ///   - time: when, in milliseconds since 1970.
  public mutating func begin(_ need: Need, at time: Int = 0) {
    guard let open = self.need, open.kind == .action, open.instruction == need.instruction,
      open.performance == need.performance, open.program === need.program
    else { return }
    append(open, .began, time)
  }

  /// Ends the run as cancelled, or as failed for a reason outside the flow.
  /// - Parameter failure: the reason; nil for cancelled.
  public mutating func stop(_ failure: Failure? = nil) {
    guard outcome == nil else { return }
    end(failure.map(Outcome.failed) ?? .cancelled)
  }

  // MARK: Advancing

  private mutating func end(_ outcome: Outcome) {
    need = nil
    self.outcome = outcome
  }

  /// Performs instructions until something is needed or the run ends.
  private mutating func advance() {
    while true {
      stepsSincePrompt += 1
      if stepsSincePrompt > limits.stepsBetweenPrompts { return failAtLimit() }
      switch program.instructions[counter] {
      case .say(let text):
        guard areSet(program.texts[text].reads) else { return }
        return require(.say, text, performance: 1)
      case .prompt(let index):
        guard areSet(program.prompts[index].reads) else { return }
        let isNotice =
          program.prompts[index].prompt.kind == .alert
          && program.prompts[index].targets.count == 1
        let step = program.prompts[index].step
        performances[step] += 1
        return require(isNotice ? .notice : .prompt, index, performance: performances[step])
      case .action(let index):
        let step = program.actions[index].step
        performances[step] += 1
        return require(.action, index, performance: performances[step])
      case .store(let slot, let constant):
        slots[slot] = program.constants[constant]
        counter += 1
      case .jump(let target):
        counter = target
      case .unless(let condition, let target):
        do throws(UnsetKey) {
          counter = try program.conditions[condition].holds(slots) ? counter + 1 : target
        } catch {
          return failUnset(error.slot)
        }
      case .startLoop(let counter):
        loops[counter] = 0
        self.counter += 1
      case .countLoop(let counter, let times, let exit):
        if loops[counter] < times {
          loops[counter] += 1
          self.counter += 1
        } else {
          self.counter = exit
        }
      case .finish(let outcome): return end(.finished(outcome))
      case .end: return end(.finished(nil))
      case .fail(let text):
        guard areSet(program.texts[text].reads) else { return }
        let message = render(program.texts[text].text)
        return end(.failed(Failure(.declared, message)))
      }
    }
  }

  private mutating func require(_ kind: Need.Kind, _ index: Int, performance: Int) {
    need = Need(
      kind: kind, performance: performance, program: program, instruction: counter, index: index)
  }

  private mutating func areSet(_ reads: [Int]) -> Bool {
    for slot in reads where slots[slot] == nil {
      failUnset(slot)
      return false
    }
    return true
  }

  private mutating func failUnset(_ slot: Int) {
    let name = program.keys[slot].name
    let (step, what) = stepInWords
    end(
      .failed(
        Failure(
          .unsetKey,
          "\(what) reads the key “\(name)”, and nothing has set it; "
            + "ask for it before, or test \(name).isSet",
          step: step, place: program.sources[counter])))
  }

  private mutating func failAtLimit() {
    end(
      .failed(
        Failure(
          .limit,
          "\(limits.stepsBetweenPrompts) steps were performed without a prompt between them, "
            + "near \(stepInWords.what); end the loop, or raise the limit: flow.limits(Limits(stepsBetweenPrompts: …))",
          step: stepInWords.id, place: program.sources[counter])))
  }

  private var stepInWords: (id: String?, what: String) {
    switch program.instructions[counter] {
    case .say(let text): (nil, "Say(\"\(program.texts[text].text.template.shortened)\")")
    case .fail(let text): (nil, "Fail(\"\(program.texts[text].text.template.shortened)\")")
    case .prompt(let index):
      (program.prompts[index].prompt.id, "the step “\(program.prompts[index].prompt.id)”")
    case .action(let index):
      (program.actions[index].action.id, "the step “\(program.actions[index].action.id)”")
    case .unless: (nil, "a condition")
    case .store: (nil, "a Store")
    default: (nil, "a loop")
    }
  }

  // MARK: Reading

  /// The answers so far.
  public var answers: Answers {
    var values = others
    for (slot, value) in slots.enumerated() where value != nil {
      values[program.keys[slot].name] = value
    }
    return Answers(values, secrets: program.secrets)
  }

  /// What a need says or asks, with the answers so far in its texts.
  public func text(of need: Need) -> String {
    switch need.kind {
    case .say: render(program.texts[need.index].text)
    case .prompt, .notice: render(program.prompts[need.index].prompt.title)
    case .action: need.action ?? ""
    }
  }

  /// A text with the answers so far in its placeholders.
  func render(_ text: Text) -> String {
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let literal): result += literal
      case .placeholder(let key):
        if let slot = program.slots[key.name], let value = slots[slot] {
          result += value.description
        }
      }
    }
    return result
  }
}
