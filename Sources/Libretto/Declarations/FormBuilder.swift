/// Makes the questions of a form from the statements of a body.
@resultBuilder
public enum FormBuilder {
  /// Takes a question.
  public static func buildExpression(_ content: any FormContent) -> Questions {
    content._questions
  }

  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Questions...) -> Questions {
    Questions(parts.flatMap(\.all))
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Questions?) -> Questions { part ?? Questions([]) }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first part: Questions) -> Questions { part }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second part: Questions) -> Questions { part }

  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [Questions]) -> Questions {
    Questions(parts.flatMap(\.all))
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ part: Questions) -> Questions { part }
}

extension FormBuilder {
  /// Refuses a step among questions.
  @available(
    *, unavailable,
    message:
      "a Form holds questions: Ask, Confirm, Choose, ChooseMany; put the step before or behind it"
  )
  public static func buildExpression(_ step: any FlowContent) -> Questions { Questions([]) }

  /// Refuses a field among questions.
  @available(
    *, unavailable,
    message: "a Field belongs inside an Alert; in a Form write Ask(\"…\", into: key)"
  )
  public static func buildExpression(_ field: Field) -> Questions { Questions([]) }

  /// Refuses a button among questions.
  @available(
    *, unavailable,
    message: "a Form is submitted without a Button of yours; a Button belongs inside an Alert"
  )
  public static func buildExpression(_ button: Button) -> Questions { Questions([]) }

  /// Refuses an option among questions.
  @available(
    *, unavailable,
    message: "an Option belongs inside a Choose: Choose(\"…\", into: key) { Option(\"…\") }"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Questions {
    Questions([])
  }

  /// Refuses plain text among questions.
  @available(*, unavailable, message: "a Form holds questions: write Ask(\"…\", into: key)")
  public static func buildExpression(_ text: String) -> Questions { Questions([]) }

  /// Refuses a key among questions.
  @available(*, unavailable, message: "a Key is not a question: Ask(\"…\", into: key) asks for it")
  public static func buildExpression<Answer>(_ key: Key<Answer>) -> Questions { Questions([]) }

  /// Refuses work among questions.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> Questions { Questions([]) }
}
