// The members of a journal line.

private typealias Answer = Value

extension SavedLine {
  mutating func take(
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
    case .opened, .timedOut, .dismissed, .elapsed, .undoBegan, .left, .didNotUndo, .stays,
      .cut, .held:
      break
    case .said: value = .int(try object.whole("strand"))
    case .undone: if object["work"] != nil { work = try SavedWork(object, kind, given: before) }
    case .began, .ended, .failed, .workTimedOut, .loaded, .kept, .again, .undoAgain, .undoFailed,
      .didNotRun:
      work = try SavedWork(object, kind, given: before)
    }
    let digests = try object.names("shown")
    for index in stride(from: 0, to: digests.count - 1, by: 2) {
      guard let digest = UInt32(digests[index + 1], radix: 16) else {
        throw JournalReader.Wrong(
          "“shown” must hold keys and digests of eight hexadecimal digits, in turn")
      }
      shown.append(Read(key: digests[index], digest: Imprint(short: digest)))
    }
    for text in try object.names("sight") {
      guard let mark = UInt32(text, radix: 16) else {
        throw JournalReader.Wrong("“sight” must hold digests of eight hexadecimal digits")
      }
      sight.append(Imprint(short: mark))
    }
    if kind != .said, case .string(let text)? = object["said"] {
      guard let digest = UInt32(text, radix: 16) else {
        throw JournalReader.Wrong("“said” must be eight hexadecimal digits")
      }
      said = Imprint(short: digest)
    }
    guard let more = object["more"] else { return }
    guard case .string(let text) = more else {
      throw JournalReader.Wrong("“more” must hold eight hexadecimal digits for each digest")
    }
    try lengthen(text)
  }

  /// Takes the other halves of the digests.
  private mutating func lengthen(_ text: String) throws(JournalReader.Wrong) {
    let digits = Array(text.utf8)
    let halves = stride(from: 0, to: digits.count, by: 8).compactMap {
      UInt32(String(decoding: digits[$0...].prefix(8), as: UTF8.self), radix: 16)
    }
    let count = shown.count + (said == .none ? 0 : 1) + sight.count
    guard digits.count == 8 * halves.count, halves.count == count else {
      throw JournalReader.Wrong("“more” must hold eight hexadecimal digits for each digest")
    }
    for place in shown.indices { shown[place].digest.more = halves[place] }
    if said != .none { said.more = halves[shown.count] }
    for place in sight.indices { sight[place].more = halves[count - sight.count + place] }
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
    if case .string(let text)? = object["error"] ?? object["undeclared"] { message = text }
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
