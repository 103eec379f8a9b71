/// A question that is answered with several of several options, or with none.
///
/// ```swift
/// ChooseMany("Which toppings?", into: toppings) {
///   Option("Cheese", .cheese)
///   Option("Olives", .olives)
/// }.atMost(1)
/// ChooseMany("Which days?", from: Day.self, into: days).atLeast(2, "Two days at least.")
/// ```
///
/// The answer is the list of the chosen values, in the order of the options.
public struct ChooseMany<Answer: AnswerValue>: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a choice of several from options.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the chosen values are kept; its name makes the question's id.
  ///   - options: the options, none with steps.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<[Answer]>,
    fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<Answer> _ options: () -> Options<Answer>
  ) {
    self.init(question, key, Place(fileID, line), options())
  }

  /// Declares a choice of several whose options follow.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the chosen values are kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<[Answer]>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(question, key, Place(fileID, line), Options([]))
  }

  /// Declares a choice of several from values.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - values: the values, each an option.
  ///   - key: where the chosen values are kept; its name makes the question's id.
  ///   - title: what the person reads for a value; defaults to the value itself.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from values: [Answer], into key: Key<[Answer]>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = Place(fileID, line)
    self.init(question, key, place, Options(values, title, place))
  }

  /// Declares a choice of several from all cases of a type.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - type: the type; each of its cases is an option.
  ///   - key: where the chosen values are kept; its name makes the question's id.
  ///   - title: what the person reads for a case; defaults to its raw value.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from type: Answer.Type, into key: Key<[Answer]>,
    title: (Answer) -> String = { $0.answerValue.description },
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Answer: CaseIterable {
    self.init(
      question, from: Array(type.allCases), into: key, title: title, fileID: fileID, line: line)
  }

  /// Declares a choice of several from an answer, a list that a load may have filled.
  ///
  /// The values themselves are what the person reads. A list that is empty by then fails the flow.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - source: the key whose answer is the options.
  ///   - key: where the chosen values are kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, from source: Key<[Answer]>, into key: Key<[Answer]>,
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
    _ question: Text, into key: Key<[Answer]>,
    @OptionBuilder<Answer> _ options: () async throws -> Options<Answer>
  ) {
    self.init(question, key, Place(#fileID, #line), Options([]))
  }

  private init(
    _ question: Text, _ key: Key<[Answer]>, _ place: Place, _ options: Options<Answer>
  ) {
    _draft = Draft(
      .prompt(Prompt(.chooseMany, question, key: key.reference)),
      component: Slug.name(key.name), at: place)
    for branch in options.branches { _draft.append(branch) }
  }
}

extension ChooseMany {
  /// Requires some answers.
  /// - Parameters:
  ///   - count: how many at least.
  ///   - message: what is said otherwise; defaults to “Choose at least 2.”.
  public func atLeast(_ count: Int, _ message: Text? = nil) -> ChooseMany {
    with {
      $0.rules.append(
        Prompt.Rule(.length(minimum: count, maximum: nil), message ?? "Choose at least \(count)."))
    }
  }

  /// Allows only so many answers.
  /// - Parameters:
  ///   - count: how many at most.
  ///   - message: what is said otherwise; defaults to “Choose at most 3.”.
  public func atMost(_ count: Int, _ message: Text? = nil) -> ChooseMany {
    with {
      $0.rules.append(
        Prompt.Rule(.length(minimum: nil, maximum: count), message ?? "Choose at most \(count)."))
    }
  }

  /// Makes the options with these values those that are chosen when the person presses Return without typing.
  /// - Parameter answers: values of options.
  public func `default`(_ answers: [Answer]) -> ChooseMany {
    var copy = self
    copy._draft.prefer(answers.map(\.answerValue))
    return copy
  }

  /// Sets what is said when the person asks for help.
  /// - Parameter text: what is said.
  public func help(_ text: Text) -> ChooseMany { with { $0.help = text } }

  private func with(_ change: (inout Prompt) -> Void) -> ChooseMany {
    var copy = self
    copy._draft.updatePrompt(change)
    return copy
  }
}

extension ChooseMany: Observed {
  /// The moments of a question.
  public static var _moments: [Moment] { Moment.ofQuestion }
  /// Reads the values that were chosen.
  public static func _observation(_ value: Value) -> [Answer]? { [Answer](answerValue: value) }
}

extension Draft {
  /// Makes the options with these values the default, of equal ones the first, and no others.
  mutating func prefer(_ values: [Value]) {
    if case .prompt(let prompt) = node, let source = prompt.source {
      problems.append(
        "the options come from the key “\(source.name)”, so none of them is known yet to be the "
          + "default; drop .default(…)")
      return
    }
    for index in branches.indices { branches[index].choice?.isPreferred = false }
    for value in values {
      if let index = branches.firstIndex(where: { $0.choice?.value == value }) {
        branches[index].choice?.isPreferred = true
      } else {
        problems.append("the default \(value.quoted) is the value of none of the options")
      }
    }
  }
}
