// Branches and loops. They are taken when the flow is performed, unlike Swift’s own.

/// A branch on a condition, taken when the flow is performed.
///
/// ```swift
/// When(age < 18) { Say("Too young.") } otherwise: { Say("Welcome.") }
/// ```
///
/// A plain `if` in a body runs when the flow is declared, before there are any answers.
public struct When: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a branch.
  /// - Parameters:
  ///   - condition: the condition, or a key whose answer is yes or no.
  ///   - steps: the steps if it holds.
  ///   - otherwise: the steps if it doesn't.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ condition: any Building.Conditional, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(
      condition._condition, FlowLocation(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  private init(
    _ condition: Condition, _ place: FlowLocation, _ then: [Building.Draft],
    _ otherwise: [Building.Draft]
  ) {
    _draft = Building.Draft(.when(condition), at: place)
    _draft.append(Building.DraftBranch(.steps(.then), at: place, steps: then))
    _draft.append(
      Building.DraftBranch(.steps(.otherwise), component: "otherwise", at: place, steps: otherwise))
  }
}

/// A branch on the value of an answer, taken when the flow is performed.
///
/// ```swift
/// Switch(size) {
///   Case(.small) { Say("Small it is.") }
///   Case(.medium, .large) { Say("There is enough.") }
///   Default { Say("That size is unknown.") }
/// }
/// ```
///
/// A plain `switch` in a body runs when the flow is declared. If no case matches the answer and
/// there is no `Default`, the flow continues after the switch.
public struct Switch<Answer: AnswerValue>: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a branch.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - cases: the cases.
  public init(
    _ key: Key<Answer>, fileID: StaticString = #fileID, line: UInt = #line,
    @SwitchBuilder<Answer> _ cases: () -> Building.SwitchCases<Answer>
  ) {
    let place = FlowLocation(fileID, line)
    let parts = cases()._parts
    let named = parts.filter { !$0.values.isEmpty }
    _draft = Building.Draft(
      .select(
        Node.Selection(
          key: key.reference, cases: named.map(\.values))),
      at: place)
    for (index, part) in named.enumerated() {
      var branch = part.branch
      branch.part = .steps(.selected(index))
      _draft.append(branch)
    }
    let defaults = parts.filter { $0.values.isEmpty }
    // An empty default says that nothing is to be done; none says nothing.
    if let branch = defaults.first?.branch { _draft.append(branch) }
    _draft.problems += CaseCount.problems(of: parts.count, defaults: defaults.count, at: place)
  }
}

/// The steps of a ``Switch`` for some values.
public struct Case<Answer: AnswerValue>: Sendable {
  let part: Building.SwitchPart

  /// Declares the steps for one or more values.
  /// - Parameters:
  ///   - value: the value; it becomes part of the ids of the steps.
  ///   - more: more values.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - steps: the steps that follow.
  public init(
    _ value: Answer, _ more: Answer..., fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    let values = [value.answerValue] + more.map { $0.answerValue }
    part = Building.SwitchPart(
      values: values,
      branch: Building.DraftBranch(
        .steps(.selected(0)), component: Slug.value(values[0].description),
        at: FlowLocation(fileID, line),
        steps: steps()._drafts))
  }
}

/// The steps of a ``Switch`` if no case matches the answer.
public struct Default: Sendable {
  let part: Building.SwitchPart

  /// Declares the steps for all other answers.
  /// - Parameters:
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  ///   - steps: the steps that follow.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, @FlowBuilder _ steps: () -> Steps
  ) {
    part = Building.SwitchPart(
      values: [],
      branch: Building.DraftBranch(
        .steps(.otherwise), component: "default", at: FlowLocation(fileID, line),
        steps: steps()._drafts))
  }
}

extension Building {
  /// A case or the default, until the flow is built.
  public struct SwitchPart: Sendable {
    /// Empty for the default.
    let values: [Value]
    let branch: DraftBranch
  }

  /// The cases of a ``Switch``, the result of a ``SwitchBuilder``.
  public struct SwitchCases<Answer: AnswerValue>: PartList {
    /// The cases, in order.
    public let _parts: [SwitchPart]

    /// Makes a list of cases; for internal use.
    public init(_parts: [SwitchPart]) { self._parts = _parts }
  }
}

/// Builds the cases of a ``Switch``.
@resultBuilder
public enum SwitchBuilder<Answer: AnswerValue>: Building.PartBuilder {
  /// The result of a body.
  public typealias List = Building.SwitchCases<Answer>

  /// Takes a case.
  public static func buildExpression(_ part: Case<Answer>) -> Building.SwitchCases<Answer> {
    Building.SwitchCases(_parts: [part.part])
  }

  /// Takes the default.
  public static func buildExpression(_ part: Default) -> Building.SwitchCases<Answer> {
    Building.SwitchCases(_parts: [part.part])
  }
}

extension SwitchBuilder {
  /// Refuses a step among cases.
  @available(
    *, unavailable,
    message: "a Switch holds Cases; put the step inside one: Case(value) { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Building.SwitchCases<Answer> {
    Building.SwitchCases(_parts: [])
  }
}

/// A loop, performed when the flow is performed.
///
/// ```swift
/// Repeat(times: 3) { Ask("Your guess?", into: guess) }
/// Repeat(while: score < 10) { … }
/// Repeat { Ask("Another?", into: another) } until: { another == false }
/// ```
///
/// A plain `for` in a body runs when the flow is declared.
public struct Repeat: Building.Declaration {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

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
  ///   - condition: the condition, or a key whose answer is yes or no.
  ///   - steps: the steps to repeat; in a chain they follow the loop.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    while condition: any Building.Conditional, fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(.whileTrue(condition._condition), FlowLocation(fileID, line), steps()._drafts)
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

  private init(_ loop: Node.Loop, _ place: FlowLocation, _ steps: [Building.Draft]) {
    _draft = Building.Draft(.loop(loop), at: place)
    _draft.append(Building.DraftBranch(.steps(.body), at: place, steps: steps))
  }
}
