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

extension OptionsQuestion {
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
    @OptionBuilder<Answer> _ options: () -> Options<Answer> = { Options(_parts: []) }
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
    let place = FlowLocation(fileID, line)
    self.init(question, key, place, Options(values, title, place))
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
    let place = FlowLocation(fileID, line)
    self.init(question, key, place, Options(elements.map { (title($0), value($0)) }, place))
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
    self.init(question, key, FlowLocation(fileID, line), Options(_parts: []))
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
    @OptionBuilder<Answer> _ options: () async throws -> Options<Answer>
  ) {
    self.init(question, key, FlowLocation(#fileID, #line), Options(_parts: []))
  }

  init(_ question: Text, _ key: Key<Kept>?, _ place: FlowLocation, _ options: Options<Answer>) {
    var draft = Draft(
      .prompt(Prompt(Self._kind, question, key: key?.reference)),
      component: key.map { Slug.name($0.name) } ?? Slug.title(question.literals), at: place)
    for branch in options._parts { draft.append(branch) }
    self.init(_draft: draft)
  }
}

extension Draft {
  /// Makes exactly the options with these values the default, the first one for each value.
  mutating func prefer(_ values: [Value]) {
    if case .prompt(let prompt) = kind, let source = prompt.source {
      problems.append(OptionsFromKey.problem(ofDefaultAmong: source, at: place))
      return
    }
    for index in branches.indices { branches[index].updateChoice { $0.isDefault = false } }
    for value in values {
      if let index = branches.firstIndex(where: { $0.choice?.value == value }) {
        branches[index].updateChoice { $0.isDefault = true }
      } else {
        problems.append(DefaultOption.problem(of: value, at: place))
      }
    }
  }
}
