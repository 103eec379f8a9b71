// What all steps have in common: an id, and the steps inside. Code that only walks a tree, or fills
// one in, doesn't need a case for each kind of step.

extension Node {
  /// The steps inside, branch by branch: those of each choice or case, or a body.
  ///
  /// To walk a tree: `for steps in node.branches { … }`.
  public internal(set) var branches: [[Node]] {
    get {
      switch self {
      case .say, .action, .leave, .store, .finish, .fail, .reload, .back, .cancelOperation, .wait:
        []
      case .prompt(let prompt): prompt.branches
      case .load(let load): [load.data, load.empty, load.failure ?? []]
      case .operations(let operations): [operations]
      case .operation(let operation): [operation.steps, operation.failure ?? []]
      case .select(let selection): selection.cases.map(\.steps) + [selection.otherwise]
      case .when(_, let then, let otherwise): [then, otherwise]
      case .loop(_, let body): [body]
      case .subflow(let subflow): [subflow.steps]
      }
    }
    set {
      func branch(_ index: Int) -> [Node] { index < newValue.count ? newValue[index] : [] }
      switch self {
      case .say, .action, .leave, .store, .finish, .fail, .reload, .back, .cancelOperation, .wait:
        break
      case .prompt(var prompt):
        prompt.branches = newValue
        self = .prompt(prompt)
      case .load(var load):
        (load.data, load.empty) = (branch(0), branch(1))
        if load.failure != nil { load.failure = branch(2) }
        self = .load(load)
      case .operations: self = .operations(branch(0))
      case .operation(var operation):
        operation.steps = branch(0)
        if operation.failure != nil { operation.failure = branch(1) }
        self = .operation(operation)
      case .select(var selection):
        for index in selection.cases.indices { selection.cases[index].steps = branch(index) }
        selection.otherwise = branch(selection.cases.count)
        self = .select(selection)
      case .when(let condition, _, _):
        self = .when(condition, then: branch(0), otherwise: branch(1))
      case .loop(let loop, _): self = .loop(loop, branch(0))
      case .subflow(var subflow):
        subflow.steps = branch(0)
        self = .subflow(subflow)
      }
    }
  }

  /// Whether a failure leads to a branch, even an empty one; otherwise it fails the flow.
  var hasFailureBranch: Bool {
    get {
      switch self {
      case .load(let load): load.failure != nil
      case .operation(let operation): operation.failure != nil
      default: false
      }
    }
    set {
      switch self {
      case .load(var load):
        load.failure = newValue ? [] : nil
        self = .load(load)
      case .operation(var operation):
        operation.failure = newValue ? [] : nil
        self = .operation(operation)
      default: break
      }
    }
  }

  /// Whether it is of a kind that has no steps inside.
  var isLeaf: Bool {
    switch self {
    case .say, .action, .leave, .store, .finish, .fail, .reload, .back, .cancelOperation, .wait:
      true
    default: false
    }
  }

  /// The step without the steps inside; whether a branch exists is preserved.
  var alone: Node {
    var copy = self
    copy.branches = []
    return copy
  }

  /// The id of the step in answers, journals and errors; nil for steps without entries.
  public var id: String? { identity?.id }

  /// The ids of the step in earlier versions of the flow, if they were different.
  var was: [String] { identity?.was ?? [] }

  /// The id of the step and its earlier ids; nil for steps without an id.
  var identity: (id: String, was: [String])? {
    get {
      switch self {
      case .prompt(let prompt): (prompt.id, prompt.was)
      case .action(let action): (action.id, action.was)
      case .load(let load): (load.id, load.was)
      case .operation(let operation): (operation.id, operation.was)
      case .cancelOperation(let cancel): (cancel.id, cancel.was)
      case .wait(let wait): (wait.id, wait.was)
      case .subflow(let subflow): (subflow.id, subflow.was)
      case .say, .leave, .store, .finish, .fail, .reload, .back, .operations, .select, .when,
        .loop:
        nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .prompt(var prompt):
        (prompt.id, prompt.was) = newValue
        self = .prompt(prompt)
      case .action(var action):
        (action.id, action.was) = newValue
        self = .action(action)
      case .load(var load):
        (load.id, load.was) = newValue
        self = .load(load)
      case .operation(var operation):
        (operation.id, operation.was) = newValue
        self = .operation(operation)
      case .cancelOperation(var cancel):
        (cancel.id, cancel.was) = newValue
        self = .cancelOperation(cancel)
      case .wait(var wait):
        (wait.id, wait.was) = newValue
        self = .wait(wait)
      case .subflow(var subflow):
        (subflow.id, subflow.was) = newValue
        self = .subflow(subflow)
      case .say, .leave, .store, .finish, .fail, .reload, .back, .operations, .select, .when,
        .loop:
        break
      }
    }
  }
}

extension Prompt {
  /// The steps inside, branch by branch: the questions of the page, the steps of each choice, and
  /// the steps for a time-out.
  public internal(set) var branches: [[Node]] {
    get {
      var branches: [[Node]] = []
      if !fields.isEmpty { branches.append(fields.map { .prompt($0.prompt) }) }
      for choice in choices { branches.append(choice.steps) }
      if let timedOut { branches.append(timedOut) }
      return branches
    }
    set {
      var lists = newValue[...]
      if !fields.isEmpty {
        let questions = lists.popFirst() ?? []
        for index in fields.indices {
          // A question on a page is a separate step; its condition belongs to the page.
          if index < questions.count, case .prompt(let question) = questions[index] {
            fields[index].prompt = question
          } else {
            fields[index].prompt = Prompt(.ask, "")
          }
        }
      }
      for index in choices.indices { choices[index].steps = lists.popFirst() ?? [] }
      if timedOut != nil { timedOut = lists.popFirst() ?? [] }
    }
  }

  /// The prompt without the steps inside, as a person sees it.
  var alone: Prompt {
    var copy = self
    copy.branches = []
    return copy
  }
}
