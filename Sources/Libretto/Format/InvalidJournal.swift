/// A problem of a journal, with its line.
public struct InvalidJournal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, after the line.
  public let description: String
}

extension SavedRun {
  /// Reads the lines of a journal.
  /// - Parameter lines: the file, UTF-8.
  /// - Throws: ``InvalidJournal`` naming the line.
  public init(lines: [UInt8]) throws(InvalidJournal) {
    do throws(DataError) {
      self = try JournalReader.saved(lines)
    } catch {
      throw InvalidJournal(description: error.description)
    }
  }
}
