/// A named action, or the work of a load, as an interpreter performs it.
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
  /// The key that its result is kept under; nil where it has none.
  public var result: KeyReference? { need.result }
  /// How long it may take; nil for as long as it wants.
  var limit: Duration? { need.duration }

  /// Performs the action.
  /// - Parameter work: what it reads, and may write.
  /// - Throws: what the action throws; ``Failure`` where it has no closure.
  public func perform(_ work: Work) async throws {
    guard let body = closures.action else { throw missing }
    work.noteSeen()
    try await body(work)
  }

  /// Performs the work of a load.
  /// - Parameter work: what it reads.
  /// - Throws: what the work throws; ``Failure`` where it has no closure.
  public func load(_ work: Work) async throws -> Value? {
    guard let body = closures.load else { throw missing }
    work.noteSeen()
    return try await body(work)
  }

  private var missing: Failure {
    Failure(.action, "the action “\(name)” has no closure", step: step)
  }
}

/// A host’s check of an answer, as an interpreter performs it.
public struct AnswerCheck: Sendable {
  /// The id of the question.
  public let id: String
  /// The name of the check.
  public let name: String
  let body: CheckBody

  /// Performs the check.
  /// - Parameter value: the answer, which has passed the question’s rules.
  /// - Throws: what the check throws.
  public func passes(_ value: Value) async throws -> Bool { try await body(value) }
}

/// Where an interpreter reports what is being typed.
public struct Drafting: Sendable {
  let report: @Sendable (String) async throws -> String?

  /// Reports a draft.
  /// - Parameter text: what the answer would be now.
  /// - Returns: why the draft is refused, in a sentence; nil where it may stand.
  /// - Throws: what a block that observes the question throws; it ends the run.
  public func changed(to text: String) async throws -> String? { try await report(text) }
}

/// The undoing of an action, as an interpreter performs it.
public struct Undoing: Sendable {
  /// The id of the step.
  public let id: String
  /// The name of the performance that is undone: `save`, or `save@2`.
  public let step: String
  /// The name of the action.
  public let name: String
  let body: UndoBody

  /// Takes back what the action did.
  /// - Parameter work: the answers that the action was given, and what it wrote.
  /// - Throws: what the undoing throws.
  public func perform(_ work: Work) async throws { try await body(work) }
}
