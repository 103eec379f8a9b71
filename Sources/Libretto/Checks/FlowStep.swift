/// A step with an id, and where it stands, for comparing two versions of a flow.
struct FlowStep {
  let id: String
  /// The id that it had before, where `.id(_:was:)` on it or around it says so.
  let was: String
  let node: Node
  /// The ids and branches around it.
  let around: String

  /// The steps of a flow that have ids, in the order of declaration, and the others, without the
  /// steps in them.
  static func all(in tree: Tree) -> (named: [FlowStep], others: [Node]) {
    var finder = Finder()
    finder.add(tree.steps, around: "", renamed: [])
    return (finder.named, finder.others)
  }

  /// A component that ids begin with, and what it was before.
  fileprivate struct Renamed {
    let new: String
    let old: String
  }

  private struct Finder {
    var named: [FlowStep] = []
    var others: [Node] = []

    // Only this function calls itself, once for each level, on a stack that may be 512 KiB.
    mutating func add(_ nodes: [Node], around: String, renamed: [Renamed]) {
      for node in nodes {
        guard let id = node.id else {
          others.append(node.withoutSteps)
          for (index, steps) in node.branches.enumerated() {
            add(steps, around: "\(around)/\(node.word)\(index)", renamed: renamed)
          }
          continue
        }
        var renamed = renamed
        let was = Self.old(node.was ?? id, renamed)
        if was != id { renamed.append(Renamed(new: id, old: was)) }
        named.append(FlowStep(id: id, was: was, node: node, around: around))
        for (index, steps) in node.branches.enumerated() {
          let inner = renamed + node.renamedChoices(was)
          add(steps, around: "\(around)/\(was).\(index)", renamed: inner)
        }
      }
    }

    private static func old(_ id: String, _ renamed: [Renamed]) -> String {
      guard let around = renamed.last(where: { id.hasPrefix($0.new + "/") }) else { return id }
      return around.old + id.dropFirst(around.new.count)
    }
  }
}

extension Node {
  fileprivate func renamedChoices(_ was: String) -> [FlowStep.Renamed] {
    guard case .prompt(let prompt) = self else { return [] }
    return prompt.choices.compactMap { choice in
      choice.was.map {
        FlowStep.Renamed(new: "\(prompt.id)/\(choice.id)", old: "\(was)/\($0)")
      }
    }
  }

  fileprivate var id: String? {
    switch self {
    case .prompt(let prompt): prompt.id
    case .action(let action): action.id
    case .load(let load): load.id
    case .operation(let operation): operation.id
    case .subflow(let subflow): subflow.id
    default: nil
    }
  }

  fileprivate var was: String? {
    switch self {
    case .prompt(let prompt): prompt.was
    case .action(let action): action.was
    case .load(let load): load.was
    case .operation(let operation): operation.was
    case .subflow(let subflow): subflow.was
    default: nil
    }
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

  /// The step without the steps in it.
  fileprivate var withoutSteps: Node {
    switch self {
    case .when(let condition, _, _): return .when(condition, then: [], otherwise: [])
    case .loop(let loop, _): return .loop(loop, [])
    case .operations: return .operations([])
    case .select(var selection):
      selection.otherwise = []
      for index in selection.cases.indices { selection.cases[index].steps = [] }
      return .select(selection)
    default: return self
    }
  }
}
