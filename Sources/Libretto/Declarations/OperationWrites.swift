/// Finds operations that can run together and visibly write one key: which of the two answers
/// stays would be a matter of luck.
enum OperationWrites {
  static func problems(of nodes: [Node], _ places: [String: Place]) -> [Problem] {
    var problems: [Problem] = []
    var lists = [nodes]
    while let nodes = lists.popLast() {
      for node in nodes {
        if case .operations(let group) = node { problems += clashes(in: group, places) }
        lists += node.branches
      }
    }
    return problems
  }

  private static func clashes(in group: [Node], _ places: [String: Place]) -> [Problem] {
    let operations = group.compactMap { node -> Node.Operation? in
      if case .operation(let operation) = node { operation } else { nil }
    }
    var writers: [String: [Int]] = [:]
    for (index, operation) in operations.enumerated() {
      for key in keys(writtenBy: operation) { writers[key, default: []].append(index) }
    }
    let shared = writers.filter { $0.value.count > 1 }
    guard !shared.isEmpty else { return [] }
    let order = Order(operations)
    var problems: [Problem] = []
    for (key, indices) in shared.sorted(by: { $0.key < $1.key }) {
      let row = indices.sorted { order.ranks[$0] < order.ranks[$1] }
      for (first, second) in pairs(row) where !order.waits(second, for: first) {
        let (one, other) = (min(first, second), max(first, second))
        problems.append(
          Problem(
            "the operations “\(operations[one].name)” and “\(operations[other].name)” can run "
              + "together, and both write the key “\(key)”; "
              + "let one start after the other, or give each a key of its own",
            at: places[operations[other].id]))
      }
    }
    return problems
  }

  /// Those that are asked about: of a few all, of many neighbours.
  ///
  /// In an order that waiting allows, it is enough that each waits for the one before it.
  private static func pairs(_ row: [Int]) -> [(Int, Int)] {
    if row.count > 20 { return Array(zip(row, row.dropFirst())) }
    return row.indices.flatMap { second in row[..<second].map { ($0, row[second]) } }
  }

  /// In which order operations can end, and which wait for which.
  private struct Order {
    /// The place of each in an order in which those that it waits for come before it.
    private(set) var ranks: [Int]
    private let after: [[Int]]

    init(_ operations: [Node.Operation]) {
      let numbers = Dictionary(operations.enumerated().map { ($1.name, $0) }) { first, _ in first }
      let after = operations.map { $0.after.compactMap { numbers[$0] } }
      var waiting = after.map(\.count)
      var dependants = [[Int]](repeating: [], count: operations.count)
      for (index, others) in after.enumerated() {
        for other in others { dependants[other].append(index) }
      }
      // Those in a circle have been refused, and come last.
      ranks = [Int](repeating: operations.count, count: operations.count)
      var open = operations.indices.filter { waiting[$0] == 0 }
      var next = 0
      while next < open.count {
        ranks[open[next]] = next
        for dependant in dependants[open[next]] {
          waiting[dependant] -= 1
          if waiting[dependant] == 0 { open.append(dependant) }
        }
        next += 1
      }
      self.after = after
    }

    /// Looks no further back than the other’s own place, so that for a whole row of operations
    /// each is looked at once.
    func waits(_ index: Int, for other: Int) -> Bool {
      var seen: Set<Int> = []
      var open = after[index]
      while let next = open.popLast() {
        if next == other { return true }
        if ranks[next] > ranks[other], seen.insert(next).inserted { open += after[next] }
      }
      return false
    }
  }

  private static func keys(writtenBy operation: Node.Operation) -> Set<String> {
    var keys: Set<String> = []
    var lists = [operation.steps, operation.failure ?? []]
    while let nodes = lists.popLast() {
      for node in nodes {
        switch node {
        case .prompt(let prompt): if let key = prompt.key { keys.insert(key.name) }
        case .store(let key, _): keys.insert(key.name)
        case .load(let load): keys.insert(load.key.name)
        case .action(let action): if let key = action.result { keys.insert(key.name) }
        default: break
        }
        lists += node.branches
      }
    }
    return keys
  }
}
