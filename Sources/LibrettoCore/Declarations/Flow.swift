/// A name and steps, declared once and performed by interchangeable interpreters.
///
/// ```swift
/// let greeting = Flow("greeting") {
///   Ask("What is your name?", into: name)
///   Say("Hello, \(name)!")
/// }
/// let result = try await greeting.run()
/// ```
///
/// The body describes steps; declaring it performs nothing. Flows with equal trees are equal.
public struct Flow: Building.Answerable {
  /// The flow's name.
  public let name: String
  /// The declared steps, as data.
  public var tree: Tree { lazy.built.tree }
  /// The problems of the flow; only a flow without problems can be performed or exported.
  public var problems: [Diagnostic] { lazy.built.problems + addedProblems }
  /// The draft of this flow as a step of another flow.
  public var _draft: Building.Draft

  private let lazy: LazyFlow
  /// The problems and closures that were added to the finished flow.
  var addedProblems: [Diagnostic] = []
  private var addedClosures: [String: Closures] = [:]

  /// The closures of the steps, by their ids.
  package var closures: [String: Closures] {
    var closures = lazy.built.closures
    for (id, added) in addedClosures { closures[id, default: Closures()].merge(added) }
    return closures
  }
  /// Where each step with an id was declared.
  var places: [String: FlowLocation] { lazy.built.places }
  /// What the tree doesn't contain of each step, in the order of a walk.
  package var sources: [StepSource] { lazy.built.sources }
  /// The keys that the flow uses, in the order of their first use.
  package var keys: [KeyReference] { lazy.built.keys }
  /// The names of the keys that hold secrets.
  package var secrets: Set<String> { lazy.built.secrets }
  /// The flattened steps, for the engine.
  package var program: Program { lazy.built.program.program }

  /// The limits of a run; the tree doesn't contain them.
  package private(set) var limits = Limits()

  /// Declares a flow.
  /// - Parameters:
  ///   - name: the flow's name; inside another flow, it becomes part of the ids of the steps.
  ///   - version: the number of this version; raise it with each edit if runs are continued by
  ///     several versions at once. What a version can't hold is kept for the others, and a version
  ///     with a lower number refuses to ask again for what a higher one knows. Nil if versions aren't
  ///     counted; that of a sub-flow is ignored.
  ///   - gone: the ids of steps of earlier versions whose answers are removed from saved runs.
  ///   - steps: the steps.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, version: UInt? = nil, gone: [String] = [], fileID: StaticString = #fileID,
    line: UInt = #line, @FlowBuilder _ steps: () -> Steps
  ) {
    let head = Tree(
      name: name, version: version.map { Int(clamping: $0) }, gone: gone, steps: [])
    self.init(head, FlowLocation(fileID, line), steps()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(_ name: String, @FlowBuilder _ steps: () async throws -> Steps) {
    self.init(Tree(name: name, steps: []), FlowLocation(#fileID, #line), [])
  }

  /// Refuses a flow without a name.
  @available(*, unavailable, message: "a flow has a name: Flow(\"name\") { … }")
  public init(@FlowBuilder _ steps: () -> Steps) {
    self.init(Tree(name: "", steps: []), FlowLocation(#fileID, #line), [])
  }

  init(_ head: Tree, _ place: FlowLocation, _ drafts: [Building.Draft]) {
    self.init(head.name, place, LazyFlow(head, drafts, at: place))
    _draft.append(Building.DraftBranch(.steps(.body), at: place, steps: drafts))
  }

  init(_ head: Tree, _ place: FlowLocation, _ finished: FinishedSteps) {
    self.init(head.name, place, LazyFlow(head, finished, at: place))
    _draft.finished = finished
  }

  private init(_ name: String, _ place: FlowLocation, _ lazy: LazyFlow) {
    self.name = name
    self.lazy = lazy
    _draft = Building.Draft(
      .subflow(Node.Subflow(name)), component: Slug.title(name),
      at: place)
  }
}

extension Flow: Hashable {
  /// Whether two flows declare the same steps under the same name.
  public static func == (lhs: Flow, rhs: Flow) -> Bool { lhs.tree == rhs.tree }

  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}

extension Flow {
  /// Sets the limits of every run of this flow. Comparing flows ignores them.
  ///
  /// ```swift
  /// let patient = flow.limits(Limits(stepsBetweenPrompts: 10_000_000))
  /// ```
  /// - Parameter limits: the limits; those of a sub-flow are ignored.
  public func limits(_ limits: Limits) -> Flow {
    var copy = self
    copy.limits = limits
    return copy
  }

  /// Adds closures to a step, also where this flow is a step of another one.
  mutating func add(_ added: Closures, to id: String) {
    addedClosures[id, default: Closures()].merge(added)
    _draft.inner.append((id, added))
  }

  /// Throws the problems of the flow, if there are any.
  /// - Throws: ``InvalidFlow`` with every problem.
  public func validate() throws(InvalidFlow) {
    if !problems.isEmpty { throw InvalidFlow(flow: name, problems: problems) }
  }
}

/// The result of building a flow's declaration, made when it is first needed.
///
/// A flow inside another one is never built by itself: the steps are built with the outer flow.
final class LazyFlow: Sendable {
  /// The properties are those of ``Flow``. It is an object, because each step of a session reads it
  /// several times.
  final class Built: Sendable {
    let tree: Tree
    let problems: [Diagnostic]
    let closures: [String: Closures]
    let places: [String: FlowLocation]
    let sources: [StepSource]
    let keys: [KeyReference]
    let secrets: Set<String>
    let program: LazyProgram

    init(
      _ tree: Tree, _ problems: [Diagnostic], _ closures: [String: Closures],
      _ sources: [StepSource], _ flow: DeclaredFlow, _ program: LazyProgram
    ) {
      (self.tree, self.problems, self.closures) = (tree, problems, closures)
      (self.sources, self.program) = (sources, program)
      (places, keys, secrets) = (flow.places, flow.keys.order, flow.secrets)
    }
  }

  private enum State {
    case drafts([Building.Draft])
    case finished(FinishedSteps)
    case built(Built)
  }

  /// The tree without its steps.
  private let head: Tree
  private let place: FlowLocation
  private let state: Locked<State>

  init(_ head: Tree, _ drafts: [Building.Draft], at place: FlowLocation) {
    (self.head, self.place, state) = (head, place, Locked(.drafts(drafts)))
  }

  init(_ head: Tree, _ finished: FinishedSteps, at place: FlowLocation) {
    (self.head, self.place, state) = (head, place, Locked(.finished(finished)))
  }

  var built: Built {
    state.withLock { state in
      let built: Built
      switch state {
      case .built(let known): return known
      case .drafts(let drafts):
        let assembly = Assembly(drafts)
        built = build(assembly.steps, assembly.sources, assembly.closures)
      case .finished(let steps): built = build(steps.nodes, steps.sources, [:])
      }
      state = .built(built)
      return built
    }
  }

  private func build(
    _ steps: [Node], _ sources: [StepSource], _ closures: [String: Closures]
  ) -> Built {
    var tree = Tree(name: head.name, version: head.version, gone: head.gone, steps: steps)
    let check = FlowCheck(head.name, steps, sources, at: place)
    let keys = check.flow.keys.order
    let own = closures.values.compactMap(\.own) + head.accepted.map(OwnType.init)
    let words = Dictionary(own.map { ($0.key, $0.description) }) { first, _ in first }
    tree.accepted = keys.compactMap { key in
      (words[key.name] ?? nil).map { Tree.Accepted(key: key.name, words: $0) }
    }
    let (secrets, places) = (check.flow.secrets, sources.map(\.place))
    let program = LazyProgram { [tree] in
      Program(tree, keys: keys, secrets: secrets, sources: places, own: own)
    }
    var problems = check.problems
    // A flow that is wrong otherwise, or asks before it reads, needs no program for this.
    if problems.isEmpty, check.flow.readsBefore {
      problems = Checks.problems(of: program.program)
    }
    return Built(tree, problems, closures, sources, check.flow, program)
  }
}
