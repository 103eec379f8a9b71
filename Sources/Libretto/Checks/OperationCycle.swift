/// Operations don't wait for each other in a cycle.
///
///     Operations {
///       Operation("a", after: "b") { … }
///       Operation("b", after: "a") { … }  // Operation("b") { … }
///     }
enum OperationCycle: StepRule {
  static let code = "operation-cycle"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    let operations = step.operations
    guard let cycle = cycle(operations) else { return [] }
    return [
      problem(
        "these operations wait for each other and can never start: "
          + cycle.map { "“\($0)”" }.joined(separator: " after "),
        at: operations.last { $0.name == cycle[0] }?.place)
    ]
  }

  /// A list of operations, each of which waits for the next; the first and last are the same.
  private static func cycle(
    _ operations: [(name: String, after: [String], place: FlowLocation)]
  ) -> [String]? {
    let after = Dictionary(operations.map { ($0.name, $0.after) }) { first, _ in first }
    var done: Set<String> = []
    for start in operations.map(\.name) where !done.contains(start) {
      // Without recursion, since a chain can be thousands of operations long.
      var path: [(name: String, next: Int)] = [(start, 0)]
      var onPath: Set<String> = [start]
      while let (name, next) = path.last {
        let waited = after[name] ?? []
        guard next < waited.count else {
          path.removeLast()
          onPath.remove(name)
          done.insert(name)
          continue
        }
        path[path.count - 1].next += 1
        let other = waited[next]
        if onPath.contains(other), let begin = path.firstIndex(where: { $0.name == other }) {
          return path[begin...].map(\.name) + [other]
        }
        if !done.contains(other), after[other] != nil {
          path.append((other, 0))
          onPath.insert(other)
        }
      }
    }
    return nil
  }
}
