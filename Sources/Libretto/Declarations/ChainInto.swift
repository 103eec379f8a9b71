// `<` goes in. Each overload takes particular operands on its right, so that a mistake is found at
// once and named: overloads that are generic there take the type checker seconds to refuse one.

// MARK: Into an alert: buttons

/// Puts a button into an alert; the button is now open.
public func < (lhs: Alert, rhs: Button) -> Chain<StepRoot, ButtonOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a button into an alert, and closes everything.
public func < (lhs: Alert, rhs: Closed<Button>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Puts a button into the open alert; the button is now open.
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: Button) -> Chain<R, ButtonOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a button into the open alert, and closes everything.
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: Closed<Button>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

// MARK: Into a choice: options

/// Puts an option into a choice; the option is now open.
public func < <A>(lhs: Choose<A>, rhs: Option<A>) -> Chain<StepRoot, OptionOpen<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts an option into a choice, and closes everything.
public func < <A>(lhs: Choose<A>, rhs: Closed<Option<A>>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Puts an option into the open choice; the option is now open.
public func < <R, A>(lhs: Chain<R, ChooseOpen<A>>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts an option into the open choice, and closes everything.
public func < <R, A>(
  lhs: Chain<R, ChooseOpen<A>>, rhs: Closed<Option<A>>
) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

// MARK: Into a button, option, branch or loop that begins a chain: steps

/// Puts a step into the container.
public func < <L: TakesSteps>(lhs: L, rhs: any FlowContent) -> Chain<L.Root, Inside<L.Kind>> {
  Chain(lhs._nest.into(rhs._drafts))
}

/// Puts the last step into the container, and closes everything.
public func < <L: TakesSteps>(lhs: L, rhs: Closed<Steps>) -> Chain<L.Root, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Puts an alert into the container; it is now open itself.
public func < <L: TakesSteps>(lhs: L, rhs: Alert) -> Chain<L.Root, AlertOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a choice into the container; it is now open itself.
public func < <L: TakesSteps, A>(lhs: L, rhs: Choose<A>) -> Chain<L.Root, ChooseOpen<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a confirmation into the container; it is now open itself.
public func < <L: TakesSteps>(lhs: L, rhs: Confirm) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a branch into the container; it is now open itself.
public func < <L: TakesSteps>(lhs: L, rhs: When) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a loop into the container; it is now open itself.
public func < <L: TakesSteps>(lhs: L, rhs: Repeat) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

// MARK: Into the open button, option, branch or loop: steps

/// Puts a step into the open container.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: any FlowContent) -> Chain<R, Inside<K>> {
  Chain(lhs._nest.into(rhs._drafts))
}

/// Puts the last step into the open container, and closes everything.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Puts an alert into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a choice into the open container; it is now open itself.
public func < <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a confirmation into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a branch into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a loop into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

// MARK: Into what the whole chain knows to be open: steps

/// Puts a step into what is open.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs._nest.into(rhs._drafts))
}

/// Puts the last step into what is open, and closes everything.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Puts an alert into what is open; it is now open itself.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a choice into what is open; it is now open itself.
public func < <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a confirmation into what is open; it is now open itself.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a branch into what is open; it is now open itself.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a loop into what is open; it is now open itself.
public func < <R>(lhs: Chain<R, SomethingOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.into(rhs._nest))
}
