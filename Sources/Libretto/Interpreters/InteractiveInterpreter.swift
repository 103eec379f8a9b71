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
  /// Shows an alert without buttons until it dismisses itself.
  func notice(_ question: Question) async throws
  /// Performs a named action, or stands in for it.
  func act(_ action: Action, on answers: inout Answers) async throws
  /// The time for the journal, in milliseconds since 1970.
  var now: Int { get }
}

extension InteractiveInterpreter {
  /// Shows the title and the message, and does not wait.
  public func notice(_ question: Question) async throws {
    try await show(
      ([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  /// Performs the action.
  public func act(_ action: Action, on answers: inout Answers) async throws {
    try await action.work(&answers)
  }

  /// The system's time.
  public var now: Int { SystemClock.milliseconds }

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
  case value(Value)
  /// The person called the flow off.
  case cancelled
  /// There is nobody left to ask.
  case endOfInput
}

/// A named action as an interpreter performs it.
public struct Action: Sendable {
  /// The id of the step.
  public let id: String
  /// The number of the performance of this step, from 1.
  public let performance: Int
  /// The name of the action.
  public let name: String
  let work: @Sendable (inout Answers) async throws -> Void
}
