/// A question with one typed answer.
///
/// ```swift
/// Ask("How old are you?", into: age).validate(.range(0...130))
/// ```
public struct Ask<Answer: AnswerValue>: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a question.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - key: where the answer is kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Answer>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(
      .prompt(Prompt(.ask, question, key: key.reference)),
      component: Slug.name(key.name), at: Place(fileID, line))
  }

  /// Sets the answer that is taken when the person just goes on.
  /// - Parameter answer: the answer; it must satisfy the rules.
  public func `default`(_ answer: Answer) -> Ask {
    with { $0.defaultValue = answer.answerValue }
  }

  /// Sets an example of an answer.
  /// - Parameter example: what is shown.
  public func placeholder(_ example: Text) -> Ask { with { $0.placeholder = example } }

  /// Sets what is said when the person asks for help.
  /// - Parameter text: what is said.
  public func help(_ text: Text) -> Ask { with { $0.help = text } }

  /// Makes the answer secret: never echoed, journalled, exported, logged or shown in errors.
  public func secret() -> Ask { with { $0.isSecret = true } }

  /// Adds rules that the answer must satisfy, all of them.
  /// - Parameter rules: the rules, asked in order.
  public func validate(_ rules: Rule<Answer>...) -> Ask {
    with { $0.rules += rules.map(\.rule) }
  }

  private func with(_ change: (inout Prompt) -> Void) -> Ask {
    var copy = self
    copy._draft.updatePrompt(change)
    return copy
  }
}
