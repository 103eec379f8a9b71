// `>` goes out: it closes the innermost open container and adds the operand after it.

/// Closes the open button and opens another one after it.
public func > <R, K: ChainTypes.ButtonKind>(
  lhs: Chain<R, ChainTypes.Inside<K>>, rhs: Button
) -> Chain<R, ChainTypes.InButton> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open button, adds the last one after it, and closes everything.
public func > <R, K: ChainTypes.ButtonKind>(
  lhs: Chain<R, ChainTypes.Inside<K>>, rhs: Closed<Button>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and opens another one after it.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Option<A>
) -> Chain<R, ChainTypes.InOption<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, adds the last one after it, and closes everything.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.InOption<A>>, rhs: Closed<Option<A>>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the open option and opens another one after it.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.Inside<ChainTypes.Anything>>, rhs: Option<A>
) -> Chain<R, ChainTypes.InOption<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the open option, adds the last one after it, and closes everything.
public func > <R, A>(
  lhs: Chain<R, ChainTypes.Inside<ChainTypes.Anything>>, rhs: Closed<Option<A>>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._nest).full)
}

/// Closes the innermost open step and adds another one after it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: any FlowContent
) -> Chain<R, ChainTypes.Inside<ChainTypes.Anything>> {
  Chain(lhs._nest.next(rhs._drafts))
}

/// Closes the innermost open step, adds the last one after it, and closes everything.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Closed<Steps>
) -> Chain<R, ChainTypes.Full> {
  Chain(lhs._nest.next(rhs.content._drafts).full)
}

/// Closes the innermost open step and opens an alert after it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Alert
) -> Chain<R, ChainTypes.InAlert> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a choice after it.
public func > <R, O: ChainTypes.BesideStep, A>(
  lhs: Chain<R, O>, rhs: Choose<A>
) -> Chain<R, ChainTypes.InChoice<A>> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a confirmation after it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Confirm
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a branch after it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: When
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}

/// Closes the innermost open step and opens a loop after it.
public func > <R, O: ChainTypes.BesideStep>(
  lhs: Chain<R, O>, rhs: Repeat
) -> Chain<R, ChainTypes.InStep> {
  Chain(lhs._nest.next(rhs._nest))
}
