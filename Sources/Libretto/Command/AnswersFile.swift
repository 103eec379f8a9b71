import LibrettoCore
import LibrettoTerminal

/// The answers that a person, a journal or a command line gives beforehand, by id.
///
/// A file is a JSON object, id → answer, or id → array of answers for successive performances. The
/// key of a question or a load stands for its id if no other one sets it. The JSON of a result is
/// also taken: it has keys only. An
/// answer is what a person would say, or an object that a scripted run understands:
/// `{"refused": …}`, `{"default": true}`, `{"timedOut": true}`, `{"back": true}`, and for an action
/// `{"writes": {…}}` or `{"error": "…"}`. Data or an error given for a load replaces its work. In a
/// file for `flow test`, `$today` says which day is today. In a file with a `$about` member, which is a template made by ``AnswersTemplate``, null means that
/// there is no answer yet.
struct AnswersFile {
  var answers: [String: [ScriptedAnswer]] = [:]
  /// The day on which `flow test` performs the answers; nil for the current one.
  var today: CalendarDay?
  /// What is wrong with single answers, in their order.
  var mistakes: [Mistake] = []
  /// Whether a file couldn't be read at all, so that what is missing isn't known.
  var isIncomplete = false
  /// What was left out, in sentences without their ends.
  var remarks: [String] = []
  /// The file that each answer is from; nil for the command line.
  private var paths: [String: String?] = [:]

  /// An answer that can't be used.
  struct Mistake {
    /// What is wrong and what to do.
    var text: String
    /// The names of the steps that it is about: answers that are given for them later put it right.
    var names: [String] = []
  }

  /// The member with that day.
  static let todayName = "$today"

  /// Reads an answers file or a journal.
  /// - Throws: ``DataError`` with all mistakes.
  static func read(_ bytes: [UInt8], for flow: Flow) throws(DataError) -> AnswersFile {
    let file = try AnswersFile(bytes, for: flow)
    if file.mistakes.isEmpty { return file }
    var lines = file.mistakes.map(\.text)
    // A file of another flow has a line, and not one for each of its ids.
    let strange = lines.filter { $0.hasSuffix(Flow.hint) }
    if strange.count > 1 {
      lines.removeAll(where: strange.contains)
      let more = strange.count == 2 ? "another id" : "\(strange.count - 1) other ids"
      lines.insert(
        strange[0].dropLast(Flow.hint.count) + ", nor with \(more) of this file" + Flow.hint, at: 0)
    }
    throw DataError(lines.joined(separator: "\n"))
  }

  init() {}

  /// Reads an answers file, a journal or the JSON of a result, and collects the mistakes.
  /// - Parameter checksFit: whether answers are checked as far as the flow alone shows whether they
  ///   fit.
  init(_ bytes: [UInt8], for flow: Flow, checksFit: Bool = false) throws(DataError) {
    let firstLine = Array(bytes.prefix { $0 != 0x0A })
    if case .object(let head)? = try? JSONReader.read(firstLine), head["libretto"] != nil,
      head["journal"] != nil
    {
      try add(journal: bytes, for: flow)
      return
    }
    let object = try Self.object(bytes)
    if let result = flow.resultAnswers(object) {
      try add(result: object, result, for: flow)
      return
    }
    let isTemplate = object.contains(AnswersTemplate.about)
    for (number, member) in object.enumerated() where member.name != AnswersTemplate.about {
      if member.name == Self.todayName {
        guard case .string(let text) = member.value, let day = CalendarDay(text as String) else {
          throw DataError("“\(Self.todayName)” must be a day such as 2026-11-20")
        }
        today = day
        continue
      }
      do throws(DataError) {
        if case .object(let inner) = member.value { try flow.checkNotAround(inner, member.name) }
        let name = try flow.stepName(member.name, "member \(number + 1)")
        // A value that nobody has filled in isn't an answer.
        if isTemplate, case .null = member.value { continue }
        let given = try Self.answers(member.value, isList: flow.answersAreLists(name), name)
          .map { flow.current($0, for: name) }
        for case .writes(let writes) in given.map(\.kind) {
          for key in writes.keys.sorted() { try flow.checkHasKey(key, writtenBy: name) }
        }
        for answer in given { try flow.checkLoads(answer, name) }
        if answers[name] != nil {
          throw DataError("“\(member.name)” is another name for “\(name)”, which has an answer")
        }
        add(given, name, for: flow, checksFit: checksFit)
      } catch {
        mistakes.append(Mistake(text: error.description))
      }
    }
  }

  /// Adds answers, and notes those that don't fit.
  mutating func add(
    _ given: [ScriptedAnswer], _ name: String, for flow: Flow, checksFit: Bool
  ) {
    answers[name, default: []] += given
    guard checksFit, let check = GivenCheck(name, in: flow.program) else { return }
    for answer in given {
      do throws(Failure) {
        try check.check(answer)
      } catch {
        mistakes.append(Mistake(text: error.message, names: [name]))
      }
    }
  }

  /// Adds answers that take precedence, and everything that is wrong with them.
  /// - Parameter path: the file that they are from; nil for the command line.
  mutating func merge(_ file: AnswersFile, from path: String? = nil) {
    let lead = path.map { "\($0): " } ?? ""
    mistakes.removeAll { mistake in
      !mistake.names.isEmpty && mistake.names.allSatisfy { file.answers[$0] != nil }
    }
    answers.merge(file.answers) { $1 }
    for name in file.answers.keys { paths.updateValue(path, forKey: name) }
    mistakes += file.mistakes.map { Mistake(text: lead + $0.text, names: $0.names) }
    remarks += file.remarks.map { lead + $0 }
  }

  /// A failure that also names the file, if an answer from one doesn't fit.
  func locating(_ failure: Failure) -> Failure {
    guard failure.reason == .invalidAnswer, let step = failure.step,
      let path = paths[step] ?? paths[StepName.split(step).id] ?? nil
    else { return failure }
    return Failure(.invalidAnswer, message: "\(path): \(failure.message)", step: step)
  }

  /// All mistakes in one text.
  var problem: String {
    if mistakes.count == 1 { return mistakes[0].text }
    return "\(mistakes.count) of the given answers can't be used:"
      + mistakes.map { "\n  \($0.text)" }.joined()
  }

  /// The object of an answers file. The errors don't quote the contents, because an answers file may
  /// contain secrets.
  private static func object(_ bytes: [UInt8]) throws(DataError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      let place = "line \(error.line), column \(error.column): "
      guard String(strictUTF8: bytes) != nil else {
        throw DataError(
          place + "this isn't text: its bytes aren't UTF-8; convert the file to UTF-8")
      }
      throw DataError(place + error.inAnswers)
    }
    guard case .object(let object) = value else {
      throw DataError("an answers file must be a JSON object: {\"id\": answer, …}")
    }
    return object
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

extension JSONError {
  /// What is wrong with an answers file, and what to do. It quotes nothing, as the message does.
  fileprivate var inAnswers: String {
    switch reason {
    case .repeatedName:
      "this name is in the object twice; to give several answers, write an array of them"
    case .unclosed(let isObject):
      "the file ends here, but the \(isObject ? "object isn't closed; add “}”" : "array isn't closed; add “]”")"
    case _ where message.hasPrefix("expected “:”"): "write “:” between the name and its answer"
    case _ where message.hasPrefix("expected “,”"): "write “,” between two answers"
    case _ where message.hasPrefix("expected the end"):
      "the object ends before this; a file has one"
    case _ where message.hasPrefix("the string that begins here"):
      "the text that begins here has no closing quotation mark"
    case .numberOutOfRange: "this number is too large for any answer"
    case .other:
      "this isn't the JSON of an answers file; put text in double quotes, and no comma before a "
        + "closing bracket"
    }
  }
}

extension Flow {
  /// Whether a message may quote a name that the flow doesn't have.
  ///
  /// A person may have put a secret where its name belongs. So if the flow has secrets, only what
  /// looks like a misspelled name is quoted: it consists of the characters of names, and one of them
  /// is like it.
  private func mayQuote(_ name: String, like known: String?) -> Bool {
    secrets.isEmpty || known != nil && name.looksLikeID
  }

  /// The end of what is said of an id that is like none of the flow’s.
  fileprivate static let hint = "; its outline shows the ids"

  /// The name of a step as an answers file gives it: an id, or the key of only one question or load,
  /// with the rounds of loops if there are any, as in `age@2`.
  /// - Parameter place: where the name is, for a message that doesn't quote it.
  /// - Throws: ``DataError`` with the nearest id.
  func stepName(_ name: String, _ place: String) throws(DataError) -> String {
    let id = StepName.split(name).id
    if takesAnswers(id) { return try checked(name) }
    let steps = stepsSetting(id)
    if steps.count == 1 { return try checked(steps[0] + name.dropFirst(id.count)) }
    if steps.count > 1 {
      throw DataError(
        "“\(id.shortened)” is the key of \(steps.count) steps; give the id: "
          + steps.listed(separator: " or ") { "“\($0)”" })
    }
    let current = Renames(tree).id(id)
    if takesAnswers(current) { return try checked(current + name.dropFirst(id.count)) }
    let known = program.prompts.map(\.id) + program.works.map(\.id)
    let inner = known.filter { $0.hasSuffix("/" + id) }
    let keys = program.prompts.compactMap(\.prompt.key?.name)
    let near = inner.count == 1 ? inner[0] : nearest(to: id, among: known + keys)
    guard mayQuote(id, like: near) else {
      throw DataError(
        "the flow “\(self.name)” has no step with the id in \(place), which isn't quoted because "
          + "it may be a secret\(Self.hint)")
    }
    var message = "the flow “\(self.name)” has no step with the id “\(id.shortened)”"
    if let near {
      message += "; did you mean “\(near)”?"
    } else {
      message += Self.hint
    }
    throw DataError(message)
  }

  /// A name whose rounds are those of its step.
  private func checked(_ name: String) throws(DataError) -> String {
    do throws(Rejection) {
      try program.checkRounds(in: name)
      return name
    } catch {
      throw DataError(error.message)
    }
  }

  /// Whether an id is that of a question, an action or a load.
  func takesAnswers(_ id: String) -> Bool {
    guard let step = program.ids.steps[id] else { return false }
    return switch program.steps[step].kind {
    case .prompt, .action, .load: true
    case .wait, .cancel: false
    }
  }

  /// The ids of the questions and loads that set a key.
  private func stepsSetting(_ key: String) -> [String] {
    let prompts = program.prompts.filter { $0.prompt.key?.name.isIdenticalText(to: key) == true }
    let loads = program.works.filter {
      $0.isLoad && $0.result?.name.isIdenticalText(to: key) == true
    }
    var seen: Set<String> = []
    return (prompts.map(\.id) + loads.map(\.id)).filter { seen.insert($0).inserted }
  }

  /// Checks that an object isn't for the steps inside a step, as in `{"about-you": {"name": …}}`.
  /// - Throws: ``DataError`` with the ids to write.
  fileprivate func checkNotAround(_ object: JSONObject, _ name: String) throws(DataError) {
    let known = Set(program.prompts.map(\.id) + program.works.filter(\.isLoad).map(\.id))
    let inner = object.map { "\(name)/\($0.name)" }.filter(known.contains)
    if inner.isEmpty { return }
    throw DataError(
      "the answer for “\(name)” is an object; give each of its answers by its own id: "
        + inner.listed { "\"\($0)\": …" })
  }

  /// The name of a question, for `--answer`.
  /// - Throws: ``DataError`` with the nearest id, or saying that it is an action.
  func questionName(_ name: String) throws(DataError) -> String {
    let step = try stepName(name, "--answer")
    let id = StepName.split(step).id
    guard program.works.contains(where: { !$0.isLoad && $0.id == id }) else { return step }
    throw DataError("“\(id)” is an action, which doesn't ask anything; remove --answer \(name)=…")
  }

  /// An answer with the ids that options and buttons have now; what a current one is called means that.
  fileprivate func current(_ answer: ScriptedAnswer, for name: String) -> ScriptedAnswer {
    guard let prompt = program.prompt(name),
      prompt.prompt.choices.contains(where: { !$0.was.isEmpty })
    else { return answer }
    let renames = Renames(tree)
    let words = Set(
      prompt.prompt.choices.flatMap { [$0.id.lowercased(), $0.title.template.lowercased()] })
    func current(_ value: Value) -> Value {
      switch value {
      case .string(let id) where !words.contains(id.lowercased()):
        .string(renames.choice(id, of: prompt.id))
      case .list(let values): .list(values.map(current))
      default: value
      }
    }
    if case .answer(let value) = answer.kind { return ScriptedAnswer(current(value)) }
    return answer
  }

  /// Checks that a key that a script writes in place of an action is one of the flow's.
  /// - Throws: ``DataError`` with the nearest key.
  func checkHasKey(_ key: String, writtenBy name: String) throws(DataError) {
    let known = keys.map(\.name)
    if known.contains(where: { $0.isIdenticalText(to: key) }) { return }
    let near = nearest(to: key, among: known)
    guard mayQuote(key, like: near) else {
      throw DataError(
        "“\(name)” writes a key that the flow doesn't have, which isn't quoted because it may be a "
          + "secret; the flow's keys are \(known.listed { "“\($0)”" })")
    }
    var message = "“\(name)” writes “\(key.shortened)”, but the flow has no such key"
    if let near { message += "; did you mean “\(near)”?" }
    throw DataError(message)
  }

  /// Whether a step is a load.
  func isLoad(_ id: String) -> Bool { dataType(id) != nil }

  /// The type of the data of a load; nil for another step.
  private func dataType(_ name: String) -> ValueType? {
    let id = StepName.split(name).id
    return program.works.first { $0.isLoad && $0.id == id }?.result?.type
  }

  /// Checks that a load could have the given result.
  /// - Throws: ``DataError`` with the possible results.
  func checkLoads(_ answer: ScriptedAnswer, _ name: String) throws(DataError) {
    guard let type = dataType(name) else { return }
    switch answer.kind {
    case .failure, .timedOut: return
    case .answer, .resolved:
      let value = answer.data ?? .null
      if value == .null || type.value(exactly: value) != nil { return }
    case .refused, .preset, .writes, .back, .action: break
    }
    throw DataError(
      "“\(name)” is a load of \(type), so \(answer.quoted) can't be its result: "
        + "give its data, null for no data, {\"error\": \"…\"} or {\"timedOut\": true}")
  }

  /// The text of `--answer` as an answer: for a load, which doesn't read text, in the type of its
  /// key.
  /// - Throws: ``DataError`` if it isn't of that type.
  func typed(_ text: String, for name: String) throws(DataError) -> ScriptedAnswer {
    guard let type = dataType(name) else { return ScriptedAnswer(.string(text)) }
    let answer = ScriptedAnswer(type.value(parsing: text) ?? .string(text))
    try checkLoads(answer, name)
    return answer
  }

  /// Whether the question with this name takes a list, so that an array is one answer.
  func answersAreLists(_ name: String) -> Bool {
    switch program.prompt(name)?.prompt.key?.type ?? dataType(name) {
    case .list, .optional(.list): return true
    default: return false
    }
  }
}

extension Program {
  /// The prompt of a question, by its name.
  func prompt(_ name: String) -> PromptCode? {
    guard let step = ids.steps[StepName.split(name).id],
      case .prompt(let index) = steps[step].kind
    else { return nil }
    return prompts[index]
  }
}
