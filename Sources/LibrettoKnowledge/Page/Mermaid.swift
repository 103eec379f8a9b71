import LibrettoCore

/// A flow as the text of a Mermaid flowchart.
struct Mermaid {
  /// Where a line comes from, and what stands on it.
  private typealias Exit = (node: String, label: String)

  /// The longest label; the rest of a text is cut.
  private static let mostCharacters = 60

  private(set) var text = "flowchart TD\n"
  private let graph: Graph
  /// For each loop around, the lines that leave it.
  private var breaks: [[Exit]] = []
  private var indent = "  "

  init(_ known: Known) {
    graph = known.space.graph
    add("start([\"\(Self.escaped(known.flow.name))\"])")
    let exits = sequence(known.flow.tree.steps, 0, [("start", "")])
    if exits.isEmpty { return }
    add("done([\"End\"])")
    join(exits, "done")
  }

  /// A text that is nothing but text in Mermaid: its signs are written as numbers.
  static func escaped(_ text: String) -> String {
    var short = text.neutralisedLine
    if short.count > mostCharacters { short = short.prefix(mostCharacters - 1) + "…" }
    var escaped = ""
    for scalar in short.unicodeScalars {
      if "\"#;<>&`\\%".unicodeScalars.contains(scalar) {
        escaped += "#\(scalar.value);"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    // An empty label is an error there.
    return escaped.isEmpty ? "#160;" : escaped
  }

  private mutating func add(_ line: String) { text += indent + line + "\n" }

  private mutating func join(_ exits: [Exit], _ node: String) {
    for exit in exits {
      add(
        exit.node + (exit.label.isEmpty ? " --> " : " -->|\"\(Self.escaped(exit.label))\"| ") + node
      )
    }
  }

  private mutating func sequence(_ steps: [Node], _ first: Int, _ entries: [Exit]) -> [Exit] {
    var (exits, number) = (entries, first)
    for step in steps {
      exits = self.step(step, number, exits)
      number += graph.sources[number].count
    }
    return exits
  }

  private mutating func step(_ node: Node, _ number: Int, _ entries: [Exit]) -> [Exit] {
    let id = "n\(number)"
    let body = node[.body] ?? []
    switch node.kind {
    case .subflow, .operations:
      add("subgraph \(id)[\"\(Self.escaped(graph.words(step: number)))\"]")
      indent += "  "
      var exits = entries
      if case .operations = node.kind {
        exits = parts(body, number + 1, entries)
      } else {
        exits = sequence(body, number + 1, entries)
      }
      indent.removeLast(2)
      add("end")
      return exits
    case .loop:
      place(node, number)
      join(entries, id)
      breaks.append([])
      join(sequence(body, number + 1, [(id, "a round")]), id)
      return (breaks.popLast() ?? []) + [(id, "no further round")]
    case .leave, .finish, .fail, .back, .tryAgain:
      place(node, number)
      join(entries, id)
      if case .leave = node.kind, !breaks.isEmpty { breaks[breaks.count - 1].append((id, "")) }
      return []
    default:
      place(node, number)
      join(entries, id)
      return branches(node, number)
    }
  }

  private mutating func place(_ node: Node, _ number: Int) {
    let shape: (String, String) =
      switch node.kind {
      case .when, .select, .loop: ("{", "}")
      case .say, .heading, .note, .wait: ("(", ")")
      case .action, .load, .operation: ("[[", "]]")
      case .finish, .fail: ("([", "])")
      default: ("[", "]")
      }
    add("n\(number)\(shape.0)\"\(Self.escaped(graph.words(step: number)))\"\(shape.1)")
  }

  /// Operations, each from the start of their group.
  private mutating func parts(_ steps: [Node], _ first: Int, _ entries: [Exit]) -> [Exit] {
    var (exits, number): ([Exit], Int) = ([], first)
    for step in steps {
      exits += self.step(step, number, entries)
      number += graph.sources[number].count
    }
    return exits
  }

  private mutating func branches(_ node: Node, _ number: Int) -> [Exit] {
    var firsts: [Node.Part: Int] = [:]
    var next = number + 1
    for branch in node.branches {
      firsts[branch.part] = next
      for _ in branch.steps { next += graph.sources[next].count }
    }
    let lanes = Drawing.lanes(node)
    if lanes.allSatisfy({ $0.part.flatMap { node[$0] }?.isEmpty ?? true }) {
      return [("n\(number)", "")]
    }
    var exits: [Exit] = []
    for lane in lanes {
      let entry = [("n\(number)", lane.title)]
      let steps = lane.part.flatMap { node[$0] } ?? []
      exits += sequence(steps, lane.part.flatMap { firsts[$0] } ?? next, entry)
    }
    return exits
  }
}

extension Known {
  /// The diagram of the flow as the text of a Mermaid flowchart.
  package var mermaid: String { Mermaid(self).text }
}
