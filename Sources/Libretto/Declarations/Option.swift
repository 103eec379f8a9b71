/// One of the answers of a ``Choose``: what the person reads, the value, the steps that follow.
///
/// ```swift
/// Option("Large", Size.large) { Say("Good choice.") }
/// ```
public struct Option<Answer: AnswerValue>: Sendable {
  var branch: Branch

  /// Declares an option with a value and steps.
  /// - Parameters:
  ///   - title: what the person reads; its literal pieces make the option's id.
  ///   - value: what is kept when it is chosen.
  ///   - shortcut: a letter that chooses it at a prompt.
  ///   - steps: what follows.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, _ value: Answer, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(title, value.answerValue, shortcut, Place(fileID, line), steps()._drafts)
  }

  /// Declares an option with a value.
  /// - Parameters:
  ///   - title: what the person reads; its literal pieces make the option's id.
  ///   - value: what is kept when it is chosen.
  ///   - shortcut: a letter that chooses it at a prompt.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, _ value: Answer, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(title, value.answerValue, shortcut, Place(fileID, line), [])
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, _ value: Answer, shortcut: Character? = nil,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, value.answerValue, shortcut, Place(#fileID, #line), [])
  }

  fileprivate init(
    _ title: Text, _ value: Value?, _ shortcut: Character?, _ place: Place, _ steps: [Draft]
  ) {
    var choice = Choice(title, value: value)
    choice.shortcut = shortcut
    branch = Branch(choice, component: Slug.title(title.literals), at: place, steps: steps)
  }

  /// Makes this the option that is chosen when the person presses Return without typing.
  public func preferred() -> Option {
    var copy = self
    copy.branch.choice?.isPreferred = true
    return copy
  }

  /// Gives the option a stable identity, whatever its title becomes later.
  /// - Parameter id: letters, digits, `-`, `_`, `.` and `/`; unique in the choice.
  public func id(_ id: String) -> Option {
    var copy = self
    copy.branch.explicitID = id
    return copy
  }

  /// Gives the option another identity than it had, so that runs which were saved before go on.
  /// - Parameters:
  ///   - id: letters, digits, `-`, `_`, `.` and `/`; unique in the choice.
  ///   - old: the id that the option had.
  ///   - older: ids that it had before that one.
  public func id(_ id: String, was old: String, _ older: String...) -> Option {
    var copy = self.id(id)
    copy.branch.was = [old] + older
    return copy
  }
}

extension Option where Answer == String {
  /// Declares an option whose value is its title.
  /// - Parameters:
  ///   - title: what the person reads, and what is kept when it is chosen.
  ///   - shortcut: a letter that chooses it at a prompt.
  ///   - steps: what follows.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps
  ) {
    self.init(titled: title, shortcut, Place(fileID, line), steps()._drafts)
  }

  /// Declares an option whose value is its title.
  /// - Parameters:
  ///   - title: what the person reads, and what is kept when it is chosen.
  ///   - shortcut: a letter that chooses it at a prompt.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, shortcut: Character? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(titled: title, shortcut, Place(fileID, line), [])
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, shortcut: Character? = nil, @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(title, nil, shortcut, Place(#fileID, #line), [])
  }

  private init(titled title: Text, _ shortcut: Character?, _ place: Place, _ steps: [Draft]) {
    self.init(title, .string(title.literals), shortcut, place, steps)
    if !title.keys.isEmpty {
      branch.problems.append(
        "the title shows an answer, so it can't be the option’s value; "
          + "give the value: Option(\"…\", value)")
    }
  }
}

/// What can stand in a choice: options of one type.
public protocol ChooseContent<Answer>: Sendable {
  /// The type of the options' values.
  associatedtype Answer: AnswerValue
  /// The options as the library keeps them; not for use from outside.
  var _options: Options<Answer> { get }
}

extension Option: ChooseContent {
  /// The option itself, as options.
  public var _options: Options<Answer> { Options([branch]) }
}

/// Several options in a row, which is what an ``OptionBuilder`` makes of a body.
public struct Options<Answer: AnswerValue>: ChooseContent {
  let branches: [Branch]

  init(_ branches: [Branch]) {
    self.branches = branches
  }

  /// An option for each value, with an id that the value makes.
  init(_ values: [Answer], _ title: (Answer) -> String, _ place: Place) {
    branches = values.map { answer in
      let value = answer.answerValue
      var branch = Branch(
        Choice(Text(title(answer)), value: value), component: Slug.title(title(answer)), at: place)
      branch.explicitID = Slug.value(value.description)
      return branch
    }
  }

  /// The options themselves.
  public var _options: Options<Answer> { self }
}
