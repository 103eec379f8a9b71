// Chains: the operator spelling. `<` goes in, `>` goes out, and `>>` ends the chain.
//
//     Alert("Error") < Button("Yes") < Say("Deleted.") > Button("No")>>
//
// The types follow the brackets. The first type parameter of a chain is its content (steps, buttons
// or options), the second is the innermost open container. A wrong operand is therefore a compile
// error that says which bracket to use. A `>` with nothing left to close is found only when the
// flow is built, since it takes the whole chain to see it.
//
// The overloads are generic in their left operand and name concrete types in their right one. If
// they were generic in both, the type checker would take ten seconds to reject one mistake.

/// The precedence of the brackets of a chain: higher than that of `&&`, so conditions keep their
/// meaning, and left-associative.
///
/// Swift looks up operators in the file that uses them, so a file with chains begins with these
/// two lines; `flow` adds them to every script.
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

/// The types that describe a chain; for internal use.
public enum ChainTypes {
  /// The chain consists of steps, or the open container is a step that takes steps.
  public enum OfSteps: StepKind, StepRoot {}
  /// The chain consists of buttons, or a button is open.
  public enum OfButtons: ButtonKind, ButtonRoot {}
  /// The chain consists of options with values of a type, or an option is open.
  public enum OfOptions<Answer: AnswerValue> {}
  /// The open container after a `>` closed a step: only the whole chain shows which it is.
  public enum Anything: ButtonKind, StepKind {}

  /// The chain has a wrong operand.
  public enum Refused: StepRoot, ButtonRoot {}

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
  /// Nothing is open: `>>` has ended the chain.
  public enum Full {}

  /// An open container that takes steps.
  public protocol TakingSteps {
    /// The kind of the open container: a button, an option or a step.
    associatedtype Kind
  }
  /// An open container that takes options.
  public protocol TakingOptions {
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
  }
  /// An open container that a step can follow, as far as the types show.
  public protocol BesideStep {}
  /// The kind of a container that a button can follow, as far as the types show.
  public protocol ButtonKind {}
  /// The kind of a container that a step can follow, as far as the types show.
  public protocol StepKind {}

  /// The content of a chain that can stand among steps.
  public protocol StepRoot {}
  /// The content of a chain that can stand among buttons.
  public protocol ButtonRoot {}

  /// A left operand of `<` that takes steps.
  public protocol StepHolder {
    /// The content of the chain.
    associatedtype Root
    /// The kind of the open container.
    associatedtype Kind
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
    /// Returns a copy with more steps inside.
    func _holding(_ steps: Steps) -> Self
  }
  /// A left operand of `<` that takes buttons.
  public protocol ButtonHolder {
    /// The content of the chain.
    associatedtype Root
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
  }
  /// A left operand of `<` that takes options.
  public protocol OptionHolder<Answer> {
    /// The content of the chain.
    associatedtype Root
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
  }
}

extension ChainTypes.Inside: ChainTypes.BesideStep where Kind: ChainTypes.StepKind {}

/// A declaration in the operator spelling.
public struct Chain<Root, Opening>: Sendable {
  /// The elements that the brackets have built so far.
  public let _nest: Nest

  init(_ nest: Nest) {
    _nest = nest
  }
}

extension Chain: FlowContent where Root: ChainTypes.StepRoot {
  /// The steps of the chain; if it is refused, one that tells of it, since the message at the operand
  /// can be silenced with `try!`.
  public var _drafts: [Draft] {
    let steps = _nest.closed.steps
    guard Root.self is ChainTypes.Refused.Type else { return steps }
    var draft = steps.first ?? Draft(.say(""), at: FlowLocation(#fileID, #line))
    draft.problems.append(ChainBracket.problem(.wrongOperand, at: draft.place))
    return [draft]
  }
  /// The steps of the chain.
  public var body: Steps { return Steps(_drafts) }
}

extension Chain: AlertContent where Root: ChainTypes.ButtonRoot {
  /// The buttons of the chain.
  public var _buttons: Buttons { Buttons(_parts: _nest.closed.branches) }
}

extension Chain: ChainTypes.StepHolder where Opening: ChainTypes.TakingSteps {
  /// The kind of the open container.
  public typealias Kind = Opening.Kind
  /// Returns a copy with more steps inside.
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
  /// Returns a copy of the step with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
}

// A chain that begins with a step consists of steps, and that step is open.

extension ChainTypes.StepHolder where Self: Declaration {
  /// A chain that begins with a step consists of steps.
  public typealias Root = ChainTypes.OfSteps
  /// The open container is a step.
  public typealias Kind = ChainTypes.OfSteps
}

extension ChainTypes.ButtonHolder where Self: Declaration {
  /// A chain that begins with an alert consists of steps.
  public typealias Root = ChainTypes.OfSteps
}

extension ChainTypes.OptionHolder where Self: Declaration {
  /// A chain that begins with a choice consists of steps.
  public typealias Root = ChainTypes.OfSteps
}

extension Alert: ChainTypes.ButtonHolder {}
extension Choose: ChainTypes.OptionHolder {}
extension ChooseMany: ChainTypes.OptionHolder {}
extension Confirm: ChainTypes.StepHolder {}
extension When: ChainTypes.StepHolder {}
extension Repeat: ChainTypes.StepHolder {}

extension Button: ChainTypes.StepHolder {
  /// A chain that begins with a button consists of buttons.
  public typealias Root = ChainTypes.OfButtons
  /// The open container is a button.
  public typealias Kind = ChainTypes.OfButtons
}

extension Option: ChainTypes.StepHolder {
  /// A chain that begins with an option consists of options.
  public typealias Root = ChainTypes.OfOptions<Answer>
  /// The open container is an option.
  public typealias Kind = ChainTypes.OfOptions<Answer>
}

extension Choosable {
  /// The button or option, open.
  public var _nest: Nest { Nest(opening: .branch(_branch)) }
  /// Returns a copy of the button or option with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
}

/// The last operand of a chain, followed by `>>`.
public struct Closed<Content: Sendable>: Sendable {
  let content: Content
}

/// Ends a chain after its last button.
public postfix func >> (button: Button) -> Closed<Button> { Closed(content: button) }

/// Ends a chain after its last option.
public postfix func >> <Answer>(option: Option<Answer>) -> Closed<Option<Answer>> {
  Closed(content: option)
}

/// Ends a chain after its last step.
public postfix func >> (step: any FlowContent) -> Closed<Steps> {
  Closed(content: Steps(step._drafts))
}
