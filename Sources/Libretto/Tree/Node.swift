/// One step of a flow: what it does, its id, and the steps inside.
///
/// The set of kinds is closed, so an interpreter knows every case of ``Kind-swift.enum``. Code that
/// only walks a tree uses ``branches``, whatever the kind.
public struct Node: Sendable {
  /// What the step does.
  public let kind: Kind
  /// The steps inside, branch by branch; for each ``Part`` there is at most one.
  ///
  /// To walk a tree: `for branch in node.branches { walk(branch.steps) }`.
  public let branches: [Branch]
  /// The id of the step and its earlier ids; nil for steps without entries.
  let identity: Identity?

  /// The id of the step in answers, journals and errors; nil for steps without entries.
  public var id: String? { identity?.id }

  /// The ids of the step in earlier versions of the flow, if they were different.
  public var was: [String] { identity?.was ?? [] }

  init(_ kind: Kind, _ identity: Identity? = nil, _ branches: [Branch] = []) {
    self.kind = kind
    self.identity = identity
    self.branches = branches
  }

  /// The steps of a branch.
  /// - Parameter part: the branch.
  /// - Returns: the steps; nil if the step has no such branch.
  public subscript(part: Part) -> [Node]? {
    // Choices and cases are in order, and there can be many of them.
    switch part {
    case .choice(let index), .selected(let index):
      let first = branches.first?.part == .questions ? 1 : 0
      guard index >= 0, index < branches.count - first, branches[first + index].part == part else {
        return nil
      }
      return branches[first + index].steps
    case .questions: return branches.first.flatMap { $0.part == part ? $0.steps : nil }
    case .timedOut, .otherwise: return branches.last.flatMap { $0.part == part ? $0.steps : nil }
    default: return branches.first { $0.part == part }?.steps
    }
  }

  /// Whether a failure leads to a branch, even an empty one; otherwise it fails the flow.
  var handlesFailure: Bool { self[.failure] != nil }

  /// The id of a step and its ids in earlier versions of the flow.
  struct Identity: Hashable, Sendable {
    @Exact var id: String
    @ExactList var was: [String]

    init(_ id: String, was: [String] = []) {
      self.id = id
      self.was = was
    }
  }

  /// Steps inside a step, and when they are performed.
  public struct Branch: Sendable {
    /// When the steps are performed.
    public let part: Part
    /// The steps in order.
    public let steps: [Node]

    init(_ part: Part, _ steps: [Node]) {
      self.part = part
      self.steps = steps
    }
  }

  /// The part that a branch has in its step.
  public enum Part: Hashable, Sendable {
    /// The steps of a loop, of an operation or of a flow in a flow, and the operations of a group.
    case body
    /// The questions of a form, or the fields of an alert.
    case questions
    /// The steps for a choice of a prompt, by its index in ``Prompt/choices``.
    case choice(Int)
    /// The steps for a prompt whose time is up. Without this branch, a time-out fails the flow.
    case timedOut
    /// The steps of a load that found data.
    case data
    /// The steps of a load that found none; its key then has no answer.
    case empty
    /// The steps after a failure of an action, a load or an operation. Without this branch, a
    /// failure fails the flow.
    case failure
    /// The steps of a `When` whose condition holds.
    case then
    /// The steps of a case of a `Switch`, by its index in ``Selection/cases``.
    case selected(Int)
    /// The steps of a `When` whose condition doesn't hold, or of a `Switch` without a fitting case.
    case otherwise
  }

  /// What a step does. The comment on each case shows how you write it.
  public indirect enum Kind: Hashable, Sendable {
    /// `Say("Hello, \(name).")`
    case say(Text)
    /// `Heading("Your stay")`
    case heading(Text)
    /// `Note("Before you begin", text: "Close all other apps.")`: the title and the text.
    case note(Text, Text)
    /// `Alert("Error") { … }`, `Ask(…)`, `Confirm(…)`, `Choose(…)`
    case prompt(Prompt)
    /// `Do("save") { … }`, `Check("paid", into: paid) { … }`: a named action of the host; the tree
    /// doesn't contain the closure.
    case action(Action)
    /// `Load("prices", into: prices) { … } data: { … } empty: { … } failure: { … }`
    case load(Load)
    /// `TryAgain()`
    case tryAgain
    /// `Operations { … }`; contains only operations.
    case operations
    /// `Operation("upload", after: "sign in") { … }`; occurs only in `Operations`.
    case operation(Operation)
    /// `CancelOperation("upload")`, by the operation's name.
    case cancelOperation(Cancel)
    /// `Switch(size) { Case(.small) { … } Default { … } }`
    case select(Selection)
    /// `Wait(.seconds(2))`
    case wait(Duration)
    /// `When(age < 18) { … } otherwise: { … }`
    case when(Condition)
    /// `Repeat(times: 3) { … }`, `Repeat(while: …) { … }`, `Repeat { … } until: …`
    case loop(Loop)
    /// `Break()`
    case leave
    /// `Back()`
    case back
    /// `Store(tries + 1, into: tries)`
    case store(KeyReference, Calculation)
    /// `Finish("Saved.")`
    case finish(Finish)
    /// `Fail("No network.")`
    case fail(Text)
    /// A flow in a flow.
    case subflow(Subflow)
  }
}

extension Node.Kind {
  /// The kinds without what they hold. The raw values are the types in JSON; there, a prompt has the
  /// raw value of its own kind.
  enum Name: String, Hashable, CaseIterable {
    case say, prompt, heading, note
    case action = "do"
    case load
    case tryAgain = "reload"
    case operations, operation, cancelOperation
    case select = "switch"
    case wait, when
    case loop = "repeat"
    case leave = "break"
    case back, store, finish, fail
    case subflow = "flow"
  }

  /// Which kind it is.
  var name: Name {
    switch self {
    case .say: .say
    case .heading: .heading
    case .note: .note
    case .prompt: .prompt
    case .action: .action
    case .load: .load
    case .tryAgain: .tryAgain
    case .operations: .operations
    case .operation: .operation
    case .cancelOperation: .cancelOperation
    case .select: .select
    case .wait: .wait
    case .when: .when
    case .loop: .loop
    case .leave: .leave
    case .back: .back
    case .store: .store
    case .finish: .finish
    case .fail: .fail
    case .subflow: .subflow
    }
  }
}

extension [Node] {
  /// These steps, and all steps inside them after the ones around them.
  var deep: [Node] {
    var all = self
    var next = 0
    while next < all.count {
      for branch in all[next].branches { all += branch.steps }
      next += 1
    }
    return all
  }
}

/// A flow as data: its name and its steps, and nothing that can't be written down.
///
/// Two flows are equal when their trees are equal. Ids are part of a tree. Closures and places in
/// source files aren't; a ``Flow`` keeps those beside its tree.
public struct Tree: Hashable, Sendable {
  /// The flow's name.
  public let name: String
  /// The number of this version of the flow, if its author counts them.
  public internal(set) var version: Int?
  /// The ids of steps of earlier versions whose answers are not kept.
  public internal(set) var gone: [String] = []
  /// The steps in order.
  public let steps: [Node]
}
