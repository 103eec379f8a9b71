// Actions whose failure branch doesn't use the error.

extension Do {
  /// Declares an action whose failure branch doesn't use the error.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed.
  public init(
    _ name: String, loading: Text? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, loading, Place(fileID, line), failure()) { _ in try await work() }
  }

  /// Declares an action that reads and sets answers, and whose failure branch doesn't use the error.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept
  ///     when it returns, and discarded if it throws an error.
  ///   - failure: the steps if it failed.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, loading, Place(fileID, line), failure(), work)
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
  }

  /// Declares an action whose result is an answer, and whose failure branch doesn't use the error.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, key, loading, Place(fileID, line), failure()) { _ in try await work() }
  }

  /// Declares an action that reads answers and whose result is an answer, and whose failure branch doesn't use the error.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with a snapshot of the answers.
  ///   - failure: the steps if it failed.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer,
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(name, key, loading, Place(fileID, line), failure(), work)
  }
}
