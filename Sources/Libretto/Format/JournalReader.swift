/// What is wrong with a journal or an answers file, and where.
struct DataError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Reads the lines of a journal.
///
/// A last line that was not written to its end is no answer: nobody was told that it was saved. The
/// same holds for what was taken over from another version of the flow without its closing line.
/// Everything else that is not as it was written is an error that names the line.
struct JournalReader {
  private var saved: SavedRun?
  /// The greatest number of work so far.
  private var greatest = 0
  private var check: UInt32 = 0
  /// What is being taken over from another version, until its closing line.
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
        // Only the last line can have been cut off, and never the first.
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
      throw DataError("the journal is empty, its run had not begun; remove it, and start anew")
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
          ? "line \(number): this journal has the format \(version), of an earlier Libretto; "
            + "finish its run with that one, or start a new run"
          : "line \(number): this journal has the format \(version), and this version of Libretto "
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

  /// Checks the check at the end of a line.
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
    guard let before = saved else {
      saved = SavedRun(flow: flow, fingerprint: fingerprint, id: id, started: time)
      saved?.check = check
      return
    }
    guard before.flow == flow, before.id == id else {
      throw DataError("line \(number): the journal goes on with another run, of “\(flow)”")
    }
    guard migrating == nil, object["from"] != nil else {
      throw DataError("line \(number): a version of the flow begins where none can")
    }
    migrating = SavedRun(flow: flow, fingerprint: fingerprint, id: id, started: before.started)
    migrating?.check = check
  }

  private mutating func migrated(_ count: JSONValue, _ number: Int) throws(DataError) {
    guard let done = migrating, count == .integer(done.lines.count) else {
      throw DataError("line \(number): “migrated” counts the lines that were taken over")
    }
    saved = done
    migrating = nil
  }

  private static func object(_ bytes: [UInt8], _ line: Int) throws(DataError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      throw DataError("line \(line): \(error.message) at \(error.path)")
    }
    guard case .object(let object) = value else {
      throw DataError("line \(line): a journal has a JSON object on each line")
    }
    return object
  }

  // MARK: A line

  /// Takes note of a number of work. Each is the next one in the run, but for work of which nobody
  /// heard again; so none can be so great that those behind it are no numbers any more.
  private mutating func count(_ number: Int) throws(Wrong) {
    guard number <= greatest + Self.longestGap else {
      throw Wrong("“work” is \(number), and the greatest before it is \(greatest)")
    }
    greatest = max(greatest, number)
  }

  private static let longestGap = 1 << 20

  private mutating func line(_ object: JSONObject, _ number: Int) throws(DataError) {
    guard let first = object.first, case .string(let name) = first.value else {
      throw DataError("line \(number): the first member names a step")
    }
    guard case .integer(let time)? = object["time"] else {
      throw DataError("line \(number): “time” is missing, or not a whole number")
    }
    var line: SavedLine
    do throws(Wrong) {
      guard let kind = Line.Kind(first.name, object) else {
        throw Wrong("“\(first.name.shortened)” is nothing that happens to a step")
      }
      line = SavedLine(kind: kind, name: name)
      line.time = time
      line.isOut = object["isOut"] == .bool(true)
      line.isLoose = object["earlier"] == .bool(true)
      let before = migrating == nil ? saved?.given : migrating?.given
      try line.take(object, given: before ?? [:])
      try count(line.work?.number ?? 0)
    } catch {
      throw DataError("line \(number): \(error.message)")
    }
    if let given = line.work?.given {
      if migrating == nil { saved?.given = given } else { migrating?.given = given }
    }
    if migrating == nil { saved?.lines.append(line) } else { migrating?.lines.append(line) }
  }

  struct Wrong: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }
}

extension Line.Kind {
  /// What a line tells, by the member that names its step and by its outcome.
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
      ]
      guard let kind = others.first(where: { $0.word == word }) else { return nil }
      self = kind
    }
  }
}

private typealias Answer = Value

extension SavedLine {
  fileprivate mutating func take(
    _ object: JSONObject, given before: [String: Value]
  ) throws(JournalReader.Wrong) {
    switch kind {
    case .answered: try answer(object)
    case .secret: value = .int(try object.whole("secret"))
    case .givenAgain: value = .int(try object.whole("times"))
    case .found: value = try object.value("at")
    case .back:
      (out, restored) = (try object.names("out"), try object.names("restored"))
      dropped = try object.names("dropped")
      if case .string(let name)? = object["from"] { from = name }
    case .opened, .timedOut, .dismissed, .elapsed, .undoBegan, .left, .didNotUndo, .stays: break
    case .undone: if object["work"] != nil { work = try SavedWork(object, kind, given: before) }
    case .began, .ended, .failed, .workTimedOut, .loaded, .kept, .again, .undoAgain, .undoFailed,
      .didNotRun:
      work = try SavedWork(object, kind, given: before)
    }
    let digests = try object.names("shown")
    for index in stride(from: 0, to: digests.count - 1, by: 2) {
      guard let digest = UInt32(digests[index + 1], radix: 16) else {
        throw JournalReader.Wrong("“shown” holds keys and eight hexadecimal digits, in turn")
      }
      shown.append(Read(key: digests[index], digest: digest))
    }
    if case .string(let text)? = object["said"] {
      guard let digest = UInt32(text, radix: 16) else {
        throw JournalReader.Wrong("“said” is eight hexadecimal digits")
      }
      said = digest
    }
  }

  private mutating func answer(_ object: JSONObject) throws(JournalReader.Wrong) {
    let forms: [Line.Form] = [.typed, .yes, .choice, .choices, .submit]
    guard let form = forms.first(where: { object[$0.word] != nil }) else {
      throw JournalReader.Wrong(
        "one of “value”, “yes”, “choice”, “choices”, “submitted”, “secret”, “timedOut” and "
          + "“dismissed” is missing")
    }
    self.form = form
    value = form == .submit ? .null : try object.value(form.word)
    let fits =
      switch (form, value) {
      case (.yes, .bool), (.choice, .string), (.submit, _), (.typed, _): true
      case (.choices, .list(let ids)):
        ids.allSatisfy { if case .string = $0 { true } else { false } }
      default: false
      }
    if !fits { throw JournalReader.Wrong("“\(form.word)” holds \(value.quoted)") }
  }
}

extension SavedLine.SavedWork {
  fileprivate init(
    _ object: JSONObject, _ kind: Line.Kind, given before: [String: Value]
  ) throws(JournalReader.Wrong) {
    if object["work"] != nil { number = try object.whole("work") }
    if case .string(let text)? = object["error"] { message = text }
    if object["tries"] != nil { tries = try object.whole("tries") }
    if kind == .failed || kind == .undoFailed, object["error"] == nil {
      throw JournalReader.Wrong("“error” is missing")
    }
    if object["given"] != nil {
      var now = before
      for name in try object.names("gone") { now[name] = nil }
      for (name, value) in try object.values("given") { now[name] = value }
      given = now
    }
    inputs = try WorkInputs(object)
    guard kind == .ended || kind == .loaded || kind == .undone else { return }
    if kind != .undone {
      guard object["writes"] != nil else { throw JournalReader.Wrong("“writes” is missing") }
      for (name, value) in try object.values("writes") {
        writes.append(Journal.Entry.Write(name, value))
      }
    }
    for name in try object.names("unset") { writes.append(Journal.Entry.Write(name, nil)) }
    secrets = try object.numbers("secrets")
    for name in secrets.keys.sorted() {
      writes.append(Journal.Entry.Write(name, .null, isSecret: true))
    }
  }
}

extension WorkInputs {
  fileprivate init?(_ object: JSONObject) throws(JournalReader.Wrong) {
    if case .string(let text)? = object["all"] {
      guard let all = UInt64(text, radix: 16) else {
        throw JournalReader.Wrong("“all” is sixteen hexadecimal digits")
      }
      self.all = all
    } else if object["read"] != nil {
      reads = try object.values("read").map { Read(key: $0.0, value: $0.1) }
      reads += try object.names("readUnset").map { Read(key: $0, value: nil) }
      reads += try object.numbers("readSecrets").map { Read(key: $0, value: nil, secret: $1) }
      reads.sort { $0.key < $1.key }
    } else {
      return nil
    }
    if object["after"] != nil { after = try object.whole("after") }
  }
}

extension JSONObject {
  fileprivate func whole(_ name: String) throws(JournalReader.Wrong) -> Int {
    guard case .integer(let number)? = self[name], number >= 0, number < 1 << 48 else {
      throw JournalReader.Wrong("“\(name)” is missing, or not a whole number")
    }
    return number
  }

  fileprivate func value(_ name: String) throws(JournalReader.Wrong) -> Answer {
    guard let json = self[name], let value = Answer(json) else {
      throw JournalReader.Wrong("“\(name)” is missing, or holds an object, which no answer is")
    }
    return value
  }

  fileprivate func values(_ name: String) throws(JournalReader.Wrong) -> [(String, Answer)] {
    guard case .object(let members)? = self[name] else {
      throw JournalReader.Wrong("“\(name)” is an object, key by key")
    }
    var values: [(String, Answer)] = []
    for member in members {
      guard let value = Answer(member.value) else {
        throw JournalReader.Wrong("“\(name)” holds an object, which no answer is")
      }
      values.append((member.name, value))
    }
    return values
  }

  fileprivate func names(_ name: String) throws(JournalReader.Wrong) -> [String] {
    guard let json = self[name] else { return [] }
    guard case .array(let elements) = json else {
      throw JournalReader.Wrong("“\(name)” is an array of names")
    }
    var names: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw JournalReader.Wrong("“\(name)” is an array of names")
      }
      names.append(text)
    }
    return names
  }

  fileprivate func numbers(_ name: String) throws(JournalReader.Wrong) -> [String: Int] {
    guard let json = self[name] else { return [:] }
    guard case .object(let members) = json else {
      throw JournalReader.Wrong("“\(name)” is an object, key by key")
    }
    var numbers: [String: Int] = [:]
    for member in members { numbers[member.name] = try members.whole(member.name) }
    return numbers
  }
}

extension Value {
  /// A JSON value as an answer; nil for an object, which no answer is.
  init?(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let values):
      var list: [Value] = []
      for value in values {
        guard let value = Value(value) else { return nil }
        list.append(value)
      }
      self = .list(list)
    case .object: return nil
    }
  }
}
