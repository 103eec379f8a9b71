/// A run as stored in a journal, before its flow is known.
public struct SavedRun: Hashable, Sendable {
  /// The name of the flow.
  public let flow: String
  /// The fingerprint of the version of the flow that performed the run last.
  public internal(set) var fingerprint: String
  /// A text that identifies the run among all runs.
  public internal(set) var id: String
  /// The number of that version; nil if the flow doesn't count them.
  public internal(set) var version: Int?
  /// The time when the run was started, in milliseconds since 1970.
  public internal(set) var started: Int
  /// The lines since the first, or since the last version of the flow that was taken over
  /// completely.
  var content = SavedLines()
  /// The check value of the last line.
  var check: UInt32 = 0
  /// The answers given to the last undoable action.
  var given: [String: Value] = [:]
  /// The number of valid bytes of the journal; the bytes after them were cut off during writing.
  public internal(set) var byteCount = 0
  /// Whether the last valid line ends with a newline.
  var endsWithNewline = true

  var lines: [Line] { content.lines }

  /// The time of the last line, in milliseconds since 1970.
  public var lastTime: Int { lines.last?.time ?? started }

  init(flow: String, fingerprint: String, version: Int? = nil, id: String, started: Int) {
    self.flow = flow
    self.fingerprint = fingerprint
    self.version = version
    self.id = id
    self.started = started
  }

  /// The events of the lines, in order.
  public var entries: [Journal.Entry] { lines.map { Journal.Entry($0, content) } }
}
