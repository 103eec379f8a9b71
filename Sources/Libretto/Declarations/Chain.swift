// Chains: the operator spelling. `<` goes in, `>` goes out, `>>` is the full stop.
//
//     Alert("Error") < Button("Yes") < Say("Deleted.") > Button("No")>>
//
// The types follow the brackets. A chain knows by its first parameter what it stands for (steps,
// buttons or options), and by its second which container is open innermost, so that a wrong
// operand is a compile error that says which bracket to use. What only the whole chain can show,
// a `>` with nothing left to close, is found when the flow is built.
//
// The overloads are written out instead of being generic in their right operand, and no two fit
// one pair of operands: otherwise one mistake takes the type checker ten seconds to refuse.

/// How tightly the brackets of a chain bind: more than `&&`, so that conditions keep their
/// meaning, and from left to right.
///
/// Swift looks for operators in the file that uses them, so a file with chains begins with these
/// two lines; `flow` supplies them to every script.
///
/// ```swift
/// infix operator < : NestingPrecedence
/// infix operator > : NestingPrecedence
/// ```
precedencegroup NestingPrecedence {
  higherThan: LogicalConjunctionPrecedence
  lowerThan: NilCoalescingPrecedence
  associativity: left
}

postfix operator >>

/// Stands for steps in a chain's types.
public enum StepRoot {}
/// Stands for buttons in a chain's types.
public enum ButtonRoot {}
/// Stands for options with values of a type in a chain's types.
public enum OptionRoot<Answer: AnswerValue> {}
/// Stands for what only the whole chain knows in a chain's types.
public enum AnyRoot {}

/// The innermost open container of a chain: an alert, which takes buttons.
public enum AlertOpen {}
/// The innermost open container of a chain: a choice, which takes options.
public enum ChooseOpen<Answer: AnswerValue> {}
/// The innermost open container of a chain: one that takes steps.
public enum Inside<Kind> {}
/// Nothing is open: the chain has had its full stop.
public enum NothingOpen {}
/// The innermost open container of a chain: a button.
public typealias ButtonOpen = Inside<ButtonRoot>
/// The innermost open container of a chain: an option.
public typealias OptionOpen<Answer: AnswerValue> = Inside<OptionRoot<Answer>>
/// The innermost open container of a chain: a confirmation, branch or loop.
public typealias StepsOpen = Inside<StepRoot>
/// The innermost open container of a chain after a `>` closed a step: the whole chain knows it.
public typealias SomethingOpen = Inside<AnyRoot>

/// A container beside which a button may stand, as far as the types know.
public protocol BesideButton {}
extension ButtonRoot: BesideButton {}
extension AnyRoot: BesideButton {}

extension Declaration {
  /// The step, open.
  var nest: Nest { Nest(opening: .step(_draft)) }
}

extension Button {
  /// The button, open.
  var nest: Nest { Nest(opening: .branch(branch)) }
}

extension Option {
  /// The option, open.
  var nest: Nest { Nest(opening: .branch(branch)) }
}

/// A declaration in the operator spelling.
public struct Chain<Root, Opening>: Sendable {
  let nest: Nest

  init(_ nest: Nest) {
    self.nest = nest
  }
}

extension Chain: FlowContent where Root == StepRoot {
  /// The steps that the chain stands for.
  public var _drafts: [Draft] { nest.closed.steps }
  /// The steps that the chain stands for.
  public var body: Steps { return Steps(_drafts) }
}

extension Chain: AlertContent where Root == ButtonRoot {
  /// The buttons that the chain stands for.
  public var _buttons: Buttons { Buttons(nest.closed.branches) }
}

/// The last operand of a chain, with the full stop behind it.
public struct Closed<Content: Sendable>: Sendable {
  let content: Content
}

/// The full stop behind a chain's last button.
public postfix func >> (button: Button) -> Closed<Button> { Closed(content: button) }

/// The full stop behind a chain's last option.
public postfix func >> <Answer>(option: Option<Answer>) -> Closed<Option<Answer>> {
  Closed(content: option)
}

/// The full stop behind a chain's last step.
public postfix func >> (step: any FlowContent) -> Closed<Steps> {
  Closed(content: Steps(step._drafts))
}
