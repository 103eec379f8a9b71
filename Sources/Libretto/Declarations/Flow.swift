/// A flow: a name and steps, declared once, performed by interchangeable interpreters.
///
/// ```swift
/// let greeting = Flow("greeting") {
///   Ask("What is your name?", into: name)
///   Say("Hello, \(name)!")
/// }
/// let result = try await greeting.run()
/// ```
///
/// The body describes steps; nothing in it happens when it is declared. Two flows are equal when
/// their trees are.
public struct Flow: Answerable {
  /// The flow's name.
  public let name: String
  /// What the flow declares, as data.
  public let tree: Tree
  /// What is wrong with the flow; it is performed and exported only when nothing is.
  public internal(set) var problems: [Problem]
  /// The draft that stands for the flow inside another one.
  public var _draft: Draft

  /// The closures of the steps, by their ids.
  private(set) var closures: [String: Closures]
  /// Where each step with an id was declared.
  let places: [String: Place]
  /// The keys that the flow reads or writes, in the order of their first use.
  let keys: [KeyReference]
  /// The names of the keys that hold secrets.
  let secrets: Set<String>
  /// The steps made flat, for the engine.
  var program: Program { lazyProgram.program }
  private let lazyProgram: LazyProgram

  /// The bounds of a run; they stand beside the tree.
  private(set) var limits = Limits()

  /// Declares a flow.
  /// - Parameters:
  ///   - name: the flow's name; it makes the ids of its steps when it stands in another flow.
  ///   - steps: the steps.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(name, Place(fileID, line), steps()._drafts)
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(_ name: String, @FlowBuilder _ steps: () async throws -> Steps) {
    self.init(name, Place(#fileID, #line), [])
  }

  init(_ name: String, _ place: Place, _ drafts: [Draft]) {
    self.name = name
    _draft = Draft(
      .subflow(Node.Subflow(id: "", name: name, steps: [])), component: Slug.title(name),
      at: place)
    _draft.append(Branch(at: place, steps: drafts))
    var assembly = Assembly(drafts)
    let nodes = assembly.nodes(drafts)
    assembly.finish(name: name, at: place)
    tree = Tree(name: name, steps: nodes)
    if assembly.hasOperations {
      assembly.problems += OperationRaces.problems(of: nodes, assembly.sources)
    }
    problems = assembly.problems
    closures = assembly.closures
    places = assembly.places
    keys = assembly.keys.order
    secrets = assembly.secrets
    lazyProgram = LazyProgram(
      tree, keys, secrets, assembly.sources, assembly.closures.values.compactMap(\.own))
    problems += IDTable.problems(of: places) + assembly.clashes
  }
}

extension Flow: Hashable {
  /// Whether two flows declare the same.
  public static func == (lhs: Flow, rhs: Flow) -> Bool { lhs.tree == rhs.tree }

  /// Feeds the tree to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}

extension Flow {
  /// Sets the bounds of every run of this flow; they take no part in comparing flows.
  ///
  /// ```swift
  /// let patient = flow.limits(Limits(stepsBetweenPrompts: 10_000_000))
  /// ```
  /// - Parameter limits: the bounds. Those of a flow inside another are not asked.
  public func limits(_ limits: Limits) -> Flow {
    var copy = self
    copy.limits = limits
    return copy
  }

  /// Adds closures to a step, here and wherever the flow stands in another one.
  mutating func add(_ added: Closures, to id: String) {
    closures[id, default: Closures()].merge(added)
    _draft.inner.append((id, added))
  }

  /// Throws what is wrong with the flow, if anything is.
  /// - Throws: ``InvalidFlow`` with every problem.
  public func validate() throws(InvalidFlow) {
    if !problems.isEmpty { throw InvalidFlow(flow: name, problems: problems) }
  }
}
