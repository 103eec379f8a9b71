/// A run as stored in a journal, before its flow is known: with text as names.
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
  var lines: [SavedLine] = []
  /// The check value of the last line.
  var check: UInt32 = 0
  /// The answers given to the last undoable action.
  var given: [String: Value] = [:]
  /// The number of valid bytes of the journal; the bytes after them were cut off during writing.
  public internal(set) var byteCount = 0
  /// Whether the last valid line ends with a newline.
  var endsWithNewline = true

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
  public var entries: [Journal.Entry] { lines.map(\.entry) }
}

/// A line of a journal with text as names.
struct SavedLine: Hashable, Sendable {
  let kind: Line.Kind
  let name: String
  var form = Line.Form.typed
  var value = Value.null
  var time = 0
  var shown: [Read] = []
  var said = Imprint.none
  var sight: [Imprint] = []
  var isOut = false
  var isLoose = false
  var isJoined = false
  var isChanged = false
  /// Whether the version of the flow that wrote it couldn't hold it.
  var isKept = false
  var work: SavedWork?
  var out: [String] = []
  var restored: [String] = []
  var dropped: [String] = []
  var from: String?

  struct Read: Hashable, Sendable {
    let key: String
    var digest: Imprint
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
    return Journal.Entry(name: kind == .said ? "" : name, event: line.event, time: time)
  }
}

extension SavedLine {
  /// A line of a run, with text as names.
  init(_ line: Line, _ program: Program) {
    kind = line.kind
    name = program.string(line.name)
    (form, value, time) = (line.form, line.value, line.time)
    (isOut, isLoose) = (line.isOut, line.isLoose)
    (isJoined, isChanged) = (line.isJoined, line.isChanged)
    guard let detail = line.detail else { return }
    shown = detail.shown.reads.map {
      Read(key: program.keys[Int($0.slot)].name, digest: $0.digest)
    }
    said = detail.shown.said
    sight = detail.sight?.marks ?? []
    if let work = detail.work {
      self.work = SavedWork(
        number: work.number, inputs: work.inputs ?? work.accepted,
        given: work.given.map(program.named), writes: work.writes, secrets: work.secrets,
        message: work.message, tries: work.tries)
    }
    if let names = detail.names {
      out = names.out.map(program.string)
      restored = names.restored.map(program.string)
      dropped = names.dropped.map(program.string)
      from = names.from.map(program.string)
    }
  }
}

extension Program {
  /// A snapshot by the names of the keys, without secrets.
  func named(_ snapshot: Snapshot) -> [String: Value] {
    var named = snapshot.others
    for (slot, value) in snapshot.slots.enumerated() where !keys.secrets.contains(keys[slot].name) {
      if let value { named[keys[slot].name] = value }
    }
    return named
  }
}
