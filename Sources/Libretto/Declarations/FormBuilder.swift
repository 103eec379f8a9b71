/// Builds the questions of a form.
@resultBuilder
public enum FormBuilder: PartBuilder {
  /// The result of a body.
  public typealias List = Questions

  /// Takes a question.
  public static func buildExpression(_ content: any FormContent) -> Questions {
    content._questions
  }
}

extension FormBuilder {
  /// Refuses a step among questions.
  @available(
    *, unavailable,
    message:
      "a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany; put the step beside it"
  )
  public static func buildExpression(_ step: any FlowContent) -> Questions { Questions(_parts: []) }

  /// Refuses a field among questions.
  @available(
    *, unavailable,
    message: "a Field belongs inside an Alert; in a Form write Ask(\"…\", into: key)"
  )
  public static func buildExpression(_ field: Field) -> Questions { Questions(_parts: []) }

  /// Refuses a button among questions.
  @available(
    *, unavailable,
    message: "a Form doesn't need a Button to submit it; a Button belongs inside an Alert"
  )
  public static func buildExpression(_ button: Button) -> Questions { Questions(_parts: []) }

  /// Refuses an option among questions.
  @available(
    *, unavailable,
    message: "an Option belongs inside a Choose: Choose(\"…\", into: key) { Option(\"…\") }"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Questions {
    Questions(_parts: [])
  }

  /// Refuses plain text among questions.
  @available(*, unavailable, message: "a Form holds questions: write Ask(\"…\", into: key)")
  public static func buildExpression(_ text: String) -> Questions { Questions(_parts: []) }

  /// Refuses a key among questions.
  @available(*, unavailable, message: "a Key is not a question: Ask(\"…\", into: key) asks for it")
  public static func buildExpression<Answer>(_ key: Key<Answer>) -> Questions {
    Questions(_parts: [])
  }
}
