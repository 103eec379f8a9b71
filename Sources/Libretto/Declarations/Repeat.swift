/// A loop that goes round when the flow is performed.
///
/// ```swift
/// Repeat(times: 3) { Ask("Your guess?", into: guess) }
/// Repeat(while: score < 10) { … }
/// Repeat { Ask("Another?", into: another) } until: { another == false }
/// ```
///
/// A plain `for` in a body runs when the flow is declared.
public struct Repeat: Declaration {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a loop that goes round so many times.
  /// - Parameters:
  ///   - times: how often; not negative.
  ///   - steps: what is repeated.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    times: Int, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(.times(times), Place(fileID, line), steps()._drafts)
  }

  /// Declares a loop that goes round as long as a condition holds, asked before each round.
  /// - Parameters:
  ///   - condition: what decides.
  ///   - steps: what is repeated.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    while condition: Condition, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(.whileTrue(condition), Place(fileID, line), steps()._drafts)
  }

  /// Declares a loop that goes round as long as an answer is yes, asked before each round.
  /// - Parameters:
  ///   - key: the answer that decides.
  ///   - steps: what is repeated.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    while key: Key<Bool>, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(.whileTrue(key == true), Place(fileID, line), steps()._drafts)
  }

  /// Declares a loop that goes round until a condition holds, asked after each round.
  /// - Parameters:
  ///   - steps: what is repeated.
  ///   - condition: what ends it.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps, until condition: () -> Condition
  ) {
    self.init(.until(condition()), Place(fileID, line), steps()._drafts)
  }

  /// Declares a loop that goes round until a `Break()` or the end of the flow.
  /// - Parameters:
  ///   - steps: what is repeated.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(.whileTrue(Condition(.all([]))), Place(fileID, line), steps()._drafts)
  }

  private init(_ loop: Node.Loop, _ place: Place, _ steps: [Draft]) {
    _draft = Draft(.loop(loop, []), at: place)
    _draft.append(Branch(at: place, steps: steps))
  }
}
