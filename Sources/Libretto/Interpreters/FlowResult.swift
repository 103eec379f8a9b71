/// What a performance of a flow came to: its outcome, the typed answers and the record.
///
/// ```swift
/// let result = try await flow.run()
/// if case .finished = result.outcome, let name = result[name] { … }
/// ```
public struct FlowResult: Sendable {
  /// How it ended.
  public let outcome: Outcome
  /// The answers, also when it failed or was cancelled: nothing already given is lost.
  public let answers: Answers
  /// What happened, in order.
  public let journal: Journal
  /// The performance as it reads on paper; secrets are not in it.
  public let transcript: String
  /// What tells the run from every other.
  public let id: String
  /// What was in force at the end.
  var inForce: [Journal.Entry] = []

  /// The answer under a key; nil where none was given.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { answers[key] }
}
