/// An interpreter that performs a flow with a person, or with something that answers like one.
///
/// Two functions make one: show this, ask this. What is invalid is asked again, actions are
/// performed and the journal is kept without its doing.
///
/// ```swift
/// struct Chat: InteractiveInterpreter {
///   func show(_ text: String) async throws { await channel.send(text) }
///   func ask(_ question: Question) async throws -> Reply {
///     await channel.send(question.problem ?? question.title)
///     return .text(await channel.receive())
///   }
/// }
/// ```
public protocol InteractiveInterpreter: Interpreter where Output == FlowResult {
  /// Shows what a `Say` says.
  func show(_ text: String) async throws
  /// Asks a question; asks again, with ``Question/problem`` set, when the answer was refused.
  func ask(_ question: Question) async throws -> Reply
  /// Asks a question whose drafts it reports while they are typed; asks without reports unless an
  /// interpreter has better.
  func ask(_ question: Question, _ drafting: Drafting) async throws -> Reply
  /// Shows an alert without buttons until it dismisses itself.
  func notice(_ question: Question) async throws
  /// Performs a named action, or stands in for it.
  func act(_ action: Action, _ work: Work) async throws
  /// Performs the work of a load, or stands in for it; nil for no data.
  func load(_ action: Action, _ work: Work) async throws -> Value?
  /// Performs a host's check of an answer, or stands in for it.
  func check(_ check: AnswerCheck, of value: Value) async throws -> Bool
  /// Takes back what an action did, or stands in for that.
  func undo(_ undoing: Undoing, _ work: Work) async throws
  /// Shows that something loads; called only when it takes longer than an instant.
  func loading(_ text: String) async throws
  /// Lets time pass, by the interpreter's clock.
  func sleep(for duration: Duration) async throws
  /// The time for the journal, in milliseconds since 1970.
  var now: Int { get }
  /// Whether it performs what the flow names, rather than stand in for it; a flow that lacks a
  /// closure is then refused before the first prompt.
  var performsActions: Bool { get }
  /// Whether it serves one need at a time, in the order of declaration, and stands outside time, as
  /// scripts do.
  var takesTurns: Bool { get }
  /// What tells the next run from every other.
  var newID: String { get }
}

extension InteractiveInterpreter {
  /// Shows the title and the message, and does not wait.
  public func notice(_ question: Question) async throws {
    try await show(
      ([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  /// Performs the action.
  public func act(_ action: Action, _ work: Work) async throws {
    try await action.perform(work)
  }

  /// Asks without reports.
  public func ask(_ question: Question, _ drafting: Drafting) async throws -> Reply {
    try await ask(question)
  }

  /// Performs the work.
  public func load(_ action: Action, _ work: Work) async throws -> Value? {
    try await action.load(work)
  }

  /// Performs the check.
  public func check(_ check: AnswerCheck, of value: Value) async throws -> Bool {
    try await check.passes(value)
  }

  /// Takes it back.
  public func undo(_ undoing: Undoing, _ work: Work) async throws {
    try await undoing.perform(work)
  }

  /// Shows nothing.
  public func loading(_ text: String) async throws {}

  /// Sleeps by the system's clock.
  public func sleep(for duration: Duration) async throws {
    try await ContinuousClock().sleep(for: duration)
  }

  /// The system's time.
  public var now: Int { SystemClock.milliseconds }

  /// It performs them.
  public var performsActions: Bool { true }

  /// It serves what runs side by side as it comes.
  public var takesTurns: Bool { false }

  /// Sixty-four random bits.
  public var newID: String { RunID.make() }

  /// Performs a flow from its start to its end.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    try await Driver(self).perform(flow)
  }
}

/// What a person answered.
public enum Reply: Hashable, Sendable {
  /// What the person typed or said; it is read as the question wants.
  case text(String)
  /// The answer as data: a value, yes or no, or the id of a button or option.
  case given(Given)
  /// The person wants to go back to the question before.
  case back
  /// The person called the flow off.
  case cancelled
  /// The time of the question was up.
  case timedOut
  /// There is nobody left to ask.
  case endOfInput
}
