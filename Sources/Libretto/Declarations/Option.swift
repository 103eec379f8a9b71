/// One of the options of a ``Choose``: a title, a value, and the steps that follow.
///
/// ```swift
/// Option("Large", Size.large) { Say("Good choice.") }
/// ```
public struct Option<Answer: AnswerValue>: Choosable {
  /// The branch that this declaration fills.
  public var _branch: DraftBranch

  /// Declares an option with a value.
  /// - Parameters:
  ///   - title: the title; its literal parts become the option's id.
  ///   - value: the answer when it is chosen.
  ///   - shortcut: a letter that the person can type to choose it.
  ///   - steps: the steps that follow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, _ value: Answer, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(title, value.answerValue, shortcut, FlowLocation(fileID, line), steps()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, _ value: Answer, shortcut: Character? = nil,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, value.answerValue, shortcut, FlowLocation(#fileID, #line), [])
  }

  fileprivate init(
    _ title: Text, _ value: Value?, _ shortcut: Character?, _ place: FlowLocation, _ steps: [Draft]
  ) {
    var choice = Choice(title, value: value)
    choice.shortcut = shortcut
    _branch = DraftBranch(
      .choice(choice), component: Slug.title(title.literals), at: place, steps: steps)
  }
}

extension Option where Answer == String {
  /// Declares an option whose value is its title.
  /// - Parameters:
  ///   - title: the title, also the answer when it is chosen.
  ///   - shortcut: a letter that the person can type to choose it.
  ///   - steps: the steps that follow.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(titled: title, shortcut, FlowLocation(fileID, line), steps()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, shortcut: Character? = nil, @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, nil, shortcut, FlowLocation(#fileID, #line), [])
  }

  private init(titled title: Text, _ shortcut: Character?, _ place: FlowLocation, _ steps: [Draft])
  {
    self.init(title, .string(title.literals), shortcut, place, steps)
    _branch.problems += OptionTitle.problems(of: title, at: place)
  }
}

/// A list of options, the result of an ``OptionBuilder``.
public struct Options<Answer: AnswerValue>: PartList {
  /// The branches of the options, in order.
  public let _parts: [DraftBranch]

  /// Makes a list of options; for internal use.
  public init(_parts: [DraftBranch]) { self._parts = _parts }

  /// Makes an option for each value, with an id made from the value.
  init(_ values: [Answer], _ title: (Answer) -> String, _ place: FlowLocation) {
    self.init(values.map { (title($0), $0) }, place)
  }

  /// Makes an option for each title and value, with an id made from the value.
  init(_ pairs: [(title: String, value: Answer)], _ place: FlowLocation) {
    _parts = pairs.map { title, answer in
      let value = answer.answerValue
      var branch = DraftBranch(
        .choice(Choice(Text(title), value: value)), component: Slug.title(title), at: place)
      branch.explicitID = Slug.value(value.description)
      return branch
    }
  }
}
