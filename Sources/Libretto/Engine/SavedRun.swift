/// A run as a journal holds it, before it is known which flow performs it: names as text.
public struct SavedRun: Hashable, Sendable {
  /// The name of the flow.
  public let flow: String
  /// The fingerprint of the flow’s version that performed last.
  public internal(set) var fingerprint: String
  /// What tells the run from every other.
  public internal(set) var id: String
  /// When the run was started, in milliseconds since 1970.
  public internal(set) var started: Int
  /// The lines since the first, or since the last version of the flow that was taken over whole.
  var lines: [SavedLine] = []
  /// The check of the last line.
  var check: UInt32 = 0
  /// What the last undoable action was given.
  var given: [String: Value] = [:]
  /// How many bytes of the journal count; what stands behind them was cut off while it was written.
  public internal(set) var byteCount = 0
  /// Whether the last line that counts has its end of line.
  var endsWithNewline = true

  /// When the last line was written, in milliseconds since 1970.
  public var lastTime: Int { lines.last?.time ?? started }

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

  init(flow: String, fingerprint: String, id: String, started: Int) {
    self.flow = flow
    self.fingerprint = fingerprint
    self.id = id
    self.started = started
  }

  /// What the lines tell, in order.
  public var entries: [Journal.Entry] { lines.map(\.entry) }
}

/// A line of a journal with its names as text.
struct SavedLine: Hashable, Sendable {
  let kind: Line.Kind
  let name: String
  var form = Line.Form.typed
  var value = Value.null
  var time = 0
  var shown: [Read] = []
  var said: UInt32 = 0
  var isOut = false
  var isLoose = false
  var work: SavedWork?
  var out: [String] = []
  var restored: [String] = []
  var dropped: [String] = []
  var from: String?

  struct Read: Hashable, Sendable {
    let key: String
    let digest: UInt32
  }

  struct SavedWork: Hashable, Sendable {
    var number = 0
    var inputs: WorkInputs?
    var given: [String: Value]?
    var writes: [Journal.Entry.Write] = []
    var secrets: [String: Int] = [:]
    var message = ""
    var tries = 0
  }

  var entry: Journal.Entry {
    var line = Line(
      StepName(step: -1, rounds: .first), kind, time, value: value, form: form)
    if let work {
      var known = Line.Work()
      known.writes = work.writes
      known.message = work.message
      line.detail = Line.Detail(work: known)
    }
    return Journal.Entry(name: name, event: line.event, time: time)
  }
}

/// What is wrong with a journal, and where.
public struct InvalidJournal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, after the line.
  public let description: String
}

/// What could not be taken over when a saved run goes on, what has to be decided, and what counts as
/// the same although nobody knows.
public struct ResumeRemark: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of remarks.
  public enum Kind: String, Hashable, Sendable {
    /// The question is gone; its answer is not used.
    case vanished
    /// The answer no longer fits; the question is asked again.
    case asksAgain
    /// The step of an effect is gone; what it did is not undone.
    case effectVanished
    /// An action was begun, and nobody noted that it ended.
    case begun
    /// What an action wrote no longer fits; it is asked about.
    case unfit
    /// The last thing that happened was a failure; the step is performed again.
    case failedBefore
    /// A secret was given again: for the actions that were performed with it, it counts as the same.
    case sameSecret
    /// The run had come to its end already.
    case ended
  }

  /// The kind.
  public let kind: Kind
  /// The name of the step as the saved run has it: `age`, or `age@2`; empty for the whole run.
  public let name: String
  /// What was found, and what follows from it.
  public let description: String
}
