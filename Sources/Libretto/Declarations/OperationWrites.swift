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
    var problems: [Problem] = []
    var before: [Int: Set<Int>] = [:]
    for (key, indices) in shared.sorted(by: { $0.key < $1.key }) {
      for (place, second) in indices.enumerated() {
        for first in indices[..<place] {
          if reach(second, operations, &before).contains(first) { continue }
          if reach(first, operations, &before).contains(second) { continue }
          problems.append(
            Problem(
              "the operations “\(operations[first].name)” and “\(operations[second].name)” can run "
                + "together, and both write the key “\(key)”; "
                + "let one start after the other, or give each a key of its own",
              at: places[operations[second].id]))
        }
      }
    }
    return problems
  }

  /// All operations that have ended before one starts.
  private static func reach(
    _ index: Int, _ operations: [Node.Operation], _ known: inout [Int: Set<Int>]
  ) -> Set<Int> {
    if let known = known[index] { return known }
    let numbers = Dictionary(operations.enumerated().map { ($1.name, $0) }) { first, _ in first }
    var reached: Set<Int> = []
    var open = operations[index].after.compactMap { numbers[$0] }
    while let next = open.popLast() {
      guard reached.insert(next).inserted else { continue }
      open += operations[next].after.compactMap { numbers[$0] }
    }
    known[index] = reached
    return reached
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
