// The members of a journal line.

private typealias Answer = Value

extension SavedRun {
  /// Takes a line of a journal.
  /// - Returns: its number of work; 0 if it has none.
  mutating func take(
    _ object: JSONObject, _ kind: Line.Kind, _ name: String, at time: Int, isJoined: Bool
  ) throws(JournalReader.Wrong) -> Int {
    let (value, form) = try answer(object, kind)
    var line = Line(
      content.add(step: SavedName(id: name, rounds: nil)), kind, time, value: value, form: form)
    line.isOut = object["isOut"] == .bool(true)
    line.isLoose = object["earlier"] == .bool(true)
    line.isJoined = isJoined
    line.isChanged = object["changed"] == .bool(true)
    line.isKept = object["kept"] == .bool(true)
    let back = kind == .back ? try steps(object) : nil
    let work = try work(object, kind)
    let (shown, sight) = try digests(object, kind)
    line.detail = Line.Detail(shown: shown, work: work, names: back, sight: sight)
    if let work = work?.given { given = work.others }
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
    case .secret: return (.int(try object.whole("secret")), .typed)
    case .givenAgain: return (.int(try object.whole("times")), .typed)
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
    let value = form == .submit ? Value.null : try object.value(form.word)
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

  private func work(
    _ object: JSONObject, _ kind: Line.Kind
  ) throws(JournalReader.Wrong) -> Line.Work? {
    switch kind {
    case .began, .ended, .failed, .workTimedOut, .loaded, .kept, .again, .undoAgain, .undoFailed,
      .didNotRun:
      break
    case .undone where object["work"] != nil: break
    default: return nil
    }
    var work = Line.Work()
    if object["work"] != nil { work.number = try object.whole("work") }
    if case .string(let text)? = object["error"] ?? object["undeclared"] { work.message = text }
    if object["tries"] != nil { work.tries = try object.whole("tries") }
    if kind == .failed || kind == .undoFailed, object["error"] == nil {
      throw JournalReader.Wrong("“error” is missing")
    }
    if object["given"] != nil {
      var now = given
      for name in try object.names("gone") { now[name] = nil }
      for (name, value) in try object.values("given") { now[name] = value }
      work.given = Snapshot(slots: [], others: now)
    }
    let inputs = try WorkInputs(object)
    switch kind {
    case .kept, .again, .undoAgain: work.accepted = inputs
    default: work.inputs = inputs
    }
    guard kind == .ended || kind == .loaded || kind == .undone else { return work }
    if kind != .undone {
      guard object["writes"] != nil else { throw JournalReader.Wrong("“writes” is missing") }
      for (name, value) in try object.values("writes") {
        work.writes.append(Journal.Entry.Write(name, value))
      }
    }
    for name in try object.names("unset") { work.writes.append(Journal.Entry.Write(name, nil)) }
    work.secrets = try object.numbers("secrets")
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

  fileprivate func numbers(_ name: String) throws(JournalReader.Wrong) -> [String: Int] {
    guard let json = self[name] else { return [:] }
    guard case .object(let members) = json else {
      throw JournalReader.Wrong("“\(name)” must be an object")
    }
    var numbers: [String: Int] = [:]
    for member in members { numbers[member.name] = try members.whole(member.name) }
    return numbers
  }
}

extension Value {
  /// A JSON value as an answer; nil for an object, which is never an answer.
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
