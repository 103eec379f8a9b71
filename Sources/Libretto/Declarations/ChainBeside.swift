// `>` goes out: it closes the innermost open container and puts the operand beside it.

/// Closes the open button and puts another one beside it, open.
public func > <R, K: BesideButton>(lhs: Chain<R, Inside<K>>, rhs: Button) -> Chain<R, ButtonOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the open button, puts the last one beside it, and closes everything.
public func > <R, K: BesideButton>(lhs: Chain<R, Inside<K>>, rhs: Closed<Button>) -> Chain<
  R, NothingOpen
> {
  Chain(lhs.nest.next(rhs.content.nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Closed<Option<A>>) -> Chain<R, NothingOpen>
{
  Chain(lhs.nest.next(rhs.content.nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Option<A>>) -> Chain<R, NothingOpen>
{
  Chain(lhs.nest.next(rhs.content.nest).full)
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs.nest.next(step: rhs))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs.nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, AlertOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs.nest.next(step: rhs))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs.nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, StepsOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs.nest.next(step: rhs))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs.nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs.nest.next(rhs.nest))
}
