// More mistakes in a chain: operands that are no part of a flow, and containers that take no operand.
// As in ChainMistakes.swift, each names particular types, which keeps one mistake cheap to refuse.

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")"
)
public func < (lhs: When, rhs: Button) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")"
)
public func < (lhs: Repeat, rhs: Button) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")"
)
public func < (lhs: Confirm, rhs: Button) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
public func < (lhs: Alert, rhs: Int) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
public func < (lhs: Alert, rhs: String) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(*, unavailable, message: "an Alert holds Buttons: Alert(\"…\") < Button(\"…\")")
public func < <A>(lhs: Alert, rhs: Key<A>) -> Chain<StepRoot, ButtonOpen> { Chain(lhs.nest) }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Void) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
)
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Void) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "the value of an Option has the type of the Choose’s key: Option(\"…\", value)"
)
public func < <A, B>(lhs: Choose<A>, rhs: Option<B>) -> Chain<StepRoot, OptionOpen<A>> {
  Chain(lhs.nest)
}

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message: "the value of an Option has the type of the Choose’s key: Option(\"…\", value)"
)
public func > <R, A, B>(lhs: Chain<R, OptionOpen<A>>, rhs: Option<B>) -> Chain<R, OptionOpen<A>> {
  lhs
}

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a Say holds no steps: write the next step on a line of its own"
)
public func < (lhs: Say, rhs: any FlowContent) -> Say { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "an Ask holds no steps: write the next step on a line of its own"
)
public func < <A>(lhs: Ask<A>, rhs: any FlowContent) -> Ask<A> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable, message: "a number is not a step: a chain joins Alert, Button, Say and the like"
)
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Double) -> Chain<R, Inside<K>> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message:
    "a Field goes before the first Button: Alert(\"…\") < Field(\"…\", into: key) < Button(\"…\")"
)
public func < <R>(lhs: Chain<R, ButtonOpen>, rhs: Field) -> Chain<R, ButtonOpen> { lhs }

/// Refuses a mistake; the message says what to write instead.
@available(
  *, unavailable,
  message:
    "a Field goes before the first Button: Alert(\"…\") < Field(\"…\", into: key) < Button(\"…\")"
)
public func > <R>(lhs: Chain<R, ButtonOpen>, rhs: Field) -> Chain<R, ButtonOpen> { lhs }
