/// A question with one typed answer.
///
/// ```swift
/// Ask("How old are you?", into: age).validate(.range(0...130))
/// ```
public struct Ask<Answer: AnswerValue>: Answerable, TypedQuestion {
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
    _draft.closures.own = OwnType(key)
  }

  /// Lets the answer have several lines.
  public func multiline() -> Ask { withPrompt { $0.isMultiline = true } }
}
