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
    return isRefusal && head.split(separator: ":")[0].split(separator: "/").contains("Libretto")
  }

  private static let kinds = [": error: ", ": warning: ", ": note: "]

  /// The blocks of a whole report.
  static func all(of report: String) -> [ReportBlock] {
    var blocks: [ReportBlock] = []
    for line in report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isHead = kinds.contains { Diagnostics.split(Diagnostics.plain(line), at: $0) != nil }
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
