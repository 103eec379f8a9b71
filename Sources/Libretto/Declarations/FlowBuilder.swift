/// Builds the steps of a flow.
@resultBuilder
public enum FlowBuilder: ListBuilder {
  /// The result of a body.
  public typealias List = Steps

  /// Takes a step or a component.
  public static func buildExpression(_ content: any FlowContent) -> Steps {
    Steps(content._drafts)
  }

  /// Takes several steps, as a helper function returns them.
  public static func buildExpression(_ contents: [any FlowContent]) -> Steps {
    Steps(contents.flatMap(\._drafts))
  }
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

  /// Refuses plain text among steps.
  @available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
  public static func buildExpression(_ text: String) -> Steps { Steps([]) }

  /// Refuses a key among steps.
  @available(*, unavailable, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
  public static func buildExpression<Answer>(_ key: Key<Answer>) -> Steps { Steps([]) }

  /// Refuses a number among steps. A generic refusal of everything that isn't a step would make a
  /// mistake in a long chain take half as long again to compile.
  @available(
    *, unavailable,
    message: "a number is not a step; put work in Do(\"name\") { … }, text in Say(\"…\")"
  )
  public static func buildExpression(_ number: Int) -> Steps { Steps([]) }

  /// Refuses a chain with a wrong operand; the message is at the operand.
  public static func buildExpression<Opening>(
    _ chain: Chain<ChainTypes.Refused, Opening>
  ) -> Steps {
    var draft = Draft(.say(""), at: Place(#fileID, #line))
    draft.problems.append(ChainBracket.problem(.wrongOperand, at: draft.place))
    return Steps([draft])
  }
}
