extension Draft {
  /// Returns the finished node.
  /// - Parameters:
  ///   - id: the id of the step.
  ///   - was: its earlier ids.
  ///   - steps: the finished steps of each branch.
  func node(_ id: String, was: [String], _ steps: [[Node]]) -> Node {
    if case .prompt(let prompt) = node { return .prompt(self.prompt(prompt, id, was, steps)) }
    var finished = node
    if case .load = node { finished.hasFailureBranch = branches.count > 2 }
    if case .operation = node { finished.hasFailureBranch = branches.count > 1 }
    finished.identity = (id, was)
    finished.branches = steps
    return finished
  }

  /// Returns the prompt with the fields, choices and time-out of its branches.
  ///
  /// It is completed before it becomes a node, since each change to a node copies the whole prompt.
  private func prompt(
    _ declared: Prompt, _ id: String, _ was: [String], _ steps: [[Node]]
  ) -> Prompt {
    var prompt = declared
    prompt.id = id
    prompt.was = was
    for branch in branches {
      switch branch.part {
      case .timedOut: prompt.timedOut = []
      case .fields(let conditions):
        prompt.fields = conditions.map { Prompt.Field(prompt: Prompt(.ask, ""), condition: $0) }
      case .steps:
        guard var choice = branch.choice else { continue }
        if prompt.kind != .confirm { choice.id = branch.id }
        choice.was = branch.was
        prompt.choices.append(choice)
      }
    }
    prompt.branches = steps
    return prompt.dismissed
  }
}

extension Draft {
  /// What the tree won't contain of the declaration.
  var source: StepSource {
    var source = StepSource(place)
    source.explicitID = explicitID
    source.was = was
    if !isPlain { source.problems = problems }
    for index in branches.indices where branches[index].choice != nil {
      source.choices.append(
        ChoiceSource(
          place: branches[index].place, explicitID: branches[index].explicitID,
          problems: branches[index].problems))
    }
    return source
  }
}
