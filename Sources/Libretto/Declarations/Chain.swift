// Chains: the operator spelling. `<` goes in, `>` goes out, `>>` is the full stop.
//
//     Alert("Error") < Button("Yes") < Say("Deleted.") > Button("No")>>
//
// The types follow the brackets. A chain knows by its first parameter what it stands for (steps,
// buttons or options), and by its second which container is open innermost, so that a wrong
// operand is a compile error that says which bracket to use. What only the whole chain can show,
// a `>` with nothing left to close, is found when the flow is built.
//
// The overloads are generic in their left operand and name types in their right one: generic there
// too, one mistake takes the type checker ten seconds to refuse.

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

/// What the types of a chain know of it; not for use from outside.
public enum ChainTypes {
  /// The chain stands for steps, or the open container is a step that takes steps.
  public enum OfSteps: StepKind {}
  /// The chain stands for buttons, or a button is open.
  public enum OfButtons: ButtonKind {}
  /// The chain stands for options with values of a type, or an option is open.
  public enum OfOptions<Answer: AnswerValue> {}
  /// What is open after a `>` closed a step: only the whole chain knows.
  public enum Anything: ButtonKind, StepKind {}

  /// The chain has a wrong operand.
  public enum Refused {}

  /// The innermost open container is an alert.
  public enum InAlert: BesideStep {}
  /// The innermost open container is a choice.
  public enum InChoice<Answer: AnswerValue>: TakingOptions {}
  /// The innermost open container takes steps.
  public enum Inside<Kind>: TakingSteps {}
  /// The innermost open container is a button.
  public typealias InButton = Inside<OfButtons>
  /// The innermost open container is an option.
  public typealias InOption<Answer: AnswerValue> = Inside<OfOptions<Answer>>
  /// The innermost open container is a confirmation, branch or loop.
  public typealias InStep = Inside<OfSteps>
  /// Nothing is open: the chain has had its full stop.
  public enum Full {}

  /// An opening that takes steps.
  public protocol TakingSteps {
    /// What is open: a button, an option or a step.
    associatedtype Kind
  }
  /// An opening that takes options.
  public protocol TakingOptions {
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
  }
  /// An opening beside which a step may stand, as far as the types know.
  public protocol BesideStep {}
  /// What is open where a button may stand beside it, as far as the types know.
  public protocol ButtonKind {}
  /// What is open where a step may stand beside it, as far as the types know.
  public protocol StepKind {}

  /// Anything left of a `<` that takes steps.
  public protocol StepHolder {
    /// What the chain stands for.
    associatedtype Root
    /// What is open.
    associatedtype Kind
    /// What the brackets have built so far.
    var _nest: Nest { get }
    /// The same, with more steps inside.
    func _holding(_ steps: Steps) -> Self
  }
  /// Anything left of a `<` that takes buttons.
  public protocol ButtonHolder {
    /// What the chain stands for.
    associatedtype Root
    /// What the brackets have built so far.
    var _nest: Nest { get }
  }
  /// Anything left of a `<` that takes options.
  public protocol OptionHolder<Answer> {
    /// What the chain stands for.
    associatedtype Root
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
    /// What the brackets have built so far.
    var _nest: Nest { get }
  }
}

extension ChainTypes.Inside: ChainTypes.BesideStep where Kind: ChainTypes.StepKind {}

/// A declaration in the operator spelling.
public struct Chain<Root, Opening>: Sendable {
  /// What the brackets have built so far.
  public let _nest: Nest

  init(_ nest: Nest) {
    _nest = nest
  }
}

extension Chain: FlowContent where Root == ChainTypes.OfSteps {
  /// The steps that the chain stands for.
  public var _drafts: [Draft] { _nest.closed.steps }
  /// The steps that the chain stands for.
  public var body: Steps { return Steps(_drafts) }
}

extension Chain: AlertContent where Root == ChainTypes.OfButtons {
  /// The buttons that the chain stands for.
  public var _buttons: Buttons { Buttons(_parts: _nest.closed.branches) }
}

extension Chain: ChainTypes.StepHolder where Opening: ChainTypes.TakingSteps {
  /// What is open.
  public typealias Kind = Opening.Kind
  /// The same, with more steps inside.
  public func _holding(_ steps: Steps) -> Chain { Chain(_nest.into(steps._drafts)) }
}

extension Chain: ChainTypes.ButtonHolder where Opening == ChainTypes.InAlert {}
extension Chain: ChainTypes.OptionHolder where Opening: ChainTypes.TakingOptions {
  /// The type of the options’ values.
  public typealias Answer = Opening.Answer
}

extension Declaration {
  /// The step, open.
  public var _nest: Nest { Nest(opening: .step(_draft)) }
  /// The step with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
}

// A chain that begins with a step stands for steps; what is open is that step.

extension ChainTypes.StepHolder where Self: Declaration {
  /// A chain that begins with a step stands for steps.
  public typealias Root = ChainTypes.OfSteps
  /// What is open is a step.
  public typealias Kind = ChainTypes.OfSteps
}

extension ChainTypes.ButtonHolder where Self: Declaration {
  /// A chain that begins with an alert stands for steps.
  public typealias Root = ChainTypes.OfSteps
}

extension ChainTypes.OptionHolder where Self: Declaration {
  /// A chain that begins with a choice stands for steps.
  public typealias Root = ChainTypes.OfSteps
}

extension Alert: ChainTypes.ButtonHolder {}
extension Choose: ChainTypes.OptionHolder {}
extension ChooseMany: ChainTypes.OptionHolder {}
extension Confirm: ChainTypes.StepHolder {}
extension When: ChainTypes.StepHolder {}
extension Repeat: ChainTypes.StepHolder {}

extension Button: ChainTypes.StepHolder {
  /// A chain that begins with a button stands for buttons.
  public typealias Root = ChainTypes.OfButtons
  /// What is open is a button.
  public typealias Kind = ChainTypes.OfButtons
}

extension Option: ChainTypes.StepHolder {
  /// A chain that begins with an option stands for options.
  public typealias Root = ChainTypes.OfOptions<Answer>
  /// What is open is an option.
  public typealias Kind = ChainTypes.OfOptions<Answer>
}

extension Choosable {
  /// The button or option, open.
  public var _nest: Nest { Nest(opening: .branch(_branch)) }
  /// The button or option with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
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
