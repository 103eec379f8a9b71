// Common mistakes in a chain, each with its own message. Each overload names one wrong operand
// type, is deprecated and throws, and returns a refused chain, so the type checker picks it at
// once. It tries unavailable overloads last, which made a mistake in a long chain take eight
// seconds to compile; an overload for any operand took as long.

/// Refuses a button inside a button.
@available(*, deprecated, message: "close the first Button with >: … > Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Button) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  > where L.Kind == Building.OfButtons
{ Building.Chain(lhs._nest) }

/// Refuses the last button inside a button.
@available(*, deprecated, message: "close the first Button with >: … > Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Building.Closed<Button>) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  > where L.Kind == Building.OfButtons
{ Building.Chain(lhs._nest) }

/// Refuses an option inside an option.
@available(*, deprecated, message: "close the first Option with >: … > Option(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder, A>(lhs: L, rhs: Option<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<A>
  > where L.Kind == Building.OfOptions<A>
{ Building.Chain(lhs._nest) }

/// Refuses the last option inside an option.
@available(*, deprecated, message: "close the first Option with >: … > Option(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder, A>(lhs: L, rhs: Building.Closed<Option<A>>) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<A>
  > where L.Kind == Building.OfOptions<A>
{ Building.Chain(lhs._nest) }

/// Refuses a step directly in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …"
)
@_disfavoredOverload
public func < <L: Building.ButtonHolder>(lhs: L, rhs: any FlowContent) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step directly in a choice.
@available(
  *, deprecated, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder>(lhs: L, rhs: any FlowContent) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<L.Answer>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step after a button.
@available(*, deprecated, message: "a step goes into the open Button with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R>(lhs: Building.Chain<R, Building.InButton>, rhs: any FlowContent) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step after an option.
@available(*, deprecated, message: "a step goes into the open Option with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R, A>(lhs: Building.Chain<R, Building.InOption<A>>, rhs: any FlowContent) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<A>
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option inside a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.StepHolder, A>(lhs: L, rhs: Option<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  > where L.Kind == Building.OfButtons
{ Building.Chain(lhs._nest) }

/// Refuses an option after a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func > <R, A>(lhs: Building.Chain<R, Building.InButton>, rhs: Option<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.ButtonHolder, A>(lhs: L, rhs: Option<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses a button in a choice.
@available(
  *, deprecated, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder>(lhs: L, rhs: Button) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<L.Answer>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a button in a step that takes steps.
@available(*, deprecated, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Button) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  > where L.Kind == Building.OfSteps
{ Building.Chain(lhs._nest) }

/// Refuses a number inside a container.
@available(
  *, deprecated, message: "a number is not a step; chains join steps such as Alert, Button and Say"
)
@_disfavoredOverload
public func < <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Int) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a number after a container.
@available(
  *, deprecated, message: "a number is not a step; chains join steps such as Alert, Button and Say"
)
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Int) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a number inside a container.
@available(
  *, deprecated, message: "a number is not a step; chains join steps such as Alert, Button and Say"
)
@_disfavoredOverload
public func < <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Double) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a number after a container.
@available(
  *, deprecated, message: "a number is not a step; chains join steps such as Alert, Button and Say"
)
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Double) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses plain text inside a container.
@available(*, deprecated, message: "to tell the person something, write Say(\"…\")")
@_disfavoredOverload
public func < <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: String) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses plain text after a container.
@available(*, deprecated, message: "to tell the person something, write Say(\"…\")")
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: String) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a key inside a container.
@available(*, deprecated, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
@_disfavoredOverload
public func < <L: Building.StepHolder, A>(lhs: L, rhs: Key<A>) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<L.Kind>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a key after a container.
@available(*, deprecated, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
@_disfavoredOverload
public func > <R, K, A>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Key<A>) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a Boolean inside a container.
@available(*, deprecated, message: "a condition is not a step: When(…) takes a branch")
@_disfavoredOverload
public func < <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Bool) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a Boolean after a container.
@available(*, deprecated, message: "a condition is not a step: When(…) takes a branch")
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Bool) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a condition inside a container.
@available(*, deprecated, message: "a condition is not a step: When(…) takes a branch")
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Condition) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<L.Kind>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a condition after a container.
@available(*, deprecated, message: "a condition is not a step: When(…) takes a branch")
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Condition) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a closure inside a container.
@available(
  *, deprecated,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: () async throws -> Void) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<L.Kind>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a closure after a container.
@available(
  *, deprecated,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: () async throws -> Void)
  throws
  -> Building.Chain<Building.Refused, Building.Inside<K>>
{ Building.Chain(lhs._nest) }

/// Refuses a call inside a container.
@available(
  *, deprecated,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Void) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<L.Kind>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a call after a container.
@available(
  *, deprecated,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
@_disfavoredOverload
public func > <R, K>(lhs: Building.Chain<R, Building.Inside<K>>, rhs: Void) throws
  -> Building.Chain<
    Building.Refused, Building.Inside<K>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a number in an alert.
@available(*, deprecated, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.ButtonHolder>(lhs: L, rhs: Int) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses plain text in an alert.
@available(*, deprecated, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.ButtonHolder>(lhs: L, rhs: String) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses a key in an alert.
@available(*, deprecated, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.ButtonHolder, A>(lhs: L, rhs: Key<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder, A>(lhs: L, rhs: Option<A>) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<L.Answer>
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func > <R, A, B>(lhs: Building.Chain<R, Building.InOption<A>>, rhs: Option<B>) throws
  -> Building.Chain<
    Building.Refused, Building.InOption<A>
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step inside a `Say`.
@available(*, deprecated, message: "a Say holds no steps: write the next step on its own line")
@_disfavoredOverload
public func < (lhs: Say, rhs: any FlowContent) throws
  -> Building.Chain<Building.Refused, Building.Full>
{ Building.Chain(lhs._nest) }

/// Refuses a step inside an `Ask`.
@available(*, deprecated, message: "an Ask holds no steps: write the next step on its own line")
@_disfavoredOverload
public func < <A>(lhs: Ask<A>, rhs: any FlowContent) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a field inside a button.
@available(
  *, deprecated,
  message:
    "a Field goes before the first Button: Alert(\"…\") < Field(\"…\", into: key) < Button(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Field) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  > where L.Kind == Building.OfButtons
{ Building.Chain(lhs._nest) }

/// Refuses a field after a button.
@available(
  *, deprecated,
  message:
    "a Field goes before the first Button: Alert(\"…\") < Field(\"…\", into: key) < Button(\"…\")"
)
@_disfavoredOverload
public func > <R>(lhs: Building.Chain<R, Building.InButton>, rhs: Field) throws
  -> Building.Chain<
    Building.Refused, Building.InButton
  >
{ Building.Chain(lhs._nest) }

// Common mistakes at the end of a chain, at the operand that `>>` closes; see `ChainMistakes`.

/// Refuses an option in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.ButtonHolder, A>(lhs: L, rhs: Building.Closed<Option<A>>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step directly in an alert.
@available(
  *, deprecated, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …"
)
@_disfavoredOverload
public func < <L: Building.ButtonHolder>(lhs: L, rhs: Building.Closed<Steps>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a button in a choice.
@available(
  *, deprecated, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder>(lhs: L, rhs: Building.Closed<Button>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step directly in a choice.
@available(
  *, deprecated, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder>(lhs: L, rhs: Building.Closed<Steps>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func < <L: Building.OptionHolder, A>(lhs: L, rhs: Building.Closed<Option<A>>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a button in a step that takes steps.
@available(*, deprecated, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")")
@_disfavoredOverload
public func < <L: Building.StepHolder>(lhs: L, rhs: Building.Closed<Button>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  > where L.Kind == Building.OfSteps
{ Building.Chain(lhs._nest) }

/// Refuses an option inside a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func < <L: Building.StepHolder, A>(lhs: L, rhs: Building.Closed<Option<A>>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  > where L.Kind == Building.OfButtons
{ Building.Chain(lhs._nest) }

/// Refuses a step after a button.
@available(*, deprecated, message: "a step goes into the open Button with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R>(lhs: Building.Chain<R, Building.InButton>, rhs: Building.Closed<Steps>) throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses a step after an option.
@available(*, deprecated, message: "a step goes into the open Option with <: … < Say(\"…\")")
@_disfavoredOverload
public func > <R, A>(lhs: Building.Chain<R, Building.InOption<A>>, rhs: Building.Closed<Steps>)
  throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option after a button.
@available(
  *, deprecated, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
@_disfavoredOverload
public func > <R, A>(lhs: Building.Chain<R, Building.InButton>, rhs: Building.Closed<Option<A>>)
  throws
  -> Building.Chain<
    Building.Refused, Building.Full
  >
{ Building.Chain(lhs._nest) }

/// Refuses an option with a value of another type.
@available(
  *, deprecated,
  message: "the value of an Option must have the type of the Choose’s key: Option(\"…\", value)"
)
@_disfavoredOverload
public func > <R, A, B>(
  lhs: Building.Chain<R, Building.InOption<A>>, rhs: Building.Closed<Option<B>>
) throws -> Building.Chain<Building.Refused, Building.Full> { Building.Chain(lhs._nest) }

/// Refuses a key at the end of a chain.
@available(*, deprecated, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
@_disfavoredOverload
public postfix func >> <A>(key: Key<A>) throws -> Building.Closed<Steps> {
  Building.Closed(content: Steps([]))
}

/// Refuses plain text at the end of a chain.
@available(*, deprecated, message: "to tell the person something, write Say(\"…\")")
@_disfavoredOverload
public postfix func >> (text: String) throws -> Building.Closed<Steps> {
  Building.Closed(content: Steps([]))
}

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
