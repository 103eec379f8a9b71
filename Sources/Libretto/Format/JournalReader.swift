/// A problem of a journal or an answers file, with its line.
struct DataError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Reads the lines of a journal.
///
/// An incomplete last line doesn't count: nobody was told that it was saved. The same is true for a
/// migration from another version of the flow without its closing line. Any other damage is an
/// error that names the line.
struct JournalReader {
  private var saved: SavedRun?
  /// What the next line belongs to.
  private var current: SavedRun? {
    get { migrating ?? saved }
    _modify {
      if migrating == nil { yield &saved } else { yield &migrating }
    }
  }
  /// The highest number of work so far.
  private var greatest = 0
  private var check: UInt32 = 0
  /// The lines of a migration from another version, until its closing line.
  private var migrating: SavedRun?

  static func saved(_ bytes: [UInt8]) throws(DataError) -> SavedRun {
    var reader = JournalReader()
    var start = 0
    var number = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A)
      let line = bytes[start..<(end ?? bytes.count)]
      number += 1
      do throws(DataError) {
        try reader.take(line, number)
      } catch {
        // Only the last line can be cut off, and never the first.
        if end == nil, reader.saved != nil { break }
        throw error
      }
      start = end.map { $0 + 1 } ?? bytes.count
      if reader.migrating == nil {
        reader.saved?.byteCount = start
        reader.saved?.endsWithNewline = end != nil
      }
    }
    guard let saved = reader.saved else {
      throw DataError(
        "the journal is empty, because its run had not started; remove it and start a new run")
    }
    return saved
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, _ number: Int) throws(DataError) {
    let object = try Self.object(Array(bytes), number)
    guard object["libretto"] == nil || object["libretto"] == .integer(JournalLines.version) else {
      guard case .integer(let version)? = object["libretto"] else {
        throw DataError("line \(number): “libretto” is the version of the format, a whole number")
      }
      throw DataError(
        version < JournalLines.version
          ? "line \(number): this journal has format \(version), of an earlier version of Libretto; "
            + "finish the run with that version, or start a new run"
          : "line \(number): this journal has format \(version), but this version of Libretto "
            + "reads \(JournalLines.version); use a later version")
    }
    if saved == nil, object["journal"] == nil || object["libretto"] == nil {
      throw DataError(
        "line \(number): a journal begins with "
          + "{\"libretto\":\(JournalLines.version),\"journal\":…}")
    }
    try seal(object, bytes, number)
    if object["journal"] != nil {
      try header(object, number)
    } else if let count = object["migrated"] {
      try migrated(count, number)
    } else {
      try line(object, number)
    }
  }

  /// Verifies the checksum at the end of a line.
  private mutating func seal(
    _ object: JSONObject, _ bytes: ArraySlice<UInt8>, _ number: Int
  ) throws(DataError) {
    // ,"check":"01234567"}
    let length = 20
    guard case .string(let text)? = object["check"], text.utf8.count == 8, bytes.count > length
    else {
      throw DataError("line \(number): the “check” that ends each line is missing")
    }
    let isFirst = object["journal"] != nil && object["from"] == nil
    let own = JournalLines.check(bytes.dropLast(length), after: isFirst ? 0 : check)
    guard JournalLines.hex(own) == text else {
      throw DataError(
        "line \(number) does not follow the line before it: something was changed, moved, doubled or "
          + "left out after it was written; restore the journal from a copy")
    }
    check = own
    saved?.check = own
    migrating?.check = own
  }

  private mutating func header(_ object: JSONObject, _ number: Int) throws(DataError) {
    guard case .string(let flow)? = object["journal"],
      case .string(let fingerprint)? = object["fingerprint"], case .string(let id)? = object["run"],
      case .integer(let time)? = object["time"]
    else {
      throw DataError(
        "line \(number): one of “journal”, “fingerprint”, “run” and “time” is missing or wrong")
    }
    var version: Int?
    if case .integer(let number)? = object["version"] { version = number }
    guard let before = saved else {
      saved = SavedRun(
        flow: flow, fingerprint: fingerprint, version: version, id: id, started: time)
      saved?.check = check
      return
    }
    guard before.flow == flow, before.id == id else {
      throw DataError("line \(number): the journal continues with another run, of “\(flow)”")
    }
    guard migrating == nil, object["from"] != nil else {
      throw DataError("line \(number): a new version of the flow can't begin here")
    }
    migrating = SavedRun(
      flow: flow, fingerprint: fingerprint, version: version, id: id, started: before.started)
    migrating?.check = check
  }

  private mutating func migrated(_ count: JSONValue, _ number: Int) throws(DataError) {
    guard let done = migrating, count == .integer(done.lines.count) else {
      throw DataError("line \(number): “migrated” isn't the number of lines in its block")
    }
    saved = done
    migrating = nil
  }

  private static func object(_ bytes: [UInt8], _ line: Int) throws(DataError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      // Nothing is quoted: a file that was named by mistake may contain secrets.
      throw DataError(
        "line \(line): this isn't the JSON of a journal, from column \(error.column) on; name another "
          + "file, or restore the journal from a copy")
    }
    guard case .object(let object) = value else {
      throw DataError("line \(line): each line of a journal must be a JSON object")
    }
    return object
  }

  // MARK: A line

  /// Records a number of work. Numbers are consecutive in a run, except for work that was never heard
  /// of again, so a number that is far too high is damage: the numbers after it could overflow.
  private mutating func count(_ number: Int) throws(Wrong) {
    guard number <= greatest + Self.longestGap else {
      throw Wrong("“work” is \(number), but the greatest number before it is \(greatest)")
    }
    greatest = max(greatest, number)
  }

  private static let longestGap = 1 << 20

  private mutating func line(_ object: JSONObject, _ number: Int) throws(DataError) {
    do throws(Wrong) {
      try take(object, at: nil)
      guard let page = object["page"] else { return }
      guard case .array(let joined) = page, case .integer(let time)? = object["time"] else {
        throw Wrong("“page” must be an array of what belongs to the line")
      }
      for part in joined {
        guard case .object(let part) = part else {
          throw Wrong("“page” must be an array of objects")
        }
        try take(part, at: time)
      }
    } catch {
      throw DataError("line \(number): \(error.message)")
    }
  }

  /// - Parameter time: for a part of a line, the time of the line.
  private mutating func take(_ object: JSONObject, at whole: Int?) throws(Wrong) {
    guard let first = object.first, case .string(let name) = first.value else {
      throw Wrong("the first member must name a step")
    }
    var time = whole
    if whole == nil || object["time"] != nil {
      guard case .integer(let own)? = object["time"] else {
        throw Wrong("“time” is missing, or not a whole number")
      }
      time = own
    }
    guard let kind = Line.Kind(first.name, object) else {
      throw Wrong("“\(first.name.shortened)” isn't a kind of line")
    }
    let number = try current?.take(object, kind, name, at: time ?? 0, isJoined: whole != nil)
    try count(number ?? 0)
  }

  struct Wrong: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }
}

extension Line.Kind {
  /// The kind of a line, from the member that names its step and from its outcome.
  fileprivate init?(_ word: String, _ object: JSONObject) {
    switch word {
    case "answered":
      if object["secret"] != nil {
        self = .secret
      } else if object["timedOut"] != nil {
        self = .timedOut
      } else {
        self = object["dismissed"] != nil ? .dismissed : .answered
      }
    case "ended":
      if object["error"] != nil {
        self = .failed
      } else {
        self = object["timedOut"] != nil ? .workTimedOut : .ended
      }
    default:
      let others: [Line.Kind] = [
        .opened, .began, .loaded, .elapsed, .found, .kept, .again, .undoAgain, .undoBegan, .undone,
        .undoFailed, .left, .didNotRun, .didNotUndo, .stays, .givenAgain, .back,
        .cut, .said, .held,
      ]
      guard let kind = others.first(where: { $0.word == word }) else { return nil }
      self = kind
    }
  }
}
