// `>` goes out: it closes the innermost open container and puts the operand beside it.

/// Closes the open button and puts another one beside it, open.
public func > <R, K: ChainTypes.ButtonKind>(
  lhs: Chain<R, ChainTypes.Inside<K>>, rhs: Button
) -> Chain<R, ChainTypes.InButton> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, puts the last one beside it, and closes everything.
public func > <R, K: ChainTypes.ButtonKind>(
  lhs: Chain<R, ChainTypes.Inside<K>>, rhs: Closed<Button>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Option<A>
) -> Chain<R, ChainTypes.InOption<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Closed<Option<A>>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and puts another one beside it, open.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.Inside<ChainTypes.Anything>>, rhs: Option<A>
) -> Chain<R, ChainTypes.InOption<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, puts the last one beside it, and closes everything.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.Inside<ChainTypes.Anything>>, rhs: Closed<Option<A>>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the innermost open step and puts another one beside it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: any FlowContent
) -> Chain<R, ChainTypes.Inside<ChainTypes.Anything>> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, puts the last one beside it, and closes everything.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Closed<Steps>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and puts an alert beside it, open.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Alert
) -> Chain<R, ChainTypes.InAlert> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a choice beside it, open.
public func > <R, O: ChainTypes.BesideStep, A>(
  lhs: Chain<R, O>, rhs: Choose<A>
) -> Chain<R, ChainTypes.InChoice<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a confirmation beside it, open.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Confirm
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a branch beside it, open.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: When
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and puts a loop beside it, open.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Repeat
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}
