/// The keys that are set before the current step of a walk, as far as the order of the steps shows it:
/// by a step before it in the same block, or in one around it. No way leads past those.
///
/// Most flows ask before they read, so this spares them the search of all ways (``ReadBeforeSet``).
struct KeysBefore {
  private var names: Set<String> = []
  private var changes: [(name: String, isSet: Bool)] = []

  /// How much has changed so far.
  var mark: Int { changes.count }

  func contains(_ name: String) -> Bool { names.contains(name) }

  mutating func note(_ keys: [KeyReference], areSet: Bool = true) {
    for key in keys {
      let isNew = areSet ? names.insert(key.name).inserted : names.remove(key.name) != nil
      if isNew { changes.append((key.name, areSet)) }
    }
  }

  /// Takes back what has changed since, at the end of a block.
  mutating func takeBack(to mark: Int) {
    while changes.count > mark, let last = changes.popLast() {
      if last.isSet { names.remove(last.name) } else { names.insert(last.name) }
    }
  }

  /// Notes what is set at the beginning of a branch.
  mutating func enter(_ part: Node.Part, of step: Node) {
    switch part {
    case .choice, .data: note(step.kind.keysWritten)
    case .timedOut, .empty, .failure: note(step.kind.keysWritten, areSet: false)
    case .body, .questions, .then, .selected, .otherwise: break
    }
  }
}
