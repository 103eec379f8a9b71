/// A named action that the host performs.
///
/// ```swift
/// Do("delete everything") { try await store.deleteEverything() }
/// Do("count") { work in work[score, default: 0] += 1 }
/// ```
///
/// The closure runs where it was written: on the main actor in a script or a main-actor type, on
/// an actor in its methods. The tree contains only its name.
public struct Do: Answerable {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares an action.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - work: the closure to perform. An error that it throws fails the flow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void
  ) {
    self.init(name, Place(fileID, line)) { _ in try await work() }
  }

  /// Declares an action that reads and sets answers.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept
  ///     when it returns. An error that it throws fails the flow and discards them.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void
  ) {
    self.init(name, Place(fileID, line), work)
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
  }

  /// Declares an action that reads and sets answers, and that can be undone.
  ///
  /// ```swift
  /// Do("book") { work in try await hotel.book(work[room], key: work.key) } undo: { work in
  ///   try await hotel.cancel(work[room])
  /// }
  /// ```
  ///
  /// The keys that the work reads are recorded while it is performed. With `reads:`, only the keys
  /// listed there count.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept.
  ///   - undo: undoes the work when the person goes back past it; the latest is undone first.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable (Work) async throws -> Void
  ) {
    self.init(name, Place(fileID, line), work)
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
    _draft.setUndo(undo)
  }

  /// Declares an action that can be undone.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - undo: undoes the work when the person goes back past it; the latest is undone first.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable () async throws -> Void
  ) {
    self.init(name, Place(fileID, line)) { _ in try await work() }
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
    _draft.setUndo { _ in try await undo() }
  }

  /// Declares an action whose result is an answer.
  ///
  /// ```swift
  /// Do("count files", into: count) { try await disk.count() }
  /// ```
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform. An error that it throws fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer
  ) {
    _draft = Draft(action: name, into: key, at: Place(fileID, line)) { _ in try await work() }
  }

  /// Declares an action that reads answers and whose result is an answer.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with a snapshot of the answers. An error fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer
  ) {
    _draft = Draft(action: name, into: key, at: Place(fileID, line), work)
  }

  private init(_ name: String, _ place: Place, _ work: @escaping ActionBody) {
    _draft = Draft(
      .action(Node.Action(name)), component: Slug.title(name), at: place)
    _draft.closures.action = work
  }

  /// Limits the duration of the action; one that takes longer is cancelled and fails the flow.
  /// - Parameter duration: the time in whole milliseconds; positive.
  public func timeout(_ duration: Duration) -> Do { with { $0.limitAction(to: duration) } }

  /// Shows the text of an error although the work read or wrote a secret.
  ///
  /// Otherwise, people, journals and observers get only the type of such an error, because no search
  /// finds every form in which a text can quote a secret.
  public func showsErrors() -> Do { with { $0.updateAction { $0.showsErrors = true } } }
}

extension Draft {
  /// An action whose result is an answer.
  init<Answer>(
    action name: String, into key: Key<Answer>, at place: Place,
    _ work: @escaping @Sendable (Work) async throws -> Answer
  ) {
    self.init(
      .action(Node.Action(name, result: key.reference)),
      component: Slug.title(name), at: place)
    closures.own = OwnType(key)
    closures.action = { given in given[key] = try await work(given) }
  }

  /// Changes the action of this draft; does nothing if there is none.
  mutating func updateAction(_ change: (inout Node.Action) -> Void) {
    guard case .action(var action) = kind else { return }
    change(&action)
    kind = .action(action)
  }

  mutating func setUndo(_ undo: @escaping UndoBody) {
    updateAction { $0.isUndoable = true }
    closures.undo = undo
  }

  mutating func limitAction(to duration: Duration) {
    updateAction { $0.timeout = duration.inWholeMilliseconds }
    checkTimeout(duration)
  }
}
