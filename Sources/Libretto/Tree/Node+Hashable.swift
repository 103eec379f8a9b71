// Trees are compared and hashed without recursion: the code that the compiler derives takes 4 KB of
// stack for each level in a debug build, and a thread may have only 512 KiB.

extension Node: Hashable {
  /// Whether two steps and everything inside them are the same, with texts compared byte for byte.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    var pairs = [([lhs], [rhs])]
    while let (some, others) = pairs.popLast() {
      guard some.count == others.count else { return false }
      for (one, other) in zip(some, others) {
        guard one.alone.isSameStep(as: other.alone) else { return false }
        pairs += zip(one.branches, other.branches)
      }
    }
    return true
  }

  /// Feeds the step and everything inside it into a hasher.
  public func hash(into hasher: inout Hasher) {
    var lists = [[self]]
    while let nodes = lists.popLast() {
      hasher.combine(nodes.count)
      for node in nodes {
        node.alone.hashStep(into: &hasher)
        lists += node.branches
      }
    }
  }

  /// Whether two steps are the same, apart from the steps inside.
  private func isSameStep(as other: Node) -> Bool {
    switch (self, other) {
    case (.say(let a), .say(let b)), (.fail(let a), .fail(let b)): a == b
    case (.prompt(let a), .prompt(let b)): a == b
    case (.action(let a), .action(let b)): a == b
    case (.when(let a, _, _), .when(let b, _, _)): a == b
    case (.loop(let a, _), .loop(let b, _)): a == b
    case (.leave, .leave): true
    case (.store(let a, let value), .store(let b, let otherValue)): a == b && value == otherValue
    case (.finish(let a), .finish(let b)): a.map(ExactText.init) == b.map(ExactText.init)
    case (.subflow(let a), .subflow(let b)): a == b
    case (.load(let a), .load(let b)): a == b
    case (.operation(let a), .operation(let b)): a == b
    case (.select(let a), .select(let b)): a == b
    case (.reload, .reload), (.back, .back), (.operations, .operations): true
    case (.cancelOperation(let a), .cancelOperation(let b)): a == b
    case (.wait(let a), .wait(let b)): a == b
    default: false
    }
  }

  private func hashStep(into hasher: inout Hasher) {
    switch self {
    case .say(let text), .fail(let text): hasher.combine(text)
    case .prompt(let prompt): hasher.combine(prompt)
    case .action(let action): hasher.combine(action)
    case .when(let condition, _, _): hasher.combine(condition)
    case .loop(let loop, _): hasher.combine(loop)
    case .leave: hasher.combine(0)
    case .reload: hasher.combine(1)
    case .back: hasher.combine(2)
    case .operations: hasher.combine(3)
    case .store(let key, let value):
      hasher.combine(key)
      hasher.combine(value)
    case .finish(let outcome): hasher.combine(outcome)
    case .subflow(let subflow): hasher.combine(subflow)
    case .load(let load): hasher.combine(load)
    case .operation(let operation): hasher.combine(operation)
    case .cancelOperation(let cancel): hasher.combine(cancel)
    case .select(let selection): hasher.combine(selection)
    case .wait(let wait): hasher.combine(wait)
    }
  }
}
