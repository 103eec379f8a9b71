/// The answers that a person, a journal or a command line gives beforehand, by id.
///
/// A file is a JSON object, id → answer, or id → array of answers for successive performances. An
/// answer is what a person would say, or an object that a scripted run understands:
/// `{"refused": …}`, `{"default": true}`, `{"timedOut": true}`, `{"back": true}`, and for an action
/// `{"writes": {…}}` or `{"error": "…"}`. Data or an error given for a load replaces its work. In a
/// file for `flow test`, `$today` says which day is today. In a file with a `$about` member, which is a template made by ``AnswersTemplate``, null means that
/// there is no answer yet.
struct AnswersFile {
  var answers: [String: [ScriptedAnswer]] = [:]
  /// The day on which `flow test` performs the answers; nil for the current one.
  var today: CalendarDay?

  /// The member with that day.
  static let todayName = "$today"

  /// Reads an answers file or a journal.
  static func read(_ bytes: [UInt8], for flow: Flow) throws(DataError) -> AnswersFile {
    var file = AnswersFile()
    let firstLine = Array(bytes.prefix { $0 != 0x0A })
    if case .object(let head)? = try? JSONReader.read(firstLine), head["libretto"] != nil,
      head["journal"] != nil
    {
      try file.add(journal: bytes, for: flow)
      return file
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      // The error doesn't quote the contents, because an answers file may contain secrets.
      guard String(strictUTF8: bytes) != nil else {
        throw DataError(
          "line \(error.line), column \(error.column): this isn't text: its bytes aren't UTF-8; "
            + "convert the file to UTF-8")
      }
      throw DataError(
        "line \(error.line), column \(error.column): this isn't the JSON of an answers file; "
          + "put text in double quotes, and no comma before a closing bracket")
    }
    guard case .object(let object) = value else {
      throw DataError("an answers file must be a JSON object: {\"id\": answer, …}")
    }
    let isTemplate = object.contains(AnswersTemplate.about)
    for member in object where member.name != AnswersTemplate.about {
      if member.name == todayName {
        guard case .string(let text) = member.value, let day = CalendarDay(text as String) else {
          throw DataError("“\(todayName)” must be a day such as 2026-11-20")
        }
        file.today = day
        continue
      }
      try flow.checkKnows(member.name)
      // A value that nobody has filled in isn't an answer.
      if isTemplate, case .null = member.value { continue }
      let given = try answers(
        member.value, isList: flow.answersAreLists(member.name), member.name)
      for case .writes(let writes) in given.map(\.kind) {
        for key in writes.keys.sorted() { try flow.checkHasKey(key, writtenBy: member.name) }
      }
      for answer in given { try flow.checkLoads(answer, member.name) }
      file.answers[member.name] = given
    }
    return file
  }

  private mutating func add(journal bytes: [UInt8], for flow: Flow) throws(DataError) {
    let saved = try JournalReader.saved(bytes)
    guard saved.flow == flow.name else {
      throw DataError("this is a journal of the flow “\(saved.flow)”, not of “\(flow.name)”")
    }
    let run: Run
    do {
      run = try Run.resuming(flow, from: saved).run
    } catch {
      throw DataError("\(error)")
    }
    for entry in run.inForce {
      switch entry.event {
      case .answered(let given): add(ScriptedAnswer(.resolved(given)), entry.name)
      case .timedOut: add(.timedOut, entry.name)
      // A journal doesn't contain secret data, so it is loaded again.
      case .performed(let writes) where writes.contains(where: \.isSecret): continue
      case .performed(let writes) where flow.isLoad(StepName.split(entry.name).id):
        add(ScriptedAnswer(writes.first?.value ?? .null), entry.name)
      case .performed(let writes):
        var values: [String: Value] = [:]
        for write in writes { values[write.key] = write.value }
        add(.writes(values), entry.name)
      case .failed(let message): add(.failure(message), entry.name)
      default: continue
      }
    }
  }

  private mutating func add(_ answer: ScriptedAnswer, _ name: String) { answers[name] = [answer] }

  private static func answers(
    _ json: JSONValue, isList: Bool, _ id: String
  ) throws(DataError) -> [ScriptedAnswer] {
    guard case .array(let elements) = json else { return [try answer(json, id)] }
    // For a question that takes a list, an array is one answer, and an array of arrays is several.
    let areLists = elements.allSatisfy {
      switch $0 {
      case .array, .object, .null: true
      default: false
      }
    }
    if isList && (elements.isEmpty || !areLists) { return [try answer(json, id)] }
    var result: [ScriptedAnswer] = []
    for element in elements { result.append(try answer(element, id)) }
    return result
  }

  private static func answer(_ json: JSONValue, _ id: String) throws(DataError) -> ScriptedAnswer {
    guard case .object(let object) = json else {
      guard let value = Value(json) else {
        throw DataError(
          "the answer for “\(id)” contains an object, but an answer can't contain one")
      }
      return ScriptedAnswer(value)
    }
    if object.count == 1, let member = object.first {
      switch (member.name, member.value) {
      case ("refused", let json):
        if let value = Value(json) { return .refused(value) }
      case ("default", .bool(true)): return .preset
      case ("timedOut", .bool(true)): return .timedOut
      case ("back", .bool(true)): return .back
      case ("error", .string(let message)): return .failure(message)
      case ("writes", .object(let writes)):
        var values: [String: Value] = [:]
        for write in writes { values[write.name] = Value(write.value) }
        if values.count == writes.count { return .writes(values) }
      default: break
      }
    }
    throw DataError(
      "the answer for “\(id)” is an object, but not one of {\"refused\": …}, {\"default\": true}, "
        + "{\"timedOut\": true}, {\"back\": true}, {\"writes\": {…}} and {\"error\": \"…\"}")
  }
}

extension Flow {
  /// Checks that a name such as `age@2` is that of a step.
  /// - Throws: ``DataError`` with the nearest id.
  func checkKnows(_ name: String) throws(DataError) {
    let id = StepName.split(name).id
    let known =
      program.prompts.map(\.id) + program.actions.map(\.id) + program.loads.map(\.id)
    if known.contains(where: { $0.isIdenticalText(to: id) }) { return }
    var message = "the flow “\(self.name)” has no step with the id “\(id.shortened)”"
    let inner = known.filter { $0.hasSuffix("/" + id) }
    if let near = inner.count == 1 ? inner[0] : nearest(to: id, among: known) {
      message += "; did you mean “\(near)”?"
    } else {
      message += "; its outline shows the ids"
    }
    throw DataError(message)
  }

  /// Checks that a name such as `age@2` is that of a question.
  /// - Throws: ``DataError`` with the nearest id, or saying that it is an action.
  func checkAsks(_ name: String) throws(DataError) {
    try checkKnows(name)
    let id = StepName.split(name).id
    guard program.actions.contains(where: { $0.id == id }) else { return }
    throw DataError("“\(id)” is an action, which doesn't ask anything; remove --answer \(name)=…")
  }

  /// Checks that a key that a script writes in place of an action is one of the flow's.
  /// - Throws: ``DataError`` with the nearest key.
  func checkHasKey(_ key: String, writtenBy name: String) throws(DataError) {
    let known = keys.map(\.name)
    if known.contains(where: { $0.isIdenticalText(to: key) }) { return }
    var message = "“\(name)” writes “\(key.shortened)”, but the flow has no such key"
    if let near = nearest(to: key, among: known) { message += "; did you mean “\(near)”?" }
    throw DataError(message)
  }

  /// Whether a step is a load.
  func isLoad(_ id: String) -> Bool { load(id) != nil }

  private func load(_ name: String) -> Node.Load? {
    let id = StepName.split(name).id
    return program.loads.first { $0.id == id }?.load
  }

  /// Checks that a load could have the given result.
  /// - Throws: ``DataError`` with the possible results.
  func checkLoads(_ answer: ScriptedAnswer, _ name: String) throws(DataError) {
    guard let load = load(name) else { return }
    switch answer.kind {
    case .failure, .timedOut: return
    case .answer, .resolved:
      let value = answer.data ?? .null
      if value == .null || load.key.type.value(exactly: value) != nil { return }
    case .refused, .preset, .writes, .back, .action: break
    }
    throw DataError(
      "“\(name)” is a load of \(load.key.type), so \(answer.quoted) can't be its result: "
        + "give its data, null for no data, {\"error\": \"…\"} or {\"timedOut\": true}")
  }

  /// The text of `--answer` as an answer: for a load, which doesn't read text, in the type of its
  /// key.
  /// - Throws: ``DataError`` if it isn't of that type.
  func typed(_ text: String, for name: String) throws(DataError) -> ScriptedAnswer {
    guard let load = load(name) else { return ScriptedAnswer(.string(text)) }
    let answer = ScriptedAnswer(load.key.type.value(parsing: text) ?? .string(text))
    try checkLoads(answer, name)
    return answer
  }

  /// Whether the question with this name takes a list, so that an array is one answer.
  func answersAreLists(_ name: String) -> Bool {
    let id = StepName.split(name).id
    let type = program.prompts.first { $0.id == id }?.prompt.key?.type
    switch type ?? load(id)?.key.type {
    case .list, .optional(.list): return true
    default: return false
    }
  }
}
