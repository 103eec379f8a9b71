// `<` behind the container that begins a chain.

/// Begins a chain: puts a step into a button.
public func < (lhs: Button, rhs: any FlowContent) -> Chain<ButtonRoot, Inside<ButtonRoot>> {
  Chain(lhs.nest.into(step: rhs))
}

/// Makes a whole chain: puts one step into a button.
public func < (lhs: Button, rhs: Closed<Steps>) -> Chain<ButtonRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Begins a chain: puts an alert into a button; it is now open itself.
public func < (lhs: Button, rhs: Alert) -> Chain<ButtonRoot, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a choice into a button; it is now open itself.
public func < <A>(lhs: Button, rhs: Choose<A>) -> Chain<ButtonRoot, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a confirmation into a button; it is now open itself.
public func < (lhs: Button, rhs: Confirm) -> Chain<ButtonRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a branch into a button; it is now open itself.
public func < (lhs: Button, rhs: When) -> Chain<ButtonRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a loop into a button; it is now open itself.
public func < (lhs: Button, rhs: Repeat) -> Chain<ButtonRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a step into an option.
public func < <O>(lhs: Option<O>, rhs: any FlowContent) -> Chain<
  OptionRoot<O>, Inside<OptionRoot<O>>
> {
  Chain(lhs.nest.into(step: rhs))
}

/// Makes a whole chain: puts one step into an option.
public func < <O>(lhs: Option<O>, rhs: Closed<Steps>) -> Chain<OptionRoot<O>, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Begins a chain: puts an alert into an option; it is now open itself.
public func < <O>(lhs: Option<O>, rhs: Alert) -> Chain<OptionRoot<O>, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a choice into an option; it is now open itself.
public func < <O, A>(lhs: Option<O>, rhs: Choose<A>) -> Chain<OptionRoot<O>, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a confirmation into an option; it is now open itself.
public func < <O>(lhs: Option<O>, rhs: Confirm) -> Chain<OptionRoot<O>, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a branch into an option; it is now open itself.
public func < <O>(lhs: Option<O>, rhs: When) -> Chain<OptionRoot<O>, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a loop into an option; it is now open itself.
public func < <O>(lhs: Option<O>, rhs: Repeat) -> Chain<OptionRoot<O>, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a step into a confirmation.
public func < (lhs: Confirm, rhs: any FlowContent) -> Chain<StepRoot, Inside<StepRoot>> {
  Chain(lhs.nest.into(step: rhs))
}

/// Makes a whole chain: puts one step into a confirmation.
public func < (lhs: Confirm, rhs: Closed<Steps>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Begins a chain: puts an alert into a confirmation; it is now open itself.
public func < (lhs: Confirm, rhs: Alert) -> Chain<StepRoot, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a choice into a confirmation; it is now open itself.
public func < <A>(lhs: Confirm, rhs: Choose<A>) -> Chain<StepRoot, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a confirmation into a confirmation; it is now open itself.
public func < (lhs: Confirm, rhs: Confirm) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a branch into a confirmation; it is now open itself.
public func < (lhs: Confirm, rhs: When) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a loop into a confirmation; it is now open itself.
public func < (lhs: Confirm, rhs: Repeat) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a step into a branch.
public func < (lhs: When, rhs: any FlowContent) -> Chain<StepRoot, Inside<StepRoot>> {
  Chain(lhs.nest.into(step: rhs))
}

/// Makes a whole chain: puts one step into a branch.
public func < (lhs: When, rhs: Closed<Steps>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Begins a chain: puts an alert into a branch; it is now open itself.
public func < (lhs: When, rhs: Alert) -> Chain<StepRoot, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a choice into a branch; it is now open itself.
public func < <A>(lhs: When, rhs: Choose<A>) -> Chain<StepRoot, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a confirmation into a branch; it is now open itself.
public func < (lhs: When, rhs: Confirm) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a branch into a branch; it is now open itself.
public func < (lhs: When, rhs: When) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a loop into a branch; it is now open itself.
public func < (lhs: When, rhs: Repeat) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a step into a loop.
public func < (lhs: Repeat, rhs: any FlowContent) -> Chain<StepRoot, Inside<StepRoot>> {
  Chain(lhs.nest.into(step: rhs))
}

/// Makes a whole chain: puts one step into a loop.
public func < (lhs: Repeat, rhs: Closed<Steps>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Begins a chain: puts an alert into a loop; it is now open itself.
public func < (lhs: Repeat, rhs: Alert) -> Chain<StepRoot, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a choice into a loop; it is now open itself.
public func < <A>(lhs: Repeat, rhs: Choose<A>) -> Chain<StepRoot, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a confirmation into a loop; it is now open itself.
public func < (lhs: Repeat, rhs: Confirm) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a branch into a loop; it is now open itself.
public func < (lhs: Repeat, rhs: When) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Begins a chain: puts a loop into a loop; it is now open itself.
public func < (lhs: Repeat, rhs: Repeat) -> Chain<StepRoot, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}
