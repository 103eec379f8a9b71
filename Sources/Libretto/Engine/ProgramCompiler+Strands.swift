// Loads and groups of operations.

extension ProgramCompiler {
  /// Begins a load, and tells its place in the table.
  mutating func begin(_ load: Node.Load) -> Int {
    var alone = load
    (alone.data, alone.empty) = ([], [])
    loads.append(
      Program.LoadCode(
        load: alone, step: newStep(), slot: slot(load.key),
        errorSlot: keys.slots[load.error.name] ?? -1,
        stateSlot: keys.slots[load.state.name] ?? -1,
        reads: load.loading?.keys.map { slot($0) } ?? [], tries: newCounter(),
        dependence: opaque(load.reads), operation: operation,
        instruction: instructions.count))
    openLoads.append(loads.count - 1)
    emit(.load(loads.count - 1))
    return loads.count - 1
  }

  /// Begins a group of operations, and tells its place in the table.
  mutating func begin(_ group: [Node]) -> Int {
    let first = operations.count
    var names: [String: Int] = [:]
    for case .operation(let operation) in group {
      names[operation.name] = operations.count
      operations.append(
        Program.OperationCode(
          id: operation.id, name: operation.name, group: groups.count, parent: self.operation,
          errorSlot: keys.slots[operation.error.name] ?? -1,
          stateSlot: keys.slots[operation.state.name] ?? -1))
    }
    var number = first
    for case .operation(let operation) in group {
      for other in Set(operation.after) {
        guard let other = names[other] else { continue }
        operations[number].dependencies += 1
        operations[other].dependants.append(number)
      }
      number += 1
    }
    self.names.append(names)
    if operation >= 0 { operations[operation].groups.append(groups.count) }
    groups.append(Program.GroupCode(operations: first..<operations.count, parent: operation))
    emit(.startOperations(groups.count - 1))
    return groups.count - 1
  }

  mutating func begin(_ node: Node.Operation, _ open: inout Open) {
    let number = names.last?[node.name] ?? 0
    open.head = number
    (open.exits, open.loads, open.operation) = (exits, openLoads, operation)
    (exits, openLoads, operation) = ([], [], number)
    operations[number].start = instructions.count
  }

  /// Gives the operations their order of declaration, in which their needs are.
  mutating func rankOperations() {
    let order = operations.indices.sorted { operations[$0].start < operations[$1].start }
    for (rank, number) in order.enumerated() { operations[number].rank = rank }
  }
}
