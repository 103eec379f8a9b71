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

extension Building {
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
    /// The content of the chain; a chain that begins with a step consists of steps.
    associatedtype Root = OfSteps
    /// The kind of the open container.
    associatedtype Kind = OfSteps
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
    /// Returns a copy with more steps inside.
    func _holding(_ steps: Steps) -> Self
  }
  /// A left operand of `<` that takes buttons.
  public protocol ButtonHolder {
    /// The content of the chain.
    associatedtype Root = OfSteps
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
  }
  /// A left operand of `<` that takes options.
  public protocol OptionHolder<Answer> {
    /// The content of the chain.
    associatedtype Root = OfSteps
    /// The type of the options’ values.
    associatedtype Answer: AnswerValue
    /// The elements that the brackets have built so far.
    var _nest: Nest { get }
  }
}

extension Building.Inside: Building.BesideStep where Kind: Building.StepKind {}

extension Building {
  /// A declaration in the operator spelling.
  public struct Chain<Root, Opening>: Sendable {
    /// The elements that the brackets have built so far.
    public let _nest: Nest

    init(_ nest: Nest) {
      _nest = nest
    }
  }
}

extension Building.Chain: FlowContent where Root: Building.StepRoot {
  /// The steps of the chain; if it is refused, one that tells of it, since the message at the operand
  /// can be silenced with `try!`.
  public var _drafts: [Building.Draft] {
    let steps = _nest.closed.steps
    guard Root.self is Building.Refused.Type else { return steps }
    var draft = steps.first ?? Building.Draft(.say(""), at: FlowLocation(#fileID, #line))
    draft.problems.append(ChainBracket.problem(.wrongOperand, at: draft.place))
    return [draft]
  }
  /// The steps of the chain.
  public var body: Steps { return Steps(_drafts) }
}

extension Building.Chain: Building.AlertContent where Root: Building.ButtonRoot {
  /// The buttons of the chain.
  public var _buttons: Building.Buttons { Building.Buttons(_parts: _nest.closed.branches) }
}

extension Building.Chain: Building.StepHolder where Opening: Building.TakingSteps {
  /// The kind of the open container.
  public typealias Kind = Opening.Kind
  /// Returns a copy with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    Self(_nest.into(steps._drafts))
  }
}

extension Building.Chain: Building.ButtonHolder where Opening == Building.InAlert {}
extension Building.Chain: Building.OptionHolder where Opening: Building.TakingOptions {
  /// The type of the options’ values.
  public typealias Answer = Opening.Answer
}

extension Building.Declaration {
  /// The step, open.
  public var _nest: Building.Nest { Building.Nest(opening: .step(_draft)) }
  /// Returns a copy of the step with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
}

extension Alert: Building.ButtonHolder {}
extension Choose: Building.OptionHolder {}
extension ChooseMany: Building.OptionHolder {}
extension Confirm: Building.StepHolder {}
extension When: Building.StepHolder {}
extension Repeat: Building.StepHolder {}

extension Button: Building.StepHolder {
  /// A chain that begins with a button consists of buttons.
  public typealias Root = Building.OfButtons
  /// The open container is a button.
  public typealias Kind = Building.OfButtons
}

extension Option: Building.StepHolder {
  /// A chain that begins with an option consists of options.
  public typealias Root = Building.OfOptions<Answer>
  /// The open container is an option.
  public typealias Kind = Building.OfOptions<Answer>
}

extension Choosable {
  /// The button or option, open.
  public var _nest: Building.Nest { Building.Nest(opening: .branch(_branch)) }
  /// Returns a copy of the button or option with more steps inside.
  public func _holding(_ steps: Steps) -> Self {
    with { for draft in steps._drafts { $0.append(draft) } }
  }
}

extension Building {
  /// The last operand of a chain, followed by `>>`.
  public struct Closed<Content: Sendable>: Sendable {
    let content: Content
  }
}

/// Ends a chain after its last button.
public postfix func >> (button: Button) -> Building.Closed<Button> {
  Building.Closed(content: button)
}

/// Ends a chain after its last option.
public postfix func >> <Answer>(option: Option<Answer>) -> Building.Closed<Option<Answer>> {
  Building.Closed(content: option)
}

/// Ends a chain after its last step.
public postfix func >> (step: any FlowContent) -> Building.Closed<Steps> {
  Building.Closed(content: Steps(step._drafts))
}

// `<` goes in: it adds the operand to the innermost open container.

/// Adds a button to an alert and opens it.
public func < <L: Building.ButtonHolder>(
  lhs: L, rhs: Button
) -> Building.Chain<L.Root, Building.InButton> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds the last button to an alert, and closes everything.
public func < <L: Building.ButtonHolder>(
  lhs: L, rhs: Building.Closed<Button>
) -> Building.Chain<L.Root, Building.Full> {
  Building.Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Adds a text field to an alert, which stays open.
public func < <L: Building.ButtonHolder>(
  lhs: L, rhs: Field
) -> Building.Chain<L.Root, Building.InAlert> {
  Building.Chain(lhs._nest.into(rhs))
}

/// Adds an option to a choice and opens it.
public func < <L: Building.OptionHolder>(
  lhs: L, rhs: Option<L.Answer>
) -> Building.Chain<L.Root, Building.InOption<L.Answer>> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds the last option to a choice, and closes everything.
public func < <L: Building.OptionHolder>(
  lhs: L, rhs: Building.Closed<Option<L.Answer>>
) -> Building.Chain<L.Root, Building.Full> {
  Building.Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Adds a step to the open container.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: any FlowContent
) -> Building.Chain<L.Root, Building.Inside<L.Kind>> {
  Building.Chain(lhs._nest.into(rhs._drafts))
}

/// Adds the last step to the open container, and closes everything.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: Building.Closed<Steps>
) -> Building.Chain<L.Root, Building.Full> {
  Building.Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Adds an alert to the open container and opens it.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: Alert
) -> Building.Chain<L.Root, Building.InAlert> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds a choice to the open container and opens it.
public func < <L: Building.StepHolder, A>(
  lhs: L, rhs: Choose<A>
) -> Building.Chain<L.Root, Building.InChoice<A>> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds a confirmation to the open container and opens it.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: Confirm
) -> Building.Chain<L.Root, Building.InStep> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds a branch to the open container and opens it.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: When
) -> Building.Chain<L.Root, Building.InStep> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

/// Adds a loop to the open container and opens it.
public func < <L: Building.StepHolder>(
  lhs: L, rhs: Repeat
) -> Building.Chain<L.Root, Building.InStep> {
  Building.Chain(lhs._nest.into(rhs._nest))
}

// A list adds several children: `Alert("Error") < [Button("Yes"), Button("No")]`. A container that
// takes a list is complete, so the list form needs no operator declarations in the user's file.

/// Adds several buttons and fields to an alert.
public func < (lhs: Alert, rhs: [any Building.AlertContent]) -> Alert {
  lhs.with { for branch in rhs.flatMap({ $0._buttons._parts }) { $0.append(branch) } }
}

/// Adds several options to a choice.
public func < <L: Building.OptionHolder & Building.Declaration>(lhs: L, rhs: [Option<L.Answer>])
  -> L
{
  lhs.with { for option in rhs { $0.append(option._branch) } }
}

/// Adds several steps to the open container, which stays open.
public func < <L: Building.StepHolder>(lhs: L, rhs: [any FlowContent]) -> L {
  lhs._holding(Steps(rhs.flatMap(\._drafts)))
}

// `>` goes out: it closes the innermost open container and adds the operand after it.

/// Closes the open button and opens another one after it.
public func > <R, K: Building.ButtonKind>(
  lhs: Building.Chain<R, Building.Inside<K>>, rhs: Button
) -> Building.Chain<R, Building.InButton> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, adds the last one after it, and closes everything.
public func > <R, K: Building.ButtonKind>(
  lhs: Building.Chain<R, Building.Inside<K>>, rhs: Building.Closed<Button>
) -> Building.Chain<R, Building.Full> {
  Building.Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and opens another one after it.
public func > <R, A>(
  lhs: Building.Chain<R, Building.InOption<A>>, rhs: Option<A>
) -> Building.Chain<R, Building.InOption<A>> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, adds the last one after it, and closes everything.
public func > <R, A>(
  lhs: Building.Chain<R, Building.InOption<A>>, rhs: Building.Closed<Option<A>>
) -> Building.Chain<R, Building.Full> {
  Building.Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and opens another one after it.
public func > <R, A>(
  lhs: Building.Chain<R, Building.Inside<Building.Anything>>, rhs: Option<A>
) -> Building.Chain<R, Building.InOption<A>> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, adds the last one after it, and closes everything.
public func > <R, A>(
  lhs: Building.Chain<R, Building.Inside<Building.Anything>>, rhs: Building.Closed<Option<A>>
) -> Building.Chain<R, Building.Full> {
  Building.Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the innermost open step and adds another one after it.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: any FlowContent
) -> Building.Chain<R, Building.Inside<Building.Anything>> {
  Building.Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, adds the last one after it, and closes everything.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: Building.Closed<Steps>
) -> Building.Chain<R, Building.Full> {
  Building.Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and opens an alert after it.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: Alert
) -> Building.Chain<R, Building.InAlert> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a choice after it.
public func > <R, O: Building.BesideStep, A>(
  lhs: Building.Chain<R, O>, rhs: Choose<A>
) -> Building.Chain<R, Building.InChoice<A>> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a confirmation after it.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: Confirm
) -> Building.Chain<R, Building.InStep> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a branch after it.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: When
) -> Building.Chain<R, Building.InStep> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a loop after it.
public func > <R, O: Building.BesideStep>(
  lhs: Building.Chain<R, O>, rhs: Repeat
) -> Building.Chain<R, Building.InStep> {
  Building.Chain(lhs._nest.next(rhs._nest))
}

extension Building {
  /// The elements that a chain has built so far: finished ones, and a stack of open ones.
  public struct Nest: Sendable {
    enum Element: Sendable {
      case step(Draft)
      case branch(DraftBranch)

      /// Adds an element to this one.
      mutating func append(_ inner: Element) {
        switch (self, inner) {
        case (.step(var step), .step(let draft)):
          step.append(draft)
          self = .step(step)
        case (.step(var step), .branch(let branch)):
          step.append(branch)
          self = .step(step)
        case (.branch(var branch), .step(let draft)):
          branch.append(draft)
          self = .branch(branch)
        case (.branch, .branch):
          // The types of a chain don't allow a button in a button.
          break
        }
      }

      /// The element with a problem; a misplaced branch becomes a step, which gets checked.
      func refused(_ mistake: ChainBracket.Mistake) -> Element {
        var draft =
          switch self {
          case .step(let draft): draft
          case .branch(let branch): Draft(.say(""), at: branch.place)
          }
        draft.problems.append(ChainBracket.problem(mistake, at: draft.place))
        return .step(draft)
      }
    }

    private var finished: [Element] = []
    private var open: [Element]

    init(opening element: Element) {
      open = [element]
    }

    /// `< container`, which stays open.
    func into(_ container: Nest) -> Nest {
      var copy = self
      copy.open += container.open
      return copy
    }

    /// `< field`, which isn't a container, so the alert stays the innermost one.
    func into(_ field: Field) -> Nest {
      var copy = self
      copy.add(.branch(field.branch))
      return copy
    }

    /// `< steps`, which don't stay open.
    func into(_ drafts: [Draft]) -> Nest {
      var copy = self
      guard !copy.open.isEmpty else {
        return copy.refusing(drafts, .nothingOpen)
      }
      for draft in drafts { copy.add(.step(draft)) }
      return copy
    }

    /// `> container`: closes the innermost element and opens the container after it.
    func next(_ container: Nest) -> Nest {
      var copy = self
      guard let refusal = copy.goOut(beside: container.open.first) else {
        copy.open += container.open
        return copy
      }
      copy.open += container.open.map { $0.refused(refusal) }
      return copy
    }

    /// `> steps`: closes the innermost element and adds the steps after it.
    func next(_ drafts: [Draft]) -> Nest {
      var copy = self
      if let refusal = copy.goOut(beside: drafts.first.map(Element.step)) {
        return copy.refusing(drafts, refusal)
      }
      for draft in drafts { copy.add(.step(draft)) }
      return copy
    }

    /// Closes the innermost element, or returns why the new one can't follow it.
    private mutating func goOut(beside element: Element?) -> ChainBracket.Mistake? {
      guard let closing = open.last else {
        return .nothingToClose
      }
      switch (closing, element) {
      case (.branch, .step):
        return .stepBesideChoice
      case (.step, .branch):
        return .choiceBesideStep
      default:
        close()
        return nil
      }
    }

    private func refusing(_ drafts: [Draft], _ refusal: ChainBracket.Mistake) -> Nest {
      var copy = self
      for (index, draft) in drafts.enumerated() {
        let element = Element.step(draft)
        copy.add(index == 0 ? element.refused(refusal) : element)
      }
      return copy
    }

    /// A copy with everything closed, so that nothing can follow.
    var full: Nest {
      var copy = self
      while !copy.open.isEmpty { copy.close() }
      return copy
    }

    /// The elements after closing everything, as `>>` and the end of a chain do.
    var closed: (steps: [Draft], branches: [DraftBranch]) {
      var result: (steps: [Draft], branches: [DraftBranch]) = ([], [])
      for element in full.finished {
        switch element {
        case .step(let draft): result.steps.append(draft)
        case .branch(let branch): result.branches.append(branch)
        }
      }
      return result
    }

    private mutating func close() {
      guard let element = open.popLast() else { return }
      add(element)
    }

    private mutating func add(_ element: Element) {
      if open.isEmpty {
        finished.append(element)
      } else {
        open[open.count - 1].append(element)
      }
    }
  }
}
