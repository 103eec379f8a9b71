/// Swift source with comments and strings blanked out, with the same length in bytes as the
/// original.
///
/// Comments and a `#!` line become spaces, and the contents of strings become quotation marks; line
/// ends stay. What remains is code, in which words can be searched without a parser.
struct Blanking {
  private enum Mode {
    /// Code; inside an interpolation, with the number of its own open parentheses.
    case code(parentheses: Int)
    case string(hashes: Int, multiline: Bool)
  }

  private let source: [UInt8]
  private var result: [UInt8]
  private var position = 0
  private var modes: [Mode] = [.code(parentheses: 0)]

  static func blanked(_ source: [UInt8]) -> [UInt8] {
    var blanking = Blanking(source: source, result: source)
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { blanking.blank(3) }  // a byte order mark
    if blanking.sees("#!") { blanking.blankLine() }
    while blanking.position < source.count { blanking.step() }
    return blanking.result
  }

  private init(source: [UInt8], result: [UInt8]) {
    self.source = source
    self.result = result
  }

  private mutating func step() {
    switch modes.last {
    case .string(let hashes, let multiline): stepInString(hashes, multiline)
    case .code(let parentheses): stepInCode(parentheses)
    case nil: modes = [.code(parentheses: 0)]
    }
  }

  private mutating func stepInCode(_ parentheses: Int) {
    if sees("//") { return blankLine() }
    if sees("/*") { return blankComment() }
    let hashes = run(of: UInt8(ascii: "#"), at: position)
    if byte(position + hashes) == UInt8(ascii: "\"") {
      let quotes = position + hashes
      let three = run(of: UInt8(ascii: "\""), at: quotes) >= 3
      // Three quotation marks open a multiline string only at the end of a line: `#"""#`.
      let multiline = three && isLineEnd(byte(quotes + 3))
      modes.append(.string(hashes: hashes, multiline: multiline))
      return blank(hashes + (multiline ? 3 : 1), with: UInt8(ascii: "\""))
    }
    if hashes > 0 {
      position += hashes
      return
    }
    let byte = source[position]
    if byte == UInt8(ascii: "(") {
      replaceMode(.code(parentheses: parentheses + 1))
    } else if byte == UInt8(ascii: ")") {
      if parentheses == 0, modes.count > 1 {
        modes.removeLast()
        return blank(1, with: UInt8(ascii: "\""))
      } else {
        replaceMode(.code(parentheses: max(parentheses - 1, 0)))
      }
    }
    position += 1
  }

  private mutating func stepInString(_ hashes: Int, _ multiline: Bool) {
    let byte = source[position]
    if byte == UInt8(ascii: "\\"), run(of: UInt8(ascii: "#"), at: position + 1) >= hashes {
      let escaped = self.byte(position + 1 + hashes)
      if escaped == UInt8(ascii: "(") { modes.append(.code(parentheses: 0)) }
      return blank(isLineEnd(escaped) ? 1 + hashes : 2 + hashes, with: UInt8(ascii: "\""))
    }
    if byte == UInt8(ascii: "\"") {
      let quotes = multiline ? 3 : 1
      let closes =
        run(of: byte, at: position) >= quotes
        && run(of: UInt8(ascii: "#"), at: position + quotes) >= hashes
      if closes { modes.removeLast() }
      return blank(closes ? quotes + hashes : 1, with: byte)
    }
    if isLineEnd(byte) {
      // A string that doesn't end on its line: the compiler will report it; the next line is code.
      if !multiline { modes.removeLast() }
      position += 1
      return
    }
    blank(1, with: UInt8(ascii: "\""))
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        blank(2)
      } else if sees("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && position < source.count
  }

  private mutating func blankLine() {
    while position < source.count, !isLineEnd(source[position]) { blank(1) }
  }

  private mutating func blank(_ count: Int, with byte: UInt8 = UInt8(ascii: " ")) {
    for index in position..<min(position + count, source.count) where !isLineEnd(source[index]) {
      result[index] = byte
    }
    position += count
  }

  private mutating func replaceMode(_ mode: Mode) { modes[modes.count - 1] = mode }

  private func byte(_ index: Int) -> UInt8? { index < source.count ? source[index] : nil }

  private func isLineEnd(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func sees(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= source.count else { return false }
    for index in 0..<word.utf8CodeUnitCount
    where source[position + index] != word.utf8Start[index] { return false }
    return true
  }

  private func run(of byte: UInt8, at start: Int) -> Int {
    var end = start
    while end < source.count, source[end] == byte { end += 1 }
    return end - start
  }
}
