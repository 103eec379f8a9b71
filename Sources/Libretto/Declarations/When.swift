/// A branch on a condition, taken when the flow is performed.
///
/// ```swift
/// When(age < 18) { Say("Too young.") } otherwise: { Say("Welcome.") }
/// ```
///
/// A plain `if` in a body runs when the flow is declared, before there are any answers.
public struct When: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a branch.
  /// - Parameters:
  ///   - condition: the condition.
  ///   - steps: the steps if it holds.
  ///   - otherwise: the steps if it doesn't.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ condition: Condition, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(condition, FlowLocation(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  // Disfavoured, so that the type checker doesn't also try a comparison as this overload's key:
  // that made a hundred branches on one comparison take 0.52 s instead of 0.33.

  /// Declares a branch on a yes-or-no answer.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - steps: the steps after yes.
  ///   - otherwise: the steps after no.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(key == true, FlowLocation(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  private init(_ condition: Condition, _ place: FlowLocation, _ then: [Draft], _ otherwise: [Draft])
  {
    _draft = Draft(.when(condition), at: place)
    _draft.append(DraftBranch(.steps(.then), at: place, steps: then))
    _draft.append(
      DraftBranch(.steps(.otherwise), component: "otherwise", at: place, steps: otherwise))
  }
}
