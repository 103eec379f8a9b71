/// Makes the steps of a flow from the statements of a body.
///
/// `if`, `switch`, `for` and `let` run when the flow is declared; ``When`` and ``Repeat`` are
/// steps that run when it is performed.
@resultBuilder
public enum FlowBuilder {
  /// Takes a step or a component.
  public static func buildExpression(_ content: any FlowContent) -> Steps {
    Steps(content._drafts)
  }

  /// Takes several steps, as a helper function returns them.
  public static func buildExpression(_ contents: [any FlowContent]) -> Steps {
    Steps(contents.flatMap(\._drafts))
  }

  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Steps...) -> Steps {
    if parts.count == 1 { return parts[0] }
    return Steps(parts.flatMap(\._drafts))
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Steps?) -> Steps { part ?? Steps([]) }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first part: Steps) -> Steps { part }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second part: Steps) -> Steps { part }

  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [Steps]) -> Steps { Steps(parts.flatMap(\._drafts)) }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ part: Steps) -> Steps { part }
}

extension FlowBuilder {
  /// Refuses a button among steps.
  @available(
    *, unavailable,
    message: "a Button belongs inside an Alert: Alert(\"…\") { Button(\"…\") { … } }"
  )
  public static func buildExpression(_ button: Button) -> Steps { Steps([]) }

  /// Refuses a text field among steps.
  @available(
    *, unavailable,
    message: "a Field belongs inside an Alert; a question by itself is an Ask(\"…\", into: key)"
  )
  public static func buildExpression(_ field: Field) -> Steps { Steps([]) }

  /// Refuses a question of a form among steps.
  @available(
    *, unavailable,
    message:
      ".when(…) hides a question of a Form; elsewhere write When(…) { Ask(\"…\", into: key) }"
  )
  public static func buildExpression(_ question: FormQuestion) -> Steps { Steps([]) }

  /// Refuses an option among steps.
  @available(
    *, unavailable,
    message: "an Option belongs inside a Choose: Choose(\"…\") { Option(\"…\") { … } }"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Steps { Steps([]) }

  /// Refuses work among steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> Steps { Steps([]) }

  /// Refuses plain text among steps.
  @available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
  public static func buildExpression(_ text: String) -> Steps { Steps([]) }

  /// Refuses a key among steps.
  @available(*, unavailable, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
  public static func buildExpression<Answer>(_ key: Key<Answer>) -> Steps { Steps([]) }

  /// Refuses a number among steps. A refusal of everything that is no step would be generic, which
  /// makes a mistake in a long chain take half as long again to compile.
  @available(
    *, unavailable,
    message: "a number is not a step; put work in Do(\"name\") { … }, what is said in Say(\"…\")"
  )
  public static func buildExpression(_ number: Int) -> Steps { Steps([]) }
}
