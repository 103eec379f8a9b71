/// Performs a flow with scripted answers, for tests of a whole flow.
///
/// ```swift
/// let result = try await cleanup.run(with: Scripted(["No", .action("save")]))
/// #expect(result.outcome == .finished)
/// ```
///
/// It fails, and never hangs, if an answer is missing, unused or refused, or if the flow performs an
/// action that the script doesn't mention. The ``ScriptedError`` names the place of the script.
///
/// Forms, and alerts with fields, are performed question by question. With `takesPages`, a script
/// fills in each page at once instead; the same script works either way.
public struct Scripted: Interpreter {
  /// What to do with the flow's actions.
  public enum Actions: Hashable, Sendable {
    /// Actions are only noted, and the script must mention each of them: the default.
    ///
    /// A script mentions an action in its order, as ``ScriptedAnswer/action(_:writes:)``, or by its
    /// id, with what it writes or its error.
    case scripted
    /// Actions are only noted, even those that the script doesn't mention:
    /// ``FlowResult/skipped`` has their names.
    case stubbed
    /// Actions are performed, except those for which the script says what they write, or that they
    /// fail.
    case performed
  }

  let inOrder: [ScriptedAnswer]
  let byID: [String: [ScriptedAnswer]]
  let actions: Actions
  let takesPages: Bool
  /// Where the script is written; nil for a script from a file.
  private let location: ScriptedError.Location?
  /// The day on which the script is performed; nil for the current one.
  private(set) var today: CalendarDay?

  /// Makes a script of answers in order.
  /// - Parameters:
  ///   - answers: one answer for each prompt, in the order in which they are asked, with the
  ///     actions between them.
  ///   - byID: answers for particular steps, and writes of actions, by the ids of the steps.
  ///   - actions: what to do with the flow's actions.
  ///   - takesPages: whether a form is filled in as one page instead of question by question.
  ///   - fileID: the file of the script.
  ///   - filePath: the path of the file of the script.
  ///   - line: the line of the script.
  ///   - column: the column of the script.
  public init(
    _ answers: [ScriptedAnswer], byID: [String: ScriptedAnswer] = [:],
    actions: Actions = .scripted, takesPages: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      answers, byID: byID.mapValues(\.each), actions: actions, takesPages: takesPages,
      location: ScriptedError.Location(fileID, filePath, line, column))
  }

  /// Makes a script of answers by the ids of their steps.
  /// - Parameters:
  ///   - answers: one answer for each step, by its id or by the name of a performance: `age@2`.
  ///   - actions: what to do with the flow's actions.
  ///   - takesPages: whether a form is filled in as one page instead of question by question.
  ///   - fileID: the file of the script.
  ///   - filePath: the path of the file of the script.
  ///   - line: the line of the script.
  ///   - column: the column of the script.
  public init(
    _ answers: [String: ScriptedAnswer],
    actions: Actions = .scripted, takesPages: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      [], byID: answers.mapValues(\.each), actions: actions, takesPages: takesPages,
      location: ScriptedError.Location(fileID, filePath, line, column))
  }

  package init(
    _ inOrder: [ScriptedAnswer], byID: [String: [ScriptedAnswer]], actions: Actions,
    takesPages: Bool = false, location: ScriptedError.Location? = nil
  ) {
    self.inOrder = inOrder.flatMap(\.each)
    self.byID = byID
    self.actions = actions
    self.takesPages = takesPages
    self.location = location
  }

  var isFromFile: Bool { location == nil }

  /// Returns a script that is performed on a given day, for rules such as `.daysFromToday(0...30)`.
  ///
  /// Without this, it is the current day.
  /// - Parameter day: the day.
  /// - Returns: the new script.
  public func today(_ day: CalendarDay) -> Scripted {
    var copy = self
    copy.today = day
    return copy
  }

  /// Performs a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``ScriptedError`` if the script doesn't fit the flow, ``InvalidFlow`` if the flow
  ///   has problems.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    let session = ScriptedSession(self)
    do {
      if !isFromFile { try await session.checkNames(flow) }
      let result = await session.explaining(try await Driver(session).perform(flow))
      // Whoever cancels the task knows that answers remain.
      if result.outcome != .cancelled { try await session.checkAllUsed(result, flow) }
      return result
    } catch var error as ScriptedError {
      error.location = location
      throw error
    }
  }
}

/// An answer of a script, as a person would say it: `"Yes"`, `"Bob"`, `42`, `true`, `["a", "b"]`.
public struct ScriptedAnswer: Hashable, Sendable {
  /// The kinds of scripted answers.
  package enum Kind: Hashable, Sendable {
    case answer(Value)
    /// An answer from a journal: the value itself, or the exact id of a button or option.
    case resolved(Given)
    /// An answer that the question must refuse; the script's next answer follows it.
    case refused(Value)
    /// Takes the default.
    case preset
    /// The time of the question is up.
    case timedOut
    /// The person goes back to the previous question.
    case back
    /// The flow performs this action next; if it writes answers, they replace its work.
    case action(String, writes: [String: Value])
    /// Writes these answers instead of performing an action.
    case writes([String: Value])
    /// Throws this error instead of performing an action.
    case failure(String)
  }

  package let kind: Kind
  /// The answers that follow it, if it stands for several.
  private var later: [ScriptedAnswer] = []

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// The answers for which it stands, in order.
  var each: [ScriptedAnswer] { [ScriptedAnswer(kind)] + later }

  /// Makes an answer from data.
  /// - Parameter value: the answer: what a person would say, or the id of a button or option.
  public init(_ value: Value) { kind = .answer(value) }

  /// Takes the default of the question, which must have one.
  public static var preset: ScriptedAnswer { ScriptedAnswer(.preset) }

  /// An answer that the question must refuse; the next answer follows it.
  /// - Parameter value: the wrong answer.
  /// - Returns: the scripted answer.
  public static func refused(_ value: Value) -> ScriptedAnswer { ScriptedAnswer(.refused(value)) }

  /// The person doesn't answer in time; the question must have a time limit.
  public static var timedOut: ScriptedAnswer { ScriptedAnswer(.timedOut) }

  /// The person goes back to the previous question.
  public static var back: ScriptedAnswer { ScriptedAnswer(.back) }

  /// Several answers for one step, each for one time that it is asked, performed or tried:
  /// `["pin": .several("1234", .back, "4321")]`.
  /// - Parameters:
  ///   - first: the first answer.
  ///   - later: the answers after it, in order.
  /// - Returns: the scripted answer.
  public static func several(
    _ first: ScriptedAnswer, _ later: ScriptedAnswer...
  ) -> ScriptedAnswer {
    var several = first
    several.later += later.flatMap(\.each)
    return several
  }

  /// The action that the flow performs next.
  ///
  /// It can stand between the answers that are given in order:
  /// `["Bob", "Yes", .action("delete everything")]`.
  /// - Parameters:
  ///   - name: the name of the action, or its id.
  ///   - writes: the values to write instead of performing the action, by the names of the keys.
  /// - Returns: the entry.
  public static func action(
    _ name: String, writes: [String: Value] = [:]
  ) -> ScriptedAnswer {
    ScriptedAnswer(.action(name, writes: writes))
  }

  /// Writes answers instead of performing an action.
  /// - Parameter answers: the values to write, by the names of the keys.
  /// - Returns: the scripted answer.
  public static func writes(_ answers: [String: Value]) -> ScriptedAnswer {
    ScriptedAnswer(.writes(answers))
  }

  /// Fails instead of performing an action.
  /// - Parameter error: the error in words.
  /// - Returns: the scripted answer.
  public static func failure(_ error: String) -> ScriptedAnswer {
    ScriptedAnswer(.failure(error))
  }

  /// The answer as a value, if it is one.
  package var data: Value? {
    switch kind {
    case .answer(let value): value
    case .resolved(let given): given.value
    default: nil
    }
  }

  /// The answer as written in an answers file.
  var form: String {
    switch kind {
    case .answer, .resolved: "a plain answer"
    case .refused: "{\"refused\": …}"
    case .preset: "{\"default\": true}"
    case .timedOut: "{\"timedOut\": true}"
    case .back: "{\"back\": true}"
    case .writes, .action: "{\"writes\": {…}}"
    case .failure: "{\"error\": …}"
    }
  }

  /// The answer as an error quotes it.
  package var quoted: String {
    switch kind {
    case .answer(let value), .refused(let value): value.quoted
    case .resolved(let given): given.quoted
    case .preset: "the default"
    case .timedOut: "the time-out"
    case .back: "the step back"
    case .action(let name, _): "the action “\(name)”"
    case .writes: "what an action writes"
    case .failure: "an action’s failure"
    }
  }
}

extension ScriptedAnswer: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Makes an answer from text.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// Makes an answer from a whole number.
  public init(integerLiteral value: Int) { self.init(.int(value)) }
  /// Makes an answer from a number.
  public init(floatLiteral value: Double) { self.init(.double(value)) }
  /// Makes an answer from yes or no.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// Makes one answer from several values.
  public init(arrayLiteral elements: Value...) { self.init(.list(elements)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Makes a value from text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a value from a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Makes a value from a number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes a value from yes or no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

/// The error that a script makes an action throw.
struct ScriptedFailure: WrittenError, CustomStringConvertible {
  let description: String
}

/// The reason a script doesn't fit a flow, with the place of the script.
///
/// Its description begins with the place, as a compiler's messages do:
///
///     CleanupTests.swift:12:36: there is no answer for “Who are you?” (id “name”); it needs text
///     ASK      Who are you?
public struct ScriptedError: Error, RunEnding, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of mismatches.
  package enum Kind: String, Hashable, Sendable {
    /// The flow asked a question, or performed an action or a load, that the script doesn't have.
    case missing
    /// The script's answer does not fit the question.
    case invalid
    /// The flow ended, and the script has answers left.
    case unused
    /// The transcript isn't the expected one; see ``FlowResult/requireTranscript(_:fileID:filePath:line:column:)``.
    case differs
  }

  /// A place in the source of a test.
  public struct Location: Equatable, Sendable, CustomStringConvertible {
    /// The module and the file: `CleanupTests/CleanupTests.swift`.
    public let fileID: String
    /// The path of the file, as functions of XCTest take it.
    public let filePath: StaticString
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = fileID.description
      self.filePath = filePath
      self.line = Int(line)
      self.column = Int(column)
    }

    /// Whether two places are the same.
    public static func == (first: Location, second: Location) -> Bool {
      first.fileID == second.fileID && first.line == second.line && first.column == second.column
        && first.filePath.description == second.filePath.description
    }

    /// The file name, the line and the column: `CleanupTests.swift:12:36`.
    public var description: String {
      let name = fileID.split(separator: "/").last.map(String.init) ?? fileID
      return "\(name):\(line):\(column)"
    }
  }

  package let kind: Kind
  /// What kind of mismatch it is: `missing`, `invalid`, `unused` or `differs`.
  public var code: String { kind.rawValue }
  /// The question, by id and performance; nil if no question is to blame.
  public let question: String?
  /// What happened, and what would fit.
  public let message: String
  /// The transcript up to that point.
  public internal(set) var transcript: String
  /// The place of the script, or of the expected transcript; nil for a script from a file.
  public internal(set) var location: Location?

  init(_ kind: Kind, _ question: String?, _ message: String, _ transcript: String = "") {
    self.kind = kind
    self.question = question
    self.message = message
    self.transcript = transcript
  }

  /// The place, the message, and the transcript up to that point.
  public var description: String {
    let lead = location.map { "\($0): " } ?? ""
    // The lines that differ are in the message.
    return lead + message + (transcript.isEmpty || kind == .differs ? "" : "\n" + transcript)
  }
}

extension Question {
  /// An answer as an error quotes it; an answer to a secret question isn't repeated.
  func quoting(_ answer: ScriptedAnswer) -> String {
    isSecret ? "the answer" : "the answer \(answer.quoted)"
  }
}

extension FlowResult {
  /// Requires the transcript to be the expected one.
  ///
  /// ```swift
  /// try result.requireTranscript(
  ///   """
  ///   ASK      Who are you?
  ///   PERSON   Bob
  ///   END      finished
  ///   """)
  /// ```
  /// - Parameters:
  ///   - expected: the transcript; a newline at its end doesn't count.
  ///   - fileID: the file of the call.
  ///   - filePath: the path of the file of the call.
  ///   - line: the line of the call.
  ///   - column: the column of the call.
  /// - Throws: ``ScriptedError`` with the code `differs`, which shows the lines that differ.
  public func requireTranscript(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws(ScriptedError) {
    guard let diff = LineDiff(expected: expected, found: transcript) else { return }
    var error = ScriptedError(
      .differs, nil, "the transcript differs from line \(diff.line):\n\(diff.text)", transcript)
    error.location = ScriptedError.Location(fileID, filePath, line, column)
    throw error
  }
}
