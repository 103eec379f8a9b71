/// A question that the person answers by typing one value.
///
/// ```swift
/// Ask("How old are you?", into: age).validate(.range(0...130))
/// ```
public struct Ask<Answer: AnswerValue>: Building.Answerable, Building.TypedQuestion {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a question.
  /// - Parameters:
  ///   - question: the question.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Building.Draft(
      .prompt(Prompt(.ask, question, key: key.reference)),
      component: Slug.name(key.name), at: FlowLocation(fileID, line))
    _draft.closures.own = OwnType(key)
  }

  /// Allows several lines in the answer.
  public func multiline() -> Ask { withPrompt { $0.isMultiline = true } }
}

extension Building {
  /// A question that the person answers by typing: an ``Ask``, a ``Rate`` or a ``Field``.
  ///
  /// ```swift
  /// Ask("How old are you?", into: age).default(30).validate(.range(0...130))
  /// Field("User name", into: user).check("user exists", message: "Nobody has this name.") { name in
  ///   try await users.has(name)
  /// }
  /// ```
  public protocol TypedQuestion<Answer>: Asking {
    /// The type of the answer.
    associatedtype Answer: AnswerValue
  }
}

extension Building.TypedQuestion {
  /// Sets the answer when the person presses Return without typing.
  /// - Parameter answer: the answer; it must satisfy the rules.
  @_disfavoredOverload
  public func `default`(_ answer: Answer) -> Self { `default`(Formula(answer)) }

  /// Sets the answer when the person presses Return without typing, computed from other answers:
  /// `.default(most / 2)`, or that for another key.
  ///
  /// If it breaks a rule of the question, there is no default.
  /// - Parameter formula: the calculation, or the other key.
  public func `default`<Operand: Building.FormulaOperand>(_ formula: Operand) -> Self
  where Operand.Answer == Answer {
    withPrompt { $0.default = formula._formula.calculation }
  }

  /// Sets the answer when the person presses Return without typing, a text with placeholders:
  /// `.default("\(name)-1")`.
  /// - Parameter text: the text.
  public func `default`(_ text: Text) -> Self where Answer == String {
    `default`(Formula(text))
  }

  /// Sets an example of an answer.
  /// - Parameter example: the example.
  public func placeholder(_ example: Text) -> Self { withPrompt { $0.placeholder = example } }

  /// Makes the answer secret: it is never echoed, journalled, exported, logged or shown in errors.
  public func secret() -> Self { withPrompt { $0.isSecret = true } }

  /// Lets the person leave the answer out; the key then has no answer, and no rule applies.
  public func optional() -> Self { withPrompt { $0.isOptional = true } }

  /// Adds rules; the answer must satisfy all of them.
  /// - Parameter rules: the rules, applied in order.
  public func validate(_ rules: Rule<Answer>...) -> Self {
    withPrompt { $0.rules += rules.map { $0.rule } }
  }

  /// Removes white space at both ends of the answer, before the rules are applied.
  public func trimmed() -> Self where Answer == String { transformed(.trimmed) }

  /// Makes capital letters of the answer small, before the rules are applied.
  public func lowercased() -> Self where Answer == String { transformed(.lowercased) }

  /// Makes small letters of the answer capital, before the rules are applied.
  public func uppercased() -> Self where Answer == String { transformed(.uppercased) }

  private func transformed(_ transform: Prompt.Transform) -> Self {
    withPrompt { $0.transforms.append(transform) }
  }

  /// Adds rules for each draft while the person types; the last draft is the answer.
  ///
  /// ```swift
  /// Ask("PIN?", into: pin).validateDrafts(.matches("[0-9]{0,4}", message: "Four digits."))
  /// ```
  /// - Parameter rules: the rules for the text as it is typed, applied in order.
  public func validateDrafts(_ rules: Rule<String>...) -> Self {
    withPrompt { $0.draftRules += rules.map { $0.rule } }
  }

  /// Adds a check of the answer by the host, performed after the rules.
  /// - Parameters:
  ///   - name: the name of the check, unique in this question.
  ///   - message: the message if the answer doesn't pass; there is a default.
  ///   - body: returns whether the answer passes. It runs where it was written: on the main actor
  ///     in a main-actor type. An error that it throws fails the flow.
  public func check(
    _ name: String, message: Text? = nil,
    @_inheritActorContext _ body: @escaping @Sendable (Answer) async throws -> Bool
  ) -> Self {
    var copy = withPrompt { $0.checks.append(Prompt.Check(name, message)) }
    copy._draft.closures.checks[name] = { value, _ in
      guard let answer = Answer(answerValue: value) else { return false }
      return try await body(answer)
    }
    return copy
  }

  /// Adds a check of the answer by the host that reads other answers and says what is wrong.
  ///
  /// ```swift
  /// Ask("User?", into: user).check("free", reads: [team]) { user, answers in
  ///   try await directory.has(user, in: answers[team]) ? "“\(user)” is taken." : nil
  /// }
  /// ```
  ///
  /// The other answers are inputs of the question: if one of them changes, it is asked again. A
  /// sentence about a secret answer isn't shown, nor one of a check that has read a secret.
  /// - Parameters:
  ///   - name: the name of the check, unique in this question.
  ///   - message: the message if a sentence can't be shown; there is a default.
  ///   - reads: the keys of the other answers that it sees.
  ///   - body: returns what is wrong, in a sentence, or nil if the answer passes. It runs where it
  ///     was written. An error that it throws fails the flow.
  public func check(
    _ name: String, message: Text? = nil, reads: [any AnyKey],
    @_inheritActorContext _ body:
      @escaping @Sendable (Answer, Answers) async throws -> String?
  ) -> Self {
    var copy = withPrompt {
      $0.checks.append(Prompt.Check(name, message, reads: reads.map(\.reference)))
    }
    copy._draft.closures.checks[name] = { value, answers in
      guard let answer = Answer(answerValue: value) else { return false }
      if let problem = try await body(answer, answers) { throw Rejection(message: problem) }
      return true
    }
    return copy
  }
}

/// A question that the person answers with a whole number on a scale: a rating.
///
/// ```swift
/// Rate("How was it?", scale: 1...5, into: stars)
/// ```
///
/// At a terminal, the scale is a row of numbers; in line mode, the person types one. Your own front
/// end can show the scale: the question's ``Question/kind`` is ``Prompt/Kind/rate``, and its first
/// constraint is the range.
public struct Rate: Building.Answerable, Building.TypedQuestion {
  /// The type of the answer.
  public typealias Answer = Int

  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a rating.
  /// - Parameters:
  ///   - question: the question.
  ///   - scale: the numbers of the scale, 2 to 100 of them; 1 to 5 by default.
  ///   - key: the key for the answer; its name becomes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, scale: ClosedRange<Int> = 1...5, into key: Key<Int>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    var prompt = Prompt(.rate, question, key: key.reference)
    prompt.rules = [Rule.range(scale).rule]
    _draft = Building.Draft(
      .prompt(prompt), component: Slug.name(key.name), at: FlowLocation(fileID, line))
  }
}

extension Rate: FormContent {}
extension Rate: Building.TimedPrompt {}
extension Rate: Building.Observed {
  /// The chosen number.
  public typealias Observation = Int
}
