import TestSupport
import Testing

@testable import LibrettoTerminal

/// Random frames, drawn one over the other: the screen shows the last one, below what stood there.
@Suite("Random frames on a screen") struct CanvasWalkTests {
  @Test("The screen shows the frame, and what is above it stays", arguments: [0, 1] as [UInt64])
  func walks(half: UInt64) {
    for seed in 0..<120 as Range<UInt64> {
      for widths in [WidthPolicy.graphemes, .scalars] {
        var walk = CanvasWalk(seed: seed * 2 + half, widths)
        walk.perform(steps: 10)
        #expect(walk.differences == [], "seed \(seed * 2 + half), \(widths)")
        if !walk.differences.isEmpty { return }
      }
    }
  }
}

/// A canvas, the screen that it draws on, and what the screen should show.
private struct CanvasWalk {
  private(set) var differences: [String] = []
  private var generator: SeededGenerator
  private var canvas: Canvas
  private var screen: TerminalScreen
  private let widths: WidthPolicy
  private let columns: Int
  private let height: Int
  /// The rows that are drawn for good.
  private var above: [Row]
  private var frame = Frame()
  /// The number of rows on which the cursor has been, as if the screen had no end.
  private var reach: Int
  /// What the rows look like on an empty screen.
  private var pictures: [Row: TerminalScreen] = [:]

  init(seed: UInt64, _ widths: WidthPolicy) {
    generator = SeededGenerator(seed: seed)
    self.widths = widths
    columns = .random(in: 2...30, using: &generator)
    height = .random(in: 1...9, using: &generator)
    screen = TerminalScreen(columns: columns, rows: height, widths: widths)
    canvas = Canvas(Ink(hasColors: .random(using: &generator)))
    above = (0..<Int.random(in: 0...4, using: &generator)).map { Row("\($0)") }
    reach = above.count + 1
    for row in above { screen.feed("\(row.text)\r\n".utf8) }
  }

  mutating func perform(steps: Int) {
    for step in 0..<steps where differences.isEmpty {
      draw(step)
      check("after \(step)")
      if chance(5) {
        let count = Int.random(in: 0...canvas.rows.count, using: &generator)
        canvas.release(count)
        above += frame.rows.prefix(count)
        frame.rows.removeFirst(count)
      }
    }
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }

  private mutating func draw(_ step: Int) {
    let limit = height - 1
    let before = frame.rows
    change()
    let text = canvas.draw(frame, limit: limit)
    screen.feed(text.utf8)
    var last = frame.cursor?.row ?? frame.rows.count
    last = max(last, frame.rows.count - 1)
    reach = max(reach, above.count + last + 1)
    // Only what changed is written, and what is before the cursor.
    var most = 48
    for (place, row) in frame.rows.enumerated() {
      let isNew = place >= before.count || before[place] != row
      let count = (isNew ? 1 : 0) + (place == frame.cursor?.row ? 1 : 0)
      most += count * (canvas.ink.text(row).utf8.count + 24)
    }
    if text.utf8.count > most { differences.append("\(step): writes \(text.utf8.count) bytes") }
    if !canvas.draw(frame.without(max(0, frame.rows.count - limit)), limit: limit).isEmpty {
      differences.append("\(step): writes the same again")
    }
    above += frame.rows.prefix(max(0, frame.rows.count - limit))
    frame = frame.without(max(0, frame.rows.count - limit))
  }

  private mutating func check(_ moment: String) {
    var wanted = above + frame.rows
    let hidden = max(0, reach - height)
    wanted += repeatElement(Row(), count: max(0, hidden + height - wanted.count))
    let history = wanted.prefix(hidden).map { picture($0).lines[0] }
    if screen.history != history { differences.append("\(moment): history \(screen.history)") }
    for place in 0..<height {
      let cells = picture(wanted[hidden + place]).cells[0]
      if !screen.cells[place].elementsEqual(cells, by: Self.looksAlike) {
        differences.append(
          "\(moment): row \(place) is \(screen.lines[place]), not "
            + picture(wanted[hidden + place]).lines[0])
      }
    }
    var place = (row: above.count + frame.rows.count - hidden, column: 0)
    if let cursor = frame.cursor {
      let row = frame.rows[cursor.row]
      place = (
        above.count + cursor.row - hidden, picture(row.before(cursor.column)).cursor.column
      )
    }
    if screen.cursor != place {
      differences.append("\(moment): cursor \(screen.cursor), not \(place)")
    }
    differences += (screen.violations + screen.lastColumnViolations).map { "\(moment): \($0)" }
  }

  /// An empty cell looks like a blank.
  private static func looksAlike(_ one: TerminalCell, _ other: TerminalCell) -> Bool {
    if one == other { return true }
    let isBlank = [one, other].allSatisfy { $0.width == 1 && ($0.text.isEmpty || $0.text == " ") }
    return isBlank && one.style.background == other.style.background
      && one.style.isUnderlined == other.style.isUnderlined
  }

  private mutating func picture(_ row: Row) -> TerminalScreen {
    if let known = pictures[row] { return known }
    var screen = TerminalScreen(columns: columns, rows: 1, widths: widths)
    for part in row.parts {
      switch part {
      case .column(let column): screen.feed("\r\u{1B}[\(column)C".utf8)
      case .text: screen.feed(canvas.ink.text(Row(only: part)).utf8)
      }
    }
    screen.feed("\u{1B}[K".utf8)
    pictures[row] = screen
    return screen
  }

  // MARK: Frames

  private mutating func change() {
    var rows = frame.rows
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let place = Int.random(in: 0...rows.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: rows.insert(row(), at: place)
      case 1 where place < rows.count: rows.remove(at: place)
      case 2: rows.removeLast(Int.random(in: 0...rows.count, using: &generator))
      default: if place < rows.count { rows[place] = row() } else { rows.append(row()) }
      }
    }
    // Now and then, more rows than the screen has.
    if chance(8) { for _ in 0..<height + 2 { rows.append(row()) } }
    frame = Frame(rows: rows)
    let first = max(0, rows.count - (height - 1))
    guard first < rows.count, !chance(3) else { return }
    let place = Int.random(in: first..<rows.count, using: &generator)
    frame.cursor = Frame.Cursor(row: place, column: boundary(rows[place]))
  }

  /// A column at which a character begins or the row ends.
  private mutating func boundary(_ row: Row) -> Int {
    var (columns, last) = ([0], 0)
    for part in row.parts {
      switch part {
      case .column(let column):
        last = column
        columns.append(last)
      case .text(let text, _, _):
        for character in text where character.columns > 0 {
          last += character.columns
          columns.append(last)
        }
      }
    }
    return columns.randomElement(using: &generator) ?? 0
  }

  private static let texts = [
    "a", "bc", "word ", "漢", "字 ", "e\u{301}", "o\u{302}\u{323}", "👨‍👩‍👧", "🇨🇭", "🇨🇭🇩🇪", "🇨", "❤\u{FE0F}",
    "⌚\u{FE0E}",
    "☺", "क्षि", "ｶﾞ", "\u{200B}", "👍🏽", "한", "\u{1112}\u{1161}\u{11AB}", "1\u{FE0F}\u{20E3}",
    "\u{1B}[31m", "\t",
  ]

  private mutating func row() -> Row {
    var row = Row()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      if chance(5) { row.move(to: .random(in: 1..<columns, using: &generator)) }
      // Each begins with a letter: what is shown side by side doesn't join.
      var text = ["x", " ", "-"].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        text += Self.texts.randomElement(using: &generator) ?? ""
      }
      row.add(text, [nil, .focus, .match, .hint].randomElement(using: &generator) ?? nil)
    }
    return row.clipped(to: columns - 1, "…")
  }
}

extension Row {
  fileprivate init(only part: Part) {
    self.init()
    switch part {
    case .column(let column): move(to: column)
    case .text(let text, let role, _): add(text, role)
    }
  }

  /// The part before a column on a terminal that draws clusters.
  fileprivate func before(_ column: Int) -> Row {
    var row = Row()
    for part in parts {
      switch part {
      case .column(let place):
        if place > column { return row }
        row.move(to: place)
      case .text(let text, let role, _):
        for character in text {
          if row.columns + character.columns > column { return row }
          row.add(String(character), role)
        }
      }
    }
    return row
  }
}

extension Frame {
  /// Without the rows at the top that the screen has no room for.
  fileprivate func without(_ count: Int) -> Frame {
    var frame = Frame(rows: Array(rows.dropFirst(count)))
    if let cursor { frame.cursor = Cursor(row: cursor.row - count, column: cursor.column) }
    return frame
  }
}
