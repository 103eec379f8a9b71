/// A list of operations, the result of an ``OperationBuilder``.
public struct OperationList: PartList {
  /// The operations, in order.
  public let _parts: [Draft]

  /// Makes a list of operations; for internal use.
  public init(_parts: [Draft]) { self._parts = _parts }
}

/// Builds the operations of a graph.
@resultBuilder
public enum OperationBuilder: PartBuilder {
  /// The result of a body.
  public typealias List = OperationList

  /// Takes an operation.
  public static func buildExpression(_ operation: Operation) -> OperationList {
    OperationList(_parts: [operation._draft])
  }

  /// Takes several operations, as a helper function returns them.
  public static func buildExpression(_ operations: [Operation]) -> OperationList {
    OperationList(_parts: operations.map(\._draft))
  }
}

extension OperationBuilder {
  /// Refuses a step among operations.
  @available(
    *, unavailable,
    message: "Operations hold Operations; put the step inside one: Operation(\"…\") { … }"
  )
  public static func buildExpression(_ step: any FlowContent) -> OperationList {
    OperationList(_parts: [])
  }
}
