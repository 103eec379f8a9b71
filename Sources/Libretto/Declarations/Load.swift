/// Slow work with its four states: loading, then data, empty or failure.
///
/// ```swift
/// Load("prices", into: prices, loading: "Fetching prices…") {
///   try await bank.prices()
/// } data: {
///   Say("There are prices: \(prices).")
/// } empty: {
///   Say("Nothing to sell today.")
/// } failure: { error in
///   Alert("No prices", message: "\(error)") {
///     Button("Try again") { Reload() }
///     Button("Leave", role: .cancel) { Finish("without prices") }
///   }
/// }
/// .retry(2, backoff: .seconds(1))
/// .timeout(.seconds(10))
/// ```
///
/// Nil, an empty text and an empty list are no data: the key then has no answer. Without a
/// `failure` branch, a failure fails the flow with its error.
public struct Load<Answer: AnswerValue>: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a load.
  /// - Parameters:
  ///   - name: what the work is called.
  ///   - key: where the data is kept; its name makes the load's id.
  ///   - loading: what is shown while it loads; defaults to the name.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the work; it runs where it was written, and may be told to stop.
  ///   - data: what follows when there is data.
  ///   - empty: what follows when there is none.
  ///   - failure: what follows when it failed; the key has the error in words. Without it, a failure fails the
  ///     flow.
  public init(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(
      name, key, loading, Place(fileID, line), { _ in try await work() }, data(), empty(),
      failure(.error(of: key)))
  }

  /// Declares a load whose failure branch does not show the error.
  /// - Parameters:
  ///   - name: what the work is called.
  ///   - key: where the data is kept; its name makes the load's id.
  ///   - loading: what is shown while it loads; defaults to the name.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the work; it runs where it was written, and may be told to stop.
  ///   - data: what follows when there is data.
  ///   - empty: what follows when there is none.
  ///   - failure: what follows when it failed.
  public init(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable () async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(
      name, key, loading, Place(fileID, line), { _ in try await work() }, data(), empty(), failure()
    )
  }

  /// Declares a load that reads answers.
  /// - Parameters:
  ///   - name: what the work is called.
  ///   - key: where the data is kept; its name makes the load's id.
  ///   - loading: what is shown while it loads; defaults to the name.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the work, which reads answers; it runs where it was written, and may be told to stop.
  ///   - data: what follows when there is data.
  ///   - empty: what follows when there is none.
  ///   - failure: what follows when it failed; the key has the error in words. Without it, a failure fails the
  ///     flow.
  public init(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: (Key<String>) -> Steps = { _ in .absent }
  ) {
    self.init(
      name, key, loading, Place(fileID, line), work, data(), empty(), failure(.error(of: key)))
  }

  /// Declares a load that reads answers and whose failure branch does not show the error.
  /// - Parameters:
  ///   - name: what the work is called.
  ///   - key: where the data is kept; its name makes the load's id.
  ///   - loading: what is shown while it loads; defaults to the name.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - work: the work, which reads answers; it runs where it was written, and may be told to stop.
  ///   - data: what follows when there is data.
  ///   - empty: what follows when there is none.
  ///   - failure: what follows when it failed.
  public init(
    _ name: String, into key: Key<Answer>, loading: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ work: @escaping @Sendable (Work) async throws -> Answer?,
    @FlowBuilder data: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder empty: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder failure: () -> Steps
  ) {
    self.init(
      name, key, loading, Place(fileID, line), work, data(), empty(), failure())
  }

  private init(
    _ name: String, _ key: Key<Answer>, _ loading: Text?, _ place: Place,
    _ work: @escaping @Sendable (Work) async throws -> Answer?, _ data: Steps, _ empty: Steps,
    _ failure: Steps
  ) {
    _draft = Draft(
      .load(Node.Load(name, key: key.reference, loading: loading)),
      component: Slug.name(key.name), at: place)
    _draft.closures.own = OwnType(key)
    _draft.closures.load = { answers in try await work(answers)?.answerValue }
    _draft.append(Branch(component: "data", at: place, steps: data._drafts))
    _draft.append(Branch(component: "empty", at: place, steps: empty._drafts))
    if failure.isAbsent { return }
    _draft.append(Branch(component: "failure", at: place, steps: failure._drafts))
  }

  private var load: Node.Load {
    guard case .load(let load) = _draft.node else {
      return Node.Load("", key: Key<String>("").reference)
    }
    return load
  }

  private func with(_ change: (inout Node.Load) -> Void) -> Load {
    var copy = self
    var load = self.load
    change(&load)
    copy._draft.node = .load(load)
    return copy
  }

  /// Tries again after a failure. All tries have one name, and the last is the one that counts.
  /// - Parameters:
  ///   - times: how often at most, after the first try; not negative.
  ///   - backoff: the pause before the second try; it doubles before each further one.
  public func retry(_ times: Int, backoff: Duration = .zero) -> Load {
    var copy = with {
      $0.retries = times
      $0.backoff = backoff.inWholeMilliseconds
    }
    copy._draft.problems += LoadRetry.problems(of: times, backoff: backoff, at: _draft.place)
    return copy
  }

  /// Limits how long one try may take; one that takes longer has failed.
  /// - Parameter duration: the time, to the millisecond; positive.
  public func timeout(_ duration: Duration) -> Load {
    var copy = with { $0.timeout = duration.inWholeMilliseconds }
    copy._draft.checkTimeout(duration)
    return copy
  }

  /// Says what the work depends on; then nothing else counts.
  ///
  /// When one of these answers has changed, it loads again where the flow comes to it. Without this,
  /// what the work reads is noted while it works, and it also loads again when the work before it
  /// was performed again.
  /// - Parameter keys: the keys; none where the work depends on no answer.
  public func reads(_ keys: any AnyKey...) -> Load { with { $0.reads = keys.map(\.reference) } }
}

/// Runs the innermost ``Load`` around again: its branch is left, and its key has no answer.
public struct Reload: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares the jump.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    _draft = Draft(.reload, at: Place(fileID, line))
  }
}

extension Draft {
  /// Notes what is wrong with a time limit.
  mutating func checkTimeout(_ duration: Duration) {
    problems += ZeroTimeLimit.problems(of: duration, at: place)
  }
}
