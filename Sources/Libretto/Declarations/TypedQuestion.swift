/// A question that is answered by typing: an ``Ask``, or a ``Field`` of an alert.
///
/// ```swift
/// Ask("How old are you?", into: age).default(30).validate(.range(0...130))
/// Field("User name", into: user).check("user exists", "Nobody has this name.") { name in
///   try await users.has(name)
/// }
/// ```
public protocol TypedQuestion<Answer>: Asking {
  /// The type of the answer.
  associatedtype Answer: AnswerValue
}

extension TypedQuestion {
  /// Sets the answer that is taken when the person presses Return without typing.
  /// - Parameter answer: the answer; it must satisfy the rules.
  public func `default`(_ answer: Answer) -> Self {
    withPrompt { $0.defaultValue = answer.answerValue }
  }

  /// Sets an example of an answer.
  /// - Parameter example: what is shown.
  public func placeholder(_ example: Text) -> Self { withPrompt { $0.placeholder = example } }

  /// Makes the answer secret: never echoed, journalled, exported, logged or shown in errors.
  public func secret() -> Self { withPrompt { $0.isSecret = true } }

  /// Lets the person leave the answer out; the key then has none, and no rule is asked.
  public func optional() -> Self { withPrompt { $0.isOptional = true } }

  /// Adds rules that the answer must satisfy, all of them.
  /// - Parameter rules: the rules, asked in order.
  public func validate(_ rules: Rule<Answer>...) -> Self {
    withPrompt { $0.rules += rules.map(\.rule) }
  }

  /// Adds rules that each draft must satisfy while it is being typed; the answer is the last draft.
  ///
  /// ```swift
  /// Ask("PIN?", into: pin).validateDrafts(.matches("[0-9]{0,4}", "At most four digits."))
  /// ```
  /// - Parameter rules: the rules for the text as it is typed, asked in order.
  public func validateDrafts(_ rules: Rule<String>...) -> Self {
    withPrompt { $0.draftRules += rules.map(\.rule) }
  }

  /// Adds a check of the answer by the host, asked after the rules.
  /// - Parameters:
  ///   - name: the name of the check, its own in this question.
  ///   - message: what is said when the answer does not pass; the check has words of its own.
  ///   - body: whether the answer passes, asked where it was written: on the main actor in a
  ///     main-actor type. An error that it throws fails the flow.
  public func check(
    _ name: String, _ message: Text? = nil,
    @_inheritActorContext _ body: @escaping @Sendable (Answer) async throws -> Bool
  ) -> Self {
    var copy = withPrompt { $0.checks.append(Prompt.Check(name, message)) }
    copy._draft.closures.checks[name] = { value in
      guard let answer = Answer(answerValue: value) else { return false }
      return try await body(answer)
    }
    return copy
  }
}
