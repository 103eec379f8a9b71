/// A loop, performed when the flow is performed.
///
/// ```swift
/// Repeat(times: 3) { Ask("Your guess?", into: guess) }
/// Repeat(while: score < 10) { … }
/// Repeat { Ask("Another?", into: another) } until: { another == false }
/// ```
///
/// A plain `for` in a body runs when the flow is declared.
public struct Repeat: Declaration {
  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a loop with a fixed number of rounds.
  /// - Parameters:
  ///   - times: the number of rounds; not negative.
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    times: Int, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(.times(times), FlowLocation(fileID, line), steps()._drafts)
  }

  /// Declares a loop that continues while a condition holds, tested before each round.
  /// - Parameters:
  ///   - condition: the condition.
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    while condition: Condition, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(.whileTrue(condition), FlowLocation(fileID, line), steps()._drafts)
  }

  /// Declares a loop that continues while an answer is yes, tested before each round.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    while key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(.whileTrue(key == true), FlowLocation(fileID, line), steps()._drafts)
  }

  /// Declares a loop that continues until a condition holds, tested after each round.
  /// - Parameters:
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - condition: the condition that ends the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    until condition: () -> Condition
  ) {
    self.init(.until(condition()), FlowLocation(fileID, line), steps()._drafts)
  }

  /// Declares a loop that continues until an answer is yes, tested after each round.
  /// - Parameters:
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - key: the key of the answer that ends the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  @_disfavoredOverload
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    until key: () -> Key<Bool>
  ) {
    self.init(.until(key() == true), FlowLocation(fileID, line), steps()._drafts)
  }

  /// Declares a loop that continues until a `Break()` or the end of the flow.
  /// - Parameters:
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(.whileTrue(Condition(.all([]))), FlowLocation(fileID, line), steps()._drafts)
  }

  private init(_ loop: Node.Loop, _ place: FlowLocation, _ steps: [Draft]) {
    _draft = Draft(.loop(loop), at: place)
    _draft.append(DraftBranch(.steps(.body), at: place, steps: steps))
  }
}
