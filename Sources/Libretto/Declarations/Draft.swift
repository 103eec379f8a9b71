/// A declaration on its way to the tree: a node without its id and its children, with what
/// stays beside the tree: the closure and the place in the source.
public struct Draft: Sendable {
  var node: Node
  /// The component of the id that the node makes by itself; nil for nodes without an id.
  var component: String?
  var explicitID: String?
  var place: Place
  var branches: [Branch] = []
  var action: ActionBody?
  /// What is wrong with the declaration by itself.
  var problems: [String] = []
  private(set) var depth = 1

  init(_ node: Node, component: String? = nil, at place: Place) {
    self.node = node
    self.component = component
    self.place = place
  }

  /// Adds steps into the branch that a chain fills, the first.
  mutating func append(_ draft: Draft) {
    guard !branches.isEmpty else { return }
    branches[0].append(draft)
    deepen(branches[0].depth)
  }

  mutating func append(_ branch: Branch) {
    branches.append(branch)
    deepen(branch.depth)
  }

  private mutating func deepen(_ inner: Int) {
    depth = max(depth, inner + 1)
    guard depth > Limits.depth else { return }
    // Dropped before anything recurses into them; the problem refuses the flow.
    branches = []
    problems = [
      "more than \(Limits.depth) steps stand inside one another here; "
        + "make the inner ones a flow of their own, run by an action"
    ]
    depth = Limits.depth
  }
}

extension Draft {
  /// The finished node.
  /// - Parameters:
  ///   - id: the id of the step.
  ///   - steps: the finished steps of each branch.
  func node(_ id: String, _ steps: [[Node]]) -> Node {
    let first = steps.first ?? []
    switch node {
    case .say, .leave, .store, .finish, .fail: return node
    case .prompt(let prompt): return .prompt(self.prompt(prompt, id, steps))
    case .action(let action): return .action(Node.Action(id: id, name: action.name))
    case .when(let condition, _, _):
      return .when(condition, then: first, otherwise: steps.dropFirst().first ?? [])
    case .loop(let loop, _): return .loop(loop, first)
    case .subflow(let subflow):
      return .subflow(Node.Subflow(id: id, name: subflow.name, steps: first))
    }
  }

  private func prompt(_ declared: Prompt, _ id: String, _ steps: [[Node]]) -> Prompt {
    var prompt = declared
    prompt.id = id
    for (branch, steps) in zip(branches, steps) {
      guard var choice = branch.choice else { continue }
      choice.id = prompt.kind == .confirm ? Slug.title(choice.title.literals) : branch.id
      choice.steps = steps
      prompt.choices.append(choice)
    }
    if prompt.kind == .alert && prompt.choices.isEmpty && prompt.dismissAfter == nil {
      prompt.dismissAfter = Alert.defaultDismissal
    }
    return prompt
  }
}

/// The steps below one answer of a prompt, one arm of a `When`, or the body of a loop.
struct Branch: Sendable {
  /// The button or option, without its id; nil where the branch belongs to no answer.
  var choice: Choice?
  /// The component that the branch adds to the ids of its steps, if any.
  var component: String?
  var explicitID: String?
  var place: Place
  /// What is wrong with the button or option by itself.
  var problems: [String] = []
  private(set) var steps: [Draft]
  private(set) var depth: Int

  init(
    _ choice: Choice? = nil, component: String? = nil, at place: Place, steps: [Draft] = []
  ) {
    self.choice = choice
    self.component = component
    self.place = place
    self.steps = steps
    self.depth = steps.reduce(0) { max($0, $1.depth) }
  }

  /// The id of the button or option, unique in its prompt.
  var id: String { explicitID ?? component ?? "" }

  mutating func append(_ draft: Draft) {
    steps.append(draft)
    depth = max(depth, draft.depth)
  }
}

/// A named action's closure: it reads the answers, and may write some.
typealias ActionBody = @Sendable (inout Answers) async throws -> Void
