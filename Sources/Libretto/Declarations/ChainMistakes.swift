// The mistakes in a chain that have a sentence of their own. They name particular wrong operands:
// over everything, one mistake would take the type checker ten seconds.

@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < <R>(lhs: Chain<R, ButtonOpen>, rhs: Button) -> Chain<R, ButtonOpen> { lhs }

@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < (lhs: Button, rhs: Button) -> Chain<ButtonRoot, ButtonOpen> { Chain(lhs._nest) }

@available(*, unavailable, message: "close the first Button with >: … > Button(\"…\")")
public func < <R>(lhs: Chain<R, ButtonOpen>, rhs: Closed<Button>) -> Chain<R, ButtonOpen> { lhs }

@available(*, unavailable, message: "close the first Option with >: … > Option(\"…\")")
public func < <R, A, B>(lhs: Chain<R, OptionOpen<A>>, rhs: Option<B>) -> Chain<R, OptionOpen<A>> { lhs }

@available(*, unavailable, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …")
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: any FlowContent) -> Chain<R, AlertOpen> { lhs }

@available(*, unavailable, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …")
public func < (lhs: Alert, rhs: any FlowContent) -> Chain<StepRoot, AlertOpen> { Chain(lhs._nest) }

@available(*, unavailable, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …")
public func < <R, A>(lhs: Chain<R, ChooseOpen<A>>, rhs: any FlowContent) -> Chain<R, ChooseOpen<A>> { lhs }

@available(*, unavailable, message: "a Choose holds Options; put the step inside one: … < Option(\"…\") < …")
public func < <A>(lhs: Choose<A>, rhs: any FlowContent) -> Chain<StepRoot, ChooseOpen<A>> { Chain(lhs._nest) }

@available(*, unavailable, message: "a Choose holds Options, an Alert holds Buttons: write Option(\"…\")")
public func < <A>(lhs: Choose<A>, rhs: Button) -> Chain<StepRoot, ChooseOpen<A>> { Chain(lhs._nest) }

@available(*, unavailable, message: "an Alert holds Buttons, a Choose holds Options: write Button(\"…\")")
public func < <A>(lhs: Alert, rhs: Option<A>) -> Chain<StepRoot, AlertOpen> { Chain(lhs._nest) }

@available(*, unavailable, message: "an Alert holds Buttons; put the step inside one: … < Button(\"…\") < …")
public func < (lhs: Alert, rhs: Alert) -> Chain<StepRoot, AlertOpen> { Chain(lhs._nest) }

@available(*, unavailable, message: "a step goes into the open Button with <: … < Say(\"…\")")
public func > <R>(lhs: Chain<R, ButtonOpen>, rhs: any FlowContent) -> Chain<R, ButtonOpen> { lhs }

@available(*, unavailable, message: "a step goes into the open Option with <: … < Say(\"…\")")
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: any FlowContent) -> Chain<R, OptionOpen<A>> { lhs }

@available(*, unavailable, message: "an Option belongs inside a Choose: Choose(\"…\") < Option(\"…\")")
public func < <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Option<A>) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "a Button belongs inside an Alert: Alert(\"…\") < Button(\"…\")")
public func < <R>(lhs: Chain<R, StepsOpen>, rhs: Button) -> Chain<R, StepsOpen> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Int) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Int) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Double) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Double) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Bool) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Bool) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: String) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: String) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Text) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "to tell the person something, write Say(\"…\")")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Text) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Condition) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this is no step: a chain joins Alert, Button, Say and the like")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Condition) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "work goes in Do(\"name\") { … }")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Void) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "work goes in Do(\"name\") { … }")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: Void) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "work goes in Do(\"name\") { … }")
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: () async throws -> Void) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "work goes in Do(\"name\") { … }")
public func > <R, K>(lhs: Chain<R, Inside<K>>, rhs: () async throws -> Void) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "a Key is no step: ask for it with Ask(\"…\", into: key), show it with Say(\"…\")")
public func < <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Key<A>) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func < <R>(lhs: Chain<R, NothingOpen>, rhs: any FlowContent) -> Chain<R, NothingOpen> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func < <R>(lhs: Chain<R, NothingOpen>, rhs: Button) -> Chain<R, NothingOpen> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func < <R, A>(lhs: Chain<R, NothingOpen>, rhs: Option<A>) -> Chain<R, NothingOpen> { lhs }

@available(*, unavailable, message: "a Key is no step: ask for it with Ask(\"…\", into: key), show it with Say(\"…\")")
public func > <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Key<A>) -> Chain<R, Inside<K>> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func > <R>(lhs: Chain<R, NothingOpen>, rhs: any FlowContent) -> Chain<R, NothingOpen> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func > <R>(lhs: Chain<R, NothingOpen>, rhs: Button) -> Chain<R, NothingOpen> { lhs }

@available(*, unavailable, message: "this chain has had its full stop: move the >> to its last element")
public func > <R, A>(lhs: Chain<R, NothingOpen>, rhs: Option<A>) -> Chain<R, NothingOpen> { lhs }
