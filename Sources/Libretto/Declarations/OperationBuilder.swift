/// Several operations, which is what an ``OperationBuilder`` makes of a body.
public struct OperationList: Sendable {
  let drafts: [Draft]
}

/// Makes the operations of a graph from the statements of a body.
@resultBuilder
public enum OperationBuilder {
  /// Takes an operation.
  public static func buildExpression(_ operation: Operation) -> OperationList {
    OperationList(drafts: [operation._draft])
  }

  /// Takes several operations, as a helper function returns them.
  public static func buildExpression(_ operations: [Operation]) -> OperationList {
    OperationList(drafts: operations.map(\._draft))
  }

  /// Joins the statements of a body.
  public static func buildBlock(_ parts: OperationList...) -> OperationList {
    OperationList(drafts: parts.flatMap(\.drafts))
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: OperationList?) -> OperationList {
    part ?? OperationList(drafts: [])
  }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first part: OperationList) -> OperationList { part }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second part: OperationList) -> OperationList { part }

  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [OperationList]) -> OperationList {
    OperationList(drafts: parts.flatMap(\.drafts))
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ part: OperationList) -> OperationList { part }
}

extension OperationBuilder {
  /// Refuses a step among operations.
  @available(
    *, unavailable,
    message: "Operations hold Operations; put the step inside one: Operation(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> OperationList {
    OperationList(drafts: [])
  }

  /// Refuses work among operations.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> OperationList { OperationList(drafts: []) }
}

extension FlowBuilder {
  /// Refuses an operation among steps.
  @available(
    *, unavailable,
    message: "an Operation belongs inside Operations: Operations { Operation(\"…\") { … } }"
  )
  public static func buildExpression(_ operation: Operation) -> Steps { Steps([]) }
}
