/// A run as a journal holds it: the flow's name, and what happened, version by version.
///
/// A flow may be edited between two parts of a run; each part is then under the fingerprint of the
/// flow as it was.
public struct SavedRun: Hashable, Sendable {
  /// The name of the flow.
  public let flow: String
  /// What happened, over all versions of the flow.
  public internal(set) var journal: Journal
  /// The fingerprints of the flow's versions, each with the number of the entry it begins at.
  var versions: [Version]

  struct Version: Hashable, Sendable {
    let fingerprint: String
    let start: Int
  }

  /// The fingerprint of the flow's version that performed last.
  public var fingerprint: String { versions.last?.fingerprint ?? "" }

  /// When the last entry was made, in milliseconds since 1970; nil where there is none.
  public var lastTime: Int? { journal.entries.last?.time }

  /// Reads the lines of a journal.
  /// - Parameter lines: the file, UTF-8.
  /// - Throws: ``InvalidJournal`` naming the line.
  public init(lines: [UInt8]) throws(InvalidJournal) {
    do throws(DataError) {
      self = try JournalLines.saved(lines)
    } catch {
      throw InvalidJournal(description: error.description)
    }
  }

  init(flow: String, journal: Journal, versions: [Version]) {
    self.flow = flow
    self.journal = journal
    self.versions = versions
  }
}

/// What is wrong with a journal, and where.
public struct InvalidJournal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, after the line.
  public let description: String
}

/// What could not be taken over when a saved run went on, or has to be decided.
public struct ResumeRemark: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of remarks.
  public enum Kind: String, Hashable, Sendable {
    /// The question is gone; its answer is not used.
    case vanished
    /// The answer fits no more; the question is asked again.
    case asksAgain
    /// The step of an effect is gone; what it did is not undone.
    case effectVanished
    /// An action was begun and nobody noted that it ended, or what it set fits no more.
    case begun
    /// The last thing that happened was a failure; the step is performed again.
    case failedBefore
    /// The run had come to its end already.
    case ended
  }

  /// The kind.
  public let kind: Kind
  /// The name of the step: `age`, or `age#2`; empty for the whole run.
  public let name: String
  /// What was found, and what follows from it.
  public let description: String
}
