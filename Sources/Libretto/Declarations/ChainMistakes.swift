// The mistakes in a chain that have a sentence of their own. They name particular wrong operands:
// over everything, one mistake would take the type checker ten seconds.

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < <R>(lhs: Chain<R, ButtonOpen>, rhs: Button) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < (lhs: Button, rhs: Button) -> Chain<ButtonRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < <R>(lhs: Chain<R, ButtonOpen>, rhs: Closed<Button>) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Option with >: … > Option(\"…\")")
public func < <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  lhs
}

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Option with >: … > Option(\"…\")")
public func < <A>(lhs: Option<A>, rhs: Option<A>) -> Chain<OptionRoot<A>, OptionOpen<A>> {
  Chain(lhs.nest)
}

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "close the first Option with >: … > Option(\"…\")")
public func < <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Closed<Option<A>>) -> Chain<
  R, OptionOpen<A>
> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …"
)
public func < (lhs: Alert, rhs: any FlowContent) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …"
)
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: any FlowContent) -> Chain<R, ButtonOpen> {
  Chain(lhs.nest)
}

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …"
)
public func < <A>(lhs: Choose<A>, rhs: any FlowContent) -> Chain<StepRoot, OptionOpen<A>> {
  Chain(lhs.nest)
}

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …"
)
public func < <R, A>(lhs: Chain<R, ChooseOpen<A>>, rhs: any FlowContent) -> Chain<R, OptionOpen<A>>
{ Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "a step goes into the open Button with <: … < Say(\"…\")")
public func > <R>(lhs: Chain<R, ButtonOpen>, rhs: any FlowContent) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "a step goes into the open Option with <: … < Say(\"…\")")
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: any FlowContent) -> Chain<R, OptionOpen<A>>
{ lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
public func < <R, A>(lhs: Chain<R, ButtonOpen>, rhs: Option<A>) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")"
)
public func > <R, A>(lhs: Chain<R, ButtonOpen>, rhs: Option<A>) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
)
public func < <R, A>(lhs: Chain<R, AlertOpen>, rhs: Option<A>) -> Chain<R, ButtonOpen> {
  Chain(lhs.nest)
}

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")"
)
public func < <A>(lhs: Alert, rhs: Option<A>) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")"
)
public func < <A>(lhs: Choose<A>, rhs: Button) -> Chain<StepRoot, OptionOpen<A>> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")"
)
public func < <R>(lhs: Chain<R, StepsOpen>, rhs: Button) -> Chain<R, StepsOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a number is not a step: a chain joins Alert, Button, Say and the like"
)
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Int) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a number is not a step: a chain joins Alert, Button, Say and the like"
)
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Int) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: String) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: String) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
public func < <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Key<A>) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "a Key is not a step: Ask(\"…\", into: key) asks for it")
public func > <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Key<A>) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: () async throws -> Void) -> Chain<R, Inside<K>>
{ lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: () async throws -> Void) -> Chain<R, Inside<K>>
{ lhs }
