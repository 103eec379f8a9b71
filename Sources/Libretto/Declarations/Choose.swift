/// A question with several options, exactly one of which is the answer: an action sheet.
///
/// ```swift
/// Choose("Which size?", into: size) {
///   Option("Small", .small)
///   Option("Large", .large) { Say("Good choice.") }
/// }
/// Choose("Which name?", from: ["Bob", "Sally"], into: name)
/// ```
public struct Choose<Answer: AnswerValue>: OptionsQuestion {
  /// The answer is the value of the chosen option.
  public typealias Kept = Answer
  /// The kind of prompt.
  public static var _kind: Prompt.Kind { .choose }

  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Makes the question from a draft; for internal use.
  public init(_draft: Draft) { self._draft = _draft }

  /// Sets the option that is chosen when the person presses Return without typing.
  /// - Parameter answer: the value of the option.
  public func `default`(_ answer: Answer) -> Choose { with { $0.prefer([answer.answerValue]) } }
}

extension Choose where Answer == String {
  /// Declares a choice that doesn't keep the answer; it only performs the chosen option's steps.
  /// - Parameters:
  ///   - question: the question; its literal parts become the id.
  ///   - options: the options; in a chain they follow the choice.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, fileID: StaticString = #fileID, line: UInt = #line,
    @OptionBuilder<String> _ options: () -> Options<String> = { Options(_parts: []) }
  ) {
    self.init(question, nil, FlowLocation(fileID, line), options())
  }
}
