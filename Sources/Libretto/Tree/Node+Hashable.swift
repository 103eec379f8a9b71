// Trees are compared and hashed without recursion: the code that the compiler derives takes 4 KB of
// stack for each level in a debug build, and a thread may have only 512 KiB.

extension Node: Hashable {
  /// Whether two steps and everything inside them are the same, with texts compared byte for byte.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    var pairs = [(lhs, rhs)]
    while let (one, other) = pairs.popLast() {
      guard one.kind == other.kind, one.identity == other.identity,
        one.branches.count == other.branches.count
      else { return false }
      for (branch, same) in zip(one.branches, other.branches) {
        guard branch.part == same.part, branch.steps.count == same.steps.count else { return false }
        pairs += zip(branch.steps, same.steps)
      }
    }
    return true
  }

  /// Feeds the step and everything inside it into a hasher.
  public func hash(into hasher: inout Hasher) {
    var nodes = [self]
    while let node = nodes.popLast() {
      hasher.combine(node.kind)
      hasher.combine(node.identity)
      for branch in node.branches {
        hasher.combine(branch.part)
        hasher.combine(branch.steps.count)
        nodes += branch.steps
      }
    }
  }
}
