// Chains: the operator spelling. `<` goes in, `>` goes out, `>>` is the full stop.
//
//     Alert("Error") < Button("Yes") < Say("Deleted.") > Button("No")>>
//
// The types follow the brackets. A chain knows by its first parameter what it stands for (steps,
// buttons or options), and by its second which container is open innermost, so that a wrong
// operand is a compile error that says which bracket to use. What only the whole chain can show,
// a `>` with nothing left to close, is found when the chain is made.

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

/// What a chain stands for: steps.
public enum StepRoot {}
/// What a chain stands for: buttons.
public enum ButtonRoot {}
/// What a chain stands for: options with values of a type.
public enum OptionRoot<Answer: AnswerValue> {}

/// The innermost open container of a chain: an alert, which takes buttons.
public enum AlertOpen {}
/// The innermost open container of a chain: a choice, which takes options.
public enum ChooseOpen<Answer: AnswerValue> {}
/// The innermost open container of a chain: one that takes steps.
public enum Inside<Kind> {}
/// The innermost open container of a chain: a button.
public typealias ButtonOpen = Inside<ButtonRoot>
/// The innermost open container of a chain: an option.
public typealias OptionOpen<Answer: AnswerValue> = Inside<OptionRoot<Answer>>
/// The innermost open container of a chain: a confirmation, branch or loop.
public typealias StepsOpen = Inside<StepRoot>
/// What is open is known only to the whole chain: after a `>` that closed a step.
public enum SomethingOpen {}
/// Nothing is open: the chain has had its full stop.
public enum NothingOpen {}

/// What a chain can begin with: a container, which is open from the moment it is placed.
public protocol Container: Sendable {
  /// What the chain stands for.
  associatedtype Root
  /// The container, open; not for use from outside.
  var _nest: Nest { get }
}

/// A container that takes steps.
public protocol TakesSteps: Container {
  /// Which container it is: a button, an option, or a step with an inside.
  associatedtype Kind
}

/// A step that has an inside.
public protocol StepContainer: FlowContent, Container where Root == StepRoot {}

extension Container where Self: Declaration {
  /// The container, open.
  public var _nest: Nest { Nest(opening: .step(_draft)) }
}

extension Alert: StepContainer {}
extension Choose: StepContainer {}
extension Confirm: StepContainer, TakesSteps {
  /// A step with an inside.
  public typealias Kind = StepRoot
}
extension When: StepContainer, TakesSteps {
  /// A step with an inside.
  public typealias Kind = StepRoot
}
extension Repeat: StepContainer, TakesSteps {
  /// A step with an inside.
  public typealias Kind = StepRoot
}

extension Button: TakesSteps {
  /// A chain that begins with a button stands for buttons.
  public typealias Root = ButtonRoot
  /// A button.
  public typealias Kind = ButtonRoot
  /// The button, open.
  public var _nest: Nest { Nest(opening: .branch(branch)) }
}

extension Option: TakesSteps {
  /// A chain that begins with an option stands for options.
  public typealias Root = OptionRoot<Answer>
  /// An option.
  public typealias Kind = OptionRoot<Answer>
  /// The option, open.
  public var _nest: Nest { Nest(opening: .branch(branch)) }
}

/// A declaration in the operator spelling.
public struct Chain<Root, Opening>: Sendable {
  /// The chain so far; not for use from outside.
  public let _nest: Nest

  init(_ nest: Nest) {
    _nest = nest
  }
}

extension Chain: FlowContent where Root == StepRoot {
  /// The steps that the chain stands for.
  public var _drafts: [Draft] { _nest.closed.steps }
  /// The steps that the chain stands for.
  public var body: Steps { return Steps(_drafts) }
}

extension Chain: AlertContent where Root == ButtonRoot {
  /// The buttons that the chain stands for.
  public var _buttons: Buttons { Buttons(_nest.closed.branches) }
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
