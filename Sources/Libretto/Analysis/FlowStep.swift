/// A step with an id and its place, for comparing two versions of a flow.
struct FlowStep {
  /// The id in the version that is being examined.
  let id: String
  /// The id in the new version, as far as `.id(_:was:)` says.
  let newID: String
  let node: Node
  /// The new ids of the steps around it.
  let around: String
  /// The id of the sub-flow that contains it; empty if there is none.
  let scope: String

  /// The steps of a flow that have ids, in the order of declaration, and what the others do.
  /// - Parameter renames: the ids that the new version has given to steps of this one.
  static func all(in tree: Tree, _ renames: Renames?) -> (named: [FlowStep], others: [Node.Kind]) {
    var finder = Finder(renames: renames)
    finder.add(tree.steps, around: "", scope: "")
    return (finder.named, finder.others)
  }

  /// The id as written in `.id(…)`: without that of the sub-flow.
  func written(_ id: String) -> String {
    !scope.isEmpty && id.hasPrefix(scope + "/") ? String(id.dropFirst(scope.count + 1)) : id
  }

  private struct Finder {
    let renames: Renames?
    var named: [FlowStep] = []
    var others: [Node.Kind] = []

    // Only this function is recursive, with one call for each level, because the stack may be 512
    // KiB.
    mutating func add(_ nodes: [Node], around: String, scope: String) {
      for node in nodes {
        if let id = node.id {
          named.append(
            FlowStep(id: id, newID: new(id), node: node, around: around, scope: scope))
        } else {
          others.append(node.kind)
        }
        var inner = scope
        if case .subflow = node.kind { inner = node.id ?? "" }
        for branch in node.branches {
          add(
            branch.steps, around: around + "\n" + new(node.name(of: branch.part)), scope: inner)
        }
      }
    }

    private func new(_ id: String) -> String { renames?.id(id) ?? id }
  }
}

extension Node {
  /// The name of a branch: for a choice its id, because the order of choices may change.
  fileprivate func name(of part: Part) -> String {
    if case .prompt(let prompt) = kind, case .choice(let index) = part {
      return "\(id ?? "")/\(prompt.choices[index].id)"
    }
    return "\(id ?? kind.type)/#\(part)"
  }
}
