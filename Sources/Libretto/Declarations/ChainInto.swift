// `<` goes in: it puts the operand into the innermost open container.

/// Puts a button into an alert; the button is now open.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Button
) -> Chain<L.Root, ChainTypes.InButton> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts the last button into an alert, and closes everything.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Closed<Button>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Puts a text field into an alert, which stays open.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Field
) -> Chain<L.Root, ChainTypes.InAlert> {
  Chain(lhs._nest.into(rhs))
}

/// Puts an option into a choice; the option is now open.
public func < <L: ChainTypes.OptionHolder>(
  lhs: L, rhs: Option<L.Answer>
) -> Chain<L.Root, ChainTypes.InOption<L.Answer>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts the last option into a choice, and closes everything.
public func < <L: ChainTypes.OptionHolder>(
  lhs: L, rhs: Closed<Option<L.Answer>>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Puts a step into the open container.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: any FlowContent
) -> Chain<L.Root, ChainTypes.Inside<L.Kind>> {
  Chain(lhs._nest.into(rhs._drafts))
}

/// Puts the last step into the open container, and closes everything.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Closed<Steps>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Puts an alert into the open container; it is now open itself.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Alert
) -> Chain<L.Root, ChainTypes.InAlert> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a choice into the open container; it is now open itself.
public func < <L: ChainTypes.StepHolder, A>(
  lhs: L, rhs: Choose<A>
) -> Chain<L.Root, ChainTypes.InChoice<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a confirmation into the open container; it is now open itself.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Confirm
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a branch into the open container; it is now open itself.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: When
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Puts a loop into the open container; it is now open itself.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Repeat
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

// A list stands for several children: `Alert("Error") < [Button("Yes"), Button("No")]`. What takes
// a list is complete, so the list form needs no operators of the user's own.

/// Puts several buttons and fields into an alert.
public func < (lhs: Alert, rhs: [any AlertContent]) -> Alert {
  lhs.with { for branch in rhs.flatMap(\._buttons._parts) { $0.append(branch) } }
}

/// Puts several options into a choice.
public func < <L: ChainTypes.OptionHolder & Declaration>(lhs: L, rhs: [Option<L.Answer>]) -> L {
  lhs.with { for option in rhs { $0.append(option._branch) } }
}

/// Puts several steps into the open container, which stays open.
public func < <L: ChainTypes.StepHolder>(lhs: L, rhs: [any FlowContent]) -> L {
  lhs._holding(Steps(rhs.flatMap(\._drafts)))
}
