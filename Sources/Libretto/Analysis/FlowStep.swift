/// A step with an id, and where it stands, for comparing two versions of a flow.
struct FlowStep {
  /// The id that it has in the version in which it is looked at.
  let id: String
  /// The id that it has in the new version, as far as `.id(_:was:)` tells.
  let newID: String
  let node: Node
  /// The new ids of what stands around it.
  let around: String
  /// The id of the flow in the flow that it stands in; empty outside of one.
  let scope: String

  /// The steps of a flow that have ids, in the order of declaration, and the others, without the
  /// steps in them.
  /// - Parameter renames: the ids that the new version has given to steps of this one.
  static func all(in tree: Tree, _ renames: Renames?) -> (named: [FlowStep], others: [Node]) {
    var finder = Finder(renames: renames)
    finder.add(tree.steps, around: "", scope: "")
    return (finder.named, finder.others)
  }

  /// The id as `.id(…)` is given it: without that of the flow in the flow.
  func written(_ id: String) -> String {
    !scope.isEmpty && id.hasPrefix(scope + "/") ? String(id.dropFirst(scope.count + 1)) : id
  }

  private struct Finder {
    let renames: Renames?
    var named: [FlowStep] = []
    var others: [Node] = []

    // Only this function calls itself, once for each level, on a stack that may be 512 KiB.
    mutating func add(_ nodes: [Node], around: String, scope: String) {
      for node in nodes {
        if let id = node.id {
          named.append(
            FlowStep(id: id, newID: new(id), node: node, around: around, scope: scope))
        } else {
          others.append(node.alone)
        }
        var inner = scope
        if case .subflow(let flow) = node { inner = flow.id }
        for (index, steps) in node.branches.enumerated() {
          add(steps, around: around + "\n" + new(node.branchID(index)), scope: inner)
        }
      }
    }

    private func new(_ id: String) -> String { renames?.id(id) ?? id }
  }
}

extension Node {
  /// What stands for a branch: of a choice its id, since choices may stand in another order.
  fileprivate func branchID(_ index: Int) -> String {
    guard case .prompt(let prompt) = self else { return "\(id ?? word)/#\(index)" }
    let choice = prompt.fields.isEmpty ? index : index - 1
    guard prompt.choices.indices.contains(choice) else { return "\(prompt.id)/#\(index)" }
    return "\(prompt.id)/\(prompt.choices[choice].id)"
  }

  /// What stands for a step without an id among the branches around a step.
  fileprivate var word: String {
    switch self {
    case .when: "when"
    case .select: "switch"
    case .loop: "repeat"
    default: "operations"
    }
  }
}
