extension Draft {
  /// The finished node.
  /// - Parameters:
  ///   - id: the id of the step.
  ///   - was: the ids that it had before.
  ///   - steps: the finished steps of each branch.
  func node(_ id: String, was: [String], _ steps: [[Node]]) -> Node {
    let first = steps.first ?? []
    switch node {
    case .say, .leave, .store, .finish, .fail, .reload, .back: return node
    case .cancelOperation(var cancel):
      cancel.id = id
      cancel.was = was
      return .cancelOperation(cancel)
    case .wait(var wait):
      wait.id = id
      wait.was = was
      return .wait(wait)
    case .prompt(let prompt): return .prompt(self.prompt(prompt, id, was, steps))
    case .action(var action):
      action.id = id
      action.was = was
      return .action(action)
    case .when(let condition, _, _):
      return .when(condition, then: first, otherwise: steps.dropFirst().first ?? [])
    case .loop(let loop, _): return .loop(loop, first)
    case .subflow(var subflow):
      subflow.id = id
      subflow.was = was
      subflow.steps = first
      return .subflow(subflow)
    case .load(var load):
      load.id = id
      load.was = was
      load.data = first
      load.empty = steps.count > 1 ? steps[1] : []
      load.failure = steps.count > 2 ? steps[2] : nil
      return .load(load)
    case .operations: return .operations(first)
    case .operation(var operation):
      operation.id = id
      operation.was = was
      operation.steps = first
      operation.failure = steps.count > 1 ? steps[1] : nil
      return .operation(operation)
    case .select(var selection):
      for index in selection.cases.indices where index < steps.count {
        selection.cases[index].steps = steps[index]
      }
      selection.otherwise = steps.count > selection.cases.count ? steps[selection.cases.count] : []
      return .select(selection)
    }
  }

  private func prompt(
    _ declared: Prompt, _ id: String, _ was: [String], _ steps: [[Node]]
  ) -> Prompt {
    var prompt = declared
    prompt.id = id
    prompt.was = was
    for (branch, steps) in zip(branches, steps) {
      switch branch.part {
      case .timedOut: prompt.timedOut = steps
      case .fields(let conditions):
        for (node, condition) in zip(steps, conditions) {
          guard case .prompt(let question) = node else { continue }
          prompt.fields.append(Prompt.Field(prompt: question, condition: condition))
        }
      case .steps:
        guard var choice = branch.choice else { continue }
        choice.id = prompt.kind == .confirm ? Slug.title(choice.title.literals) : branch.id
        choice.was = branch.was
        choice.steps = steps
        prompt.choices.append(choice)
      }
    }
    if prompt.kind == .alert && prompt.choices.isEmpty && prompt.dismissAfter == nil {
      prompt.dismissAfter = Alert.defaultDismissal
    }
    return prompt
  }
}
