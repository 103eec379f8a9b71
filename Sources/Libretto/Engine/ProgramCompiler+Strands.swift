// Work and groups of operations.

extension ProgramCompiler {
  /// Begins work and returns its index in the table.
  /// - Parameters:
  ///   - error: the key for its error.
  ///   - state: the key for how it ended; nil if there is none.
  mutating func begin(
    _ work: Program.WorkCode, _ node: Node, _ error: KeyReference, _ state: KeyReference? = nil
  ) -> Int {
    var code = work
    code.id = node.id ?? ""
    if work.isLoad { code.slot = work.result.map { slot($0) } ?? -1 }
    code.errorSlot = keys.slots[error.name] ?? -1
    code.stateSlot = state.flatMap { keys.slots[$0.name] } ?? -1
    if work.isLoad || node.handlesFailure {
      beginRounds(emptying: [code.slot, code.errorSlot, code.stateSlot])
    }
    code.step = newStep(code.id, work.isLoad ? .load(works.count) : .action(works.count))
    code.reads = work.loading?.keys.map { slot($0) } ?? []
    code.calculations = work.loading?.calculations.map { self.code($0) } ?? []
    if work.isLoad || work.retries > 0 { code.tries = newCounter() }
    works.append(code)
    emit(.work(works.count - 1))
    return works.count - 1
  }

  /// Begins the rounds of a load or an action: a `TryAgain` begins another one.
  private mutating func beginRounds(emptying slots: [Int]) {
    let round = newCounter()
    emit(.startLoop(counter: round))
    loops.append(round)
    emit(.nextRound(counter: round))
    reloads.append(
      Program.ReloadCode(slots: slots, round: round, target: instructions.count))
  }

  /// Begins a group of operations and returns its index in the table.
  mutating func begin(_ group: [Node]) -> Int {
    let first = operations.count
    var names: [String: Int] = [:]
    for node in group {
      guard case .operation(let operation) = node.kind else { continue }
      names[operation.name] = operations.count
      operations.append(
        Program.OperationCode(
          id: node.id ?? "", name: operation.name, group: groups.count, parent: self.operation,
          errorSlot: keys.slots[operation.error.name] ?? -1,
          stateSlot: keys.slots[operation.state.name] ?? -1))
    }
    var number = first
    for node in group {
      guard case .operation(let operation) = node.kind else { continue }
      for other in Set(operation.after).sorted() {
        guard let other = names[other] else { continue }
        operations[number].dependencies += 1
        operations[number].after.append(other)
        operations[other].dependants.append(number)
      }
      number += 1
    }
    self.names.append(names)
    if operation >= 0 { operations[operation].groups.append(groups.count) }
    var code = Program.GroupCode(operations: first..<operations.count, parent: operation)
    code.order = inOrderOfWaiting(code.operations)
    code.start = emit(.startOperations(groups.count))
    groups.append(code)
    return groups.count - 1
  }

  /// The operations, each after those that it waits for; ties are in the order of declaration.
  private func inOrderOfWaiting(_ group: Range<Int>) -> [Int] {
    var remaining = group.map { operations[$0].dependencies }
    var free = RankSet(capacity: group.count)
    for (place, count) in remaining.enumerated() where count == 0 { free.insert(place) }
    var order: [Int] = []
    while let place = free.first {
      free.remove(place)
      order.append(group.lowerBound + place)
      for dependant in operations[group.lowerBound + place].dependants {
        remaining[dependant - group.lowerBound] -= 1
        if remaining[dependant - group.lowerBound] == 0 {
          free.insert(dependant - group.lowerBound)
        }
      }
    }
    return order
  }

  mutating func begin(_ node: Node.Operation, _ open: inout Open) {
    let number = names.last?[node.name] ?? 0
    open.head = number
    (open.exits, open.reloads, open.operation) = (exits, reloads, operation)
    (exits, reloads, operation) = ([], [], number)
    around = []
    operations[number].start = instructions.count
  }

  /// Ranks the operations in the order of declaration, which is the order of their needs.
  mutating func rankOperations() {
    let order = operations.indices.sorted { operations[$0].start < operations[$1].start }
    for (rank, number) in order.enumerated() { operations[number].rank = rank }
  }
}
