/// What is wrong with a journal or an answers file, and where.
struct DataError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension JournalLines {
  /// Reads a journal.
  /// - Throws: ``DataError`` naming the line.
  static func read(_ bytes: [UInt8]) throws(DataError) -> (flow: String, journal: Journal) {
    let saved = try saved(bytes)
    return (saved.flow, saved.journal)
  }

  /// Reads a journal with the versions of the flow that performed it.
  ///
  /// A last line that was not written to its end is no answer: nobody was told that it was saved.
  /// - Throws: ``DataError`` naming the line.
  static func saved(_ bytes: [UInt8]) throws(DataError) -> SavedRun {
    var saved: SavedRun?
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let object: JSONObject
      do throws(DataError) {
        object = try self.object(Array(line), index + 1)
      } catch {
        if index == lines.count - 1, saved != nil { break }
        throw error
      }
      if object["journal"] != nil || saved == nil {
        try version(object, index + 1, &saved)
      } else {
        let entry = try entry(object, index + 1)
        saved?.journal.entries.append(entry)
      }
    }
    guard let saved else { throw DataError("the journal is empty") }
    return saved
  }

  /// Takes a line that begins a version of the flow, the first line of all among them.
  private static func version(
    _ object: JSONObject, _ line: Int, _ saved: inout SavedRun?
  ) throws(DataError) {
    guard case .integer(let number)? = object["libretto"],
      case .string(let name)? = object["journal"]
    else {
      throw DataError(
        "line \(line): a journal begins with {\"libretto\":\(version),\"journal\":…}")
    }
    guard number == version else {
      throw DataError(
        "line \(line): this journal has version \(number), and this program reads \(version)")
    }
    guard saved == nil || saved?.flow == name else {
      throw DataError("line \(line): the journal goes on with another flow, “\(name)”")
    }
    var fingerprint = ""
    if case .string(let text)? = object["fingerprint"] { fingerprint = text }
    var run = saved ?? SavedRun(flow: name, journal: Journal(), versions: [])
    run.versions.append(
      SavedRun.Version(fingerprint: fingerprint, start: run.journal.entries.count))
    saved = run
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

  private static func entry(_ object: JSONObject, _ line: Int) throws(DataError) -> Journal.Entry {
    guard case .integer(let time)? = object["time"] else {
      throw DataError("line \(line): “time” is missing, or not a whole number")
    }
    if case .string(let name)? = object["began"] {
      let (id, performance) = split(name)
      return Journal.Entry(id, performance, .began, time)
    }
    if case .string(let name)? = object["undone"] {
      let (id, performance) = split(name)
      return Journal.Entry(id, performance, .undone, time)
    }
    if case .string(let name)? = object["back"] {
      let (id, performance) = split(name)
      return Journal.Entry(id, performance, .back(drops: names(object["drops"])), time)
    }
    guard case .string(let name)? = object["ended"] else {
      throw DataError("line \(line): none of “began”, “ended”, “undone” and “back” names a step")
    }
    let (id, performance) = split(name)
    return Journal.Entry(id, performance, try event(object, line), time)
  }

  private static func event(
    _ object: JSONObject, _ line: Int
  ) throws(DataError) -> Journal.Entry.Event {
    if let value = object["value"] {
      guard let value = Value(value) else {
        throw DataError("line \(line): “value” holds an object, which no answer is")
      }
      return .answered(value)
    }
    if case .bool(true)? = object["secret"] { return .answeredSecretly }
    if case .bool(true)? = object["timedOut"] { return .timedOut }
    if case .string(let message)? = object["error"] { return .failed(message) }
    guard case .object(let writes)? = object["writes"] else {
      throw DataError(
        "line \(line): one of “value”, “secret”, “timedOut”, “writes” and “error” is missing")
    }
    var result: [Journal.Entry.Write] = []
    for member in writes {
      guard let value = Value(member.value) else {
        throw DataError("line \(line): “writes” holds an object, which no answer is")
      }
      result.append(Journal.Entry.Write(member.name, value))
    }
    for name in names(object["unset"]) { result.append(Journal.Entry.Write(name, nil)) }
    for name in names(object["secrets"]) {
      result.append(Journal.Entry.Write(name, nil, isSecret: true))
    }
    return .performed(result)
  }

  private static func names(_ value: JSONValue?) -> [String] {
    guard case .array(let names)? = value else { return [] }
    return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// `age#2` is the second performance of `age`.
  static func split(_ name: String) -> (id: String, performance: Int) {
    guard let mark = name.lastIndex(of: "#"), let number = Int(name[name.index(after: mark)...]),
      number > 1
    else { return (name, 1) }
    return (String(name[..<mark]), number)
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
