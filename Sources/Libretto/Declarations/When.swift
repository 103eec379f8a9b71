/// A branch that is taken, or not, when the flow is performed.
///
/// ```swift
/// When(age < 18) { Say("Too young.") } otherwise: { Say("Welcome.") }
/// ```
///
/// A plain `if` in a body runs when the flow is declared, before anybody has answered.
public struct When: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a branch.
  /// - Parameters:
  ///   - condition: what decides.
  ///   - steps: what follows when it holds.
  ///   - otherwise: what follows when it does not.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ condition: Condition, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(condition, Place(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  // Disfavoured, so that the type checker does not try a comparison as this one's key too: that
  // made a hundred branches on one comparison take 0.52 s instead of 0.33.

  /// Declares a branch on an answer that is yes or no.
  /// - Parameters:
  ///   - key: the answer that decides.
  ///   - steps: what follows yes.
  ///   - otherwise: what follows no.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    _ key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps,
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(key == true, Place(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  private init(_ condition: Condition, _ place: Place, _ then: [Draft], _ otherwise: [Draft]) {
    _draft = Draft(.when(condition, then: [], otherwise: []), at: place)
    _draft.append(Branch(at: place, steps: then))
    _draft.append(Branch(component: "otherwise", at: place, steps: otherwise))
  }
}
