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
public struct Flow: Answerable {
  /// The flow's name.
  public let name: String
  /// The declared steps, as data.
  public let tree: Tree
  /// The problems of the flow; only a flow without problems can be performed or exported.
  public internal(set) var problems: [Problem]
  /// The draft of this flow as a step of another flow.
  public var _draft: Draft

  /// The closures of the steps, by their ids.
  private(set) var closures: [String: Closures]
  /// Where each step with an id was declared.
  let places: [String: Place]
  /// The keys that the flow uses, in the order of their first use.
  let keys: [KeyReference]
  /// The names of the keys that hold secrets.
  let secrets: Set<String>
  /// The flattened steps, for the engine.
  var program: Program { lazyProgram.program }
  private let lazyProgram: LazyProgram

  /// The limits of a run; the tree doesn't contain them.
  private(set) var limits = Limits()

  /// Declares a flow.
  /// - Parameters:
  ///   - name: the flow's name; inside another flow, it becomes part of the ids of the steps.
  ///   - steps: the steps.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(name, Place(fileID, line), steps()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(_ name: String, @FlowBuilder _ steps: () async throws -> Steps) {
    self.init(name, Place(#fileID, #line), [])
  }

  init(_ name: String, _ place: Place, _ drafts: [Draft]) {
    let assembly = Assembly(drafts)
    self.init(name, place, assembly.steps, assembly.sources, assembly.closures)
    _draft.append(Branch(at: place, steps: drafts))
  }

  init(_ name: String, _ place: Place, _ finished: FinishedSteps) {
    self.init(name, place, finished.nodes, finished.sources, [:])
    _draft.finished = finished
  }

  private init(
    _ name: String, _ place: Place, _ steps: [Node], _ sources: [StepSource],
    _ closures: [String: Closures]
  ) {
    self.name = name
    self.closures = closures
    _draft = Draft(
      .subflow(Node.Subflow(id: "", name: name, steps: [])), component: Slug.title(name),
      at: place)
    let check = FlowCheck(name, steps, sources, at: place)
    tree = Tree(name: name, steps: steps)
    problems = check.problems
    places = check.flow.places
    keys = check.flow.keys.order
    secrets = check.flow.secrets
    lazyProgram = LazyProgram(
      tree, keys, secrets, sources.map(\.place), closures.values.compactMap(\.own))
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
    closures[id, default: Closures()].merge(added)
    _draft.inner.append((id, added))
  }

  /// Throws the problems of the flow, if there are any.
  /// - Throws: ``InvalidFlow`` with every problem.
  public func validate() throws(InvalidFlow) {
    if !problems.isEmpty { throw InvalidFlow(flow: name, problems: problems) }
  }
}
