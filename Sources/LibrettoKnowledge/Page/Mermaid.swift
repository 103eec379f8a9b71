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
    let exits = sequence(graph.outermost, [("start", "")])
    if exits.isEmpty { return }
    add("done([\"End\"])")
    join(exits, "done")
  }

  /// A text that is nothing but text in Mermaid: its signs are written as numbers.
  static func escaped(_ text: String) -> String {
    let signs = "\"#;<>&`\\%".unicodeScalars
    let escaped = Drawing.short(text, mostCharacters).unicodeScalars.map {
      signs.contains($0) ? "#\($0.value);" : String($0)
    }.joined()
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

  private mutating func sequence(_ steps: [Int], _ entries: [Exit]) -> [Exit] {
    steps.reduce(entries) { exits, number in step(number, exits) }
  }

  private mutating func step(_ number: Int, _ entries: [Exit]) -> [Exit] {
    let id = "n\(number)"
    let kind = graph.steps[number].kind
    let body = graph.inside(number, .body)
    switch kind {
    case .subflow, .operations:
      add("subgraph \(id)[\"\(Self.escaped(graph.words(step: number)))\"]")
      indent += "  "
      var exits: [Exit] = []
      if case .operations = kind {
        // Each from the start of their group.
        for operation in body { exits += step(operation, entries) }
      } else {
        exits = sequence(body, entries)
      }
      indent.removeLast(2)
      add("end")
      return exits
    case .loop:
      place(number)
      join(entries, id)
      breaks.append([])
      join(sequence(body, [(id, "a round")]), id)
      return (breaks.popLast() ?? []) + [(id, "no further round")]
    case .leave, .finish, .fail, .back, .tryAgain:
      place(number)
      join(entries, id)
      if case .leave = kind, !breaks.isEmpty { breaks[breaks.count - 1].append((id, "")) }
      return []
    default:
      place(number)
      join(entries, id)
      return branches(number)
    }
  }

  private mutating func place(_ number: Int) {
    let shape: (String, String) =
      switch graph.steps[number].kind {
      case .when, .select, .loop: ("{", "}")
      case .say, .heading, .note, .wait: ("(", ")")
      case .action, .load, .operation: ("[[", "]]")
      case .finish, .fail: ("([", "])")
      default: ("[", "]")
      }
    add("n\(number)\(shape.0)\"\(Self.escaped(graph.words(step: number)))\"\(shape.1)")
  }

  private mutating func branches(_ number: Int) -> [Exit] {
    let lanes = graph.lanes(number).map { lane in
      (title: lane.title, steps: lane.part.map { graph.inside(number, $0) } ?? [])
    }
    if lanes.allSatisfy(\.steps.isEmpty) { return [("n\(number)", "")] }
    var exits: [Exit] = []
    for lane in lanes { exits += sequence(lane.steps, [("n\(number)", lane.title)]) }
    return exits
  }
}

extension Known {
  /// The diagram of the flow as the text of a Mermaid flowchart.
  package var mermaid: String { Mermaid(self).text }
}
