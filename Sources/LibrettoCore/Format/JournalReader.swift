// Reading a journal: its lines, what each holds, and what is wrong with one.

/// A problem of a journal or an answers file, with its line.
package struct DataError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// Reads the lines of a journal.
///
/// An incomplete last line doesn't count: nobody was told that it was saved. The same is true for a
/// migration from another version of the flow without its closing line. Any other damage is an
/// error that names the line.
package struct JournalReader {
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

  package static func saved(_ bytes: [UInt8]) throws(DataError) -> SavedRun {
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
        reader.saved?.check = reader.check
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
  }

  private mutating func header(_ object: JSONObject, _ number: Int) throws(DataError) {
    guard case .string(let flow)? = object["journal"],
      case .string(let fingerprint)? = object["fingerprint"], case .string(let id)? = object["run"],
      let time = object.time
    else {
      throw DataError(
        "line \(number): one of “journal”, “fingerprint”, “run” and “time” is missing or wrong")
    }
    var version: Int?
    if case .integer(let number)? = object["version"] { version = number }
    var earlier: [String: String] = [:]
    if case .object(let was)? = object["was"] {
      for member in was { if case .string(let id) = member.value { earlier[member.name] = id } }
    }
    guard let before = saved else {
      saved = SavedRun(
        flow: flow, fingerprint: fingerprint, version: version, id: id, started: time)
      saved?.earlier = earlier
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
    migrating?.earlier = earlier
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
      guard case .array(let joined) = page, let time = object.time else {
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
  private mutating func take(_ object: JSONObject, at whole: Timestamp?) throws(Wrong) {
    guard let first = object.first, case .string(let name) = first.value else {
      throw Wrong("the first member must name a step")
    }
    var time = whole
    if whole == nil || object["time"] != nil {
      guard let own = object.time else {
        throw Wrong("“time” is missing, or not a whole number")
      }
      time = own
    }
    guard let kind = Line.Kind(first.name, object) else {
      throw Wrong("“\(first.name.shortened)” isn't a kind of line")
    }
    let number = try current?.take(object, kind, name, at: time ?? .epoch, isJoined: whole != nil)
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
    // As it was written before there was “gone”.
    case "undone" where object["work"] != nil: self = .gone
    default:
      guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
      self = kind
    }
  }
}

// The members of a journal line.

private typealias Answer = Value

extension SavedRun {
  /// Takes a line of a journal.
  /// - Returns: its number of work; 0 if it has none.
  mutating func take(
    _ object: JSONObject, _ kind: Line.Kind, _ name: String, at time: Timestamp, isJoined: Bool
  ) throws(JournalReader.Wrong) -> Int {
    let (value, form) = try answer(object, kind)
    var line = Line(
      content.add(step: SavedName(id: name, rounds: nil)), kind, time, value: value, form: form)
    line.isOut = object["isOut"] == .bool(true)
    line.isLoose = object["earlier"] == .bool(true)
    line.isJoined = isJoined
    line.isChanged = object["changed"] == .bool(true)
    // Earlier builds called it “kept”, which is also the word of a decision.
    line.isKept = object["foreign"] == .bool(true) || object["kept"] == .bool(true)
    line.hasOwnRound = object["ownRound"] == .bool(true)
    let hasNames = kind == .back || kind == .gone && object["dropped"] != nil
    let names = hasNames ? try steps(object) : nil
    let given = try answers(object, "given", "gone", since: given)
    let under = try answers(object, "under", "left", since: under)
    let work = try work(object, kind, given, under)
    let (shown, sight) = try digests(object, kind)
    line.detail = Line.Detail(shown: shown, work: work, names: names, sight: sight)
    if let given { self.given = given }
    if let under { self.under = under }
    content.lines.append(line)
    return work?.number ?? 0
  }

  private mutating func steps(_ object: JSONObject) throws(JournalReader.Wrong) -> Line.Names {
    func steps(_ list: [String]) -> [StepName] {
      list.map { content.add(step: SavedName(id: $0, rounds: nil)) }
    }
    var back = Line.Names()
    back.out = steps(try object.names("out"))
    back.restored = steps(try object.names("restored"))
    back.dropped = steps(try object.names("dropped"))
    if case .string(let name)? = object["from"] {
      back.from = content.add(step: SavedName(id: name, rounds: nil))
    }
    if object["over"] != nil { back.over = steps(try object.names("over")) }
    return back
  }

  private mutating func digests(
    _ object: JSONObject, _ kind: Line.Kind
  ) throws(JournalReader.Wrong) -> (shown: Shown, sight: Sight?) {
    func digest(_ text: String, _ words: String) throws(JournalReader.Wrong) -> Imprint {
      guard let digest = UInt32(text, radix: 16) else { throw JournalReader.Wrong(words) }
      return Imprint(short: digest)
    }
    let pairs = try object.names("shown")
    var shown = Shown()
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      let digest = try digest(
        pairs[index + 1], "“shown” must hold keys and digests of eight hexadecimal digits, in turn")
      shown.reads.append(Shown.Read(slot: content.add(SavedName(id: pairs[index])), digest: digest))
    }
    var marks: [Imprint] = []
    for text in try object.names("sight") {
      marks.append(try digest(text, "“sight” must hold digests of eight hexadecimal digits"))
    }
    if kind != .said, case .string(let text)? = object["said"] {
      shown.said = try digest(text, "“said” must be eight hexadecimal digits")
    }
    if let more = object["more"] { try lengthen(&shown, &marks, more) }
    return (shown, Sight(saved: marks))
  }

  /// Takes the other halves of the digests.
  private func lengthen(
    _ shown: inout Shown, _ marks: inout [Imprint], _ more: JSONValue
  ) throws(JournalReader.Wrong) {
    let wrong = JournalReader.Wrong("“more” must hold eight hexadecimal digits for each digest")
    guard case .string(let text) = more else { throw wrong }
    let digits = Array(text.utf8)
    let halves = stride(from: 0, to: digits.count, by: 8).compactMap {
      UInt32(String(decoding: digits[$0...].prefix(8), as: UTF8.self), radix: 16)
    }
    let count = shown.reads.count + (shown.said == .none ? 0 : 1) + marks.count
    guard digits.count == 8 * halves.count, halves.count == count else { throw wrong }
    for place in shown.reads.indices { shown.reads[place].digest.more = halves[place] }
    if shown.said != .none { shown.said.more = halves[shown.reads.count] }
    for place in marks.indices { marks[place].more = halves[count - marks.count + place] }
  }

  /// The value that a line has, and the form of an answer.
  private func answer(
    _ object: JSONObject, _ kind: Line.Kind
  ) throws(JournalReader.Wrong) -> (Value, Line.Form) {
    switch kind {
    case .secret: return (.int(try object.whole("secret", below: Line.mostSecrets)), .typed)
    case .givenAgain: return (.int(try object.whole("times", below: Line.mostSecrets)), .typed)
    case .found: return (try object.value("at"), .typed)
    case .said: return (.int(try object.whole("strand")), .typed)
    case .answered: break
    default: return (.null, .typed)
    }
    let forms: [Line.Form] = [.typed, .yes, .choice, .choices, .submit]
    guard let form = forms.first(where: { object[$0.word] != nil }) else {
      throw JournalReader.Wrong(
        "one of “value”, “yes”, “choice”, “choices”, “submitted”, “secret”, “timedOut” and "
          + "“dismissed” is missing")
    }
    let value = form == .submit ? Given.submit.value : try object.value(form.word)
    let fits =
      switch (form, value) {
      case (.yes, .bool), (.choice, .string), (.submit, _), (.typed, _): true
      case (.choices, .list(let ids)):
        ids.allSatisfy { if case .string = $0 { true } else { false } }
      default: false
      }
    if !fits { throw JournalReader.Wrong("“\(form.word)” holds \(value.quoted)") }
    return (value, form)
  }

  /// All that an action was given, of which a line has the differences.
  private func answers(
    _ object: JSONObject, _ word: String, _ gone: String, since before: [String: Answer]
  ) throws(JournalReader.Wrong) -> [String: Answer]? {
    if object[word] == nil { return nil }
    var now = before
    for name in try object.names(gone) { now[name] = nil }
    for (name, value) in try object.values(word) { now[name] = value }
    return now
  }

  private func work(
    _ object: JSONObject, _ kind: Line.Kind, _ given: [String: Answer]?,
    _ under: [String: Answer]?
  ) throws(JournalReader.Wrong) -> Line.Work? {
    switch kind {
    case .began, .ended, .failed, .workTimedOut, .loaded, .kept, .again, .undoAgain, .undoFailed,
      .didNotRun, .gone, .held:
      break
    default: return nil
    }
    var work = Line.Work()
    if object["work"] != nil { work.number = try object.whole("work") }
    if case .string(let text)? = object["error"] ?? object["undeclared"] { work.message = text }
    if object["tries"] != nil { work.tries = try object.whole("tries") }
    if kind == .failed || kind == .undoFailed, object["error"] == nil {
      throw JournalReader.Wrong("“error” is missing")
    }
    if let given { work.given = Snapshot(slots: [], others: given) }
    var inputs = try WorkInputs(object)
    if kind == .began, inputs?.all != nil, let known = given ?? under {
      inputs?.reads = WorkInputs.reads(known)
    }
    switch kind {
    case .held where inputs == nil: return nil
    case .kept, .again, .undoAgain, .held: work.accepted = inputs
    default: work.inputs = inputs
    }
    guard kind == .ended || kind == .loaded || kind == .gone else { return work }
    if kind != .gone {
      guard object["writes"] != nil else { throw JournalReader.Wrong("“writes” is missing") }
      for (name, value) in try object.values("writes") {
        work.writes.append(Journal.Entry.Write(name, value))
      }
    }
    for name in try object.names("unset") { work.writes.append(Journal.Entry.Write(name, nil)) }
    work.secrets = try object.numbers("secrets", below: Line.mostSecrets)
    for name in work.secrets.keys.sorted() {
      work.writes.append(Journal.Entry.Write(name, .null, isSecret: true))
    }
    return work
  }
}

extension WorkInputs {
  fileprivate init?(_ object: JSONObject) throws(JournalReader.Wrong) {
    if case .string(let text)? = object["all"] {
      guard let all = UInt64(text, radix: 16) else {
        throw JournalReader.Wrong("“all” must be sixteen hexadecimal digits")
      }
      self.all = all
    }
    if object["read"] != nil {
      reads = try object.values("read").map { Read(key: $0.0, value: $0.1) }
      reads += try object.names("readUnset").map { Read(key: $0, value: nil) }
      reads += try object.numbers("readSecrets", below: Line.mostSecrets << 16).map {
        Read(key: $0, value: nil, secret: $1)
      }
      reads.sort { $0.key < $1.key }
    } else if all == nil {
      return nil
    }
    if object["after"] != nil { after = try object.whole("after") }
  }
}

extension JSONObject {
  fileprivate var time: Timestamp? {
    guard case .integer(let time)? = self["time"] else { return nil }
    return Timestamp(millisecondsSince1970: time)
  }

  fileprivate func whole(
    _ name: String, below limit: Int = 1 << 48
  ) throws(JournalReader.Wrong) -> Int {
    guard case .integer(let number)? = self[name], number >= 0, number < limit else {
      throw JournalReader.Wrong("“\(name)” is missing, or not a whole number")
    }
    return number
  }

  fileprivate func value(_ name: String) throws(JournalReader.Wrong) -> Answer {
    guard let json = self[name], let value = Answer(json) else {
      throw JournalReader.Wrong(
        "“\(name)” is missing, or contains an object, which can't be an answer")
    }
    return value
  }

  fileprivate func values(_ name: String) throws(JournalReader.Wrong) -> [(String, Answer)] {
    guard case .object(let members)? = self[name] else {
      throw JournalReader.Wrong("“\(name)” must be an object")
    }
    var values: [(String, Answer)] = []
    for member in members {
      guard let value = Answer(member.value) else {
        throw JournalReader.Wrong("“\(name)” contains an object, which can't be an answer")
      }
      values.append((member.name, value))
    }
    return values
  }

  fileprivate func names(_ name: String) throws(JournalReader.Wrong) -> [String] {
    guard let json = self[name] else { return [] }
    guard case .array(let elements) = json else {
      throw JournalReader.Wrong("“\(name)” must be an array of names")
    }
    var names: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw JournalReader.Wrong("“\(name)” must be an array of names")
      }
      names.append(text)
    }
    return names
  }

  fileprivate func numbers(
    _ name: String, below limit: Int
  ) throws(JournalReader.Wrong) -> [String: Int] {
    guard let json = self[name] else { return [:] }
    guard case .object(let members) = json else {
      throw JournalReader.Wrong("“\(name)” must be an object")
    }
    var numbers: [String: Int] = [:]
    for member in members { numbers[member.name] = try members.whole(member.name, below: limit) }
    return numbers
  }
}

extension Value {
  /// A JSON value as an answer; nil for an object, which is never an answer.
  package init?(_ json: JSONValue) {
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
