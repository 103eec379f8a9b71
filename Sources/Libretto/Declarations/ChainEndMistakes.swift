// Common mistakes at the end of a chain, at the operand that `>>` closes; see `ChainMistakes`.

/// Refuses an option in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
)
@_disfavoredOverload
public func < <L: ChainTypes.ButtonHolder, A>(lhs: L, rhs: Closed<Option<A>>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses a step directly in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …"
)
@_disfavoredOverload
public func < <L: ChainTypes.ButtonHolder>(lhs: L, rhs: Closed<Steps>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses a button in a choice.
@available(
  *, deprecated, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
)
@_disfavoredOverload
public func < <L: ChainTypes.OptionHolder>(lhs: L, rhs: Closed<Button>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses a step directly in a choice.
@available(
  *, deprecated, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …"
)
@_disfavoredOverload
public func < <L: ChainTypes.OptionHolder>(lhs: L, rhs: Closed<Steps>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func < <L: ChainTypes.OptionHolder, A>(lhs: L, rhs: Closed<Option<A>>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses a button in a step that takes steps.
@available(*, deprecated, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: ChainTypes.StepHolder>(lhs: L, rhs: Closed<Button>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> where L.Kind == ChainTypes.OfSteps { Chain(lhs._nest) }

/// Refuses an option inside a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func < <L: ChainTypes.StepHolder, A>(lhs: L, rhs: Closed<Option<A>>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> where L.Kind == ChainTypes.OfButtons { Chain(lhs._nest) }

/// Refuses a step after a button.
@available(*, deprecated, message: "a step goes into the open Button with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R>(lhs: Chain<R, ChainTypes.InButton>, rhs: Closed<Steps>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses a step after an option.
@available(*, deprecated, message: "a step goes into the open Option with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R, A>(lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Closed<Steps>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses an option after a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func > <R, A>(lhs: Chain<R, ChainTypes.InButton>, rhs: Closed<Option<A>>) throws -> Chain<
  ChainTypes.Refused, ChainTypes.Full
> { Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func > <R, A, B>(
  lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Closed<Option<B>>
) throws -> Chain<ChainTypes.Refused, ChainTypes.Full> { Chain(lhs._nest) }

/// Refuses a key at the end of a chain.
@available(*, deprecated, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
@_disfavoredOverload
public postfix func >> <A>(key: Key<A>) throws -> Closed<Steps> { Closed(content: Steps([])) }

/// Refuses plain text at the end of a chain.
@available(*, deprecated, message: "to tell the person something, write Say(\"…\")")
@_disfavoredOverload
public postfix func >> (text: String) throws -> Closed<Steps> { Closed(content: Steps([])) }

// With spaces on both sides, Swift reads `>>` as an operator between this statement and the next.

/// Refuses a space before the end of a chain.
@available(*, deprecated, message: ">> ends a chain and touches its last element: Button(\"…\")>>")
@_disfavoredOverload
public func >> <Next>(button: Button, next: Next) throws -> Button { button }

/// Refuses a space before the end of a chain.
@available(*, deprecated, message: ">> ends a chain and touches its last element: Option(\"…\")>>")
@_disfavoredOverload
public func >> <A, Next>(option: Option<A>, next: Next) throws -> Option<A> { option }

/// Refuses a space before the end of a chain.
@available(*, deprecated, message: ">> ends a chain and touches its last element: Say(\"…\")>>")
@_disfavoredOverload
public func >> <Next>(step: any FlowContent, next: Next) throws -> Steps { Steps(step._drafts) }
