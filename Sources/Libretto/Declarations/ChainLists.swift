// A list stands for several children: `Alert("Error") < [Button("Yes"), Button("No")]`. What takes
// a list is complete, so the list form needs no operators of the user's own.

/// Puts several buttons and fields into an alert.
public func < (lhs: Alert, rhs: [any AlertContent]) -> Alert {
  var alert = lhs
  for branch in rhs.flatMap(\._buttons.branches) { alert._draft.append(branch) }
  return alert
}

/// Puts several options into a choice.
public func < <A>(lhs: Choose<A>, rhs: [Option<A>]) -> Choose<A> {
  var choose = lhs
  for option in rhs { choose._draft.append(option.branch) }
  return choose
}

/// Puts several options into a choice.
public func < <A>(lhs: ChooseMany<A>, rhs: [Option<A>]) -> ChooseMany<A> {
  var choose = lhs
  for option in rhs { choose._draft.append(option.branch) }
  return choose
}

/// Puts several steps into a button.
public func < (lhs: Button, rhs: [any FlowContent]) -> Button {
  var button = lhs
  for draft in rhs.flatMap(\._drafts) { button.branch.append(draft) }
  return button
}

/// Puts several steps into an option.
public func < <A>(lhs: Option<A>, rhs: [any FlowContent]) -> Option<A> {
  var option = lhs
  for draft in rhs.flatMap(\._drafts) { option.branch.append(draft) }
  return option
}

/// Puts several steps into a confirmation.
public func < (lhs: Confirm, rhs: [any FlowContent]) -> Confirm {
  var container = lhs
  for draft in rhs.flatMap(\._drafts) { container._draft.append(draft) }
  return container
}

/// Puts several steps into a branch.
public func < (lhs: When, rhs: [any FlowContent]) -> When {
  var container = lhs
  for draft in rhs.flatMap(\._drafts) { container._draft.append(draft) }
  return container
}

/// Puts several steps into a loop.
public func < (lhs: Repeat, rhs: [any FlowContent]) -> Repeat {
  var container = lhs
  for draft in rhs.flatMap(\._drafts) { container._draft.append(draft) }
  return container
}

/// Puts several steps into the open container, which stays open.
public func < <R, K>(
  lhs: Chain<R, Inside<K>>, rhs: [any FlowContent]
) -> Chain<R, Inside<K>> {
  Chain(lhs.nest.into(rhs.flatMap(\._drafts)))
}
