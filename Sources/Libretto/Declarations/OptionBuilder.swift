/// Builds the options of a ``Choose`` or ``ChooseMany``.
@resultBuilder
public enum OptionBuilder<Answer: AnswerValue>: PartBuilder {
  /// The result of a body.
  public typealias List = Options<Answer>

  /// Takes an option.
  public static func buildExpression(_ option: Option<Answer>) -> Options<Answer> {
    Options(_parts: [option._branch])
  }

  /// Takes a chain of options.
  public static func buildExpression<Opening>(
    _ chain: Chain<ChainTypes.OfOptions<Answer>, Opening>
  ) -> Options<Answer> {
    Options(_parts: chain._nest.closed.branches)
  }

  /// Takes several options.
  public static func buildExpression(_ options: Options<Answer>) -> Options<Answer> { options }
}

extension OptionBuilder {
  /// Refuses a step among options.
  @available(
    *, unavailable,
    message: "a Choose holds Options; put the step inside one: Option(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Options<Answer> {
    Options(_parts: [])
  }

  /// Refuses a button among options.
  @available(
    *, unavailable, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
  )
  public static func buildExpression(_ button: Button) -> Options<Answer> { Options(_parts: []) }

  /// Refuses an option with a value of another type.
  @available(
    *, unavailable,
    message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
  )
  public static func buildExpression<Other>(_ option: Option<Other>) -> Options<Answer> {
    Options(_parts: [])
  }

  /// Refuses plain text among options.
  @available(*, unavailable, message: "a Choose holds Options: write Option(\"…\")")
  public static func buildExpression(_ text: String) -> Options<Answer> { Options(_parts: []) }
}
