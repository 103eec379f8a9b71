extension TerminalScreen {
  /// A picture of the screen down to its last row with text or the cursor, as SVG.
  ///
  /// The same screen gives the same bytes. Each character stands at its column, whatever the width
  /// of the fonts that show it, and the text can be selected.
  package func svg(title: String? = nil, includesHistory: Bool = false) -> String {
    let above = includesHistory ? past : []
    let blank = TerminalRow(columns: columns).cells
    let last = grid.lastIndex { $0.cells != blank } ?? 0
    let shown = above + grid[...max(last, isCursorVisible ? cursor.row : 0)]
    var picture = TerminalPicture(columns: columns, rows: shown.count, title: title)
    if let title { picture.drawTitle(title) }
    for (number, row) in shown.enumerated() { picture.draw(row, number) }
    if isCursorVisible { picture.drawCursor(row: above.count + cursor.row, column: cursor.column) }
    return picture.document(picture.take())
  }
}

/// Screens one after the other, as an SVG that moves without a script, and stands still at the last
/// one for who has asked for less motion.
package struct TerminalFilm {
  private struct Shot {
    var rows: [TerminalRow]
    var cursor: (row: Int, column: Int)?
    var caption: String
    var seconds: Double
  }

  private let title: String
  private let size: (columns: Int, rows: Int)
  private var shots: [Shot] = []

  package init(columns: Int, rows: Int, title: String) {
    (size, self.title) = ((columns, rows), title)
  }

  /// Adds what a screen shows, for so long; what looks like the last shot makes that longer.
  package mutating func show(_ screen: TerminalScreen, _ caption: String, for seconds: Double) {
    let cursor = screen.isCursorVisible ? screen.cursor : nil
    let rows = Array(screen.grid.prefix(size.rows))
    if let last = shots.last, last.rows == rows, last.caption == caption,
      last.cursor?.row == cursor?.row, last.cursor?.column == cursor?.column
    {
      shots[shots.count - 1].seconds += seconds
    } else {
      shots.append(Shot(rows: rows, cursor: cursor, caption: caption, seconds: seconds))
    }
  }

  /// The whole picture: what stands in several shots is drawn once, and shown while they last.
  package var svg: String {
    var picture = TerminalPicture(columns: size.columns, rows: size.rows, title: title)
    var order: [String] = []
    var shown: [String: Set<Int>] = [:]
    for (number, shot) in shots.enumerated() {
      picture.drawTitle(shot.caption)
      for (row, cells) in shot.rows.enumerated() { picture.draw(cells, row) }
      if let cursor = shot.cursor, cursor.row < size.rows {
        picture.drawCursor(row: cursor.row, column: cursor.column)
      }
      for element in picture.take() {
        if shown[element] == nil { order.append(element) }
        shown[element, default: []].insert(number)
      }
    }
    var groups: [(shots: Set<Int>, elements: [String])] = []
    for element in order {
      guard let shots = shown[element] else { continue }
      if let place = groups.firstIndex(where: { $0.shots == shots }) {
        groups[place].elements.append(element)
      } else {
        groups.append((shots, [element]))
      }
    }
    let whole = shots.reduce(0) { $0 + $1.seconds }
    var rules = """

      .shot { visibility: hidden; animation: \(whole.rounded(to: 100))s step-end infinite }
      @media (prefers-reduced-motion: reduce) {
      .shot { animation: none }
      .shot.last { visibility: visible }
      }
      """
    var elements: [String] = []
    for (number, group) in groups.enumerated() {
      if group.shots.count == shots.count {
        elements += group.elements
        continue
      }
      rules += "\n@keyframes k\(number) { \(keyframes(group.shots, whole)) }"
      let last = group.shots.contains(shots.count - 1) ? " last" : ""
      elements.append("<g class=\"shot\(last)\" style=\"animation-name: k\(number)\">")
      elements += group.elements + ["</g>"]
    }
    return picture.document(rules: rules, elements)
  }

  /// When something becomes visible and hidden, in parts of the whole.
  private func keyframes(_ visible: Set<Int>, _ whole: Double) -> String {
    var text = ""
    var time = 0.0
    var isVisible: Bool?
    for (number, shot) in shots.enumerated() {
      if visible.contains(number) != isVisible {
        isVisible = visible.contains(number)
        let percent = (time / whole * 100).rounded(to: 1000)
        text += "\(percent)% { visibility: \(isVisible == true ? "visible" : "hidden") } "
      }
      time += shot.seconds
    }
    return text + "to { visibility: \(isVisible == true ? "visible" : "hidden") }"
  }
}

extension Double {
  /// The nearest part, such as a hundredth, as short as it can be written.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}

/// The parts of the SVG of a screen.
private struct TerminalPicture {
  /// The size of a cell: a letter of a monospaced font is 0.6 times as wide as it is large, and
  /// lines that are drawn of letters meet the row below.
  private static let cell = (width: 9, height: 18)
  private static let fontSize = 15
  private static let margin = 16
  private static let titleHeight = 36

  private let title: String?
  private let size: (width: Int, height: Int)
  private let top: Int
  private var colors: Set<Int> = []
  private var elements: [String] = []

  init(columns: Int, rows: Int, title: String?) {
    self.title = title
    top = (title == nil ? 0 : Self.titleHeight) + Self.margin
    size = (
      columns * Self.cell.width + 2 * Self.margin, top + rows * Self.cell.height + Self.margin
    )
  }

  /// The whole document.
  /// - Parameter rules: more rules of its style sheet.
  func document(rules: String = "", _ elements: [String]) -> String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" font-family="\(PictureStyle.fonts)" \
      font-size="\(Self.fontSize)">
      """
    ]
    if let title { lines.append("<title>\(escaped(title))</title>") }
    lines.append("<style>\n\(PictureStyle.sheet(colors: colors.sorted()))\(rules)\n</style>")
    lines.append(
      """
      <rect class="window frame" x="0.5" y="0.5" width="\(size.width - 1)" \
      height="\(size.height - 1)" rx="8"/>
      """)
    return (lines + elements + ["</svg>", ""]).joined(separator: "\n")
  }

  /// What was drawn since this was called last.
  mutating func take() -> [String] {
    defer { elements = [] }
    return elements
  }

  mutating func drawTitle(_ title: String) {
    elements.append(
      """
      <text class="title" x="\(size.width / 2)" y="23" text-anchor="middle">\(escaped(title))</text>
      """)
    elements.append("<path class=\"frame\" d=\"M1 \(Self.titleHeight).5H\(size.width - 1)\"/>")
  }

  mutating func draw(_ row: TerminalRow, _ number: Int) {
    let runs = PictureRun.runs(of: row)
    for run in runs { drawBackground(run, number) }
    for run in runs { drawText(run, number) }
  }

  mutating func drawCursor(row: Int, column: Int) {
    elements.append(
      """
      <rect class="text" x="\(x(column))" y="\(y(row))" width="2" height="\(Self.cell.height)"/>
      """)
  }

  private mutating func drawBackground(_ run: PictureRun, _ row: Int) {
    guard let fill = fill(run.style, isBackground: true) else { return }
    elements.append(
      """
      <rect\(attributes(fill)) x="\(x(run.column))" y="\(y(row))" \
      width="\(run.width * Self.cell.width)" height="\(Self.cell.height)"/>
      """)
  }

  private mutating func drawText(_ run: PictureRun, _ row: Int) {
    guard let run = run.trimmed else { return }
    var classes: [String] = []
    if run.style.isBold { classes.append("bold") }
    if run.style.isFaint { classes.append("faint") }
    if run.style.isItalic { classes.append("italic") }
    if run.style.isUnderlined { classes.append("underlined") }
    if run.style.isStruck { classes.append("struck") }
    let fill = fill(run.style, isBackground: false) ?? .named("text")
    var line = "<text\(attributes(fill, classes)) x=\"\(x(run.column))\" y=\"\(y(row) + 14)\""
    if run.isPlain {
      line += " textLength=\"\(run.width * Self.cell.width)\" lengthAdjust=\"spacingAndGlyphs\""
    }
    if run.text.contains(" ") { line += " xml:space=\"preserve\"" }
    elements.append("\(line)>\(escaped(run.text))</text>")
  }

  private func x(_ column: Int) -> Int { Self.margin + column * Self.cell.width }
  private func y(_ row: Int) -> Int { top + row * Self.cell.height }

  // MARK: Colours

  private enum Fill {
    /// A class of the style sheet, which has a light and a dark colour.
    case named(String)
    case exactly(String)
  }

  /// The colour of the text, or of the cell behind it if that isn't the window's.
  private mutating func fill(_ style: CellStyle, isBackground: Bool) -> Fill? {
    let isText = style.isReversed == isBackground
    guard let color = isText ? style.foreground : style.background else {
      return style.isReversed ? .named(isText ? "text" : "window") : nil
    }
    switch color {
    case .palette(let number) where number < 16:
      colors.insert(number)
      return .named("c\(number)")
    case .palette(let number): return .exactly(PictureStyle.color(number))
    case .rgb(let red, let green, let blue):
      return .exactly(PictureStyle.color(red: red, green: green, blue: blue))
    }
  }

  private func attributes(_ fill: Fill, _ classes: [String] = []) -> String {
    switch fill {
    case .named(let name):
      return " class=\"\(([name] + classes).joined(separator: " "))\""
    case .exactly(let color):
      let others = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
      return "\(others) fill=\"\(color)\""
    }
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"  // not allowed in XML
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
