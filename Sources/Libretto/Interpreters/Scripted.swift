/// Performs a flow with scripted answers, for tests of a whole flow.
///
/// ```swift
/// let result = try await cleanup.run(with: Scripted(["No"]))
/// #expect(result.transcript == "…")
/// ```
///
/// It fails, and never hangs, if an answer is missing, unused or refused.
///
/// Forms, and alerts with fields, are performed question by question. With `takesPages`, a script
/// fills in each page at once instead; the same script works either way.
public struct Scripted: Interpreter {
  /// What to do with the flow's actions.
  public enum Actions: Hashable, Sendable {
    /// Actions are only noted; a script can say what they write, or that they fail.
    case stubbed
    /// Actions are performed, except those for which the script has an entry.
    case performed
  }

  let inOrder: [ScriptedAnswer]
  let byID: [String: [ScriptedAnswer]]
  let actions: Actions
  let takesPages: Bool

  /// Makes a script of answers in order.
  /// - Parameters:
  ///   - answers: one answer for each prompt, in the order in which they are asked.
  ///   - byID: answers for particular steps, and writes of actions, by the ids of the steps.
  ///   - actions: what to do with the flow's actions.
  ///   - takesPages: whether a form is filled in as one page instead of question by question.
  public init(
    _ answers: [ScriptedAnswer], byID: [String: ScriptedAnswer] = [:],
    actions: Actions = .stubbed, takesPages: Bool = false
  ) {
    self.init(
      answers, byID: byID.mapValues { [$0] }, actions: actions, takesPages: takesPages)
  }

  /// Makes a script of answers by the ids of their steps.
  /// - Parameters:
  ///   - answers: one answer for each step, by its id or by the name of a performance: `age@2`.
  ///   - actions: what to do with the flow's actions.
  ///   - takesPages: whether a form is filled in as one page instead of question by question.
  public init(
    _ answers: [String: ScriptedAnswer], actions: Actions = .stubbed, takesPages: Bool = false
  ) {
    self.init([], byID: answers.mapValues { [$0] }, actions: actions, takesPages: takesPages)
  }

  init(
    _ inOrder: [ScriptedAnswer], byID: [String: [ScriptedAnswer]], actions: Actions,
    takesPages: Bool = false
  ) {
    self.inOrder = inOrder
    self.byID = byID
    self.actions = actions
    self.takesPages = takesPages
  }

  /// Performs a flow.
  /// - Parameter flow: the flow.
  /// - Returns: the outcome, the answers and the record.
  /// - Throws: ``ScriptedError`` if the script doesn't fit the flow, ``InvalidFlow`` if the flow
  ///   has problems.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    let session = ScriptedSession(self)
    let result = await session.explaining(try await Driver(session).perform(flow))
    // Whoever cancels the task knows that answers remain.
    if result.outcome != .cancelled { try await session.checkAllUsed(result, flow) }
    return result
  }
}
