/// Performs a flow with scripted answers: what a test of a whole flow is made of.
///
/// ```swift
/// let result = try await cleanup.run(with: Scripted(["No"]))
/// #expect(result.transcript == "…")
/// ```
///
/// It fails, and never hangs, on an answer that is missing, not used or refused.
///
/// Forms, and alerts with fields, are performed question by question. A script that takes pages fills
/// each in at once instead; the same script performs a flow either way.
public struct Scripted: Interpreter {
  /// What becomes of the flow's actions.
  public enum Actions: Hashable, Sendable {
    /// They are only noted; a script may say what they write, or that they fail.
    case stubbed
    /// They are really performed, but those for which the script has something to say.
    case performed
  }

  let inOrder: [ScriptedAnswer]
  let byID: [String: [ScriptedAnswer]]
  let actions: Actions
  let takesPages: Bool

  /// Makes a script of answers in order.
  /// - Parameters:
  ///   - answers: one for each prompt, in the order in which they are asked.
  ///   - byID: answers for particular steps, and what actions write, by the ids of the steps.
  ///   - actions: what becomes of the flow's actions.
  ///   - takesPages: whether a form is filled in as one page, rather than question by question.
  public init(
    _ answers: [ScriptedAnswer], byID: [String: ScriptedAnswer] = [:],
    actions: Actions = .stubbed, takesPages: Bool = false
  ) {
    self.init(
      answers, byID: byID.mapValues { [$0] }, actions: actions, takesPages: takesPages)
  }

  /// Makes a script of answers by the ids of their steps.
  /// - Parameters:
  ///   - answers: for each step one answer, by its id or by the name of a performance: `age@2`.
  ///   - actions: what becomes of the flow's actions.
  ///   - takesPages: whether a form is filled in as one page, rather than question by question.
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
  /// - Throws: ``ScriptedError`` where flow and script do not fit; ``InvalidFlow`` where
  ///   something is wrong with the flow.
  public func perform(_ flow: Flow) async throws -> FlowResult {
    let session = ScriptedSession(self)
    let result = await session.explaining(try await Driver(session).perform(flow))
    // Who called it off knows that answers are left.
    if result.outcome != .cancelled { try await session.checkAllUsed(result, flow) }
    return result
  }
}
