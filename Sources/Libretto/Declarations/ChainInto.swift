// `<` goes in: it adds the operand to the innermost open container.

/// Adds a button to an alert and opens it.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Button
) -> Chain<L.Root, ChainTypes.InButton> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds the last button to an alert, and closes everything.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Closed<Button>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Adds a text field to an alert, which stays open.
public func < <L: ChainTypes.ButtonHolder>(
  lhs: L, rhs: Field
) -> Chain<L.Root, ChainTypes.InAlert> {
  Chain(lhs._nest.into(rhs))
}

/// Adds an option to a choice and opens it.
public func < <L: ChainTypes.OptionHolder>(
  lhs: L, rhs: Option<L.Answer>
) -> Chain<L.Root, ChainTypes.InOption<L.Answer>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds the last option to a choice, and closes everything.
public func < <L: ChainTypes.OptionHolder>(
  lhs: L, rhs: Closed<Option<L.Answer>>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._nest).full)
}

/// Adds a step to the open container.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: any FlowContent
) -> Chain<L.Root, ChainTypes.Inside<L.Kind>> {
  Chain(lhs._nest.into(rhs._drafts))
}

/// Adds the last step to the open container, and closes everything.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Closed<Steps>
) -> Chain<L.Root, ChainTypes.Full> {
  Chain(lhs._nest.into(rhs.content._drafts).full)
}

/// Adds an alert to the open container and opens it.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Alert
) -> Chain<L.Root, ChainTypes.InAlert> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds a choice to the open container and opens it.
public func < <L: ChainTypes.StepHolder, A>(
  lhs: L, rhs: Choose<A>
) -> Chain<L.Root, ChainTypes.InChoice<A>> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds a confirmation to the open container and opens it.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Confirm
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds a branch to the open container and opens it.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: When
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

/// Adds a loop to the open container and opens it.
public func < <L: ChainTypes.StepHolder>(
  lhs: L, rhs: Repeat
) -> Chain<L.Root, ChainTypes.InStep> {
  Chain(lhs._nest.into(rhs._nest))
}

// A list adds several children: `Alert("Error") < [Button("Yes"), Button("No")]`. A container that
// takes a list is complete, so the list form needs no operator declarations in the user's file.

/// Adds several buttons and fields to an alert.
public func < (lhs: Alert, rhs: [any AlertContent]) -> Alert {
  lhs.with { for branch in rhs.flatMap({ $0._buttons._parts }) { $0.append(branch) } }
}

/// Adds several options to a choice.
public func < <L: ChainTypes.OptionHolder & Declaration>(lhs: L, rhs: [Option<L.Answer>]) -> L {
  lhs.with { for option in rhs { $0.append(option._branch) } }
}

/// Adds several steps to the open container, which stays open.
public func < <L: ChainTypes.StepHolder>(lhs: L, rhs: [any FlowContent]) -> L {
  lhs._holding(Steps(rhs.flatMap(\._drafts)))
}
