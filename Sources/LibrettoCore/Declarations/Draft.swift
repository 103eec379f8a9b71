extension Building {
  /// A declaration that will become part of the tree: a node without its id and its children, and
  /// what the tree doesn't contain, the closures and the place in the source.
  public struct Draft: Sendable {
    var kind: Node.Kind
    /// The component of the default id; nil for nodes without an id.
    var component: String?
    var explicitID: String?
    /// The ids of the step in earlier versions of the flow.
    var was: [String] = []
    var place: FlowLocation
    var branches: [DraftBranch] = []
    private var rare: [Rare] = []
    private(set) var depth = 1

    init(_ kind: Node.Kind, component: String? = nil, at place: FlowLocation) {
      self.kind = kind
      self.component = component
      self.place = place
    }

    /// Properties that few drafts use, in an array of none or one, so that drafts are cheap to copy.
    private struct Rare: Sendable {
      var closures = Closures()
      var inner: [(id: String, closures: Closures)] = []
      var problems: [Diagnostic] = []
      var allowances: [Allowance] = []
      var finished: FinishedSteps?
    }

    /// The closures of the step.
    var closures: Closures {
      get { rare.first?.closures ?? Closures() }
      set { if !isPlain || !newValue.isEmpty { change { $0.closures = newValue } } }
    }

    /// The closures added to steps of this sub-flow, by their ids in it.
    var inner: [(id: String, closures: Closures)] {
      get { rare.first?.inner ?? [] }
      set { change { $0.inner = newValue } }
    }

    /// The problems of the declaration by itself.
    var problems: [Diagnostic] {
      get { rare.first?.problems ?? [] }
      set { change { $0.problems = newValue } }
    }

    /// The findings about the step that its author allows.
    var allowances: [Allowance] {
      get { rare.first?.allowances ?? [] }
      set { change { $0.allowances = newValue } }
    }

    /// The steps of a flow that was read from JSON.
    var finished: FinishedSteps? {
      get { rare.first?.finished }
      set {
        change { $0.finished = newValue }
        deepen(newValue?.depth ?? 0)
      }
    }

    /// Whether the draft has nothing beside the tree.
    var isPlain: Bool { rare.isEmpty }

    private mutating func change(_ change: (inout Rare) -> Void) {
      if rare.isEmpty { rare = [Rare()] }
      change(&rare[0])
    }

    /// Adds a step to the first branch, the one that a chain fills.
    mutating func append(_ draft: consuming Draft) {
      guard !branches.isEmpty else { return }
      branches[0].append(draft)
      deepen(branches[0].depth)
    }

    /// Adds a branch; the questions stay first, the steps after a time-out last.
    mutating func append(_ branch: consuming DraftBranch) {
      let inner = branch.depth
      switch branch.part {
      case .questions(let conditions):
        if case .questions(let before)? = branches.first?.part {
          branches[0].part = .questions(before + conditions)
          for draft in branch.steps { branches[0].append(draft) }
        } else {
          branches.insert(branch, at: 0)
        }
      case .steps(.timedOut):
        branches.removeAll { $0.part.isTimedOut }
        branches.append(branch)
      case .steps, .choice:
        let isLast = branches.last?.part.isTimedOut ?? false
        branches.insert(branch, at: branches.count - (isLast ? 1 : 0))
      }
      deepen(inner)
    }

    private mutating func deepen(_ inner: Int) {
      depth = max(depth, inner + 1)
      guard depth > Limits.depth else { return }
      // Drop the branches before anything recurses into them; the problem makes the flow invalid.
      depth = Limits.depth
      branches = []
      finished = nil
      problems = [NestingDepth.problem(at: place)]
    }
  }

  /// The steps after one answer of a prompt, in one arm of a `When`, or in the body of a loop.
  public struct DraftBranch: Sendable {
    /// The part of its step that a branch is.
    enum Part: Sendable {
      /// The steps of a button or option, which has no id yet.
      case choice(Choice)
      /// The questions on a form, or the fields of an alert, each with the condition for asking it.
      case questions([Condition?])
      /// The steps of an arm, a case, a state of a load, or a body.
      case steps(Node.Part)

      var isTimedOut: Bool { if case .steps(.timedOut) = self { true } else { false } }
    }

    var part: Part
    /// The component that the branch adds to the ids of its steps, if any.
    var component: String?
    var explicitID: String?
    /// The ids of the button or option in earlier versions of the flow.
    var was: [String] = []
    var place: FlowLocation
    /// The problems of the button or option by itself.
    var problems: [Diagnostic] = []
    private(set) var steps: [Draft]
    private(set) var depth: Int

    init(_ part: Part, component: String? = nil, at place: FlowLocation, steps: [Draft] = []) {
      self.part = part
      self.component = component
      self.place = place
      self.steps = steps
      self.depth = steps.reduce(0) { max($0, $1.depth) }
    }

    /// The id of the button or option, unique in its prompt.
    var id: String { explicitID ?? component ?? "" }

    /// The button or option, without its id; nil if the branch doesn't belong to an answer.
    var choice: Choice? { if case .choice(let choice) = part { choice } else { nil } }

    /// Changes the button or option; does nothing if there is none.
    mutating func updateChoice(_ change: (inout Choice) -> Void) {
      guard var choice else { return }
      change(&choice)
      part = .choice(choice)
    }

    mutating func append(_ draft: consuming Draft) {
      depth = max(depth, draft.depth)
      steps.append(draft)
    }
  }
}

extension Building.Draft {
  /// Returns the finished node.
  /// - Parameters:
  ///   - identity: the id of the step and its earlier ids; nil if it has none.
  ///   - steps: the finished steps of each branch.
  func node(_ identity: Node.Identity?, _ steps: [[Node]]) -> Node {
    var finished: [Node.Branch] = []
    finished.reserveCapacity(steps.count)
    // A question without branches is as it was declared; to copy a prompt takes long.
    var prompt: Prompt? =
      if case .prompt(let declared) = kind, declared.kind == .alert || !branches.isEmpty {
        declared
      } else {
        nil
      }
    for (branch, steps) in zip(branches, steps) {
      var part = Node.Part.questions
      switch branch.part {
      case .steps(let declared): part = declared
      case .questions(let conditions): prompt?.conditions = conditions
      case .choice(var choice):
        // Behind the options of a list, which have no branches.
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

extension Building.Draft {
  /// What the tree won't contain of the declaration.
  var source: StepSource {
    var source = StepSource(place)
    source.explicitID = explicitID
    source.was = was
    if !isPlain { (source.problems, source.allowances) = (problems, allowances) }
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

/// The closures of one step, kept beside the tree, since they aren't data.
package struct Closures: Sendable {
  package var action: ActionBody?
  var load: LoadBody?
  var undo: UndoBody?
  /// The host's checks of answers, by their names.
  var checks: [String: CheckBody] = [:]
  /// The values that the type of the step’s key accepts, if it is one of the program's types.
  package var own: OwnType?
  /// The blocks that observe the step, by moment, in the order in which they were added.
  var handlers: [Moment: [Handler]] = [:]

  var isEmpty: Bool {
    action == nil && undo == nil && load == nil && checks.isEmpty && handlers.isEmpty
      && own == nil
  }

  /// Adds the closures of another set.
  mutating func merge(_ other: Closures) {
    action = other.action ?? action
    load = other.load ?? load
    undo = other.undo ?? undo
    own = other.own ?? own
    checks.merge(other.checks) { $1 }
    for (moment, blocks) in other.handlers { handlers[moment, default: []] += blocks }
  }
}

/// The closure of an action: it reads answers, and can write some.
package typealias ActionBody = @Sendable (Work) async throws -> Void

/// The closure that undoes an action; it gets the answers from before the action.
typealias UndoBody = @Sendable (Work) async throws -> Void

/// The closure of a load: it reads answers, and returns the data or nil.
typealias LoadBody = @Sendable (Work) async throws -> Value?

/// The closure of a host's check: it returns whether an answer passes.
typealias CheckBody = @Sendable (Value, Answers) async throws -> Bool

/// A block that observes one moment of a step.
typealias Handler = @Sendable (Happening) async throws -> Void
