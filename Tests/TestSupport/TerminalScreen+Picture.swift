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
    for (number, row) in shown.enumerated() { picture.draw(row, number) }
    if isCursorVisible { picture.drawCursor(row: above.count + cursor.row, column: cursor.column) }
    return picture.text
  }
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
  var text: String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" font-family="\(PictureStyle.fonts)" \
      font-size="\(Self.fontSize)">
      """
    ]
    if let title { lines.append("<title>\(escaped(title))</title>") }
    lines.append("<style>\n\(PictureStyle.sheet(colors: colors.sorted()))\n</style>")
    lines.append(
      """
      <rect class="window frame" x="0.5" y="0.5" width="\(size.width - 1)" \
      height="\(size.height - 1)" rx="8"/>
      """)
    if let title {
      lines.append(
        """
        <text class="title" x="\(size.width / 2)" y="23" text-anchor="middle">\(escaped(title))\
        </text>
        <path class="frame" d="M1 \(Self.titleHeight).5H\(size.width - 1)"/>
        """)
    }
    return (lines + elements + ["</svg>", ""]).joined(separator: "\n")
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
