// What a step depends on, collected on the way through the tree.

extension ProgramCompiler {
  /// What stands in the node that begins depends on a condition.
  mutating func depend(on condition: Condition) {
    for (key, _) in condition.form.reads { around.keys.insert(slot(key)) }
  }

  /// What work of the host depends on: on all, unless it says what it reads.
  func opaque(_ reads: [KeyReference]?) -> Dependence {
    var dependence = around
    dependence.isOpaque = reads == nil
    for key in reads ?? [] { dependence.keys.insert(slot(key)) }
    return dependence
  }
}
