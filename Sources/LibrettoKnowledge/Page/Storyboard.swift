import LibrettoCore

// The page of a flow for those who review it: the diagram, and the dialogs to walk through. Everything
// is computed here, so the page's script only follows states; each button is an edge.

/// What the page of a flow shows.
struct Storyboard {
  /// A way out of a state, as a button.
  struct Way: Hashable {
    let code: String
    /// The next state of the page; −1 if it isn't followed further.
    let target: Int
    /// An answer that goes this way; nil if the outcome says it.
    var shown: String?
    /// The class of the answer, or why the way ends.
    var note: String?
    /// What work writes, by key.
    var writes: [[String]] = []

    fileprivate var json: Value {
      var parts: [Value] = [.string(code), .int(target)]
      if shown != nil || note != nil || !writes.isEmpty {
        parts += [shown, note].map { $0.map { .string($0.neutralised) } ?? .null }
        if !writes.isEmpty { parts.append(Value(writes)) }
      }
      return .list(parts)
    }
  }

  /// The states of the most distant steps are left out beyond this number.
  static let mostStates = 2_000

  /// The most characters of a text; the rest is cut.
  static let longestText = 5_000

  /// The node of each state, and the ways out of it.
  private(set) var states: [(node: Int, ways: [Way])] = []
  /// The suite's tests: for each, its ways from the first state on.
  private(set) var tests: [(name: String, title: String, ways: [Int])] = []
  let drawing: Drawing

  private let known: Known
  let suite: Suite
  private var graph: Graph { known.space.graph }

  init(_ known: Known) {
    self.known = known
    drawing = Drawing(known)
    let space = known.space
    suite = Suite(known, .classes)
    let taken = Set(suite.tests.flatMap(\.moves))
    var numbers = [0: 0]
    var open = [0]
    func follows(_ move: Move) -> Bool {
      let edge = space.edges[move.state][move.edge]
      return edge.target >= 0 && (edge.verdict == .yes && edge.fault == nil || taken.contains(move))
    }
    var next = 0
    while next < open.count {
      for (place, edge) in space.edges[open[next]].enumerated()
      where follows(Move(state: open[next], edge: place)) && numbers[edge.target] == nil
        && open.count < Self.mostStates
      {
        numbers[edge.target] = open.count
        open.append(edge.target)
      }
      next += 1
    }
    var machine = space.machine
    var ways: [Move: Int] = [:]
    for state in open {
      let examples = Self.examples(of: space.states[state], space.edges[state], &machine, graph)
      var own: [Way] = []
      var places: [Way: Int] = [:]
      for (place, example) in examples.enumerated() {
        let move = Move(state: state, edge: place)
        let edge = space.edges[state][place]
        var way = Way(
          code: "\(edge.outcome)", target: follows(move) ? numbers[edge.target] ?? -1 : -1,
          shown: example.shown, note: edge.answerClass?.plain ?? graph.reply(edge, in: space),
          writes: example.writes)
        if way.target < 0 {
          way.note =
            edge.fault != nil && edge.target < 0 ? "the run fails here" : "not followed further"
        }
        if case .select(let selection) = graph.nodes[space.states[state].node].kind,
          case .selected(let number) = edge.outcome
        {
          way.shown = graph.plain(selection.cases[number], of: selection.key)
        }
        let known = places[way] ?? own.count
        (places[way], ways[move]) = (known, known)
        if known == own.count { own.append(way) }
      }
      states.append((space.states[state].node, own))
    }
    for test in suite.tests {
      let taken = test.moves.compactMap { ways[$0] }
      // A test that leaves the page isn't shown on it.
      if taken.count == test.moves.count { tests.append((test.name, test.title, taken)) }
    }
  }

  /// An answer for each edge of a state.
  private static func examples(
    of state: Space.State, _ edges: [Edge], _ machine: inout Machine, _ graph: Graph
  ) -> [(shown: String?, writes: [[String]])] {
    var scope = Scope(
      domains: state.domains, hints: Array(repeating: nil, count: state.domains.count))
    let ways = machine.ways(state.node, state.store, state.rounds, &scope)
    return edges.map { edge in
      guard edge.way < ways.count else { return (nil, []) }
      let way = ways[edge.way]
      switch way.answer {
      case .value, .writes: break
      default: return (nil, [])
      }
      guard
        case .yes(let values) = machine.solver.solve(
          state.literals + way.literals, scope.domains, hints: scope.hints ?? [])
      else { return (nil, []) }
      func shown(_ expression: Expression, isSecret: Bool) -> String {
        isSecret ? "••••••" : expression.outer(values, scope.domains).description
      }
      switch way.answer {
      case .value(let expression):
        let isSecret = graph.nodes[state.node].prompt?.isSecret ?? false
        return (shown(expression, isSecret: isSecret), [])
      case .writes(let written):
        let writes = written.map { key, variable in
          let isSecret = graph.slots[key.name].map { graph.isSecret[$0] } ?? false
          return [key.name, shown(.variable(variable), isSecret: isSecret)]
        }
        return (nil, writes.sorted { $0[0] < $1[0] })
      default: return (nil, [])
      }
    }
  }

  // MARK: Data

  /// The states and steps as JSON that can stand in a script element.
  var json: String {
    var writer = JSONWriter(pretty: false)
    writer.beginObject()
    writer.object("nodes") { writer in
      for node in Set(states.map(\.node)).sorted() {
        writer.object("\(node)") { write(node, &$0) }
      }
    }
    writer.member(
      "states", .list(states.map { .list([.int($0.node)] + $0.ways.map(\.json)) }))
    writer.member(
      "tests", .list(tests.map { .list([.string($0.name), .list($0.ways.map(Value.int))]) }))
    let conditions = Dictionary(
      graph.nodes.compactMap(\.condition).map { ("\($0)", graph.plain($0.form)) }
    ) { first, _ in first }
    let findings = known.findings.filter { $0.allowance == nil }.map { finding in
      let card = finding.step < 0 ? -1 : graph.owner[finding.step]
      let text = "\(finding.severity.rawValue): \(finding.message)".plain(conditions)
      return Value.list([.int(card), .string(text.neutralised)])
    }
    writer.member("findings", .list(findings))
    writer.endObject()
    // Inside a string, an escape says the same, and no tag or comment can begin.
    return writer.text.split(separator: "<", omittingEmptySubsequences: false)
      .joined(separator: "\\u003c")
  }

  private func write(_ index: Int, _ writer: inout JSONWriter) {
    let node = graph.nodes[index]
    func text(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { writer.member(name, text.cut.neutralised) }
    }
    text("k", kind(node))
    writer.member("c", node.step < 0 ? -1 : graph.owner[node.step])
    writer.member("n", node.step)
    switch node.kind {
    case .say(let texts, _): text("t", texts.map(\.template).joined(separator: "\n"))
    case .fail(let fail): text("t", fail.template)
    case .end(let outcome): text("t", outcome)
    case .load(let load): text("t", load.loading?.template ?? load.name)
    default: text("t", graph.plain(node) ?? graph.title(index))
    }
    if let prompt = node.prompt {
      text("m", prompt.message?.template)
      text("i", prompt.key?.name)
      text("p", prompt.placeholder?.template)
      text("h", prompt.help?.template)
      if !prompt.choices.isEmpty {
        writer.member("b", Value(prompt.choices.map { [$0.title.template.cut, $0.role.rawValue] }))
      }
      let refused = Self.refused(prompt)
      if !refused.isEmpty { writer.member("r", Value(refused)) }
      let owner = graph.owner[node.step]
      if owner != node.step {
        let fields = graph.steps[owner][.questions]?.count ?? 0
        text("f", graph.words(step: owner) + " · \(node.step - owner) of \(fields)")
      }
    }
  }

  /// How the script shows a node.
  private func kind(_ node: GraphNode) -> String {
    switch node.kind {
    case .end: "end"
    case .fail: "fail"
    case .say: "say"
    case .when, .hidden, .select, .loop: "when"
    case .action: "do"
    case .load: "load"
    case .page: "page"
    case .review: "review"
    case .question, .several, .choice, .yesNo, .chosen: node.prompt?.kind.rawValue ?? "ask"
    default: "step"
    }
  }

  /// An answer that each rule of a question refuses, and what the person then reads.
  private static func refused(_ prompt: Prompt) -> [[String]] {
    let type = prompt.key?.type ?? .string
    return prompt.rules.compactMap { rule in
      let bad = prompt.refused(by: rule).first { $0.description.count < 40 }
      return bad.map {
        let isEmpty = $0.description.isEmpty
        return [
          $0.description, isEmpty ? Words.english(.needed) : Self.words(of: rule, type),
        ]
      }
    }
  }

  /// What is said of a rule, with a place for each answer that it reads.
  private static func words(of rule: Prompt.Rule, _ type: ValueType) -> String {
    if let message = rule.message { return message.template }
    let names = Set(rule.keys.map(\.name))
    let words = rule.words(for: type).split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      let isLast = word.hasSuffix(".")
      let name = String(isLast ? word.dropLast() : word)
      return names.contains(name) ? "{\(name)}" + (isLast ? "." : "") : String(word)
    }.joined(separator: " ")
  }

  // MARK: Page

  /// The whole page.
  var html: String {
    let findings = known.findings.count { $0.allowance == nil }
    let leftOut = states.contains { $0.ways.contains { $0.note == "not followed further" } }
    var facts = [
      (known.frontier.isEmpty ? "" : "at least ") + "\(known.pathCountInDigits) paths",
      "\(known.stateCount) states", "\(suite.coveredCount) of \(suite.count) covered",
      findings == 1 ? "1 finding" : "\(findings) findings",
    ]
    if leftOut { facts.append("some states aren’t on this page") }
    let options = tests.enumerated().map {
      "<option value=\"\($0)\">\($1.title.escaped)</option>"
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(known.flow.name.escaped) · storyboard</title>
      <style>\(PageTemplate.style)</style></head><body>
      <header><h1 dir="auto">\(known.flow.name.escaped)</h1><p>\(facts.joined(separator: " · "))</p>
      <label>Show test <select id="tests"><option value="">none</option>\(options.joined())</select>\
      </label></header>
      <main id="map">\(drawing.svg)</main>
      \(PageTemplate.aside)
      <script type="application/json" id="data">\(json)</script>
      <script>\(PageTemplate.script)</script>
      </body></html>

      """
  }
}

extension Value {
  /// A table of texts that are safe to show.
  fileprivate init(_ table: [[String]]) {
    self = .list(table.map { .list($0.map { .string($0.neutralised) }) })
  }
}

extension Known {
  /// A page for those who review the flow: its diagram, and its dialogs to walk through.
  package var storyboard: String { Storyboard(self).html }

  /// The diagram of the flow as SVG.
  package var diagram: String {
    let svg = Drawing(self).svg
    let end = svg.firstIndex(of: ">").map(svg.index(after:)) ?? svg.startIndex
    return svg[..<end] + "<style>\(PageTemplate.style)</style>" + svg[end...] + "\n"
  }
}

extension String {
  /// A sentence with conditions in other words: those that stand in quotation marks.
  fileprivate func plain(_ words: [String: String]) -> String {
    let parts = split(separator: "“", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let code = part.prefix { $0 != "”" }
      guard let plain = words[String(code)] else { return text + "“" + part }
      return text + plain + part.dropFirst(code.count + 1)
    }
  }

  /// The text as a page shows it.
  fileprivate var cut: String {
    utf8.count > Storyboard.longestText && count > Storyboard.longestText
      ? prefix(Storyboard.longestText) + "…" : self
  }
}
