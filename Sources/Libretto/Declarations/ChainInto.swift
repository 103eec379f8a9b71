// `<` goes in: it puts the operand into the innermost open container.

/// Puts a button into the alert; the button is now open.
public func < (lhs: Alert, rhs: Button) -> Chain<StepRoot, ButtonOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts the last button into the alert, and closes everything.
public func < (lhs: Alert, rhs: Closed<Button>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content.nest).full)
}

/// Puts a button into the alert; the button is now open.
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: Button) -> Chain<R, ButtonOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts the last button into the alert, and closes everything.
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: Closed<Button>) -> Chain<R, NothingOpen> {
  Chain(lhs.nest.into(rhs.content.nest).full)
}

/// Puts a text field into the alert, which stays open.
public func < (lhs: Alert, rhs: Field) -> Chain<StepRoot, AlertOpen> {
  Chain(lhs.nest.into(rhs))
}

/// Puts a text field into the alert, which stays open.
public func < <R>(lhs: Chain<R, AlertOpen>, rhs: Field) -> Chain<R, AlertOpen> {
  Chain(lhs.nest.into(rhs))
}

/// Puts an option into the choice; the option is now open.
public func < <A>(lhs: Choose<A>, rhs: Option<A>) -> Chain<StepRoot, OptionOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts the last option into the choice, and closes everything.
public func < <A>(lhs: Choose<A>, rhs: Closed<Option<A>>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content.nest).full)
}

/// Puts an option into the choice; the option is now open.
public func < <R, A>(lhs: Chain<R, ChooseOpen<A>>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts the last option into the choice, and closes everything.
public func < <R, A>(lhs: Chain<R, ChooseOpen<A>>, rhs: Closed<Option<A>>) -> Chain<R, NothingOpen>
{
  Chain(lhs.nest.into(rhs.content.nest).full)
}

/// Puts an option into the choice; the option is now open.
public func < <A>(lhs: ChooseMany<A>, rhs: Option<A>) -> Chain<StepRoot, OptionOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts the last option into the choice, and closes everything.
public func < <A>(lhs: ChooseMany<A>, rhs: Closed<Option<A>>) -> Chain<StepRoot, NothingOpen> {
  Chain(lhs.nest.into(rhs.content.nest).full)
}

/// Puts a step into the open container.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: any FlowContent) -> Chain<R, Inside<K>> {
  Chain(lhs.nest.into(step: rhs))
}

/// Puts the last step into the open container, and closes everything.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs.nest.into(rhs.content._drafts).full)
}

/// Puts an alert into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts a choice into the open container; it is now open itself.
public func < <R, K, A>(lhs: Chain<R, Inside<K>>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts a confirmation into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts a branch into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}

/// Puts a loop into the open container; it is now open itself.
public func < <R, K>(lhs: Chain<R, Inside<K>>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.into(rhs.nest))
}
