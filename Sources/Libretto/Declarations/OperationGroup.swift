/// What can be wrong with the names of a group of operations, and with what they wait for.
struct OperationGroup {
  /// The names of the operations.
  private(set) var names: Set<String> = []
  private(set) var problems: [Problem] = []
  private var operations: [(name: String, after: [String], place: Place)] = []

  init(_ draft: Draft) {
    var places: [String: Place] = [:]
    for inner in draft.branches.flatMap(\.steps) {
      guard case .operation(let operation) = inner.node else { continue }
      operations.append((operation.name, operation.after, inner.place))
      names.insert(operation.name)
      if let other = places[operation.name] {
        problems.append(
          Problem(
            "the name “\(operation.name)” is used twice in these Operations, here and at \(other); "
              + "give one of the two another name", at: inner.place))
      }
      places[operation.name] = inner.place
    }
    for (_, after, place) in operations {
      for name in after where !names.contains(name) {
        // A hostile flow has as many wrong names as it has operations.
        let known = problems.count < Self.mostExplained ? names.sorted() : []
        problems.append(Problem(Self.unknown(name, known, in: "after"), at: place))
      }
    }
    if let cycle = cycle() {
      problems.append(
        Problem(
          "these operations wait for each other and could never start: "
            + cycle.map { "“\($0)”" }.joined(separator: " after "), at: places[cycle[0]]))
    }
  }

  /// For how many wrong names the right ones are looked up.
  static let mostExplained = 20

  static func unknown(_ name: String, _ known: [String], in what: String) -> String {
    var message = "\(what): there is no operation “\(name)” beside or around this one"
    if let near = nearest(to: name, among: known) {
      message += "; did you mean “\(near)”?"
    } else if !known.isEmpty {
      message += "; there are " + known.prefix(20).map { "“\($0)”" }.joined(separator: ", ")
    }
    return message
  }

  /// A row of operations each of which waits for the next, the first and the last the same.
  private func cycle() -> [String]? {
    let after = Dictionary(operations.map { ($0.name, $0.after) }) { first, _ in first }
    var done: Set<String> = []
    for start in operations.map(\.name) where !done.contains(start) {
      // Without recursion: a chain may be thousands long.
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
