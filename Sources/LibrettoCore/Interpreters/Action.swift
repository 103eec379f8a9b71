/// A named action, its undo, or the work of a load, as an interpreter performs it.
public struct Action: Sendable {
  private let need: Need
  private let closures: Closures

  init(_ need: Need, _ closures: Closures) {
    self.need = need
    self.closures = closures
  }

  /// The id of the step.
  public var id: String { need.id }
  /// The name of this performance of the step: `save`, or `save@2` in the second round of a loop.
  public var step: String { need.name }
  /// The name of the action.
  public var name: String { need.action ?? "" }
  /// The key for its result; nil if it has none.
  public var result: KeyReference? { need.result }
  /// Whether it needs the terminal for itself, as an editor does.
  package var takesTerminal: Bool { need.takesTerminal }
  /// Whether it is the work of a load.
  var isLoad: Bool { need.kind == .load }
  /// Whether it is performed although actions are replaced: it only computes.
  var isPerformedAlways: Bool { !need.isEffect && closures.action != nil }
  /// The time limit; nil for no limit.
  var limit: Duration? { need.duration }

  /// Performs the action.
  /// - Parameter work: the answers that the action can read and write.
  /// - Throws: the error that the action throws; ``Failure`` if it has no closure.
  public func perform(with work: Work) async throws {
    guard let body = closures.action else { throw missing }
    work.noteSeen()
    try await WorkExecutor.perform { try await body(work) }
  }

  /// Performs the work of a load.
  /// - Parameter work: the answers that the work can read.
  /// - Returns: the data; nil for no data.
  /// - Throws: the error that the work throws; ``Failure`` if it has no closure.
  public func load(with work: Work) async throws -> Value? {
    guard let body = closures.load else { throw missing }
    work.noteSeen()
    return try await WorkExecutor.perform { try await body(work) }
  }

  /// Undoes what the action did.
  /// - Parameter work: the answers that the action was given, and its writes.
  /// - Throws: the error that the undo throws; ``Failure`` if it has no closure.
  public func undo(with work: Work) async throws {
    guard let body = closures.undo else { throw missing }
    try await WorkExecutor.perform { try await body(work) }
  }

  private var missing: Failure {
    Failure(.action, message: "the action “\(name)” has no closure", step: step)
  }
}

/// The host's check of an answer, as an interpreter performs it.
public struct AnswerCheck: Sendable {
  /// The id of the question.
  public let id: String
  /// The name of the check.
  public let name: String
  /// The other answers that it reads; all others are left out.
  public let answers: Answers
  let body: CheckBody

  /// Performs the check.
  /// - Parameter value: the answer, which satisfies the question's rules.
  /// - Returns: whether the answer passes.
  /// - Throws: ``Rejection`` with what is wrong, or the error that the check throws.
  public func perform(on value: Value) async throws -> Bool {
    try await WorkExecutor.perform { try await body(value, answers) }
  }
}

/// Receives the drafts of an answer while a person types it.
public struct DraftReporter: Sendable {
  let receive: @Sendable (String) async throws -> String?

  /// Reports a draft.
  /// - Parameter text: the answer as typed so far.
  /// - Returns: why the draft is refused, in a sentence; nil if it's allowed.
  /// - Throws: the error of a block that observes the question; it ends the run.
  public func report(_ text: String) async throws -> String? { try await receive(text) }
}
