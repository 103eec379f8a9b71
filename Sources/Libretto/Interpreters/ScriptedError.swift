/// The error that a script makes an action throw.
struct ScriptedFailure: WrittenError, CustomStringConvertible {
  let description: String
}

/// The reason a script doesn't fit a flow, with the place of the script.
///
/// Its description begins with the place, as a compiler's messages do:
///
///     CleanupTests.swift:12:36: there is no answer for “Who are you?” (id “name”); it needs text
///     ASK      Who are you?
public struct ScriptedError: Error, TranscriptBearing, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mismatches.
  public enum Kind: String, Hashable, Sendable {
    /// The flow asked a question, or performed an action or a load, that the script doesn't have.
    case missing
    /// The script's answer does not fit the question.
    case invalid
    /// The flow ended, and the script has answers left.
    case unused
    /// The transcript isn't the expected one; see ``FlowResult/requireTranscript(_:fileID:filePath:line:column:)``.
    case differs
  }

  /// A place in the source of a test.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file: `CleanupTests/CleanupTests.swift`.
    public let fileID: String
    /// The path of the file, as functions of XCTest take it.
    public let filePath: StaticString
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = fileID.description
      self.filePath = filePath
      self.line = Int(line)
      self.column = Int(column)
    }

    /// Whether two places are the same.
    public static func == (first: Location, second: Location) -> Bool {
      first.fileID == second.fileID && first.line == second.line && first.column == second.column
        && first.filePath.description == second.filePath.description
    }

    /// Adds the place to a hash.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(fileID)
      hasher.combine(line)
      hasher.combine(column)
    }

    /// The file name, the line and the column: `CleanupTests.swift:12:36`.
    public var description: String {
      let name = fileID.split(separator: "/").last.map(String.init) ?? fileID
      return "\(name):\(line):\(column)"
    }
  }

  /// The kind of mismatch.
  public let kind: Kind
  /// The question, by id and performance; nil if no question is to blame.
  public let question: String?
  /// What happened, and what would fit.
  public let message: String
  /// The transcript up to that point.
  public internal(set) var transcript: String
  /// The place of the script, or of the expected transcript; nil for a script from a file.
  public internal(set) var location: Location?

  init(_ kind: Kind, _ question: String?, _ message: String, _ transcript: String = "") {
    self.kind = kind
    self.question = question
    self.message = message
    self.transcript = transcript
  }

  /// The place, the message, and the transcript up to that point.
  public var description: String {
    let lead = location.map { "\($0): " } ?? ""
    // The lines that differ are in the message.
    return lead + message + (transcript.isEmpty || kind == .differs ? "" : "\n" + transcript)
  }
}

extension Question {
  /// An answer as an error quotes it; an answer to a secret question isn't repeated.
  func quoting(_ answer: ScriptedAnswer) -> String {
    isSecret ? "the answer" : "the answer \(answer.quoted)"
  }
}
