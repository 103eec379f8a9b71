import LibrettoCore

/// A text whose marks are drawn as styles: `**bold**`, `` `code` `` and `[a link](https://…)`.
///
/// Marks count only where the author of the flow wrote them. In an answer they are characters like
/// others, and so is a mark that isn't closed in its line.
struct MarkedText: Sendable {
  private typealias Look = Row.Look
  private typealias Sign = Row.Sign

  /// The characters that are shown.
  private var shown: [Sign] = []
  /// The same where the columns of a table don't fit: the cells of a row below each other, behind the
  /// headings, which are the cells in bold of its first row.
  private var stacked: [Sign] = []
  /// How many columns the rows of a table take.
  private var tableColumns = 0

  /// - Parameters:
  ///   - text: the text, which is shown as it is if the pieces don't make it.
  ///   - pieces: the same text, piece by piece.
  ///   - followsLinks: whether the terminal leads to an address itself, so that it isn't shown.
  init(_ text: String, _ pieces: [ShownPiece], followsLinks: Bool = false) {
    let isWhole = pieces.map(\.words).joined().aligned == text
    let parts = isWhole ? pieces : [ShownPiece(words: text, isLiteral: false)]
    var characters: [(Character, Bool)] = []
    for part in parts {
      characters += part.words.neutralised.map { ($0, part.isLiteral) }
    }
    read(characters, followsLinks)
    // Marks take no room in a column.
    if shown.contains(where: { $0.character == "\t" }) {
      let rows = lines(shown)
      stack(rows)
      shown = Columns.aligned(shown, blank: (" ", Look()), \.character, width: \.columns)
      for (row, aligned) in zip(rows, lines(shown))
      where row.contains(where: { $0.character == "\t" }) {
        tableColumns = max(tableColumns, aligned.reduce(0) { $0 + $1.character.columns })
      }
    }
  }

  private func lines(_ signs: [Sign]) -> [ArraySlice<Sign>] {
    signs.split(omittingEmptySubsequences: false) { $0.character.isNewline }
  }

  private mutating func stack(_ rows: [ArraySlice<Sign>]) {
    func plain(_ text: String) -> [Sign] { text.map { Sign($0, Look()) } }
    var stacks: [[Sign]] = []
    var headings: [ArraySlice<Sign>]?
    for row in rows {
      let cells = row.split(omittingEmptySubsequences: false) { $0.character == "\t" }
      if cells.count == 1 {
        headings = nil
      } else if headings == nil {
        let areHeadings = cells.joined().allSatisfy { $0.look.role == .strong }
        headings = areHeadings ? cells : []
        if areHeadings { continue }
      }
      let lines = cells.enumerated().compactMap { number, cell -> [Sign]? in
        if cell.isEmpty, cells.count > 1 { return nil }
        guard number > 0, let headings, number < headings.count else { return Array(cell) }
        return headings[number] + plain(": ") + cell
      }
      stacks.append(Array(lines.joined(separator: plain("\n  "))))
    }
    stacked = Array(stacks.joined(separator: plain("\n")))
  }

  private mutating func read(_ characters: [(Character, Bool)], _ followsLinks: Bool) {
    // A mark for which no end was found isn't looked for again before this place.
    var open: [Character: Int] = [:]
    var place = 0
    func isMark(_ place: Int, _ mark: String) -> Bool {
      place + mark.count <= characters.count
        && zip(characters[place...], mark).allSatisfy { $0.0 == $1 && $0.1 }
    }
    func end(of mark: String, from start: Int, _ sign: Character) -> Int? {
      if start < open[sign] ?? 0 { return nil }
      var place = start
      let limit = min(characters.count, start + 1_000)
      while place < limit, !characters[place].0.isLineEnd {
        if isMark(place, mark), place > start { return place }
        place += 1
      }
      open[sign] = place
      return nil
    }
    while place < characters.count {
      let (character, isLiteral) = characters[place]
      if isLiteral, isMark(place, "**"), let last = end(of: "**", from: place + 2, "*"),
        !characters[place + 2].0.isWhitespace, !characters[last - 1].0.isWhitespace
      {
        add(characters[(place + 2)..<last], .strong)
        place = last + 2
      } else if isLiteral, character == "`", let last = end(of: "`", from: place + 1, "`") {
        add(characters[(place + 1)..<last], .code)
        place = last + 1
      } else if isLiteral, character == "[", let middle = end(of: "](", from: place + 1, "["),
        let last = Self.end(ofAddress: characters[(middle + 2)...]),
        Self.isAddress(characters[(middle + 2)..<last])
      {
        let address = String(characters[(middle + 2)..<last].map(\.0))
        add(characters[(place + 1)..<middle], .link, followsLinks ? address : nil)
        if !followsLinks { shown += " (\(address))".map { ($0, Look()) } }
        place = last + 1
      } else {
        shown.append((character, Look()))
        place += 1
      }
    }
  }

  private mutating func add(
    _ characters: ArraySlice<(Character, Bool)>, _ role: Theme.Role?, _ link: String? = nil
  ) {
    shown += characters.map { ($0.0, Look(role: role, link: link)) }
  }

  /// The closing parenthesis behind an address, which may have pairs of its own.
  private static func end(ofAddress characters: ArraySlice<(Character, Bool)>) -> Int? {
    var open = 0
    for place in characters.indices.prefix(1_000) {
      switch characters[place].0 {
      case "(": open += 1
      case ")" where open == 0: return place
      case ")": open -= 1
      case let character where character.isLineEnd: return nil
      default: break
      }
    }
    return nil
  }

  /// Whether it is a web address that the author wrote.
  private static func isAddress(_ characters: ArraySlice<(Character, Bool)>) -> Bool {
    let address = String(characters.map(\.0))
    return characters.allSatisfy(\.1) && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      && ["https://", "http://", "mailto:"].contains { address.hasPrefix($0) }
  }

  /// The lines that fit into columns.
  /// - Parameters:
  ///   - indent: the blanks before each.
  ///   - role: the style of what has no marks.
  ///   - most: how many lines are enough.
  func rows(
    _ columns: Int, indent: Int = 0, _ role: Theme.Role? = nil, most: Int = 10_000
  ) -> [Row] {
    let shown = columns - indent < tableColumns ? stacked : shown
    let lines = String(shown.prefix(most * columns).map(\.character)).wrapped(
      columns: max(1, columns - indent))
    var rest = shown[...]
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var row = Row(String(repeating: " ", count: max(0, min(indent, columns - 1))))
      row.add(line, of: &rest, role)
      return row
    }
  }
}
