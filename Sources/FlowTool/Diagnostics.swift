import Libretto

/// Makes the compiler's report refer to the user's file: its path as typed, its text as written.
struct Diagnostics {
  /// The path that the compiler got, and the one to show instead.
  let compiledPath: String
  let typedPath: String
  /// What the compiler's text has besides the user's, in the order of the text.
  let insertions: [ScriptSource.Insertion]
  /// The user's text.
  let script: [UInt8]
  let colours: Bool

  func cleaned(_ report: String) -> String {
    var lines = report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var inserted: [ScriptSource.Insertion] = []
    var (gutter, isOfScript) = (0, false)
    for index in lines.indices {
      var line = corrected(replacingPath(in: lines[index]))
      let isAnnotation = Diagnostics.isAnnotation(line)
      if let (number, width) = Diagnostics.listed(line) {
        gutter = width
        inserted = isOfScript ? insertions.filter { $0.line == number } : []
      } else if !isAnnotation {
        inserted = []
        isOfScript = Diagnostics.plain(line).hasPrefix(shown(typedPath) + ":")
      }
      for insertion in inserted {
        line = Diagnostics.removing(
          insertion.text.count, from: gutter + characters(before: insertion), in: line,
          ifBlank: isAnnotation)
      }
      lines[index] = Diagnostics.withoutAliases(line)
    }
    let shortened = Refusals.shortened(lines.joined(separator: "\n"))
    if shortened.isEmpty { return shortened }
    let mistakes = Mistakes(script)
    let followers = Followers(path: shown(typedPath), mistakes: mistakes, colours: colours)
    return Hints(mistakes: mistakes).added(to: followers.removed(from: shortened))
  }

  /// `'Key<Choose<String>.Kept>' (aka 'Key<String>')` as the type that it is.
  static func withoutAliases(_ line: String) -> String {
    guard let (before, after) = split(line, at: "' (aka '"),
      let (type, rest) = split(after, at: "')"),
      let start = before.lastIndex(of: "'")
    else { return line }
    var name = type
    while let (before, after) = split(name, at: "Array<") {
      var depth = 1
      let element = after.prefix { character in
        depth += character == "<" ? 1 : character == ">" ? -1 : 0
        return depth > 0
      }
      name = before + "[\(element)]" + after.dropFirst(element.count + 1)
    }
    return before[...start] + name + "'" + withoutAliases(rest)
  }

  /// A report with everything replaced that could control the terminal: it quotes the script.
  /// - Parameter keepingColours: whether the compiler's own colours stay; so do those of the script,
  ///   which change nothing else.
  static func harmless(_ report: String, keepingColours: Bool) -> String {
    guard keepingColours else { return report.neutralised }
    let unlinked = withoutLinks(report)
    var result = ""
    var rest = unlinked[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      let sequence = rest[escape...].prefix { $0 != "m" }
      let codes = sequence.dropFirst(2).split(separator: ";", omittingEmptySubsequences: false)
      let isColour =
        sequence.hasPrefix("\u{1B}[") && sequence.endIndex < rest.endIndex && codes.count < 5
        && codes.allSatisfy { colours.contains(String($0)) }
      let end = isColour ? rest.index(after: sequence.endIndex) : rest.index(after: escape)
      result += String(rest[..<escape]).neutralised
      result += isColour ? String(rest[escape..<end]) : "\u{241B}"
      rest = rest[end...]
    }
    return result + String(rest).neutralised
  }

  /// A report without the compiler's links to its documentation, which it adds with the colours.
  private static func withoutLinks(_ report: String) -> String {
    let (link, end) = ("\u{1B}]8;;", "\u{1B}\\")
    var result = ""
    var rest = report
    while let (before, after) = split(rest, at: link) {
      let site = "https://docs.swift.org/"
      guard let (address, text) = split(after, at: end), address.isEmpty || address.hasPrefix(site)
      else {
        result += before + link
        rest = after
        continue
      }
      result += before
      rest = text
    }
    return result + rest
  }

  /// Bold, faint, italic and underlined text, and the terminal's own colours for text.
  private static let colours = Set(
    ["", "0", "1", "2", "3", "4", "22", "23", "24", "39"] + (30...37).map(String.init)
      + (90...97).map(String.init))

  /// Whether a report has an error with its line and column, as every mistake in a script does.
  static func locatesError(_ report: String) -> Bool {
    report.split(separator: "\n").contains { line in
      guard let (before, _) = split(plain(String(line)), at: ": error: ") else { return false }
      let place = before.split(separator: ":").suffix(2)
      return place.count == 2 && place.allSatisfy { Int($0) != nil }
    }
  }

  private func replacingPath(in line: String) -> String {
    guard compiledPath != typedPath,
      let (before, after) = Diagnostics.split(line, at: compiledPath + ":")
    else { return line }
    return before + shown(typedPath) + ":" + after
  }

  /// Moves a column after the inserted texts to where the user sees it.
  private func corrected(_ line: String) -> String {
    var line = line
    for insertion in insertions {
      let place = "\(shown(typedPath)):\(insertion.line):"
      guard let (before, after) = Diagnostics.split(line, at: place) else { continue }
      let digits = after.prefix { $0.isNumber }
      guard let column = Int(digits), column > insertion.column + 1 else { continue }
      let moved = max(column - insertion.text.utf8.count, insertion.column + 1)
      line = "\(before)\(place)\(moved)\(after.dropFirst(digits.count))"
    }
    return line
  }

  /// How many characters of the user's line stand before the inserted text.
  private func characters(before insertion: ScriptSource.Insertion) -> Int {
    let lines = script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return String(decoding: lines[insertion.line - 1].prefix(insertion.column), as: UTF8.self).count
  }

  /// The number of a source line that a listing shows, and the width of the gutter before it.
  private static func listed(_ line: String) -> (number: Int, gutter: Int)? {
    let columns = visible(line)
    guard let bar = columns.firstIndex(of: "|"),
      let number = Int(String(columns[..<bar]).filter { $0 != " " })
    else { return nil }
    return (number, bar + 2)
  }

  /// Whether it is a line below a source line: a gutter without a number, then a bar.
  private static func isAnnotation(_ line: String) -> Bool {
    visible(line).drop { $0 == " " }.first == "|"
  }

  /// Removes the columns of the inserted text, or below it, if they are blank there.
  private static func removing(
    _ count: Int, from start: Int, in line: String, ifBlank: Bool
  ) -> String {
    let columns = visible(line)
    guard columns.count >= start + count,
      !ifBlank || columns[start..<start + count].allSatisfy({ $0 == " " })
    else { return line }
    var result = ""
    var column = 0
    var isEscape = false
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      let isInserted = !isEscape && (start..<start + count).contains(column)
      if !isInserted { result.append(character) }
      if !isEscape { column += 1 }
      if isEscape, character == "m" { isEscape = false }
    }
    return result
  }

  /// A line without its colour sequences.
  static func plain(_ line: String) -> String {
    line.utf8.contains(0x1B) ? String(visible(line)) : line
  }

  /// The characters of a line without its colour sequences.
  private static func visible(_ line: String) -> [Character] {
    var result: [Character] = []
    var isEscape = false
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { result.append(character) }
      if isEscape, character == "m" { isEscape = false }
    }
    return result
  }

  static func split(_ line: String, at part: String) -> (String, String)? {
    let bytes = Array(line.utf8)
    let wanted = Array(part.utf8)
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
    for start in 0...bytes.count - wanted.count
    where bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return (
        String(decoding: bytes[..<start], as: UTF8.self),
        String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
      )
    }
    return nil
  }
}

/// One of the compiler's reports: a line with its place and words, and a listing below it.
struct ReportBlock {
  var lines: [String]
  /// The symbol and the sentence, if this is one of the library's refusals.
  var refusal: (symbol: String, sentence: String)?
  /// Whether it was a warning, beside an error that only says that the call throws.
  var isThrowing = false
  /// Whether it isn't the compiler's.
  var isOwn = false

  var head: String { Diagnostics.plain(lines[0]) }

  /// The line of the script that the report is about.
  var line: Int? {
    head.split(separator: ":", omittingEmptySubsequences: false).dropFirst().lazy
      .compactMap { Int($0) }.first
  }

  /// The path, the line and the column.
  var place: String { parts?.0 ?? "" }

  /// What the compiler says, without the place.
  var message: String { parts?.1 ?? "" }

  private var parts: (String, String)? {
    ReportBlock.kinds.lazy.compactMap { Diagnostics.split(head, at: $0) }.first
  }

  /// The script's text from the place of the report to the end of its line, as the listing shows it.
  var code: String {
    guard let line, let column else { return "" }
    return String(decoding: listed(line).utf8.dropFirst(column), as: UTF8.self)
  }

  /// The script's text before the place of the report, or the line before if there is none.
  var codeBefore: String {
    guard let line, let column else { return "" }
    let before = String(decoding: listed(line).utf8.prefix(column), as: UTF8.self)
    return (before.allSatisfy { $0 == " " } ? listed(line - 1) : before).trimmingSpaces
  }

  // Columns count bytes from 1, and the listing has a space before each line of the script.
  var column: Int? { place.split(separator: ":").last.flatMap { Int($0) } }

  /// A line of the script as the listing shows it.
  private func listed(_ line: Int) -> String {
    for listed in lines.dropFirst() {
      let parts = Diagnostics.plain(listed).split(
        separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, Int(parts[0].filter { $0 != " " }) == line { return String(parts[1]) }
    }
    return ""
  }

  /// Whether this is the compiler's note that shows where the library refuses something.
  var isNoteOfLibrary: Bool {
    let isRefusal =
      head.hasSuffix(" has been explicitly marked unavailable here")
      || message.hasPrefix("requirement from conditional conformance of ")
    guard isRefusal else { return false }
    let folders = head.split(separator: ":")[0].split(separator: "/")
    return folders.contains { Library.names.contains(String($0)) }
  }

  private static let kinds = [": error: ", ": warning: ", ": note: "]

  /// The blocks of a whole report.
  static func all(of report: String) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    for reported in report.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = String(reported)
      let isHead = kinds.contains { Diagnostics.split(Diagnostics.plain(line), at: $0) != nil }
      // The namespace of a type behind a declaration says nothing to who writes one.
      if isHead || line.contains("- error: ") { line = line.replacing("Building.", with: "") }
      if blocks.isEmpty || (isHead && !isListing(line)) {
        blocks.append(ReportBlock(lines: [line]))
      } else {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  /// Whether it is a listing: a gutter, perhaps with a number, then a bar.
  private static func isListing(_ line: String) -> Bool {
    Diagnostics.plain(line).drop { $0 == " " || $0.isNumber }.first == "|"
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
