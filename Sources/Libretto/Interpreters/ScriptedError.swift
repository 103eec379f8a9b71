/// The error that a script makes an action throw.
struct ScriptedFailure: Error, CustomStringConvertible {
  let description: String
}

/// The reason a script doesn't fit a flow.
public struct ScriptedError: Error, TranscriptBearing, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mismatches.
  public enum Kind: String, Hashable, Sendable {
    /// The flow asked a question for which the script has no answer.
    case missing
    /// The script's answer does not fit the question.
    case invalid
    /// The flow ended, and the script has answers left.
    case unused
  }

  /// The kind of mismatch.
  public let kind: Kind
  /// The question, by id and performance; nil if no question is to blame.
  public let question: String?
  /// What happened, and what would fit.
  public let message: String
  /// The transcript up to that point.
  public internal(set) var transcript: String

  init(_ kind: Kind, _ question: String?, _ message: String, _ transcript: String = "") {
    self.kind = kind
    self.question = question
    self.message = message
    self.transcript = transcript
  }

  /// The message, and the transcript up to that point.
  public var description: String {
    transcript.isEmpty ? message : message + "\n" + transcript
  }
}

extension Question {
  /// An answer as an error quotes it; an answer to a secret question isn't repeated.
  func quoting(_ answer: ScriptedAnswer) -> String {
    isSecret ? "the answer" : "the answer \(answer.quoted)"
  }
}
