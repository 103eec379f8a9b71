extension Draft {
  /// The finished node.
  /// - Parameters:
  ///   - id: the id of the step.
  ///   - was: the ids that it had before.
  ///   - steps: the finished steps of each branch.
  func node(_ id: String, was: [String], _ steps: [[Node]]) -> Node {
    var finished = node
    switch node {
    case .prompt(let prompt): return .prompt(self.prompt(prompt, id, was, steps))
    case .load(var load) where branches.count > 2:
      load.failure = []
      finished = .load(load)
    case .operation(var operation) where branches.count > 1:
      operation.failure = []
      finished = .operation(operation)
    default: break
    }
    finished.identity = (id, was)
    finished.branches = steps
    return finished
  }

  /// The prompt with what its branches are: questions, choices, and a time-out.
  ///
  /// It is put together before it becomes a node, since each change of a node copies all of it.
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
        choice.id = prompt.kind == .confirm ? Slug.title(choice.title.literals) : branch.id
        choice.was = branch.was
        prompt.choices.append(choice)
      }
    }
    if prompt.kind == .alert && prompt.choices.isEmpty && prompt.dismissAfter == nil {
      prompt.dismissAfter = Alert.defaultDismissal
    }
    prompt.branches = steps
    return prompt
  }
}

extension Draft {
  /// Whether it asks for yes or no, whose choices nobody names.
  var isConfirm: Bool {
    if case .prompt(let prompt) = node { prompt.kind == .confirm } else { false }
  }

  /// The step as the rules see it.
  var declared: DeclaredStep {
    var step = declaredAlone
    // By their indices, since a loop over branches would copy each.
    for index in branches.indices {
      if case .fields(let conditions) = branches[index].part {
        step.conditions = conditions
        step.members = branches[index].steps.map(\.declaredAlone)
      } else if case .operations = node {
        step.members = branches[index].steps.map(\.declaredAlone)
      }
    }
    return step
  }

  /// The same without the steps that are part of it.
  private var declaredAlone: DeclaredStep {
    var step = DeclaredStep(node, explicitID: explicitID, at: place)
    if case .prompt = node, !branches.isEmpty { step.offer(branches.compactMap(\.declared)) }
    return step
  }
}

extension Branch {
  /// The button or option as the rules see it; nil where the branch belongs to none.
  var declared: DeclaredChoice? {
    choice.map {
      DeclaredChoice(
        choice: $0, place: place, explicitID: explicitID, hasSteps: !steps.isEmpty)
    }
  }
}
