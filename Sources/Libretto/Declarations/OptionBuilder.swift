/// Makes the options of a ``Choose`` from the statements of a body.
@resultBuilder
public enum OptionBuilder<Answer: AnswerValue> {
  /// Takes an option.
  public static func buildExpression(_ option: Option<Answer>) -> Options<Answer> {
    option._options
  }

  /// Takes a chain of options.
  public static func buildExpression<Opening>(
    _ chain: Chain<OptionRoot<Answer>, Opening>
  ) -> Options<Answer> {
    Options(chain.nest.closed.branches)
  }

  /// Takes several options.
  public static func buildExpression(_ options: Options<Answer>) -> Options<Answer> { options }

  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Options<Answer>...) -> Options<Answer> {
    Options(parts.flatMap(\.branches))
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Options<Answer>?) -> Options<Answer> {
    part ?? Options([])
  }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first part: Options<Answer>) -> Options<Answer> { part }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second part: Options<Answer>) -> Options<Answer> { part }

  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [Options<Answer>]) -> Options<Answer> {
    Options(parts.flatMap(\.branches))
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ part: Options<Answer>) -> Options<Answer> { part }
}

extension OptionBuilder {
  /// Refuses a step among options.
  @available(
    *, unavailable,
    message: "a Choose holds Options; put the step inside one: Option(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> Options<Answer> { Options([]) }

  /// Refuses a button among options.
  @available(
    *, unavailable, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
  )
  public static func buildExpression(_ button: Button) -> Options<Answer> { Options([]) }

  /// Refuses an option with a value of another type.
  @available(
    *, unavailable,
    message: "the value of an Option has the type of the Choose’s key: Option(\"…\", value)"
  )
  public static func buildExpression<Other>(_ option: Option<Other>) -> Options<Answer> {
    Options([])
  }

  /// Refuses plain text among options.
  @available(*, unavailable, message: "a Choose holds Options: write Option(\"…\")")
  public static func buildExpression(_ text: String) -> Options<Answer> { Options([]) }

  /// Refuses work among options.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> Options<Answer> { Options([]) }
}
