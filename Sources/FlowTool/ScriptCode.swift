/// The words of a script, with the brackets that belong together. There is no parser: only as much is
/// read as a mistake in a flow needs.
struct ScriptCode {
  struct Token {
    let text: String
    let range: Range<Int>
    let isFirstOnLine: Bool
    var isName: Bool { text.utf8.first.map(ScriptCode.isNamePart) ?? false }
    var isNumber: Bool { text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }
    var isString: Bool { text.hasPrefix("\"") }
  }

  let bytes: [UInt8]
  let tokens: [Token]
  /// The other bracket of each bracket that has one.
  let partner: [Int: Int]
  /// The innermost bracket that is open at each token.
  let parent: [Int?]
  /// Where each line begins.
  let lineStarts: [Int]

  init(_ script: [UInt8]) {
    bytes = script
    tokens = ScriptCode.tokens(of: Blanking.blanked(script))
    var partner: [Int: Int] = [:]
    var parent: [Int?] = []
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if let opening = ScriptCode.openings[token.text] {
        if let last = open.last, tokens[last].text == opening {
          open.removeLast()
          (partner[last], partner[index]) = (index, last)
        }
        parent.append(open.last)
      } else {
        parent.append(open.last)
        if ScriptCode.openings.values.contains(token.text) { open.append(index) }
      }
    }
    (self.partner, self.parent) = (partner, parent)
    lineStarts =
      [0] + script.indices.filter { script[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  static let openings = [")": "(", "]": "[", "}": "{"]

  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// The script's text in a range, or an ellipsis if it is long.
  func quoted(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.count > 30 || text.contains("\n") ? "…" : text
  }

  /// Whether a statement begins with this token.
  func beginsStatement(_ index: Int) -> Bool {
    tokens[index].isFirstOnLine || ["{", ";", "in", ""].contains(text(index - 1))
  }

  /// The line and the column of a byte, both counted from 1.
  func place(of byte: Int) -> (line: Int, column: Int) {
    let line = lineStarts.lastIndex { $0 <= byte } ?? 0
    return (line + 1, byte - lineStarts[line] + 1)
  }

  /// The byte at a line and a column.
  func byte(line: Int, column: Int) -> Int? {
    lineStarts.indices.contains(line - 1) ? lineStarts[line - 1] + column - 1 : nil
  }

  /// A line's text, counted from 1.
  func line(_ number: Int) -> String {
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    let line = bytes[start..<max(start, end)]
    return String(
      decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// What the script declares, in order.
  var declared: [String] {
    let words: Set = ["let", "var", "func", "struct", "enum", "class", "actor"]
    return tokens.indices.filter {
      words.contains(text($0 - 1)) || (text($0 - 1) == "," && text($0 + 1) == "=")
    }.map(text)
  }

  /// Whether it declares a function `main()` at its top level that nothing calls.
  var leavesMainUncalled: Bool {
    let places = tokens.indices.filter { text($0) == "main" }
    return places.contains { text($0 - 1) == "func" && parent[$0] == nil }
      && places.allSatisfy { text($0 - 1) == "func" || text($0 - 1) == "." && parent[$0] != nil }
  }

  /// Whether the script adds members to a type.
  func extends(_ type: String) -> Bool {
    tokens.indices.contains { text($0) == "extension" && text($0 + 1) == type }
  }

  /// With which word a type is declared.
  func kind(of type: String) -> String? {
    tokens.indices.first { text($0) == type && ["struct", "enum", "class"].contains(text($0 - 1)) }
      .map { text($0 - 1) }
  }

  /// The blank bytes before the first token of the line that a token is on.
  func indentation(_ index: Int) -> Int {
    let start = lineStarts[place(of: tokens[index].range.lowerBound).line - 1]
    return bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  private static func tokens(of code: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var (position, isFirst) = (0, true)
    while position < code.count {
      let byte = code[position]
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        if byte == UInt8(ascii: "\n") { isFirst = true }
        position += 1
        continue
      }
      var end = position + 1
      let kind = [isNamePart, isSymbol, isQuote, isDot].first { $0(byte) }
      while let kind, end < code.count, kind(code[end]) { end += 1 }
      // `..<` is one symbol, and so is `...`.
      if end - position == 2, isDot(byte), end < code.count, code[end] == UInt8(ascii: "<") {
        end += 1
      }
      tokens.append(
        Token(
          text: String(decoding: code[position..<end], as: UTF8.self), range: position..<end,
          isFirstOnLine: isFirst))
      (position, isFirst) = (end, false)
    }
    return tokens
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "`"), 0x80...0xFF:
      true
    default: false
    }
  }

  private static func isSymbol(_ byte: UInt8) -> Bool { "<>=+-*/%&|^~!?".utf8.contains(byte) }
  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") }
  private static func isDot(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") }
}
