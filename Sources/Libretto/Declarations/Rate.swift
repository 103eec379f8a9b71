/// A question that is answered with a whole number from a scale: a rating.
///
/// ```swift
/// Rate("How was it?", 1...5, into: stars)
/// ```
///
/// At a prompt the person types the number. A front end of your own can show the scale: the
/// question's ``Question/kind`` is ``Prompt/Kind/rate``, and its first constraint is the range.
public struct Rate: Answerable, TypedQuestion {
  /// The type of the answer.
  public typealias Answer = Int

  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a rating.
  /// - Parameters:
  ///   - question: what the person is asked.
  ///   - scale: the numbers of the scale, at most 100 of them.
  ///   - key: where the answer is kept; its name makes the question's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, _ scale: ClosedRange<Int>, into key: Key<Int>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    var prompt = Prompt(.rate, question, key: key.reference)
    prompt.rules = [Rule.range(scale).rule]
    _draft = Draft(
      .prompt(prompt), component: Slug.name(key.name), at: Place(fileID, line))
  }
}

extension Rate: FormContent {}
extension Rate: TimedPrompt {}
