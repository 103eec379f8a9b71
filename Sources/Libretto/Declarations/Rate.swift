/// A question that the person answers with a whole number on a scale: a rating.
///
/// ```swift
/// Rate("How was it?", scale: 1...5, into: stars)
/// ```
///
/// At a terminal, the scale is a row of numbers; in line mode, the person types one. Your own front
/// end can show the scale: the question's ``Question/kind`` is ``Prompt/Kind/rate``, and its first
/// constraint is the range.
public struct Rate: Answerable, TypedQuestion {
  /// The type of the answer.
  public typealias Answer = Int

  /// The draft that this declaration fills.
  public var _draft: Draft

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
    _draft = Draft(
      .prompt(prompt), component: Slug.name(key.name), at: FlowLocation(fileID, line))
  }
}

extension Rate: FormContent {}
extension Rate: TimedPrompt {}
extension Rate: Observed {
  /// The chosen number.
  public typealias Observation = Int
}
