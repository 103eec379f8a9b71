/// The error that a script has an action throw.
struct ScriptedFailure: Error, CustomStringConvertible {
  let description: String
}

/// Why a script and a flow do not fit together.
public struct ScriptedError: Error, TranscriptBearing, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of misfits.
  public enum Kind: String, Hashable, Sendable {
    /// The flow asked something, and the script had no answer.
    case missing
    /// The script's answer does not fit the question.
    case invalid
    /// The flow ended, and the script had answers left.
    case unused
  }

  /// The kind of misfit.
  public let kind: Kind
  /// The question, by id and performance; nil where none is to blame.
  public let question: String?
  /// What happened and what would fit.
  public let message: String
  /// The performance up to there.
  public internal(set) var transcript: String

  init(_ kind: Kind, _ question: String?, _ message: String, _ transcript: String = "") {
    self.kind = kind
    self.question = question
    self.message = message
    self.transcript = transcript
  }

  /// The message, and the performance up to there.
  public var description: String {
    transcript.isEmpty ? message : message + "\n" + transcript
  }
}

extension Question {
  /// An answer as an error names it; what is given to a secret question is not repeated.
  func quoting(_ answer: ScriptedAnswer) -> String {
    isSecret ? "the answer" : "the answer \(answer.quoted)"
  }
}
