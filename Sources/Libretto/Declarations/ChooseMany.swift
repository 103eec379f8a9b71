/// A question with several options, any number of which can be the answer.
///
/// ```swift
/// ChooseMany("Which toppings?", into: toppings) {
///   Option("Cheese", .cheese)
///   Option("Olives", .olives)
/// }.atMost(1)
/// ChooseMany("Which days?", from: Day.self, into: days).atLeast(2, message: "Two days at least.")
/// ```
///
/// The answer is the list of the chosen values, in the order of the options.
public struct ChooseMany<Answer: AnswerValue>: OptionsQuestion {
  /// The answer is the list of the chosen options' values.
  public typealias Kept = [Answer]
  /// The kind of prompt.
  public static var _kind: Prompt.Kind { .chooseMany }

  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Makes the question from a draft; for internal use.
  public init(_draft: Draft) { self._draft = _draft }

  /// Sets the minimum number of answers.
  /// - Parameters:
  ///   - count: the minimum.
  ///   - message: the message for too few answers; defaults to “Choose at least 2.”.
  public func atLeast(_ count: Int, message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(.length(minimum: count, maximum: nil), message ?? "Choose at least \(count)."))
    }
  }

  /// Sets the maximum number of answers.
  /// - Parameters:
  ///   - count: the maximum.
  ///   - message: the message for too many answers; defaults to “Choose at most 3.”.
  public func atMost(_ count: Int, message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(.length(minimum: nil, maximum: count), message ?? "Choose at most \(count)."))
    }
  }

  /// Sets the options that are chosen when the person presses Return without typing.
  /// - Parameter answers: the values of the options.
  public func `default`(_ answers: [Answer]) -> ChooseMany {
    with { $0.prefer(answers.map { $0.answerValue }) }
  }
}
