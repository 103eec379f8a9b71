/// A graph of operations: each starts when all operations named in its `after` have ended.
///
/// ```swift
/// Operations {
///   Operation("ask") { Choose("Which?", from: Fruit.self, into: fruit) }
///   Operation("decide", after: "ask") { When(fruit == .apple) { CancelOperation("peel") } }
///   Operation("peel", after: "decide") { Do("peel") { try await peel() } }
/// }
/// ```
///
/// Operations that don't wait for each other run at the same time; their prompts are shown one at a
/// time, in the order of declaration. The flow continues when all have ended.
public struct Operations: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a graph of operations.
  /// - Parameters:
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - operations: the operations.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @OperationBuilder _ operations: () -> Building.OperationList
  ) {
    let place = FlowLocation(fileID, line)
    _draft = Building.Draft(.operations, at: place)
    _draft.append(Building.DraftBranch(.steps(.body), at: place, steps: operations()._parts))
  }
}

/// One operation of ``Operations``.
///
/// An operation that fails cancels those that depend on it and fails the flow. With a `failure`
/// branch, it ends when the branch ends. Use ``Building/Conditional/operation(_:_:)`` to test how it
/// ended, and `Key.error(of:)` for its error.
public struct Operation: Building.Identified {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares an operation.
  /// - Parameters:
  ///   - name: the operation's name; it becomes its id.
  ///   - after: the names of the operations that must end before it starts.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - steps: the steps of the operation.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, after: String..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, after, FlowLocation(fileID, line), steps(), failure(.error(of: name)))
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ name: String, after: String..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(name, after, FlowLocation(fileID, line), .absent, .absent)
  }

  private init(
    _ name: String, _ after: [String], _ place: FlowLocation, _ steps: Steps, _ failure: Steps
  ) {
    _draft = Building.Draft(
      .operation(Node.Operation(name, after: after)), component: Slug.title(name), at: place)
    _draft.append(Building.DraftBranch(.steps(.body), at: place, steps: steps._drafts))
    if failure.isAbsent { return }
    _draft.append(
      Building.DraftBranch(
        .steps(.failure), component: "failure", at: place, steps: failure._drafts))
  }
}

/// Cancels another operation of an enclosing group, or an enclosing operation. One that hasn't
/// started never starts; operations that wait for it then wait for the ones it waited for. One that
/// is running is cancelled.
///
/// Its id defaults to `cancel-` and the operation’s name, with a number if that is taken.
public struct CancelOperation: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the cancellation.
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) {
    let slug = Slug.title(name)
    _draft = Building.Draft(
      .cancelOperation(Node.Cancel(name)), component: slug.isEmpty ? "cancel" : "cancel-" + slug,
      at: FlowLocation(fileID, line))
  }
}

extension Building {
  /// A list of operations, the result of an ``OperationBuilder``.
  public struct OperationList: PartList {
    /// The operations, in order.
    public let _parts: [Draft]

    /// Makes a list of operations; for internal use.
    public init(_parts: [Draft]) { self._parts = _parts }
  }
}

/// Builds the operations of a graph.
@resultBuilder
public enum OperationBuilder: Building.PartBuilder {
  /// The result of a body.
  public typealias List = Building.OperationList

  /// Takes an operation.
  public static func buildExpression(_ operation: Operation) -> Building.OperationList {
    Building.OperationList(_parts: [operation._draft])
  }

  /// Takes several operations, as a helper function returns them.
  public static func buildExpression(_ operations: [Operation]) -> Building.OperationList {
    Building.OperationList(_parts: operations.map(\._draft))
  }
}

extension OperationBuilder {
  /// Refuses a step among operations.
  @available(
    *, unavailable,
    message: "Operations hold Operations; put the step inside one: Operation(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Building.OperationList {
    Building.OperationList(_parts: [])
  }
}
