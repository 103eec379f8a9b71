/// Slow work with four states: loading, then data, empty or failure.
///
/// ```swift
/// Load("prices", into: prices) {
///   try await bank.prices()
/// } data: {
///   Say("There are prices: \(prices).")
/// } empty: {
///   Say("Nothing to sell today.")
/// } failure: { error in
///   Alert("No prices", message: "\(error)") {
///     Button("Try again") { TryAgain() }
///     Button("Leave", role: .cancel) { Finish("There are no prices.") }
///   }
/// }
/// .loading("Fetching prices…")
/// .retry(2, backoff: .seconds(1))
/// .timeout(.seconds(10))
/// ```
///
/// Nil, an empty text and an empty list count as no data: the key then has no answer. Without a
/// `failure` branch, a failure fails the flow with its error.
public struct Load<Answer: AnswerValue>: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a load.
  /// - Parameters:
  ///   - name: the name of the work, also shown while loading.
  ///   - key: the key for the data; its name becomes the load's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform; it runs where it was written, and can be cancelled.
  ///   - data: the steps if there is data.
  ///   - empty: the steps if there is none.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(
      name, key, FlowLocation(fileID, line), { _ in try await work() }, data(), empty(),
      failure(.error(of: key)))
  }

  /// Declares a load that reads answers.
  /// - Parameters:
  ///   - name: the name of the work, also shown while loading.
  ///   - key: the key for the data; its name becomes the load's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the closure to perform with the answers; it runs where it was written, and can be
  ///     cancelled.
  ///   - data: the steps if there is data.
  ///   - empty: the steps if there is none.
  ///   - failure: the steps if it failed; the key holds the error message. Without this branch, a
  ///     failure fails the flow.
  public init(
    _ name: String, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(
      name, key, FlowLocation(fileID, line), work, data(), empty(), failure(.error(of: key)))
  }

  private init(
    _ name: String, _ key: Key<Answer>, _ place: FlowLocation,
    _ work: @escaping @Sendable (Work) async throws -> Answer?, _ data: Steps, _ empty: Steps,
    _ failure: Steps
  ) {
    _draft = Building.Draft(
      .load(Node.Action(load: name, key: key.reference)),
      component: Slug.name(key.name), at: place)
    _draft.closures.own = OwnType(key)
    _draft.closures.load = { answers in try await work(answers)?.answerValue }
    _draft.append(
      Building.DraftBranch(.steps(.data), component: "data", at: place, steps: data._drafts))
    _draft.append(
      Building.DraftBranch(.steps(.empty), component: "empty", at: place, steps: empty._drafts))
    _draft.append(failure: failure)
  }

  private func with(_ change: (inout Node.Action) -> Void) -> Load {
    guard case .load(var load) = _draft.kind else { return self }
    var copy = self
    change(&load)
    copy._draft.kind = .load(load)
    return copy
  }

  /// Shows a text while loading, in place of the name of the work.
  /// - Parameter text: the text.
  public func loading(_ text: Text) -> Load { with { $0.loading = text } }

  /// Tries again after a failure. All tries share one name, and only the last one counts.
  /// - Parameters:
  ///   - times: the maximum number of tries after the first; not negative.
  ///   - backoff: the pause before the second try; it doubles before each further one.
  public func retry(_ times: Int, backoff: Duration = .zero) -> Load {
    var copy = with {
      $0.retries = times
      $0.backoff = backoff.inWholeMilliseconds
    }
    copy._draft.problems += LoadRetry.problems(of: times, backoff: backoff, at: _draft.place)
    return copy
  }

  /// Limits the duration of one try; one that takes longer fails.
  /// - Parameter duration: the time in whole milliseconds; positive.
  public func timeout(_ duration: Duration) -> Load {
    var copy = with { $0.timeout = duration.inWholeMilliseconds }
    copy._draft.checkTimeout(duration)
    return copy
  }

  /// Declares the only keys that the work depends on.
  ///
  /// If one of these answers changes, the load is performed again when the flow reaches it. Without
  /// this, the keys that the work reads are recorded, and it also loads again after the work before
  /// it was performed again.
  /// - Parameter keys: the keys; empty if the work depends on no answer.
  public func reads(_ keys: any AnyKey...) -> Load { with { $0.reads = keys.map(\.reference) } }

  /// Shows the text of an error although the work read a secret.
  public func showsErrors() -> Load { with { $0.showsErrors = true } }
}

/// Leaves the branch of the innermost enclosing ``Load`` or ``Do``, and performs its work again.
public struct TryAgain: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Building.Draft(.tryAgain, at: FlowLocation(fileID, line))
  }
}

extension Building.Draft {
  /// Adds a problem if a time limit is too small.
  mutating func checkTimeout(_ duration: Duration) {
    problems += ZeroTimeLimit.problems(of: duration, at: place)
  }
}
