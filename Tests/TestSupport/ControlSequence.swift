/// A sequence that begins with ESC [, in its parts.
struct ControlSequence {
  /// What follows ESC [, as it came.
  let words: String
  /// The private sign before the numbers: ? or > or < or =.
  let sign: Character?
  /// The numbers, each with those that colons join to it; nil where none stands.
  let numbers: [[Int?]]
  /// The last letter, with the signs before it that belong to it.
  let name: String

  init(_ body: [UInt8], _ last: UInt8) {
    let text = String(decoding: body, as: UTF8.self)
    words = text + String(Unicode.Scalar(last))
    sign = text.first.flatMap { "?><=".contains($0) ? $0 : nil }
    let rest = sign == nil ? text[...] : text.dropFirst()
    let middle = rest.firstIndex { ("\u{20}"..."\u{2F}").contains($0) } ?? rest.endIndex
    numbers = rest[..<middle].split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    }
    name = rest[middle...] + String(Unicode.Scalar(last))
  }

  /// The first number, or what stands for one that is missing.
  func number(_ place: Int = 0, or missing: Int) -> Int {
    place < numbers.count ? numbers[place].first.flatMap { $0 } ?? missing : missing
  }

  /// How many times to do it: a missing number and 0 are 1.
  var count: Int { max(1, number(or: 1)) }
}

extension TerminalScreen {
  mutating func perform(_ sequence: ControlSequence) {
    if sequence.name != "m" { lastCell = nil }
    switch (sequence.sign, sequence.name) {
    case (nil, "m"): setStyle(sequence)
    case (nil, "J"): eraseScreen(sequence)
    case (nil, "K"): eraseLine(sequence)
    case ("?", "h"), ("?", "l"):
      for number in sequence.numbers { setMode(number.first.flatMap { $0 }, sequence) }
    case (nil, "n"), ("?", "n"), (_, "c"), (">", "q"), ("?", "u"), (_, "$p"):
      violate("the query CSI \(sequence.words)")
    case (_?, "u"), (">", "m"): violate("the keyboard protocol CSI \(sequence.words)")
    case (nil, _): move(sequence)
    default: violate("the unknown sequence CSI \(sequence.words)")
    }
  }

  private mutating func move(_ sequence: ControlSequence) {
    let count = sequence.count
    switch sequence.name {
    case "A": move(toRow: cursor.row - count, column: cursor.column)
    case "B": move(toRow: cursor.row + count, column: cursor.column)
    case "C": move(toColumn: cursor.column + count)
    case "D": move(toColumn: cursor.column - count)
    case "E": move(toRow: cursor.row + count, column: 0)
    case "F": move(toRow: cursor.row - count, column: 0)
    case "G": move(toColumn: count - 1)
    case "H", "f":
      violate("the absolute position CSI \(sequence.words)")
      move(toRow: count - 1, column: max(1, sequence.number(1, or: 1)) - 1)
    case "d":
      violate("the absolute position CSI \(sequence.words)")
      move(toRow: count - 1, column: cursor.column)
    case "L": insertRows(count)
    case "M": deleteRows(count)
    case "P": deleteCells(count)
    case "@": insertCells(count)
    case "X": erase(row: cursor.row, cursor.column..<min(columns, cursor.column + count))
    default: violate("the unknown sequence CSI \(sequence.words)")
    }
  }

  private mutating func eraseLine(_ sequence: ControlSequence) {
    switch sequence.number(or: 0) {
    case 0: erase(row: cursor.row, cursor.column..<columns)
    case 1: erase(row: cursor.row, 0..<cursor.column + 1)
    case 2: erase(row: cursor.row, 0..<columns)
    default: violate("the unknown sequence CSI \(sequence.words)")
    }
  }

  private mutating func eraseScreen(_ sequence: ControlSequence) {
    switch sequence.number(or: 0) {
    case 0:
      // tmux and others keep what is erased in their history then.
      if cursor == (0, 0), rows > 1 { violate("the clearing of the screen") }
      erase(row: cursor.row, cursor.column..<columns)
      for row in cursor.row + 1..<rows { erase(row: row, 0..<columns) }
    case 1:
      for row in 0..<cursor.row { erase(row: row, 0..<columns) }
      erase(row: cursor.row, 0..<cursor.column + 1)
    case 2:
      violate("the clearing of the screen, CSI 2J")
      for row in 0..<rows { erase(row: row, 0..<columns) }
    case 3:
      violate("the clearing of the history, CSI 3J")
      past = []
    default: violate("the unknown sequence CSI \(sequence.words)")
    }
  }

  private mutating func setMode(_ number: Int?, _ sequence: ControlSequence) {
    let isOn = sequence.name == "h"
    switch number ?? 0 {
    case 25: isCursorVisible = isOn
    case 2004: takesBracketedPaste = isOn
    case 2026: isSynchronized = isOn
    case 47, 1047, 1049: violate("the alternate screen, CSI \(sequence.words)")
    case 9, 1000...1006, 1015, 1016: violate("the mouse, CSI \(sequence.words)")
    default: violate("the unknown mode CSI \(sequence.words)")
    }
  }
}
