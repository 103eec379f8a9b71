/// A question with several options, exactly one of which is the answer: an action sheet.
///
/// ```swift
/// Choose("Which size?", into: size) {
///   Option("Small", .small)
///   Option("Large", .large) { Say("Good choice.") }
/// }
/// Choose("Which name?", from: ["Bob", "Sally"], into: name)
/// ```
public struct Choose<Answer: AnswerValue>: Building.OptionsQuestion {
  /// The answer is the value of the chosen option.
  public typealias Kept = Answer
  /// The kind of prompt.
  public static var _kind: Prompt.Kind { .choose }

  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Makes the question from a draft; for internal use.
  public init(_draft: Building.Draft) { self._draft = _draft }

  /// Sets the option that is chosen when the person presses Return without typing.
  /// - Parameter answer: the value of the option.
  public func `default`(_ answer: Answer) -> Choose { with { $0.prefer([answer.answerValue]) } }
}

extension Choose where Answer == String {
  /// Declares a choice that doesn't keep the answer; it only performs the chosen option's steps.
  /// - Parameters:
  ///   - question: the question; its literal parts become the id.
  ///   - options: the options; in a chain they follow the choice.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<String> _ options: () -> Building.Options<String> = {
      Building.Options(_parts: [])
    }
  ) {
    self.init(question, nil, FlowLocation(fileID, line), options())
  }
}

/// A question with several options, any number of which can be the answer.
///
/// ```swift
/// ChooseMany("Which toppings?", into: toppings) {
///   Option("Cheese", .cheese)
///   Option("Olives", .olives)
/// }.atMost(1)
/// ChooseMany("Which days?", from: Day.self, into: days).atLeast(2, message: "Two days at least.")
/// ```
///
/// The answer is the list of the chosen values, in the order of the options.
public struct ChooseMany<Answer: AnswerValue>: Building.OptionsQuestion {
  /// The answer is the list of the chosen options' values.
  public typealias Kept = [Answer]
  /// The kind of prompt.
  public static var _kind: Prompt.Kind { .chooseMany }

  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Makes the question from a draft; for internal use.
  public init(_draft: Building.Draft) { self._draft = _draft }

  /// Sets the minimum number of answers.
  /// - Parameters:
  ///   - count: the minimum.
  ///   - message: the message for too few answers; defaults to “Choose at least 2.”.
  public func atLeast(_ count: Int, message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(
          .length(minimum: count, maximum: nil),
          message ?? Text(Words.english(.chooseAtLeast, count))))
    }
  }

  /// Sets the maximum number of answers.
  /// - Parameters:
  ///   - count: the maximum.
  ///   - message: the message for too many answers; defaults to “Choose at most 3.”.
  public func atMost(_ count: Int, message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(
          .length(minimum: nil, maximum: count),
          message ?? Text(Words.english(.chooseAtMost, count))))
    }
  }

  /// Sets the options that are chosen when the person presses Return without typing.
  /// - Parameter answers: the values of the options.
  public func `default`(_ answers: [Answer]) -> ChooseMany {
    with { $0.prefer(answers.map { $0.answerValue }) }
  }
}

extension Building {
  /// A question that the person answers by choosing one or several options.
  public protocol OptionsQuestion<Answer, Kept>: Answerable, Asking {
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
    /// The type of the answer that is kept: one value, or a list of values.
    associatedtype Kept: AnswerValue
    /// The kind of prompt; for internal use.
    static var _kind: Prompt.Kind { get }
    /// Makes the question from a draft; for internal use.
    init(_draft: Draft)
  }
}

extension Building.OptionsQuestion {
  /// Declares a choice from options.
  /// - Parameters:
  ///   - question: the question.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - options: the options; in a chain they follow the choice.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Building.Options<Answer> = {
      Building.Options(_parts: [])
    }
  ) {
    self.init(question, key, FlowLocation(fileID, line), options())
  }

  /// Declares a choice from values.
  /// - Parameters:
  ///   - question: the question.
  ///   - values: the values; each becomes an option.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - title: returns the title for a value; defaults to the value itself.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from values: [Answer], into key: Key<Kept>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      question, key, FlowLocation(fileID, line),
      listed: values.map { Choice(listed: title($0), $0.answerValue) })
  }

  /// Declares a choice from the elements of a sequence.
  ///
  /// ```swift
  /// Choose("Which room?", from: rooms, title: \.name, value: \.number, into: room)
  /// ```
  /// - Parameters:
  ///   - question: the question.
  ///   - elements: the elements; each becomes an option.
  ///   - title: returns the title for an element.
  ///   - value: returns the answer when the element is chosen.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init<Elements: Sequence>(
    _ question: Text, from elements: Elements, title: (Elements.Element) -> String,
    value: (Elements.Element) -> Answer, into key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      question, key, FlowLocation(fileID, line),
      listed: elements.map { Choice(listed: title($0), value($0).answerValue) })
  }

  /// Declares a choice from all cases of a type.
  /// - Parameters:
  ///   - question: the question.
  ///   - type: the type; each of its cases becomes an option.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - title: returns the title for a case; defaults to its raw value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from type: Answer.Type, into key: Key<Kept>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Answer: CaseIterable {
    self.init(
      question, from: Array(type.allCases), into: key, title: title, fileID: fileID, line: line)
  }

  /// Declares a choice from an answer that is a list, for example the data of a load.
  ///
  /// The options show the values themselves, or the titles of another list. If the list is empty at
  /// that time, the flow fails.
  /// - Parameters:
  ///   - question: the question.
  ///   - source: the key of the list.
  ///   - titles: the key of the titles in the same order, a list of texts; nil to show the values,
  ///     as for values beyond the last title.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from source: Key<[Answer]>, titles: Key<[String]>? = nil,
    into key: Key<Kept>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, key, FlowLocation(fileID, line), Building.Options(_parts: []))
    _draft.updatePrompt {
      $0.source = source.reference
      $0.titles = titles?.reference
    }
  }

  /// Refuses a body that performs work instead of declaring options.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ question: Text, into key: Key<Kept>,
    @OptionBuilder<Answer> _ options: () async throws -> Building.Options<Answer>
  ) {
    self.init(question, key, FlowLocation(#fileID, #line), Building.Options(_parts: []))
  }

  /// - Parameter listed: options that are data: nothing follows them, and they have no place.
  init(
    _ question: Text, _ key: Key<Kept>?, _ place: FlowLocation,
    _ options: Building.Options<Answer> = Building.Options(_parts: []), listed: [Choice] = []
  ) {
    var draft = Building.Draft(
      .prompt(Prompt(Self._kind, question, key: key?.reference, choices: listed)),
      component: key.map { Slug.name($0.name) } ?? Slug.title(question.literals), at: place)
    for branch in options._parts { draft.append(branch) }
    self.init(_draft: draft)
  }
}

extension Building.Draft {
  /// Makes exactly the options with these values the default, the first one for each value.
  mutating func prefer(_ values: [Value]) {
    if case .prompt(let prompt) = kind, let source = prompt.source {
      problems.append(OptionsFromKey.problem(ofDefaultAmong: source, at: place))
      return
    }
    updatePrompt { for index in $0.choices.indices { $0.choices[index].isDefault = false } }
    for index in branches.indices { branches[index].updateChoice { $0.isDefault = false } }
    for value in values {
      var isFound = false
      updatePrompt {
        guard let index = $0.choices.firstIndex(where: { $0.value == value }) else { return }
        $0.choices[index].isDefault = true
        isFound = true
      }
      if isFound { continue }
      if let index = branches.firstIndex(where: { $0.choice?.value == value }) {
        branches[index].updateChoice { $0.isDefault = true }
      } else {
        problems.append(DefaultOption.problem(of: value, at: place))
      }
    }
  }
}

/// One of the options of a ``Choose``: a title, a value, and the steps that follow.
///
/// ```swift
/// Option("Large", Size.large) { Say("Good choice.") }
/// ```
public struct Option<Answer: AnswerValue>: Choosable {
  /// The branch that this declaration fills.
  public var _branch: Building.DraftBranch

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
    _ title: Text, _ value: Value?, _ shortcut: Character?, _ place: FlowLocation,
    _ steps: [Building.Draft]
  ) {
    var choice = Choice(title, value: value)
    choice.shortcut = shortcut
    _branch = Building.DraftBranch(
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

  private init(
    titled title: Text, _ shortcut: Character?, _ place: FlowLocation, _ steps: [Building.Draft]
  ) {
    self.init(title, .string(title.literals), shortcut, place, steps)
    _branch.problems += OptionTitle.problems(of: title, at: place)
  }
}

extension Building {
  /// A list of options, the result of an ``OptionBuilder``.
  public struct Options<Answer: AnswerValue>: PartList {
    /// The branches of the options, in order.
    public let _parts: [DraftBranch]

    /// Makes a list of options; for internal use.
    public init(_parts: [DraftBranch]) { self._parts = _parts }
  }
}

extension Choice {
  /// An option of a list, with an id made from its value.
  init(listed title: String, _ value: Value) {
    self.init(Text(title), value: value)
    id = Slug.value(value.description)
  }
}

/// Builds the options of a ``Choose`` or ``ChooseMany``.
@resultBuilder
public enum OptionBuilder<Answer: AnswerValue>: Building.PartBuilder {
  /// The result of a body.
  public typealias List = Building.Options<Answer>

  /// Takes an option.
  public static func buildExpression(_ option: Option<Answer>) -> Building.Options<Answer> {
    Building.Options(_parts: [option._branch])
  }

  /// Takes a chain of options.
  public static func buildExpression<Opening>(
    _ chain: Building.Chain<Building.OfOptions<Answer>, Opening>
  ) -> Building.Options<Answer> {
    Building.Options(_parts: chain._nest.closed.branches)
  }

  /// Takes several options.
  public static func buildExpression(_ options: Building.Options<Answer>)
    -> Building.Options<Answer>
  { options }
}

extension OptionBuilder {
  /// Refuses a step among options.
  @available(
    *, unavailable,
    message: "a Choose holds Options; put the step inside one: Option(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Building.Options<Answer> {
    Building.Options(_parts: [])
  }

  /// Refuses a button among options.
  @available(
    *, unavailable, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
  )
  public static func buildExpression(_ button: Button) -> Building.Options<Answer> {
    Building.Options(_parts: [])
  }

  /// Refuses an option with a value of another type.
  @available(
    *, unavailable,
    message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
  )
  public static func buildExpression<Other>(_ option: Option<Other>) -> Building.Options<Answer> {
    Building.Options(_parts: [])
  }

  /// Refuses plain text among options.
  @available(*, unavailable, message: "a Choose holds Options: write Option(\"…\")")
  public static func buildExpression(_ text: String) -> Building.Options<Answer> {
    Building.Options(_parts: [])
  }
}
