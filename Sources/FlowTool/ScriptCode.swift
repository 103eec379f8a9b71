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

/// A call in a script: a step of a flow, or a modifier after it.
struct ScriptCall {
  struct Argument {
    let label: String?
    /// Whether a colon follows the label, as it should.
    let hasColon: Bool
    /// From the label, if there is one.
    let range: Range<Int>
    let value: Range<Int>
    /// The first token of the value, and the one after the last.
    let tokens: Range<Int>
  }

  struct Closure {
    let label: String?
    /// The label, or the brace.
    let place: Int
    let brace: Int
    /// Whether a colon follows the label, as it should.
    let hasColon: Bool
  }

  /// The index of the token with the name.
  let index: Int
  let name: String
  private(set) var arguments: [Argument] = []
  private(set) var closures: [Closure] = []
  private(set) var modifiers: [ScriptCall] = []
  /// The token after the last one.
  private(set) var end: Int

  /// Reads the call whose name is at a token; nil if it isn't one, or if a bracket isn't closed.
  init?(_ code: ScriptCode, at index: Int) {
    self.index = index
    name = code.text(index).filter { $0 != "`" }
    end = index + 1
    if code.text(end) == "(" {
      guard let close = code.partner[end] else { return nil }
      // Where conditions and values stand, `=` is meant to compare, or to set.
      let isOfValues = ["When", "Repeat", "Store", "Switch", "Case"].contains(name)
      arguments = ScriptCall.arguments(code, in: end + 1..<close, isOfValues ? [":"] : [":", "="])
      end = close + 1
    } else if code.text(end) != "{" {
      return nil
    }
    if code.text(end) == "{", !code.tokens[end].isFirstOnLine {
      guard let close = code.partner[end] else { return nil }
      closures.append(Closure(label: nil, place: end, brace: end, hasColon: true))
      end = close + 1
      while let closure = ScriptCall.labelled(code, at: end) {
        guard let close = code.partner[closure.brace] else { return nil }
        closures.append(closure)
        end = close + 1
      }
    }
  }

  /// Reads what follows a step, up to the end of its statement.
  mutating func readModifiers(_ code: ScriptCode) {
    while code.text(end) == ".", let modifier = ScriptCall(code, at: end + 1) {
      modifiers.append(modifier)
      end = modifier.end
    }
  }

  func bytes(_ code: ScriptCode) -> Range<Int> {
    code.tokens[index].range.lowerBound..<code.tokens[end - 1].range.upperBound
  }

  private static func labelled(_ code: ScriptCode, at index: Int) -> Closure? {
    guard code.tokens.indices.contains(index), code.tokens[index].isName else { return nil }
    let label = code.text(index)
    if code.text(index + 1) == ":", code.text(index + 2) == "{" {
      return Closure(label: label, place: index, brace: index + 2, hasColon: true)
    }
    // Without its colon, Swift takes it for the next statement.
    guard code.text(index + 1) == "{", !code.tokens[index].isFirstOnLine,
      ["else", "otherwise", "failure", "until", "empty", "data", "then", "catch"].contains(label)
    else { return nil }
    return Closure(label: label, place: index, brace: index + 1, hasColon: false)
  }

  private static func arguments(
    _ code: ScriptCode, in range: Range<Int>, _ signs: Set<String>
  ) -> [Argument] {
    var result: [Argument] = []
    var start = range.lowerBound
    var index = start
    while start < range.upperBound {
      if index == range.upperBound || code.text(index) == "," {
        guard start < index else { return result }
        let isLabelled =
          index > start + 2 && code.tokens[start].isName && signs.contains(code.text(start + 1))
        let first = isLabelled ? start + 2 : start
        let end = code.tokens[index - 1].range.upperBound
        result.append(
          Argument(
            label: isLabelled ? code.text(start) : nil,
            hasColon: !isLabelled || code.text(start + 1) == ":",
            range: code.tokens[start].range.lowerBound..<end,
            value: code.tokens[first].range.lowerBound..<end, tokens: first..<index))
        start = index + 1
      }
      index = (code.partner[index].map { max($0, index) } ?? index) + 1
    }
    return result
  }
}

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
