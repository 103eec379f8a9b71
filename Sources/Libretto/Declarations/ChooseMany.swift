/// A question that is answered with several of several options, or with none.
///
/// ```swift
/// ChooseMany("Which toppings?", into: toppings) {
///   Option("Cheese", .cheese)
///   Option("Olives", .olives)
/// }.atMost(1)
/// ChooseMany("Which days?", from: Day.self, into: days).atLeast(2, "Two days at least.")
/// ```
///
/// The answer is the list of the chosen values, in the order of the options.
public struct ChooseMany<Answer: AnswerValue>: OptionsQuestion {
  /// The values of the chosen options are kept.
  public typealias Kept = [Answer]
  /// Several options are chosen.
  public static var _kind: Prompt.Kind { .chooseMany }

  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Makes the question of a draft; not for use from outside.
  public init(_draft: Draft) { self._draft = _draft }

  /// Requires some answers.
  /// - Parameters:
  ///   - count: how many at least.
  ///   - message: what is said otherwise; defaults to “Choose at least 2.”.
  public func atLeast(_ count: Int, _ message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(.length(minimum: count, maximum: nil), message ?? "Choose at least \(count)."))
    }
  }

  /// Allows only so many answers.
  /// - Parameters:
  ///   - count: how many at most.
  ///   - message: what is said otherwise; defaults to “Choose at most 3.”.
  public func atMost(_ count: Int, _ message: Text? = nil) -> ChooseMany {
    withPrompt {
      $0.rules.append(
        Prompt.Rule(.length(minimum: nil, maximum: count), message ?? "Choose at most \(count)."))
    }
  }

  /// Makes the options with these values those that are chosen when the person presses Return
  /// without typing.
  /// - Parameter answers: values of options.
  public func `default`(_ answers: [Answer]) -> ChooseMany {
    with { $0.prefer(answers.map(\.answerValue)) }
  }
}
