/// Looks at all steps of a flow, in the order of a walk, and asks the rules about each.
struct FlowCheck {
  private(set) var flow: DeclaredFlow
  private(set) var problems: [Problem] = []
  /// The number of the next step in the walk.
  private var number = 0
  private var earlier = EarlierIDs()

  /// - Parameters:
  ///   - name: the name of the flow.
  ///   - steps: its steps, with their ids.
  ///   - sources: where they were declared, in the order of a walk.
  ///   - place: where the flow was declared.
  init(_ name: String, _ steps: [Node], _ sources: [StepSource], at place: Place) {
    flow = DeclaredFlow(name, steps, sources, at: place)
    flow.places.reserveCapacity(sources.count)
    walk(steps)
    problems += Checks.problems(of: flow)
  }

  /// A step whose branches are being looked at.
  private struct Open {
    let branches: [[Node]]
    var branch = -1
    var step = 0
    let choices: [DeclaredChoice]
    /// The branch of the first choice.
    let firstChoice: Int
    let around: Surroundings

    mutating func next() -> Node? {
      guard branch >= 0, step < branches[branch].count else { return nil }
      step += 1
      return branches[branch][step - 1]
    }

    mutating func nextBranch() -> Bool {
      (branch, step) = (branch + 1, 0)
      return branch < branches.count
    }

    var choice: DeclaredChoice? {
      let index = branch - firstChoice
      return choices.indices.contains(index) ? choices[index] : nil
    }
  }

  private mutating func walk(_ steps: [Node]) {
    var stack = [Open(branches: [steps], choices: [], firstChoice: 0, around: Surroundings())]
    while !stack.isEmpty {
      let top = stack.count - 1
      if let node = stack[top].next() {
        if let inner = look(at: node, stack[top].around) { stack.append(inner) }
      } else if stack[top].nextBranch() {
        if let choice = stack[top].choice { look(at: choice) }
      } else {
        stack.removeLast()
      }
    }
  }

  /// Looks at a step by itself; gives its branches if it has any.
  private mutating func look(at node: Node, _ around: Surroundings) -> Open? {
    let source = flow.sources[number]
    number += 1
    var step = declared(node, source)
    step.around = around
    step.isExplained = problems.count < DeclaredStep.mostExplained
    flow.note(step)
    add(source.problems)
    add(Checks.problems(of: step, in: &flow))
    if node.isLeaf { return nil }
    let hasFields = !(step.prompt?.fields.isEmpty ?? true)
    return Open(
      branches: step.prompt?.branches ?? node.branches, choices: step.choices,
      firstChoice: hasFields ? 1 : 0, around: around.inside(step))
  }

  private mutating func look(at choice: DeclaredChoice) {
    add(choice.problems)
    add(Checks.problems(of: choice, in: &flow))
  }

  private mutating func add(_ found: [Problem]) {
    if !found.isEmpty { problems += found }
  }

  // MARK: Declarations

  private mutating func declared(_ node: Node, _ source: StepSource) -> DeclaredStep {
    var step = DeclaredStep(node, source)
    if let prompt = step.prompt {
      step.choices = choices(of: prompt, source)
      if !prompt.fields.isEmpty { step.members = members(prompt.fields.map { .prompt($0.prompt) }) }
    } else if case .operations(let operations) = node {
      step.members = members(operations)
    }
    guard let (id, was) = step.prompt.map({ ($0.id, $0.was) }) ?? node.identity else {
      return step
    }
    let known = source.isUnnamed ? nil : id
    let other = known.flatMap { flow.places.updateValue(source.place, forKey: $0) }
    if let known, let other { flow.places[known] = other }
    step.id = DeclaredID(
      id: known, other: other,
      earlier: earlier.claim(was, source.was, now: known, source.place))
    return step
  }

  /// The steps that are part of the one before them: the first inside it.
  private func members(_ nodes: [Node]) -> [DeclaredStep] {
    var number = number
    return nodes.map { node in
      let source = flow.sources[number]
      number += source.count
      var member = DeclaredStep(node, source)
      if let prompt = member.prompt {
        member.choices = zip(prompt.choices, source.choices).map { DeclaredChoice($0, $1) }
      }
      return member
    }
  }

  private func choices(of prompt: Prompt, _ source: StepSource) -> [DeclaredChoice] {
    if prompt.choices.isEmpty { return [] }
    var seen: [String: Place] = [:]
    var earlier = EarlierIDs()
    return zip(prompt.choices, source.choices).map { choice, source in
      var declared = DeclaredChoice(choice, source)
      if prompt.kind == .confirm { return declared }
      let id = choice.id.isEmpty && source.explicitID == nil ? nil : choice.id
      declared.id = DeclaredID(
        id: id, other: seen.updateValue(source.place, forKey: choice.id),
        earlier: earlier.claim(choice.was, choice.was, now: id, source.place))
      return declared
    }
  }
}

/// The ids that steps or choices had in earlier versions, each with where that is said first.
private struct EarlierIDs {
  private var places: [String: Place] = [:]

  /// - Parameters:
  ///   - was: the ids in the whole flow.
  ///   - written: the same, as they were written.
  ///   - id: the id that the step or choice has now.
  ///   - place: where it is declared.
  mutating func claim(
    _ was: [String], _ written: [String], now id: String?, _ place: Place
  ) -> [DeclaredID.Earlier] {
    if was.isEmpty { return [] }
    let earlier = zip(was, written).map {
      DeclaredID.Earlier(written: $1, id: $0, other: places[$0])
    }
    for was in was where was != id && places[was] == nil { places[was] = place }
    return earlier
  }
}
