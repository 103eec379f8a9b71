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
