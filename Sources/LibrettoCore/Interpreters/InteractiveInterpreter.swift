/// Something that performs a flow, exports it, or makes something else from it.
///
/// ```swift
/// let result = try await flow.run(with: Scripted(["Yes"]))
/// let json = try JSONExporter().perform(flow)
/// ```
public protocol Interpreter<Output>: Sendable {
  /// The result of interpreting a flow.
  associatedtype Output: Sendable
  /// Interprets a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the result.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and errors of the interpreter itself.
  func perform(_ flow: Flow) async throws -> Output
}

extension Flow {
  /// Interprets the flow with an interpreter.
  /// - Parameter interpreter: the interpreter.
  /// - Returns: the interpreter's result.
  /// - Throws: ``InvalidFlow`` if the flow has problems, and errors of the interpreter itself.
  public func run<Output>(with interpreter: some Interpreter<Output>) async throws -> Output {
    try await interpreter.perform(self)
  }
}

extension JSONExporter: Interpreter {}

/// An interpreter that performs a flow with a person, or with a program that answers like one.
///
/// Two functions are required: `show` for texts, and ``ask(_:)``. Libretto asks again after invalid
/// answers, performs actions and keeps the journal.
///
/// ```swift
/// struct Chat: InteractiveInterpreter {
///   func show(_ text: String) async throws { await channel.send(text) }
///   func ask(_ question: Question) async throws -> Reply {
///     await channel.send(question.problem ?? question.title)
///     return .text(await channel.receive())
///   }
/// }
/// ```
public protocol InteractiveInterpreter: Interpreter where Output == FlowResult {
  /// Shows a text, as that of a `Say`.
  /// - Parameter text: the text, with its placeholders filled in.
  /// - Throws: an error that ends the run as failed.
  func show(_ text: String) async throws
  /// Shows what the flow says: a `Say`, a `Heading`, which begins a new part of the dialog, or a `Note`.
  ///
  /// The default shows its ``Statement/words`` as a text.
  /// - Parameter statement: what the flow says, with its placeholders filled in.
  /// - Throws: an error that ends the run as failed.
  func show(_ statement: Statement) async throws
  /// Asks a question.
  ///
  /// If an answer is refused, Libretto calls this function again with ``Question/problem`` set.
  /// - Parameter question: the question, with its texts filled in.
  /// - Returns: the answer, or what the person wants instead.
  /// - Throws: an error that ends the run as failed.
  func ask(_ question: Question) async throws -> Reply
  /// Asks a question and reports drafts of the answer while the person types.
  ///
  /// The default asks without reporting drafts.
  /// - Parameters:
  ///   - question: the question, with its texts filled in.
  ///   - drafting: receives the drafts.
  /// - Returns: the answer, or what the person wants instead.
  /// - Throws: an error that ends the run as failed.
  func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws -> Reply
  /// Shows an alert without buttons until it dismisses itself.
  ///
  /// The default shows the title and the message, and doesn't wait.
  /// - Parameter question: the alert.
  /// - Throws: an error that ends the run as failed.
  func showNotice(_ question: Question) async throws
  /// Performs a named action, or replaces its work.
  ///
  /// The default performs the action.
  /// - Parameters:
  ///   - action: the action.
  ///   - work: the answers that the action can read and write.
  /// - Throws: an error that fails the action.
  func perform(_ action: Action, with work: Work) async throws
  /// Performs the work of a load, or replaces it.
  ///
  /// The default performs the work.
  /// - Parameters:
  ///   - action: the work of the load.
  ///   - work: the answers that the work can read.
  /// - Returns: the data; nil for no data.
  /// - Throws: an error that fails this try of the load.
  func load(_ action: Action, with work: Work) async throws -> Value?
  /// Performs the host's check of an answer, or replaces it.
  ///
  /// The default performs the check.
  /// - Parameters:
  ///   - check: the check.
  ///   - value: the answer, which satisfies the question's rules.
  /// - Returns: whether the answer passes.
  /// - Throws: an error that ends the run as failed.
  func check(_ check: AnswerCheck, of value: Value) async throws -> Bool
  /// Undoes what an action did, or replaces the undo.
  ///
  /// The default performs the undo.
  /// - Parameters:
  ///   - action: the action.
  ///   - work: the answers that the action was given, and its writes.
  /// - Throws: an error that fails the undo.
  func undo(_ action: Action, with work: Work) async throws
  /// Shows that work with a `loading` text is being performed; called only if it takes longer than
  /// a moment.
  ///
  /// The default shows nothing.
  /// - Parameter text: what to show.
  /// - Throws: an error that ends the run as failed.
  func showLoading(_ text: String) async throws
  /// Shows how far work has got; called at most once in each ``progressInterval``, if something has
  /// changed.
  ///
  /// The default shows nothing.
  /// - Parameter progress: the work that is being performed and has reported its progress.
  /// - Throws: an error that ends the run as failed.
  func showProgress(_ progress: [WorkProgress]) async throws
  /// Shows a line that work has logged.
  ///
  /// The default shows it as the text of a `Say`.
  /// - Parameter line: the line.
  /// - Throws: an error that ends the run as failed.
  func showLog(_ line: String) async throws
  /// The shortest time between two calls of ``showProgress(_:)``, in steps of 100 milliseconds; by
  /// default, one second.
  var progressInterval: Duration { get }
  /// Waits, using the interpreter's clock.
  ///
  /// The default uses the system's clock.
  /// - Parameter duration: how long to wait.
  /// - Throws: `CancellationError` if the task is cancelled; any other error ends the run as
  ///   failed.
  func sleep(for duration: Duration) async throws
  /// The time for the journal.
  var now: Timestamp { get }
  /// The current day where the person is, for rules such as `.daysFromToday(0...)` and for an
  /// answer such as “tomorrow”; by default, that of the process.
  var today: CalendarDay { get }
  /// Returns what is at a path, for rules such as `.path(.existing)`.
  ///
  /// The default asks the file system.
  /// - Parameter path: the path as the person typed it.
  /// - Returns: nil if that can't be found out.
  func state(ofPath path: String) -> PathState?
  /// Whether it performs the flow's actions instead of replacing their work. If so, a flow that
  /// lacks a closure is refused before the first prompt.
  var performsActions: Bool { get }
  /// The product's own sentences in the language of the person; by default, English.
  var words: Words { get }
}

extension InteractiveInterpreter {
  /// Shows the words of the statement.
  /// - Throws: the error of the function that shows a text.
  public func show(_ statement: Statement) async throws { try await show(statement.words) }

  /// Shows the title and the message, and doesn't wait.
  /// - Throws: the error of the function that shows a text.
  public func showNotice(_ question: Question) async throws {
    try await show(
      ([question.title] + (question.message.map { [$0] } ?? [])).joined(separator: "\n"))
  }

  /// Performs the action.
  /// - Throws: the error that the action throws; ``Failure`` if it has no closure.
  public func perform(_ action: Action, with work: Work) async throws {
    try await action.perform(with: work)
  }

  /// Asks without reporting drafts.
  /// - Throws: the error of ``ask(_:)``.
  public func ask(_ question: Question, reportingDraftsTo drafting: DraftReporter) async throws
    -> Reply
  {
    try await ask(question)
  }

  /// Performs the work.
  /// - Throws: the error that the work throws; ``Failure`` if it has no closure.
  public func load(_ action: Action, with work: Work) async throws -> Value? {
    try await action.load(with: work)
  }

  /// Performs the check.
  /// - Throws: the error that the check throws.
  public func check(_ check: AnswerCheck, of value: Value) async throws -> Bool {
    try await check.perform(on: value)
  }

  /// Performs the undo.
  /// - Throws: the error that the undo throws.
  public func undo(_ action: Action, with work: Work) async throws {
    try await action.undo(with: work)
  }

  /// Shows nothing.
  public func showLoading(_ text: String) async throws {}

  /// Shows nothing.
  public func showProgress(_ progress: [WorkProgress]) async throws {}

  /// Shows the line as text.
  /// - Throws: the error of the function that shows a text.
  public func showLog(_ line: String) async throws { try await show(line) }

  /// One second.
  public var progressInterval: Duration { .seconds(1) }

  /// Sleeps, using the system's clock.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await ContinuousClock().sleep(for: duration)
  }

  /// The system's time.
  public var now: Timestamp { Timestamp.now }

  /// The current day in the time zone of the process.
  public var today: CalendarDay { .today }

  /// Asks the file system.
  public func state(ofPath path: String) -> PathState? { .ofDisk(path) }

  /// Returns true: actions are performed.
  public var performsActions: Bool { true }

  /// English.
  public var words: Words { .english }

  /// Performs a flow from start to end.
  /// - Parameter flow: the flow.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    try await Driver(self).perform(flow)
  }
}

/// A person's reply to a question.
public enum Reply: Hashable, Sendable {
  /// Text that the person typed or said; it is read as the question requires.
  case text(String)
  /// The answer as data: a value, yes or no, or the id of a button or option.
  case given(Given)
  /// The person wants to go back to the previous question.
  case back
  /// The person cancelled the flow.
  case cancelled
  /// The time of the question is up.
  case timedOut
  /// There is no more input.
  case endOfInput
}
