/// A question that is answered by choosing from options: one of them, or several.
public protocol OptionsQuestion<Answer, Kept>: Answerable, Asking {
  /// The type of the options’ values.
  associatedtype Answer: AnswerValue
  /// The type of what is kept: one value, or a list of them.
  associatedtype Kept: AnswerValue
  /// Whether one is chosen or several; not for use from outside.
  static var _kind: Prompt.Kind { get }
  /// Makes the question of a draft; not for use from outside.
  init(_draft: Draft)
}

extension OptionsQuestion {
  /// Declares a choice from options.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the choice is kept; its name makes the question's id.
  ///   - options: the options; those of a chain follow it.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Options<Answer> = { Options(_parts: []) }
  ) {
    self.init(question, key, Place(fileID, line), options())
  }

  /// Declares a choice from values.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - values: the values, each an option.
  ///   - key: where the choice is kept; its name makes the question's id.
  ///   - title: what the person reads for a value; defaults to the value itself.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from values: [Answer], into key: Key<Kept>,
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
  ///   - key: where the choice is kept; its name makes the question's id.
  ///   - title: what the person reads for a case; defaults to its raw value.
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

  /// Declares a choice from an answer, a list that a load may have filled.
  ///
  /// The values themselves are what the person reads. A list that is empty by then fails the flow.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - source: the key whose answer is the options.
  ///   - key: where the choice is kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from source: Key<[Answer]>, into key: Key<Kept>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, key, Place(fileID, line), Options(_parts: []))
    _draft.updatePrompt { $0.source = source.reference }
  }

  /// Refuses work where options belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ question: Text, into key: Key<Kept>,
    @OptionBuilder<Answer> _ options: () async throws -> Options<Answer>
  ) {
    self.init(question, key, Place(#fileID, #line), Options(_parts: []))
  }

  init(_ question: Text, _ key: Key<Kept>?, _ place: Place, _ options: Options<Answer>) {
    var draft = Draft(
      .prompt(Prompt(Self._kind, question, key: key?.reference)),
      component: key.map { Slug.name($0.name) } ?? Slug.title(question.literals), at: place)
    for branch in options._parts { draft.append(branch) }
    self.init(_draft: draft)
  }
}

extension Draft {
  /// Makes the options with these values the default, of equal ones the first, and no others.
  mutating func prefer(_ values: [Value]) {
    if case .prompt(let prompt) = node, let source = prompt.source {
      problems.append(OptionsFromKey.problem(ofDefaultAmong: source, at: place))
      return
    }
    for index in branches.indices { branches[index].choice?.isPreferred = false }
    for value in values {
      if let index = branches.firstIndex(where: { $0.choice?.value == value }) {
        branches[index].choice?.isPreferred = true
      } else {
        problems.append(DefaultOption.problem(of: value, at: place))
      }
    }
  }
}
