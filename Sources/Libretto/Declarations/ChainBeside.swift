// `>` goes out: it closes the innermost open container and puts the operand beside it.

// MARK: Beside a button: another button

/// Closes the open button and puts another one beside it, open.
public func > (lhs: Button, rhs: Button) -> Chain<ButtonRoot, ButtonOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, puts the last one beside it, and closes everything.
public func > (lhs: Button, rhs: Closed<Button>) -> Chain<ButtonRoot, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open button and puts another one beside it, open.
public func > <R>(lhs: Chain<R, ButtonOpen>, rhs: Button) -> Chain<R, ButtonOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, ButtonOpen>, rhs: Closed<Button>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open button and puts another one beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Button) -> Chain<R, ButtonOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Button>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

// MARK: Beside an option: another option

/// Closes the open option and puts another one beside it, open.
public func > <A>(lhs: Option<A>, rhs: Option<A>) -> Chain<OptionRoot<A>, OptionOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <A>(lhs: Option<A>, rhs: Closed<Option<A>>) -> Chain<OptionRoot<A>, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(lhs: Chain<R, OptionOpen<A>>, rhs: Closed<Option<A>>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Option<A>) -> Chain<R, OptionOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Option<A>>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

// MARK: Beside a step with an inside: another step

/// Closes the innermost open step and puts another one beside it.
public func > <L: StepContainer>(lhs: L, rhs: any FlowContent) -> Chain<L.Root, SomethingOpen> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <L: StepContainer>(lhs: L, rhs: Closed<Steps>) -> Chain<L.Root, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <L: StepContainer>(lhs: L, rhs: Alert) -> Chain<L.Root, AlertOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <L: StepContainer, A>(lhs: L, rhs: Choose<A>) -> Chain<L.Root, ChooseOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <L: StepContainer>(lhs: L, rhs: Confirm) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <L: StepContainer>(lhs: L, rhs: When) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <L: StepContainer>(lhs: L, rhs: Repeat) -> Chain<L.Root, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, AlertOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, AlertOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, O, A>(lhs: Chain<R, ChooseOpen<O>>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R, O>(lhs: Chain<R, ChooseOpen<O>>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, StepsOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, StepsOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts another one beside it.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: any FlowContent) -> Chain<R, SomethingOpen> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Closed<Steps>) -> Chain<R, NothingOpen> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Alert) -> Chain<R, AlertOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, A>(lhs: Chain<R, SomethingOpen>, rhs: Choose<A>) -> Chain<R, ChooseOpen<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Confirm) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: When) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R>(lhs: Chain<R, SomethingOpen>, rhs: Repeat) -> Chain<R, StepsOpen> {
  Chain(lhs._nest.next(rhs._nest))
}
