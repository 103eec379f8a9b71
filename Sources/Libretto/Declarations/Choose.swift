/// A question that is answered with exactly one of several options: an action sheet.
///
/// ```swift
/// Choose("Which size?", into: size) {
///   Option("Small", .small)
///   Option("Large", .large) { Say("Good choice.") }
/// }
/// Choose("Which name?", from: ["Bob", "Sally"], into: name)
/// ```
public struct Choose<Answer: AnswerValue>: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a choice from options.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the chosen value is kept; its name makes the question's id.
  ///   - options: the options.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Options<Answer>
  ) {
    self.init(question, key, Place(fileID, line), options())
  }

  /// Declares a choice whose options follow.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the chosen value is kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, key, Place(fileID, line), Options([]))
  }

  /// Declares a choice from values.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - values: the values, each an option.
  ///   - key: where the chosen value is kept; its name makes the question's id.
  ///   - title: what the person reads for a value; defaults to the value itself.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from values: [Answer], into key: Key<Answer>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(fileID, line)
    self.init(question, key, place, Options(values, title, place))
  }

  /// Declares a choice from all cases of a type.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - type: the type; each of its cases is an option.
  ///   - key: where the chosen value is kept; its name makes the question's id.
  ///   - title: what the person reads for a case; defaults to its raw value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from type: Answer.Type, into key: Key<Answer>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Answer: CaseIterable {
    self.init(
      question, from: Array(type.allCases), into: key, title: title, fileID: fileID, line: line)
  }

  /// Declares a choice from an answer, a list that a load may have filled.
  ///
  /// The values themselves are what the person reads. A list that is empty by then fails the flow.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - source: the key whose answer is the options.
  ///   - key: where the chosen value is kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from source: Key<[Answer]>, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, key, Place(fileID, line), Options([]))
    _draft.updatePrompt { $0.source = source.reference }
  }

  /// Refuses work where options belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ question: Text, into key: Key<Answer>,
    @OptionBuilder<Answer> _ options: () async throws -> Options<Answer>
  ) {
    self.init(question, key, Place(#fileID, #line), Options([]))
  }

  fileprivate init(
    _ question: Text, _ key: Key<Answer>?, _ place: Place, _ options: Options<Answer>
  ) {
    _draft = Draft(
      .prompt(Prompt(.choose, question, key: key?.reference)),
      component: key.map { Slug.name($0.name) } ?? Slug.title(question.literals), at: place)
    for branch in options.branches { _draft.append(branch) }
  }

  /// Makes the option with this value the one that is chosen when the person presses Return without typing.
  /// - Parameter answer: the value of one of the options.
  public func `default`(_ answer: Answer) -> Choose {
    var copy = self
    copy._draft.prefer([answer.answerValue])
    return copy
  }

  /// Sets what is said when the person asks for help.
  /// - Parameter text: what is said.
  public func help(_ text: Text) -> Choose {
    var copy = self
    copy._draft.updatePrompt { $0.help = text }
    return copy
  }
}

extension Choose where Answer == String {
  /// Declares a choice whose answer is not kept: only the chosen option's steps follow.
  /// - Parameters:
  ///   - question: what the person is asked; its literal pieces make the question's id.
  ///   - options: the options.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<String> _ options: () -> Options<String>
  ) {
    self.init(question, nil, Place(fileID, line), options())
  }

  /// Declares a choice whose options follow and whose answer is not kept.
  /// - Parameters:
  ///   - question: what the person is asked; its literal pieces make the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(_ question: Text, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(question, nil, Place(fileID, line), Options([]))
  }
}
