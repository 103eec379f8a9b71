extension Draft {
  /// Returns the finished node.
  /// - Parameters:
  ///   - identity: the id of the step and its earlier ids; nil if it has none.
  ///   - steps: the finished steps of each branch.
  func node(_ identity: Node.Identity?, _ steps: [[Node]]) -> Node {
    var finished: [Node.Branch] = []
    finished.reserveCapacity(steps.count)
    var prompt: Prompt? = if case .prompt(let declared) = kind { declared } else { nil }
    for (branch, steps) in zip(branches, steps) {
      var part = Node.Part.questions
      switch branch.part {
      case .steps(let declared): part = declared
      case .questions(let conditions): prompt?.conditions = conditions
      case .choice(var choice):
        part = .choice(prompt?.choices.count ?? 0)
        if prompt?.kind != .confirm { choice.id = branch.id }
        choice.was = branch.was
        prompt?.choices.append(choice)
      }
      finished.append(Node.Branch(part, steps))
    }
    // A flow that was read has finished steps instead of drafts.
    if steps.count > branches.count { finished.append(Node.Branch(.body, steps[branches.count])) }
    return Node(prompt.map { .prompt($0.dismissed) } ?? kind, identity, finished)
  }
}

extension Draft {
  /// What the tree won't contain of the declaration.
  var source: StepSource {
    var source = StepSource(place)
    source.explicitID = explicitID
    source.was = was
    if !isPlain { source.problems = problems }
    for index in branches.indices {
      guard case .choice = branches[index].part else { continue }
      source.choices.append(
        ChoiceSource(
          place: branches[index].place, explicitID: branches[index].explicitID,
          problems: branches[index].problems))
    }
    return source
  }
}
