/// Walks all steps of a flow and applies the rules to each.
struct FlowCheck {
  private(set) var flow: DeclaredFlow
  private(set) var problems: [Diagnostic] = []
  /// The index of the next step in the walk.
  private var number = 0
  private var earlier = EarlierIDs()

  /// - Parameters:
  ///   - name: the name of the flow.
  ///   - steps: its steps, with their ids.
  ///   - sources: the places of their declarations, in the order of a walk.
  ///   - place: the place of the flow's declaration.
  init(_ name: String, _ steps: [Node], _ sources: [StepSource], at place: FlowLocation) {
    flow = DeclaredFlow(name, steps, sources, at: place)
    flow.places.reserveCapacity(sources.count)
    walk(steps)
    problems += Checks.problems(of: flow)
  }

  /// A step whose branches are being checked.
  private struct Open {
    let branches: [Node.Branch]
    /// The keys that it sets.
    var written: [Int] = []
    /// Whether some ways lead past its steps; none leads past those of a flow.
    var isBlock = false
    /// What was set before it.
    var mark = 0
    var branch = -1
    var step = 0
    /// The choices that were declared one by one, the last of all.
    let choices: [DeclaredChoice]
    /// How many options of a list stand before them.
    let listed: Int
    let around: Surroundings

    mutating func next() -> Node? {
      guard branch >= 0, step < branches[branch].steps.count else { return nil }
      step += 1
      return branches[branch].steps[step - 1]
    }

    mutating func nextBranch() -> Bool {
      (branch, step) = (branch + 1, 0)
      return branch < branches.count
    }

    var part: Node.Part { branches[branch].part }

    var choice: DeclaredChoice? {
      guard case .choice(let index) = part, index >= listed else { return nil }
      return choices[index - listed]
    }
  }

  private mutating func walk(_ steps: [Node]) {
    var stack = [
      Open(branches: [Node.Branch(.body, steps)], choices: [], listed: 0, around: Surroundings())
    ]
    while !stack.isEmpty {
      let top = stack.count - 1
      if let node = stack[top].next() {
        if let inner = look(at: node, stack[top].around) {
          stack.append(inner)
        } else {
          flow.before.note(flow.written)
        }
        continue
      }
      if stack[top].isBlock { flow.before.takeBack(to: stack[top].mark) }
      if stack[top].nextBranch() {
        if let choice = stack[top].choice { look(at: choice) }
        flow.before.enter(stack[top].part, stack[top].written)
      } else {
        flow.before.note(stack.removeLast().written)
      }
    }
  }

  /// Checks a step without its branches; returns it if it has any.
  private mutating func look(at node: Node, _ around: Surroundings) -> Open? {
    let step = DeclaredStep(
      node, flow.sources[number], around,
      isExplained: problems.count < DeclaredStep.mostExplained)
    number += 1
    complete(step)
    flow.note(step)
    add(step.source.problems)
    if !step.listed.isEmpty { add(problems(ofListIn: step)) }
    add(Checks.problems(of: step, in: &flow))
    let branches = node.branches
    if branches.isEmpty { return nil }
    return Open(
      branches: branches, written: flow.written, isBlock: step.node.kind.name != .subflow,
      mark: flow.before.mark, choices: step.choices, listed: step.listed.count,
      around: around.inside(step))
  }

  /// The problems of the options of a list: they have titles and values, so only their ids can be
  /// wrong.
  private func problems(ofListIn step: DeclaredStep) -> [Diagnostic] {
    let options = step.listed
    var seen = [String: Int](minimumCapacity: options.count)
    return options.indices.flatMap { index -> [Diagnostic] in
      let id = options[index].id
      if let first = seen.updateValue(index, forKey: id) {
        seen[id] = first
        return [SameID.problem(of: [options[first], options[index]], at: step.place)]
      }
      return id.isEmpty ? [NoID.problem(of: options[index], at: step.place)] : []
    }
  }

  private mutating func look(at choice: DeclaredChoice) {
    add(choice.problems)
    add(Checks.problems(of: choice, in: &flow))
  }

  private mutating func add(_ found: [Diagnostic]) {
    if !found.isEmpty { problems += found }
  }

  // MARK: Declarations

  /// Adds what the rules need to know of a step and its surroundings.
  private mutating func complete(_ step: DeclaredStep) {
    if step.prompt != nil {
      step.choices = choices(of: step)
      if let questions = step.node[.questions] { step.members = members(questions) }
    } else if case .operations = step.node.kind {
      step.members = members(step.node[.body] ?? [])
    }
    guard let identity = step.node.identity else { return }
    let known = step.source.isUnnamed ? nil : identity.id
    let other = known.flatMap { flow.places.updateValue(step.place, forKey: $0) }
    if let known, let other { flow.places[known] = other }
    step.id = DeclaredID(
      owner: step.node.kind.name == .subflow ? .subflow : .step, place: step.place,
      explicit: step.explicitID, id: known, other: other,
      earlier: earlier.claim(identity.was, step.source.was, now: known, step.place))
  }

  /// The steps that are part of a step: the questions on a page, the operations of a group.
  private func members(_ nodes: [Node]) -> [DeclaredStep] {
    var number = number
    return nodes.map { node in
      let member = DeclaredStep(node, flow.sources[number])
      number += member.source.count
      member.choices = declaredChoices(of: member)
      return member
    }
  }

  /// The choices of a step that were declared one by one; each knows whether steps follow it.
  private func declaredChoices(of step: DeclaredStep) -> [DeclaredChoice] {
    guard let choices = step.prompt?.choices, !step.source.choices.isEmpty else { return [] }
    var filled: Set<Int> = []
    for branch in step.node.filled where !branch.steps.isEmpty {
      if case .choice(let index) = branch.part { filled.insert(index) }
    }
    let listed = step.listed.count
    return zip(choices[listed...], step.source.choices).enumerated().map { index, pair in
      DeclaredChoice(pair.0, hasSteps: filled.contains(listed + index), pair.1)
    }
  }

  private func choices(of step: DeclaredStep) -> [DeclaredChoice] {
    var choices = declaredChoices(of: step)
    if choices.isEmpty || step.prompt?.kind == .confirm { return choices }
    var seen: [String: FlowLocation] = [:]
    for option in step.listed { seen[option.id] = step.place }
    var earlier = EarlierIDs()
    for index in choices.indices {
      let (choice, place) = (choices[index].choice, choices[index].place)
      let id = choice.id.isEmpty && choices[index].explicitID == nil ? nil : choice.id
      choices[index].id = DeclaredID(
        owner: .choice, place: place, explicit: choices[index].explicitID, id: id,
        other: seen.updateValue(place, forKey: choice.id),
        earlier: earlier.claim(choice.was, choice.was, now: id, place))
    }
    return choices
  }
}

/// The ids that steps or choices had in earlier versions, each with the place that claims it first.
private struct EarlierIDs {
  private var places: [String: FlowLocation] = [:]

  /// - Parameters:
  ///   - was: the full earlier ids.
  ///   - written: the same ids as they were written.
  ///   - id: the current id of the step or choice.
  ///   - place: the place of its declaration.
  mutating func claim(
    _ was: [String], _ written: [String], now id: String?, _ place: FlowLocation
  ) -> [DeclaredID.Earlier] {
    if was.isEmpty { return [] }
    let earlier = zip(was, written).map {
      DeclaredID.Earlier(written: $1, id: $0, other: places[$0])
    }
    for was in was where was != id && places[was] == nil { places[was] = place }
    return earlier
  }
}
