// Earlier names of what interpreters are given. The compiler says what each is called now.

/// The earlier name of ``DraftReporter``.
@available(*, unavailable, renamed: "DraftReporter")
public typealias Drafting = DraftReporter

/// The earlier name of ``PageContext``.
@available(*, unavailable, renamed: "PageContext")
public typealias Filling = PageContext

/// The earlier type of an undo, which is an ``Action`` now.
@available(*, unavailable, renamed: "Action")
public typealias UndoAction = Action

extension RecordedLines {
  /// The earlier name of ``requiresSync``.
  @available(*, unavailable, renamed: "requiresSync")
  public var mustLast: Bool { requiresSync }
}

extension Flow {
  /// The earlier form of ``handling(action:_:)``.
  @available(*, unavailable, renamed: "handling(action:_:)")
  public func handling(_ name: String, _ work: @escaping @Sendable () async throws -> Void) -> Flow
  {
    self
  }

  /// The earlier form of ``handling(action:_:)``.
  @available(*, unavailable, renamed: "handling(action:_:)")
  public func handling(
    _ name: String, _ work: @escaping @Sendable (Work) async throws -> Void
  ) -> Flow { self }

  /// The earlier form of ``on(_:of:_:)``.
  @available(*, unavailable, message: "write .on(.answered, of: \"id\") { event in … }")
  public func on(
    _ id: String, _ moment: Moment,
    _ block: @escaping @Sendable (Event<Value>) async throws -> Void
  ) -> Flow { self }
}
