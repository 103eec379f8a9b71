/// A question that the person answers by typing one value.
///
/// ```swift
/// Ask("How old are you?", into: age).validate(.range(0...130))
/// ```
public struct Ask<Answer: AnswerValue>: Answerable, TypedQuestion {
  /// The draft that this declaration fills.
  public var _draft: Draft

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
    _draft = Draft(
      .prompt(Prompt(.ask, question, key: key.reference)),
      component: Slug.name(key.name), at: FlowLocation(fileID, line))
    _draft.closures.own = OwnType(key)
  }

  /// Allows several lines in the answer.
  public func multiline() -> Ask { withPrompt { $0.isMultiline = true } }
}
