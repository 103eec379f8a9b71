/// One performance of a flow for a host of its own: a web or chat server, a window, another program.
///
/// A session is a value that stands still between steps. It says what it ``needs``; the host shows
/// or performs that, and resolves it by name; ``said`` is what the flow said meanwhile:
///
/// ```swift
/// var session = try Session(order)
/// try session.resolve("dish", .text("soup"))
/// try await session.perform()
/// save(session.tokenText)
/// ```
///
/// The ``token`` holds the answers by stable ids, so any machine that has the flow continues it:
/// `try Session(order, token: text)`. The guide “Hosting flows” shows a server’s loop.
///
/// Blocks that observe a flow (``Moment``) are not called: the host sees every step itself.
public struct Session: Sendable {
  /// The flow that is performed.
  public let flow: Flow
  var run: Run
  /// What the flow has said since the last resolution, in order.
  public internal(set) var said: [String] = []
  /// A secret that a restored session has to be given again.
  var missing: Missing?

  let clock: @Sendable () -> Int
  let started: Int
  /// When the run came to where it stands.
  var since: Int
  /// When each operation came to where it stands, by the number of its branch.
  var opened: [Int: Opened] = [:]

  struct Opened: Sendable {
    let need: Need
    let since: Int
  }

  struct Missing: Sendable {
    let name: String
    /// What the run needs where the secret was given.
    let need: Need
    /// The entries from there on.
    var rest: ArraySlice<Journal.Entry>
    let kept: Kept?
  }

  /// Starts a performance.
  /// - Parameters:
  ///   - flow: what to perform.
  ///   - clock: the time in milliseconds since 1970; the system’s unless told. Time limits go by it.
  /// - Throws: ``InvalidFlow`` where something is wrong with the flow.
  public init(_ flow: Flow, clock: (@Sendable () -> Int)? = nil) throws(InvalidFlow) {
    self.flow = flow
    self.clock = clock ?? { SystemClock.milliseconds }
    started = self.clock()
    since = started
    run = try Run(flow)
    arrive(at: started)
    settle()
  }

  init(_ flow: Flow, _ run: Run, started: Int, clock: @escaping @Sendable () -> Int) {
    self.flow = flow
    self.run = run
    self.clock = clock
    self.started = started
    since = started
  }

  /// What the session waits for, in the order of declaration; empty when it has ended.
  ///
  /// While operations run there can be several needs, each to be resolved by itself.
  public var needs: [SessionNeed] {
    if let missing { return [need(missing)] }
    return run.needs.map(need)
  }

  /// How the performance ended; nil while it goes on.
  public var outcome: Outcome? { missing == nil ? run.outcome : nil }

  /// The answers so far.
  public var answers: Answers { run.answers }

  /// The answer under a key; nil where none was given.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { run.answers[key] }

  /// Ends the performance as cancelled.
  ///
  /// That is nothing that happened in the flow, so a token of the session goes on where it stood.
  public mutating func cancel() {
    missing = nil
    said = []
    run.stop()
  }

  /// Where a step back leads, and over what; nil where no question stands before.
  public var backStep: BackStep? {
    guard missing == nil else { return nil }
    return run.nextNeed.flatMap { run.backStep(from: $0) }
  }

  // MARK: Needs as data

  private func need(_ missing: Missing) -> SessionNeed {
    guard missing.need.kind == .prompt else { return SessionNeed(secret: missing.name) }
    return need(missing.need)
  }

  func need(_ need: Need) -> SessionNeed {
    SessionNeed(
      need, run, deadline: deadline(of: need), wasBegun: need.kind == .action && wasBegun(need))
  }

  /// Whether the action was begun and has not ended: whoever performed it has gone.
  private func wasBegun(_ need: Need) -> Bool {
    run.journal.entries.last { $0.id == need.id && $0.performance == need.performance }?.event
      == .began
  }
}
