/// Work as a graph: an operation starts when all that it names in `after` have ended.
///
/// ```swift
/// Operations {
///   Operation("ask") { Choose("Which?", from: Fruit.self, into: fruit) }
///   Operation("decide", after: "ask") { When(fruit == .apple) { CancelOperation("peel") } }
///   Operation("peel", after: "decide") { Do("peel") { try await peel() } }
/// }
/// ```
///
/// Those that can run together do; their prompts queue, one at a time, in the order of
/// declaration. The flow goes on when all have ended.
public struct Operations: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a graph of operations.
  /// - Parameters:
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - operations: the operations.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @OperationBuilder _ operations: () -> OperationList
  ) {
    let place = Place(fileID, line)
    _draft = Draft(.operations([]), at: place)
    _draft.append(Branch(at: place, steps: operations()._parts))
  }
}

/// One operation of ``Operations``.
///
/// An operation that fails cancels those that depend on it and fails the flow, unless it has a
/// `failure` branch; with one, it has ended when the branch has. How it ended can be asked with
/// ``Condition/operation(_:_:)``, its error with `Key.error(of:)`.
public struct Operation: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares an operation.
  /// - Parameters:
  ///   - name: what it is called; it makes its id.
  ///   - after: the names of those that have to end before it starts.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - steps: what it does.
  ///   - failure: what follows when it failed; the key has the error in words. Without it, a failure
  ///     fails the flow.
  public init(
    _ name: String, after: String..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, after, Place(fileID, line), steps(), failure(.error(of: name)))
  }

  /// Declares an operation with what follows when it failed, without the error.
  /// - Parameters:
  ///   - name: what it is called; it makes its id.
  ///   - after: the names of those that have to end before it starts.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - steps: what it does.
  ///   - failure: what follows when it failed.
  public init(
    _ name: String, after: String..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, after, Place(fileID, line), steps(), failure())
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ name: String, after: String..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(name, after, Place(fileID, line), .absent, .absent)
  }

  private init(
    _ name: String, _ after: [String], _ place: Place, _ steps: Steps, _ failure: Steps
  ) {
    _draft = Draft(
      .operation(Node.Operation(name, after: after)), component: Slug.title(name), at: place)
    _draft.append(Branch(at: place, steps: steps._drafts))
    if failure.isAbsent { return }
    _draft.append(Branch(component: "failure", at: place, steps: failure._drafts))
  }
}

/// Cancels an operation beside or around this step: one that has not started never starts and
/// what waits for it waits for what it waited for; one that runs is called off.
///
/// Its id is `cancel-` and the operation’s name, with a number where that stands there already,
/// unless `.id("…")` gives it one.
public struct CancelOperation: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the cancellation.
  /// - Parameters:
  ///   - name: the name of the operation.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) {
    let slug = Slug.title(name)
    _draft = Draft(
      .cancelOperation(Node.Cancel(name)), component: slug.isEmpty ? "cancel" : "cancel-" + slug,
      at: Place(fileID, line))
  }
}
