import LibrettoCore

// The diagram of a flow. A flow is a tree of sequences and branches, so no general layout is needed: a
// sequence is a column, branches are columns side by side, and nothing can cross. A block knows its
// size before it is placed, so the layout takes time in proportion to the number of steps.

/// A flow as SVG.
struct Drawing {
  /// A step as it is drawn.
  private struct Card {
    let step: Int
    let kind: String
    let lines: [String]
    var rows: [String] = []
    var width = 232
    /// Whether it has no line for its kind.
    var isSmall = false

    var height: Int {
      (isSmall ? 20 : 42) + 17 * lines.count + (rows.isEmpty ? 0 : 8 + 20 * rows.count)
    }
  }

  /// Something with a size and an axis, where lines enter and leave.
  private struct Block {
    var width: Int
    var height: Int
    var axis: Int
    /// Places it, and returns where it ends; nil if nothing follows.
    var draw: (inout Drawing, _ x: Int, _ y: Int) -> Int?
  }

  /// A way out of a step: the outcomes that take it, and the branch to which they lead.
  typealias Lane = (title: String, turns: [Turn], part: Node.Part?)

  private static let (gap, laneGap, narrow) = (34, 40, 56)

  private static let names = [
    "ask": "question", "rate": "rating", "choose": "list", "chooseMany": "list of several",
    "confirm": "yes or no", "do": "work", "load": "loads",
  ]

  private var (width, height) = (0, 0)
  private var (groups, lines, pills, cards) = ("", "", "", "")
  private let graph: Graph
  private let findings: [Int: [Finding]]

  init(_ known: Known) {
    graph = known.space.graph
    findings = Dictionary(
      grouping: known.findings.filter { $0.allowance == nil && $0.step >= 0 }, by: \.step)
    let block = sequence(graph.outermost)
    let axis = 56 + block.axis
    line([(axis, 48), (axis, 84)], [], isArrow: true)
    let start = Card(
      step: -2, kind: "start", lines: [Self.short(known.flow.name, 24)], width: 200, isSmall: true)
    place(start, axis - 100, 12)
    height = 84 + block.height + 40
    if let end = block.draw(&self, 56, 84) {
      line([(axis, end), (axis, height - 6)], [], isArrow: true)
      let card = Card(step: -1, kind: "end", lines: ["End"], width: 80, isSmall: true)
      place(card, axis - 40, height - 6)
      height += 60
    }
    width = block.width + 112
  }

  /// The whole drawing; its style is the page's.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" role="group" aria-label="Diagram"><defs><marker id="tip" \
    viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" \
    markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
    \(groups)\(lines)\(pills)\(cards)</svg>
    """
  }

  // MARK: Blocks

  private mutating func sequence(_ steps: [Int]) -> Block {
    let blocks = steps.map { block($0) }
    let left = blocks.map(\.axis).max() ?? Self.narrow / 2
    let right = blocks.map { $0.width - $0.axis }.max() ?? Self.narrow / 2
    let height = blocks.reduce(0) { $0 + $1.height } + Self.gap * max(0, blocks.count - 1)
    return Block(width: left + right, height: height, axis: left) { drawing, x, y in
      let axis = x + left
      var end = y
      for (place, block) in blocks.enumerated() {
        if place > 0 {
          drawing.line([(axis, end), (axis, end + Self.gap)], [], isArrow: true)
          end += Self.gap
        }
        guard let next = block.draw(&drawing, axis - block.axis, end) else { return nil }
        end = next
      }
      return end
    }
  }

  private func alone(_ card: Card, isLast: Bool = false) -> Block {
    Block(width: card.width, height: card.height, axis: card.width / 2) { drawing, x, y in
      drawing.place(card, x, y)
      return isLast ? nil : y + card.height
    }
  }

  private mutating func block(_ number: Int) -> Block {
    func small(_ kind: String, _ text: String, _ width: Int = 232) -> Card {
      Card(
        step: number, kind: kind, lines: Self.wrapped(text, (width - 28) / 8), width: width,
        isSmall: true)
    }
    let node = graph.steps[number]
    let body = graph.inside(number, .body)
    switch node.kind {
    case .say(let text), .heading(let text): return alone(small("say", text.template))
    case .note(let title, let text):
      return alone(small("say", title.template + ": " + text.template))
    case .wait(let time): return alone(small("wait", "Pause of \(time)", 180))
    case .store(let key, let value): return alone(small("store", "\(key.name) = \(value)"))
    case .finish(let finish):
      let text = finish.text?.template ?? finish.outcome ?? "The end"
      return alone(small("finish", text, 190), isLast: true)
    case .fail(let text): return alone(small("fail", text.template, 190), isLast: true)
    case .leave: return alone(small("jump", "Out of the loop", 150), isLast: true)
    case .tryAgain, .back:
      return alone(small("jump", graph.words(step: number), 150), isLast: true)
    case .cancelOperation: return alone(small("jump", graph.words(step: number), 190))
    case .when(let condition): return branching(small("when", graph.plain(condition.form)))
    case .select(let selection): return branching(small("when", graph.plain(selection.key)))
    case .loop(let loop): return framed(sequence(body), "↻ " + graph.plain(loop))
    case .subflow(let flow): return framed(sequence(body), flow.name, mayEnd: true)
    case .operations: return framed(columns(body), "Side by side")
    case .action(let action): return branching(card(number, "do", action.name))
    case .load(let load): return branching(card(number, "load", load.name))
    case .operation(let operation):
      let after =
        operation.after.isEmpty ? [] : ["after " + operation.after.joined(separator: ", ")]
      return branching(card(number, "operation", operation.name, after))
    case .prompt(let prompt):
      let rows = (node[.questions] ?? []).enumerated().map { place, field in
        let title = if case .prompt(let field) = field.kind { field.title.template } else { "" }
        let condition = place < prompt.conditions.count ? prompt.conditions[place] : nil
        return title + (condition.map { " · if " + graph.plain($0.form) } ?? "")
      }
      return branching(card(number, prompt.kind.rawValue, prompt.title.template, rows))
    }
  }

  private func card(_ step: Int, _ kind: String, _ title: String, _ rows: [String] = []) -> Card {
    Card(
      step: step, kind: kind, lines: Self.wrapped(title, 25), rows: rows.map { Self.short($0, 32) })
  }

  /// Operations, side by side.
  private mutating func columns(_ steps: [Int]) -> Block {
    let parts = steps.map { block($0) }
    let width = parts.reduce(0) { $0 + $1.width } + Self.laneGap * max(0, parts.count - 1)
    let height = parts.map(\.height).max() ?? 0
    return Block(width: width, height: height, axis: width / 2) { drawing, x, y in
      var x = x
      for part in parts {
        _ = part.draw(&drawing, x, y)
        x += part.width + Self.laneGap
      }
      return y + height
    }
  }

  /// A frame around the steps of a loop, of a flow, or of a group of operations.
  private func framed(_ inner: Block, _ title: String, mayEnd: Bool = false) -> Block {
    let (width, height) = (max(inner.width + 32, 150), inner.height + 54)
    let left = (width - inner.width) / 2
    return Block(width: width, height: height, axis: inner.axis + left) { drawing, x, y in
      drawing.groups += """
        <g class="group"><rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="18"/>\
        <text x="\(x + 16)" y="\(y + 23)">\(Self.short(title, max(12, width / 8)).escaped)</text></g>

        """
      let end = inner.draw(&drawing, x + left, y + 38)
      return end == nil && mayEnd ? nil : y + height
    }
  }

  /// A card with its branches below it, side by side.
  private mutating func branching(_ card: Card) -> Block {
    var shown: [(lane: Lane, block: Block)] = []
    var straight: [Lane] = []
    for lane in graph.lanes(card.step) {
      let steps = lane.part.map { graph.inside(card.step, $0) } ?? []
      if steps.isEmpty { straight.append(lane) } else { shown.append((lane, sequence(steps))) }
    }
    let rest = Self.short(straight.map(\.title).joined(separator: " · "), 28)
    if shown.isEmpty {
      var card = card
      if straight.count > 1 { card.rows.append(rest) }
      return alone(card)
    }
    if !straight.isEmpty {
      let empty = Block(width: Self.narrow, height: 0, axis: Self.narrow / 2) { _, _, y in y }
      shown.append(((rest, straight.flatMap(\.turns), nil), empty))
    }
    let widths = shown.map { max($0.block.width, 20 + 7 * $0.lane.title.count) }
    let lanes = widths.reduce(0, +) + Self.laneGap * (shown.count - 1)
    let height = shown.map(\.block.height).max() ?? 0
    let width = max(lanes, card.width)
    return Block(width: width, height: card.height + 74 + height, axis: width / 2) {
      [shown] drawing, x, y in
      drawing.place(card, x + width / 2 - card.width / 2, y)
      let (axis, top) = (x + width / 2, y + card.height)
      let base = top + 46 + height
      var left = x + (width - lanes) / 2
      var goesOn = false
      for ((lane, block), width) in zip(shown, widths) {
        let middle = left + (width - block.width) / 2 + block.axis
        let codes = lane.turns.map { "\(card.step)/\($0)" }
        drawing.line(
          [(axis, top), (axis, top + 16), (middle, top + 16), (middle, top + 46)], codes,
          isArrow: block.height > 0)
        drawing.pill(lane.title, middle, top + 28)
        if let end = block.draw(&drawing, middle - block.axis, top + 46) {
          goesOn = true
          drawing.line(
            [(middle, end), (middle, base + 14), (axis, base + 14), (axis, base + 28)], codes)
        }
        left += width + Self.laneGap
      }
      return goesOn ? base + 28 : nil
    }
  }

  // MARK: Signs

  private mutating func line(_ points: [(Int, Int)], _ codes: [String], isArrow: Bool = false) {
    var path = ""
    for (place, point) in points.enumerated() where place == 0 || point != points[place - 1] {
      path += (place == 0 ? "M" : " L") + "\(point.0) \(point.1)"
    }
    lines +=
      "<path class=\"line\" data-k=\"\(codes.joined(separator: " "))\" d=\"\(path)\""
      + (isArrow ? " marker-end=\"url(#tip)\"/>\n" : "/>\n")
  }

  private mutating func pill(_ title: String, _ x: Int, _ y: Int) {
    let width = 16 + 7 * title.count
    pills += """
      <g class="pill"><rect x="\(x - width / 2)" y="\(y - 10)" width="\(width)" height="20" rx="10"/>\
      <text x="\(x)" y="\(y + 4)">\(title.escaped)</text></g>

      """
  }

  private mutating func place(_ card: Card, _ x: Int, _ y: Int) {
    let title = card.lines.joined(separator: " ")
    let own = (findings[card.step] ?? []).map { "\($0.severity.rawValue): \($0.message)" }
    let label = ([card.kind + ": " + title] + own).joined(separator: "; ")
    var text = """
      <g class="card k-\(card.kind)" data-c="\(card.step)" tabindex="0" role="button" \
      aria-label="\(label.escaped)"><rect x="\(x)" y="\(y)" width="\(card.width)" \
      height="\(card.height)" rx="14"/>
      """
    var line = y + (card.isSmall ? 22 : 24)
    func write(_ style: String, _ words: String, _ height: Int) {
      text += "<text class=\"\(style)\" x=\"\(x + 16)\" y=\"\(line)\">\(words.escaped)</text>"
      line += height
    }
    if !card.isSmall { write("kind", Self.names[card.kind] ?? card.kind, 20) }
    for words in card.lines { write("title", words, 17) }
    line += 4
    for row in card.rows { write("row", row, 20) }
    if let worst = own.first {
      let (right, top) = (x + card.width - 4, y + 4)
      text += """
        <g class="badge \(worst.hasPrefix("error") ? "error" : "")"><circle cx="\(right)" \
        cy="\(top)" r="11"/><text x="\(right)" y="\(top + 5)">!</text>\
        <title>\(own.joined(separator: "\n").escaped)</title></g>
        """
    }
    cards += text + "</g>\n"
  }

  /// A text on one line, with at most so many characters.
  static func short(_ text: String, _ count: Int) -> String {
    let text = text.neutralisedLine
    return text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  /// At most three lines of a text.
  private static func wrapped(_ text: String, _ count: Int) -> [String] {
    var lines = [""]
    for word in text.neutralised.split(whereSeparator: \.isWhitespace) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = short(String(word), count)
      } else if last.count + 1 + word.count <= count {
        lines[lines.count - 1] = last + " " + word
      } else if lines.count == 3 {
        lines[2] = short(last, count - 2) + " …"
        break
      } else {
        lines.append(short(String(word), count))
      }
    }
    return lines
  }
}

extension Graph {
  /// The ways out of a step.
  func lanes(_ number: Int) -> [Drawing.Lane] {
    let node = steps[number]
    var lanes: [Drawing.Lane] = []
    switch node.kind {
    case .prompt(let prompt):
      for (index, choice) in prompt.choices.enumerated() where prompt.kind != .chooseMany {
        let turn: Turn = prompt.kind != .confirm ? .choice(index) : index == 0 ? .yes : .no
        lanes.append((choice.title.template, [turn], .choice(index)))
      }
      if lanes.isEmpty { lanes = [("Answered", [.given, .leftOut, .some, .next], nil)] }
      if node[.timedOut] != nil { lanes.append(("Time is up", [.timedOut], .timedOut)) }
    case .when: lanes = [("Yes", [.then], .then), ("No", [.otherwise], .otherwise)]
    case .select(let selection):
      for (index, values) in selection.cases.enumerated() {
        lanes.append((plain(values, of: selection.key), [.selected(index)], .selected(index)))
      }
      lanes.append(("Else", [.fallback], .otherwise))
    case .load: lanes = [("Data", [.data], .data), ("Nothing", [.empty], .empty)]
    case .operation: lanes = [("Runs", [.starts], .body)]
    default: lanes = [("Done", [.done], nil)]
    }
    if node.handlesFailure { lanes.append(("It fails", [.failed], .failure)) }
    return lanes.map { (Drawing.short($0.title, 28), $0.turns, $0.part) }
  }
}

extension String {
  /// The text for HTML and SVG, in content and between quotes, without what could act.
  var escaped: String {
    let signs: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return neutralised.unicodeScalars.map { signs[$0] ?? String($0) }.joined()
  }
}
