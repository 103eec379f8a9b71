/// A named action that the host performs.
///
/// ```swift
/// Do("delete everything") { try await store.deleteEverything() }
/// Do("count") { work in work[score, default: 0] += 1 }
/// Do("create", loading: "Creating \(name)…") { work in
///   try await project.create(work[name], progress: { work.progress($0) })
/// } failure: { error in
///   Alert("Not created", message: "\(error)") {
///     Button("Try again") { Reload() }
///     Button("Leave", role: .cancel) { Finish("not created") }
///   }
/// }
/// .retry(2, backoff: .seconds(1))
/// .timeout(.seconds(30))
/// ```
///
/// The closure runs where it was written: on the main actor in a script or a main-actor type, on
/// an actor in its methods. The tree contains only its name. Without a `failure` branch, a failure
/// fails the flow.
public struct Do: Answerable {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares an action.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, loading: Text? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, loading, Place(fileID, line), failure(.error(ofAction: name))) { _ in
      try await work()
    }
  }

  /// Declares an action that reads and sets answers.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept
  ///     when it returns, and discarded if it throws an error.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, loading, Place(fileID, line), failure(.error(ofAction: name)), work)
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
  }

  /// Declares an action whose result is an answer.
  ///
  /// ```swift
  /// Do("count files", into: count) { try await disk.count() }
  /// ```
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, key, loading, Place(fileID, line), failure(.error(ofAction: name))) { _ in
      try await work()
    }
  }

  /// Declares an action that reads answers and whose result is an answer.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with a snapshot of the answers.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, key, loading, Place(fileID, line), failure(.error(ofAction: name)), work)
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
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept
  ///     when it returns, and discarded if it throws an error.
  ///   - undo: undoes the work when the person goes back past it; the latest is undone first.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable (Work) async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, loading, Place(fileID, line), failure(.error(ofAction: name)), work)
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
    _draft.setUndo(undo)
  }

  /// Declares an action that can be undone.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - reads: the keys that it reads; nil to record them while it is performed.
  ///   - loading: the text to show while it is performed; nil to show nothing.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - undo: undoes the work when the person goes back past it; the latest is undone first.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, reads: [any AnyKey]? = nil, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void,
    @_inheritActorContext undo: @escaping @Sendable () async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, loading, Place(fileID, line), failure(.error(ofAction: name))) { _ in
      try await work()
    }
    _draft.updateAction { $0.reads = reads?.map(\.reference) }
    _draft.setUndo { _ in try await undo() }
  }

  init(
    _ name: String, _ loading: Text?, _ place: Place, _ failure: Steps, _ work: @escaping ActionBody
  ) {
    var action = Node.Action(name)
    action.loading = loading
    _draft = Draft(.action(action), component: Slug.title(name), at: place)
    _draft.closures.action = work
    _draft.append(failure: failure)
  }

  init<Answer>(
    _ name: String, _ key: Key<Answer>, _ loading: Text?, _ place: Place, _ failure: Steps,
    _ work: @escaping @Sendable (Work) async throws -> Answer
  ) {
    _draft = Draft(action: name, into: key, at: place, work)
    _draft.updateAction { $0.loading = loading }
    _draft.append(failure: failure)
  }

  /// Tries again after the work has thrown an error. All tries share one name, and only the last
  /// one counts.
  ///
  /// After a time-out or an interruption nobody knows whether the work was done, so it isn't tried
  /// again by itself: a person decides.
  /// - Parameters:
  ///   - times: the maximum number of tries after the first; not negative.
  ///   - backoff: the pause before the second try; it doubles before each further one.
  public func retry(_ times: Int, backoff: Duration = .zero) -> Do {
    with {
      $0.updateAction { action in
        action.retries = times
        action.backoff = backoff.inWholeMilliseconds
      }
      $0.problems += LoadRetry.problems(of: times, backoff: backoff, at: $0.place)
    }
  }

  /// Marks work that only computes: it has no effect outside the answers.
  ///
  /// It is performed again whenever an answer that it reads has changed, without anybody's consent.
  /// Tests and `--stub-actions` perform it instead of replacing it.
  public func pure() -> Do { with { $0.updateAction { $0.isPure = true } } }

  /// Gives the terminal to the work while it is performed, as an editor or `sudo` needs it.
  ///
  /// A console that draws prompts in place keeps the terminal otherwise: what is typed isn't shown,
  /// and what the work prints is shown above the open prompt. Elsewhere, this changes nothing.
  public func takesTerminal() -> Do { with { $0.updateAction { $0.takesTerminal = true } } }

  /// Limits the duration of the action; one that takes longer is cancelled and fails.
  /// - Parameter duration: the time in whole milliseconds; positive.
  public func timeout(_ duration: Duration) -> Do { with { $0.limitAction(to: duration) } }

  /// Shows the text of an error although the work read or wrote a secret.
  ///
  /// Otherwise, people, journals and observers get only the type of such an error, because no search
  /// finds every form in which a text can quote a secret.
  public func showsErrors() -> Do { with { $0.updateAction { $0.showsErrors = true } } }
}

extension Draft {
  /// Adds the branch after a failure, if there is one.
  mutating func append(failure: Steps) {
    if failure.isAbsent { return }
    append(DraftBranch(.steps(.failure), component: "failure", at: place, steps: failure._drafts))
  }

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
