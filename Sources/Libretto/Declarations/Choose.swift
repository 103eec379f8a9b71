/// A question that is answered with exactly one of several options: an action sheet.
///
/// ```swift
/// Choose("Which size?", into: size) {
///   Option("Small", .small)
///   Option("Large", .large) { Say("Good choice.") }
/// }
/// Choose("Which name?", from: ["Bob", "Sally"], into: name)
/// ```
public struct Choose<Answer: AnswerValue>: OptionsQuestion {
  /// The value of the chosen option is kept.
  public typealias Kept = Answer
  /// One option is chosen.
  public static var _kind: Prompt.Kind { .choose }

  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Makes the question of a draft; not for use from outside.
  public init(_draft: Draft) { self._draft = _draft }

  /// Makes the option with this value the one that is chosen when the person presses Return without
  /// typing.
  /// - Parameter answer: the value of one of the options.
  public func `default`(_ answer: Answer) -> Choose { with { $0.prefer([answer.answerValue]) } }
}

extension Choose where Answer == String {
  /// Declares a choice whose answer is not kept: only the chosen option's steps follow.
  /// - Parameters:
  ///   - question: what the person is asked; its literal pieces make the question's id.
  ///   - options: the options; those of a chain follow it.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<String> _ options: () -> Options<String> = { Options(_parts: []) }
  ) {
    self.init(question, nil, Place(fileID, line), options())
  }
}
