/// A named action that the host performs.
///
/// ```swift
/// Do("delete everything") { try await store.deleteEverything() }
/// Do("count", writes: [score]) { work in work[score, default: 0] += 1 }
/// Do("create") { work in
///   try await project.create(work.answer(name), progress: { work.progress($0) })
/// } failure: { error in
///   Alert("Not created", message: "\(error)") {
///     Button("Try again") { TryAgain() }
///     Button("Leave", role: .cancel) { Finish("Nothing was created.") }
///   }
/// }
/// .loading("Creating \(name)…")
/// .retry(2, backoff: .seconds(1))
/// .timeout(.seconds(30))
/// ```
///
/// The closure runs where it was written: on the main actor in a script or a main-actor type, on
/// an actor in its methods. The tree contains only its name. Without a `failure` branch, a failure
/// fails the flow.
public struct Do: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares an action that sets no answers.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, nil, [], FlowLocation(fileID, line), failure) { _ in try await work() }
  }

  /// Declares an action that reads and sets answers.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - keys: the keys that it may set, as in ``writes(_:)``; nil for any.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far; the answers that it sets are kept
  ///     when it returns, and discarded if it throws an error.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, writes keys: [any AnyKey]? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Void,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, nil, keys, FlowLocation(fileID, line), failure, work)
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
  ///   - work: the closure to perform.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, key.reference, [], FlowLocation(fileID, line), failure) { given in
      given[key] = try await work()
    }
    _draft.closures.own = OwnType(key)
  }

  /// Declares an action that reads answers and whose result is an answer.
  /// - Parameters:
  ///   - name: the action's name; it becomes the step's id.
  ///   - key: the key for the result.
  ///   - keys: the other keys that it may set, as in ``writes(_:)``.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers so far.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init<Answer>(
    _ name: String, into key: Key<Answer>, writes keys: [any AnyKey] = [],
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer,
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(name, key.reference, keys, FlowLocation(fileID, line), failure) { given in
      given[key] = try await work(given)
    }
    _draft.closures.own = OwnType(key)
  }

  private init(
    _ name: String, _ key: KeyReference?, _ writes: [any AnyKey]?, _ place: FlowLocation,
    _ failure: (Key<String>) -> Steps, _ work: @escaping ActionBody
  ) {
    var action = Node.Action(name, result: key)
    action.writes = writes?.map(\.reference)
    _draft = Building.Draft(.action(action), component: Slug.title(name), at: place)
    _draft.closures.action = work
    _draft.append(failure: failure(.error(ofAction: name)))
  }

  private func withAction(_ change: (inout Node.Action) -> Void) -> Do {
    with { $0.updateAction(change) }
  }

  /// Shows a text while the work is performed.
  /// - Parameter text: the text.
  public func loading(_ text: Text) -> Do { withAction { $0.loading = text } }

  /// Declares the only keys that the work depends on; without this, the keys that it reads are
  /// recorded while it is performed.
  /// - Parameter keys: the keys; empty if the work depends on no answer.
  public func reads(_ keys: any AnyKey...) -> Do {
    withAction { $0.reads = keys.map(\.reference) }
  }

  /// Declares the only keys that the work may set, besides the key of its result. If it sets
  /// another one, the run ends with an error.
  ///
  /// So Libretto can tell before a run which keys have an answer. Work without a parameter sets
  /// none.
  /// - Parameter keys: the keys; empty if the work sets no answer.
  public func writes(_ keys: any AnyKey...) -> Do {
    withAction { $0.writes = keys.map(\.reference) }
  }

  /// Undoes the work when the person goes back past it and answers differently; the latest work is
  /// undone first.
  ///
  /// ```swift
  /// Do("book") { work in try await hotel.book(work.answer(room), key: work.key) }
  ///   .undo { work in try await hotel.cancel(work.answer(room)) }
  /// ```
  /// - Parameter undo: the closure; it is given the answers that the work was given, and those that
  ///   it set.
  public func undo(
    @_inheritActorContext _ undo: @escaping @Sendable (Work) async throws -> Void
  ) -> Do {
    with {
      $0.updateAction { $0.isUndoable = true }
      $0.closures.undo = undo
    }
  }

  /// Undoes the work when the person goes back past it and answers differently.
  /// - Parameter undo: the closure.
  public func undo(
    @_inheritActorContext _ undo: @escaping @Sendable () async throws -> Void
  ) -> Do {
    self.undo { _ in try await undo() }
  }

  /// Tries again after the work has thrown an error. All tries share one name, and only the last
  /// one counts.
  ///
  /// After a time-out or an interruption the outcome is unknown, so the work isn't tried again
  /// automatically; the person decides.
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
  public func pure() -> Do { withAction { $0.isPure = true } }

  /// Gives the terminal to the work while it is performed, as an editor or `sudo` needs it.
  ///
  /// A console that draws prompts in place keeps the terminal otherwise: what is typed isn't shown,
  /// and what the work prints is shown above the open prompt. Elsewhere, this changes nothing.
  public func takesTerminal() -> Do { withAction { $0.takesTerminal = true } }

  /// Limits the duration of the action; one that takes longer is cancelled and fails.
  /// - Parameter duration: the time in whole milliseconds; positive.
  public func timeout(_ duration: Duration) -> Do { with { $0.limitAction(to: duration) } }

  /// Shows the text of an error although the work read or wrote a secret.
  ///
  /// Otherwise, people, journals and observers get only the type of such an error, because no search
  /// finds every form in which a text can quote a secret.
  public func showsErrors() -> Do { withAction { $0.showsErrors = true } }
}

extension Building.Draft {
  /// Adds the branch after a failure, if there is one.
  mutating func append(failure: Steps) {
    if failure.isAbsent { return }
    append(
      Building.DraftBranch(
        .steps(.failure), component: "failure", at: place, steps: failure._drafts))
  }

  /// Changes the action of this draft; does nothing if there is none.
  mutating func updateAction(_ change: (inout Node.Action) -> Void) {
    guard case .action(var action) = kind else { return }
    change(&action)
    kind = .action(action)
  }

  mutating func limitAction(to duration: Duration) {
    updateAction { $0.timeout = duration.inWholeMilliseconds }
    checkTimeout(duration)
  }
}

/// A named test by the host; conditions can read its result, yes or no.
///
/// ```swift
/// Check("paid", into: paid) { try await shop.isPaid() }
/// When(paid) { Say("Thank you.") }
/// ```
///
/// Conditions are data and contain no closures. Use a check for what only the host can know.
public struct Check: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a test.
  /// - Parameters:
  ///   - name: the test's name; it becomes the step's id.
  ///   - key: the key for the answer.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - test: the test. An error it throws fails the flow.
  public init(
    _ name: String, into key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ test: @escaping @Sendable () async throws -> Bool
  ) {
    self.init(name, key, FlowLocation(fileID, line)) { _ in try await test() }
  }

  /// Declares a test of the answers so far.
  /// - Parameters:
  ///   - name: the test's name; it becomes the step's id.
  ///   - key: the key for the answer.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - test: the test, on a snapshot of the answers. An error it throws fails the flow.
  public init(
    _ name: String, into key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ test: @escaping @Sendable (Work) async throws -> Bool
  ) {
    self.init(name, key, FlowLocation(fileID, line), test)
  }

  private init(
    _ name: String, _ key: Key<Bool>, _ place: FlowLocation,
    _ test: @escaping @Sendable (Work) async throws -> Bool
  ) {
    var action = Node.Action(name, result: key.reference)
    action.writes = []
    _draft = Building.Draft(.action(action), component: Slug.title(name), at: place)
    _draft.closures.own = OwnType(key)
    _draft.closures.action = { given in given[key] = try await test(given) }
  }

  /// Limits the duration of the test; one that takes longer is cancelled and fails the flow.
  /// - Parameter duration: the time, to the millisecond; positive.
  public func timeout(_ duration: Duration) -> Check { with { $0.limitAction(to: duration) } }

  /// Shows the text of an error although the test read a secret.
  public func showsErrors() -> Check { with { $0.updateAction { $0.showsErrors = true } } }
}
