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
  public var branches: [Branch] {
    guard hasChoices, case .prompt(let prompt) = kind else { return filled }
    let first = filled.first?.part == .questions ? 1 : 0
    var branches = Array(filled[..<first])
    branches.reserveCapacity(prompt.choices.count + 2)
    var rest = filled[first...]
    for index in prompt.choices.indices {
      let isFilled = rest.first?.part == .choice(index)
      branches.append(isFilled ? rest.removeFirst() : Branch(.choice(index), []))
    }
    return branches + rest
  }
  /// The branches, without those of choices that no steps follow: a list can have many.
  package let filled: [Branch]
  /// Whether it is a prompt with choices: to ask the prompt itself would copy it.
  private let hasChoices: Bool
  /// The id of the step and its earlier ids; nil for steps without entries.
  let identity: Identity?

  /// The id of the step in answers, journals and errors; nil for steps without entries.
  public var id: String? { identity?.id }

  /// The ids of the step in earlier versions of the flow, if they were different.
  package var was: [String] { identity?.was ?? [] }

  init(_ kind: Kind, _ identity: Identity? = nil, _ branches: [Branch] = []) {
    self.kind = kind
    self.identity = identity
    hasChoices = if case .prompt(let prompt) = kind { !prompt.choices.isEmpty } else { false }
    let isFull = branches.allSatisfy { !$0.steps.isEmpty || !$0.part.isChoice }
    filled = isFull ? branches : branches.filter { !$0.steps.isEmpty || !$0.part.isChoice }
  }

  /// The steps of a branch.
  /// - Parameter part: the branch.
  /// - Returns: the steps; nil if the step has no such branch.
  package subscript(part: Part) -> [Node]? {
    // Cases are in order, and there can be many of them.
    switch part {
    case .choice(let index):
      if let branch = filled.first(where: { $0.part == part }) { return branch.steps }
      guard case .prompt(let prompt) = kind else { return nil }
      return prompt.choices.indices.contains(index) ? [] : nil
    case .selected(let index):
      guard filled.indices.contains(index), filled[index].part == part else { return nil }
      return filled[index].steps
    case .questions: return filled.first.flatMap { $0.part == part ? $0.steps : nil }
    case .timedOut, .otherwise: return filled.last.flatMap { $0.part == part ? $0.steps : nil }
    default: return filled.first { $0.part == part }?.steps
    }
  }

  /// Whether a failure leads to a branch, even an empty one; otherwise it fails the flow.
  package var handlesFailure: Bool { self[.failure] != nil }

  /// The id of a step and its ids in earlier versions of the flow.
  struct Identity: Hashable, Sendable {
    @Building.Exact var id: String
    @Building.ExactList var was: [String]

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

    fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
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
    case load(Action)
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
  package var deep: [Node] {
    var all = self
    var next = 0
    while next < all.count {
      for branch in all[next].filled { all += branch.steps }
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
  @Building.Exact public private(set) var name: String
  /// The number of this version of the flow, if its author counts them.
  public internal(set) var version: Int?
  /// The ids of steps of earlier versions whose answers are not kept.
  @Building.ExactList package internal(set) var gone: [String] = []
  /// The steps in order.
  public let steps: [Node]
  /// What the program's own types accept, in the order of the keys for their answers.
  package internal(set) var accepted: [Accepted] = []

  /// What a type of the program accepts, in its own words.
  package struct Accepted: Hashable, Sendable {
    /// The name of the key.
    @Building.Exact package internal(set) var key: String
    /// What its answers are, as in “a date such as 2026-11-20”.
    @Building.Exact package internal(set) var words: String
  }
}

extension Node {
  /// A named action of the host, or a load: slow work with four states, which are loading, data, empty and
  /// failure.
  public struct Action: Hashable, Sendable {
    let isLoad: Bool
    /// The name by which a host knows the action.
    @Building.Exact public internal(set) var name: String
    /// The key for its result; nil if it has none. A load has one.
    public internal(set) var result: KeyReference?
    /// The time limit of the action, or of one try of a load; nil for no limit.
    public internal(set) var timeout: Duration?
    /// The keys that it reads, if declared; nil if the run notes them while the action is
    /// performed.
    public internal(set) var reads: [KeyReference]?
    /// The keys that it may set besides its result, if declared; nil if it may set any.
    public internal(set) var writes: [KeyReference]?
    /// Whether it can be undone when the person goes back past it.
    public internal(set) var isUndoable = false
    /// Whether the text of its errors is shown although it used a secret.
    package internal(set) var showsErrors = false
    /// The text shown while it is performed; nil to show nothing.
    public internal(set) var loading: Text?
    /// How often it is tried again after it has thrown an error.
    public internal(set) var retries = 0
    /// The pause before the first retry; it doubles for each further retry.
    public internal(set) var backoff = Duration.zero
    /// Whether it only computes, so that performing it again needs nobody's consent.
    package internal(set) var isPure = false
    /// Whether it needs the terminal for itself, as an editor does.
    package internal(set) var takesTerminal = false

    init(_ name: String, result: KeyReference? = nil) {
      isLoad = false
      self.name = name
      self.result = result
    }

    init(load name: String, key: KeyReference) {
      isLoad = true
      self.name = name
      result = key
      writes = []
    }

    /// The key for the error, in words.
    package var error: KeyReference {
      KeyReference(
        name: isLoad ? key.name + ".error" : Slug.title(name) + ".failure", type: .string)
    }
    /// The key for how a load ended: `data`, `empty` or `failed`; nil for an action.
    package var state: KeyReference? { isLoad ? Self.state(ofLoad: key) : nil }

    static func state(ofLoad key: KeyReference) -> KeyReference {
      KeyReference(name: key.name + ".state", type: .string)
    }
    /// The key for the data of a load.
    package var key: KeyReference { result ?? KeyReference(name: "", type: .string) }
    /// The keys that say how a load ended.
    package var endings: [KeyReference] { [error] + (state.map { [$0] } ?? []) }
  }

  /// One operation of a graph: it starts when all operations that it names have ended.
  public struct Operation: Hashable, Sendable {
    /// The name by which the other operations of the group know it.
    @Building.Exact public internal(set) var name: String
    @Building.ExactList package internal(set) var before: [String]

    init(_ name: String, after: [String]) {
      self.name = name
      before = after
    }

    /// The names of the operations that must end before it starts.
    public var after: [String] { before }

    /// The key for the error, in words.
    package var error: KeyReference {
      KeyReference(name: Slug.title(name) + ".error", type: .string)
    }
    /// The key for how it ended: `ended`, `failed` or `cancelled`.
    package var state: KeyReference {
      KeyReference(name: Slug.title(name) + ".state", type: .string)
    }
  }

  /// The cancellation of an operation.
  public struct Cancel: Hashable, Sendable {
    /// The name of the operation.
    @Building.Exact public internal(set) var operation: String

    init(_ operation: String) {
      self.operation = operation
    }
  }

  /// A branch by the value of an answer.
  public struct Selection: Hashable, Sendable {
    /// The key of the deciding answer.
    public internal(set) var key: KeyReference
    /// The values of each case, at least one; the first case that contains the answer is taken.
    public internal(set) var cases: [[Value]]
  }

  /// How often a loop runs.
  public enum Loop: Hashable, Sendable {
    /// The given number of times.
    case times(Int)
    /// As long as the condition holds, evaluated before each round.
    case whileTrue(Condition)
    /// Until the condition holds, evaluated after each round.
    case until(Condition)
  }

  /// The end of the flow.
  public struct Finish: Hashable, Sendable {
    /// The text to show; nil for none.
    public internal(set) var text: Text?
    private var exact: ExactText?

    /// The name of the outcome, for programs; nil if it has none.
    public internal(set) var outcome: String? {
      get { exact?.text }
      set { exact = newValue.map(ExactText.init) }
    }

    init(_ text: Text? = nil, outcome: String? = nil) {
      self.text = text
      exact = outcome.map(ExactText.init)
    }
  }

  /// A flow in a flow.
  public struct Subflow: Hashable, Sendable {
    /// The flow's name.
    @Building.Exact public internal(set) var name: String

    init(_ name: String) { self.name = name }
  }
}

// What a step itself does to keys, as far as it can be known; the steps inside have their own.

extension Node.Kind {
  /// The keys whose answers the step sets, as far as it says so.
  var keysWritten: [KeyReference] {
    switch self {
    case .prompt(let prompt): prompt.key.map { [$0] } ?? []
    case .store(let key, _): [key]
    case .load(let load): [load.key]
    case .action(let action): action.keysDeclared
    default: []
    }
  }

  /// The keys that the step reads: in texts and conditions, as options, or as declared.
  var keysRead: [KeyReference] {
    switch self {
    case .say(let text), .heading(let text), .fail(let text): text.keys
    case .note(let title, let text): title.keys + text.keys
    case .finish(let finish): finish.text?.keys ?? []
    case .prompt(let prompt): prompt.keysRead
    case .action(let action): (action.loading?.keys ?? []) + (action.reads ?? [])
    case .load(let load): (load.loading?.keys ?? []) + (load.reads ?? [])
    case .select(let selection): [selection.key]
    case .when(let condition), .loop(.whileTrue(let condition)), .loop(.until(let condition)):
      condition.form.reads.map(\.key)
    case .operations, .operation, .cancelOperation, .wait, .loop(.times), .leave, .tryAgain,
      .back, .subflow:
      []
    case .store(_, let calculation): calculation.form.keys
    }
  }

}

extension Node.Action {
  /// The keys that it sets, as far as it says so: its result, and those that it declares.
  var keysDeclared: [KeyReference] { (result.map { [$0] } ?? []) + (writes ?? []) }

  /// Whether the action may set a key: it says so, or doesn't say what it sets.
  func declares(_ key: String) -> Bool { writes == nil || keysDeclared.contains { $0.name == key } }
}

extension Node {
  /// The keys that the step itself can set, without the steps inside it; nil if it can set any key.
  ///
  /// Only an action that doesn't declare what it writes can.
  package var keysSet: [KeyReference]? {
    switch kind {
    case .action(let action):
      if action.writes == nil { return nil }
      return action.keysDeclared + (handlesFailure ? [action.error] : [])
    case .load(let load): return [load.key] + load.endings
    case .operation(let operation): return [operation.error, operation.state]
    default: return kind.keysWritten
    }
  }

  /// The step as a problem names it: its kind, and its id if it has one.
  var words: String {
    let named = id.map { " “\($0)”" } ?? ""
    return switch kind {
    case .say: "a Say"
    case .heading: "a Heading"
    case .note: "a Note"
    case .finish: "a Finish"
    case .fail: "a Fail"
    case .prompt: "the question\(named)"
    case .action: "the action\(named)"
    case .load: "the Load\(named)"
    case .select: "a Switch"
    case .when: "a When"
    case .loop: "a Repeat"
    default: "a step"
    }
  }
}

extension Prompt {
  fileprivate var keysRead: [KeyReference] {
    var texts = [title, message, placeholder, help]
    texts += (rules + draftRules).map(\.message) + checks.map(\.message)
    for choice in choices {
      texts += [choice.title, choice.detail, choice.because] + choice.rules.map(\.rule.message)
    }
    return texts.compactMap(\.self).flatMap(\.keys) + [source, titles].compactMap(\.self)
      + checks.flatMap(\.reads)
      + (rules + draftRules + choices.flatMap { $0.rules.map(\.rule) }).flatMap(\.keys)
      + (self.default?.form.keys ?? [])
      + (conditions + choices.map(\.condition)).compactMap(\.self)
      .flatMap { $0.form.reads.map(\.key) }
  }
}

// Trees are compared and hashed without recursion: the code that the compiler derives takes 4 KB of
// stack for each level in a debug build, and a thread may have only 512 KiB.

extension Node: Hashable {
  /// Whether two steps and everything inside them are the same, with texts compared byte for byte.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    var pairs = [(lhs, rhs)]
    while let (one, other) = pairs.popLast() {
      guard one.kind == other.kind, one.identity == other.identity,
        one.filled.count == other.filled.count
      else { return false }
      for (branch, same) in zip(one.filled, other.filled) {
        guard branch.part == same.part, branch.steps.count == same.steps.count else { return false }
        pairs += zip(branch.steps, same.steps)
      }
    }
    return true
  }

  /// Feeds the step and everything inside it into a hasher.
  public func hash(into hasher: inout Hasher) {
    var nodes = [self]
    while let node = nodes.popLast() {
      hasher.combine(node.kind)
      hasher.combine(node.identity)
      for branch in node.filled {
        hasher.combine(branch.part)
        hasher.combine(branch.steps.count)
        nodes += branch.steps
      }
    }
  }
}
