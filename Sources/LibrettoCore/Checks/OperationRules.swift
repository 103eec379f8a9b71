// Operations: their names, and what they wait for; `OperationRaces` has what they do to keys.

/// The names of the operations in a group are unique.
///
///     Operations {
///       Operation("upload") { … }
///       Operation("upload") { … }  // Operation("upload again") { … }
///     }
enum SameOperation: StepRule {
  static let code = "same-operation"
  static let kinds: [Node.Kind.Name] = [.operations]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    var places: [String: FlowLocation] = [:]
    return step.operations.compactMap { operation in
      guard let other = places.updateValue(operation.place, forKey: operation.name) else {
        return nil
      }
      return problem(
        "the name “\(operation.name)” is used twice in these Operations, here and at \(other); "
          + "give one of the two another name", at: operation.place)
    }
  }
}

/// `after` names operations of the same group, `CancelOperation` one of an enclosing group.
///
///     Operations {
///       Operation("load") { … }
///       Operation("show", after: "laod") { … }  // after: "load"
///     }
enum UnknownOperation: StepRule {
  static let code = "unknown-operation"
  static let kinds: [Node.Kind.Name] = [.operations, .cancelOperation]

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    switch step.node.kind {
    case .operations: return waiting(step.operations)
    case .cancelOperation(let cancel):
      let name = cancel.operation
      let around = step.around.operations
      if around.contains(where: { $0.contains(name) }) { return [] }
      let known = step.isExplained ? around.flatMap { $0 }.sorted() : []
      return [problem(message(name, known, in: "CancelOperation"), at: step.place)]
    default: return []
    }
  }

  private static func waiting(
    _ operations: [(name: String, after: [String], place: FlowLocation)]
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let names = Set(operations.map(\.name))
    for operation in operations {
      for name in operation.after where !names.contains(name) {
        // A hostile flow can have as many wrong names as operations.
        let known = problems.count < DeclaredStep.mostExplained ? names.sorted() : []
        problems.append(problem(message(name, known, in: "after"), at: operation.place))
      }
    }
    return problems
  }

  private static func message(_ name: String, _ known: [String], in what: String) -> String {
    var message = "\(what): there is no operation “\(name)” beside or around this one"
    if let near = nearest(to: name, among: known) {
      message += "; did you mean “\(near)”?"
    } else if !known.isEmpty {
      message += "; there are " + known.listed { "“\($0)”" }
    }
    return message
  }
}

/// Operations don't wait for each other in a cycle.
///
///     Operations {
///       Operation("a", after: "b") { … }
///       Operation("b", after: "a") { … }  // Operation("b") { … }
///     }
enum OperationCycle: StepRule {
  static let code = "operation-cycle"
  static let kinds: [Node.Kind.Name] = [.operations]

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
