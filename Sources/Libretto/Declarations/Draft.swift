/// A declaration on its way to the tree: a node without its id and its children, with what
/// stays beside the tree: the closure and the place in the source.
public struct Draft: Sendable {
  var node: Node
  /// The component of the id that the node makes by itself; nil for nodes without an id.
  var component: String?
  var explicitID: String?
  /// Whether the explicit id is the whole one in its flow, as JSON holds it.
  var hasWholeID = false
  /// The ids that the step had in earlier versions of the flow, where those were others.
  var was: [String] = []
  var place: Place
  var branches: [Branch] = []
  private var rare: [Rare] = []
  private(set) var depth = 1

  init(_ node: Node, component: String? = nil, at place: Place) {
    self.node = node
    self.component = component
    self.place = place
  }

  /// What few drafts have: none or one, aside, so that the others are small to copy.
  private struct Rare: Sendable {
    var closures = Closures()
    var inner: [(id: String, closures: Closures)] = []
    var problems: [Problem] = []
  }

  /// What stands beside the tree for the step.
  var closures: Closures {
    get { rare.first?.closures ?? Closures() }
    set { change { $0.closures = newValue } }
  }

  /// Blocks for steps of the flow that this draft stands for, by their ids in it.
  var inner: [(id: String, closures: Closures)] {
    get { rare.first?.inner ?? [] }
    set { change { $0.inner = newValue } }
  }

  /// What is wrong with the declaration by itself.
  var problems: [Problem] {
    get { rare.first?.problems ?? [] }
    set { change { $0.problems = newValue } }
  }

  private mutating func change(_ change: (inout Rare) -> Void) {
    if rare.isEmpty { rare = [Rare()] }
    change(&rare[0])
  }

  /// Adds steps into the branch that a chain fills, the first.
  mutating func append(_ draft: consuming Draft) {
    guard !branches.isEmpty else { return }
    branches[0].append(draft)
    deepen(branches[0].depth)
  }

  /// Adds a branch; the questions on a page stay the first, what follows a time-out the last.
  mutating func append(_ branch: consuming Branch) {
    let inner = branch.depth
    switch branch.part {
    case .fields(let conditions):
      if case .fields(let before)? = branches.first?.part {
        branches[0].part = .fields(before + conditions)
        for draft in branch.steps { branches[0].append(draft) }
      } else {
        branches.insert(branch, at: 0)
      }
    case .timedOut:
      branches.removeAll { $0.part.isTimedOut }
      branches.append(branch)
    case .steps:
      let isLast = branches.last?.part.isTimedOut ?? false
      branches.insert(branch, at: branches.count - (isLast ? 1 : 0))
    }
    deepen(inner)
  }

  private mutating func deepen(_ inner: Int) {
    depth = max(depth, inner + 1)
    guard depth > Limits.depth else { return }
    // Dropped before anything recurses into them; the problem refuses the flow.
    branches = []
    problems = [NestingDepth.problem(at: place)]
    depth = Limits.depth
  }
}

/// The steps below one answer of a prompt, one arm of a `When`, or the body of a loop.
public struct Branch: Sendable {
  /// What the branch is to its step.
  enum Part: Sendable {
    /// Steps: those of a choice, an arm, a case, a state of a load, a body.
    case steps
    /// The questions on a form, or the fields of an alert, each with what shows it.
    case fields([Condition?])
    /// What follows when the time of a prompt is up.
    case timedOut

    var isTimedOut: Bool { if case .timedOut = self { true } else { false } }
  }

  var part = Part.steps
  /// The button or option, without its id; nil where the branch belongs to no answer.
  var choice: Choice?
  /// The component that the branch adds to the ids of its steps, if any.
  var component: String?
  var explicitID: String?
  /// The ids that the button or option had in earlier versions of the flow.
  var was: [String] = []
  var place: Place
  /// What is wrong with the button or option by itself.
  var problems: [Problem] = []
  private(set) var steps: [Draft]
  private(set) var depth: Int

  init(
    _ choice: Choice? = nil, _ part: Part = .steps, component: String? = nil, at place: Place,
    steps: [Draft] = []
  ) {
    self.part = part
    self.choice = choice
    self.component = component
    self.place = place
    self.steps = steps
    self.depth = steps.reduce(0) { max($0, $1.depth) }
  }

  /// The id of the button or option, unique in its prompt.
  var id: String { explicitID ?? component ?? "" }

  mutating func append(_ draft: consuming Draft) {
    depth = max(depth, draft.depth)
    steps.append(draft)
  }
}
