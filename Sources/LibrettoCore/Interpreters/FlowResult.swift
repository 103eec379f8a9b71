/// The result of performing a flow: its outcome, the typed answers and the record.
///
/// ```swift
/// let result = try await flow.run()
/// if case .finished = result.outcome, let name = result[name] { … }
/// ```
public struct FlowResult: Sendable {
  /// How it ended.
  public internal(set) var outcome: Outcome
  /// The answers, even if the run failed or was cancelled: no answer already given is lost.
  public let answers: Answers
  /// What happened, in order.
  public let journal: Journal
  /// The transcript of the performance; it contains no secrets.
  public var transcript: String { record.text }
  let record: Transcript
  /// The names of the actions and loads that the run performed, in order, with one for each try.
  ///
  /// In a scripted run, it includes those that the script replaced.
  public internal(set) var performed: [String] = []
  /// The names of the actions that a scripted run replaced by nothing, though the script doesn't
  /// mention them; see ``Scripted/Actions/stubbed``.
  public internal(set) var skipped: [String] = []
  /// The id of the run, which identifies it among all runs.
  public let id: String
  /// The entries in force at the end.
  package var inForce: [Journal.Entry] = []

  /// Whether the run finished, whatever the name of its outcome.
  public var isFinished: Bool { if case .finished = outcome { true } else { false } }

  /// The answer for a key, or nil if there is none.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? { answers[key] }
}
