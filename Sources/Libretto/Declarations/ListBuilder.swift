/// The result of a result builder: a list of parts.
public protocol PartList: Sendable {
  /// One part.
  associatedtype Part
  /// The parts, in order; for internal use.
  var _parts: [Part] { get }
  /// Makes a list of parts; for internal use.
  init(_parts: [Part])
}

/// A result builder that makes a list; each builder declares the expressions that it takes.
///
/// `if`, `switch`, `for` and `let` in a body run when the flow is declared; ``When`` and ``Repeat``
/// are steps that run when it is performed.
public protocol ListBuilder {
  /// The type of the list.
  associatedtype List: PartList
}

extension ListBuilder {
  // A key path to a member of a generic type is made anew at each call, so these are closures.

  /// Joins the statements of a body.
  public static func buildBlock(_ lists: List...) -> List {
    lists.count == 1 ? lists[0] : List(_parts: lists.flatMap { $0._parts })
  }

  /// Takes an `if` without `else`.
  public static func buildOptional(_ list: List?) -> List { list ?? List(_parts: []) }

  /// Takes the first arm of an `if` or `switch`.
  public static func buildEither(first list: List) -> List { list }

  /// Takes another arm of an `if` or `switch`.
  public static func buildEither(second list: List) -> List { list }

  /// Joins the iterations of a `for`.
  public static func buildArray(_ lists: [List]) -> List {
    List(_parts: lists.flatMap { $0._parts })
  }

  /// Takes an `if #available`.
  public static func buildLimitedAvailability(_ list: List) -> List { list }
}

/// A result builder of what a step holds, which isn't steps.
public protocol PartBuilder: ListBuilder {}

extension PartBuilder {
  /// Refuses a statement that performs work instead of declaring a step.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public static func buildExpression(_ work: Void) -> List { List(_parts: []) }

  /// Refuses a chain with a wrong operand; the message is at the operand.
  @available(*, deprecated, message: "a chain has a wrong operand")
  public static func buildExpression<Opening>(
    _ chain: Chain<ChainTypes.Refused, Opening>
  ) -> List { List(_parts: []) }
}
