import LibrettoCore

/// A line that is typed: its text, the place of the cursor, and what was cut.
struct LineEditor: Hashable, Sendable {
  /// The longest text in bytes.
  static let maximum = 1_048_576

  /// The keys that are not obvious.
  static let moreKeys = [
    KeyHint(.keyClear, .actClear), KeyHint(.keyCutWord, .actCutWord),
    KeyHint(.keyPutBack, .actPutBack),
  ]

  private(set) var text: String
  /// The number of characters, which a text must be walked through for.
  private var count: Int
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  private var cut: String

  init(_ text: String = "") { self.init(text, cut: "") }

  private init(_ text: String, cut: String) {
    (self.text, self.cut) = (text, cut)
    count = text.count
    cursor = count
  }

  var isAtStart: Bool { cursor == 0 }
  var isEmpty: Bool { text.isEmpty }
  var beforeCursor: Substring { text.prefix(cursor) }

  /// Moves the cursor after a number of characters, or to the end.
  mutating func moveCursor(to place: Int) { cursor = min(max(0, place), count) }

  /// Puts another text in place of this one.
  mutating func replace(_ text: String) {
    self = LineEditor(text, cut: cut)
  }

  /// Takes a key that edits or moves.
  /// - Returns: whether it means something here.
  mutating func press(_ key: KeyPress) -> Bool {
    switch key {
    case .text(let text): insert(text)
    case .paste(let text): insert(text)
    case .backspace, .control("h"): remove(max(0, cursor - 1)..<cursor, keeping: false)
    case .delete, .control("d"): remove(cursor..<min(count, cursor + 1), keeping: false)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = count
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<count)
    case .control("w"), .alt("\u{8}"): remove(wordStart..<cursor)
    case .alt("d"): remove(cursor..<wordEnd)
    case .control("y"): insert(cut)
    default: return false
    }
    return true
  }

  /// Inserts a text at the cursor.
  mutating func insert(_ piece: String) {
    guard text.utf8.count + piece.utf8.count <= Self.maximum else { return }
    if cursor == count {
      // A mark joins the character before it, so the last one is counted again.
      let last = text.last.map { String($0).count } ?? 0
      let joined = text.suffix(1) + piece
      text += piece
      count += joined.count - last
      cursor = count
      return
    }
    // A mark joins the character before it, so characters are counted again.
    let before = text.prefix(cursor) + piece
    let after = text.dropFirst(cursor)
    text = String(before + after)
    count = text.count
    cursor = before.count
  }

  private mutating func remove(_ range: Range<Int>, keeping: Bool = true) {
    guard !range.isEmpty else { return }
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    if keeping { cut = String(text[start..<end]) }
    text.removeSubrange(start..<end)
    count = text.count
    cursor = min(range.lowerBound, count)
  }

  private var wordStart: Int {
    let before = Array(text.prefix(cursor))
    var place = before.count
    while place > 0, !before[place - 1].isPartOfWord { place -= 1 }
    while place > 0, before[place - 1].isPartOfWord { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    var rest = text.dropFirst(cursor)
    while let first = rest.first, !first.isPartOfWord {
      rest.removeFirst()
      place += 1
    }
    while let first = rest.first, first.isPartOfWord {
      rest.removeFirst()
      place += 1
    }
    return place
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension LineEditor {
  /// The part of the line that is visible, with the cursor in it.
  /// - Parameters:
  ///   - width: the columns there are, one of them for the cursor.
  ///   - mask: what is shown for each character; nil if the text is shown.
  func window(_ width: Int, mask: String? = nil, _ ellipsis: String) -> (Row, cursor: Int) {
    var row = Row()
    // Each by itself: a character may be shown as several.
    let before =
      mask.map { String(repeating: $0, count: cursor) } ?? String(beforeCursor).neutralisedLine
    let after =
      mask.map { String(repeating: $0, count: count - cursor) }
      ?? String(text.dropFirst(cursor)).neutralisedLine
    let room = max(1, width - 1)
    if before.mostColumns <= room {
      row.add(before)
    } else {
      row.add(ellipsis, .hint)
      row.add(String(before.ending(columns: max(0, room - ellipsis.columns))))
    }
    let place = row.columns
    row.add(after)
    return (row.clipped(to: max(width, row.mostColumns - after.mostColumns), ellipsis), place)
  }
}
