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
      answers, byID: byID.mapValues { [$0] }, actions: actions, takesPages: takesPages,
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
      [], byID: answers.mapValues { [$0] }, actions: actions, takesPages: takesPages,
      location: ScriptedError.Location(fileID, filePath, line, column))
  }

  init(
    _ inOrder: [ScriptedAnswer], byID: [String: [ScriptedAnswer]], actions: Actions,
    takesPages: Bool = false, location: ScriptedError.Location? = nil
  ) {
    self.inOrder = inOrder
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
