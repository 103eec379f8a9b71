/// Shortens the compiler's reports of Libretto's own refusals to the sentence that helps.
///
/// `'buildExpression' is unavailable: a Button belongs inside an Alert` becomes the sentence alone,
/// and the note that shows the library's source is removed. If the compiler reports one mistake
/// twice, at the container and at the line inside it, the line remains. A wrong operand of a chain
/// gives a warning at its operator, and an error at the beginning of the chain, which can only
/// throw: the sentence becomes the error, and the other error is removed.
struct Refusals {
  private struct Block {
    var lines: [String]
    /// The symbol and the sentence, if this is one of the library's refusals.
    var refusal: (symbol: String, sentence: String)?

    var head: String { Diagnostics.plain(lines[0]) }

    /// The line of the script that the report is about.
    var line: Int? {
      head.split(separator: ":", omittingEmptySubsequences: false).dropFirst().lazy
        .compactMap { Int($0) }.first
    }

    var isRefusalOfOperand: Bool { refusal?.symbol == "<" || refusal?.symbol == ">" }

    /// Whether this is the compiler's note that shows where the library refuses something.
    var isNoteOfLibrary: Bool {
      head.hasSuffix(": note: \(symbol(in: head)) has been explicitly marked unavailable here")
        && head.split(separator: ":")[0].split(separator: "/").contains("Libretto")
    }

    private func symbol(in head: String) -> String {
      let quote = head.split(separator: "'", omittingEmptySubsequences: false)
      return quote.count > 2 ? "'\(quote[1])'" : "''"
    }
  }

  static func shortened(_ report: String) -> String {
    var blocks: [Block] = []
    for block in Refusals.blocks(of: report) {
      guard block.isNoteOfLibrary, let last = blocks.last else {
        blocks.append(block)
        continue
      }
      blocks[blocks.count - 1] = stripped(last)
    }
    blocks = operandsRefused(in: blocks)
    var lines: [String] = []
    for (index, block) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1].refusal : nil
      let isTold = block.refusal.map {
        $0.symbol.hasPrefix("init(") && next?.symbol == "buildExpression"
          && next?.sentence == $0.sentence
      }
      if isTold != true { lines += block.lines }
    }
    while lines.last == "" { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Turns each warning about a wrong operand into an error, replacing the error at its chain.
  private static func operandsRefused(in blocks: [Block]) -> [Block] {
    var blocks = blocks
    for (index, block) in blocks.enumerated() {
      for symbol in ["<", ">"] {
        let words = ": warning: '\(symbol)' is deprecated: "
        guard let (_, rest) = Diagnostics.split(block.head, at: words),
          let (sentence, _) = Diagnostics.split(rest, at: tag)
        else { continue }
        blocks[index].refusal = (symbol, sentence)
        blocks[index].lines = block.lines.filter { !Diagnostics.plain($0).hasPrefix(footnote) }
          .map { line in
            ["warning: ", "'\(symbol)' is deprecated: ", tag].reduce(line) { line, words in
              Diagnostics.split(line, at: words).map { before, after in
                before + (words == "warning: " ? "error: " : "") + after
              } ?? line
            }
          }
      }
    }
    for line in blocks.filter(\.isRefusalOfOperand).compactMap(\.line) {
      let chain = blocks.lastIndex { block in
        block.head.hasSuffix(thrown) && block.line.map { $0 <= line } == true
      }
      if let chain {
        let isLast = chain == blocks.count - 1
        blocks.remove(at: chain)
        if isLast, var last = blocks.popLast() {
          last.lines.removeAll { Diagnostics.plain($0).hasPrefix(footnote) }
          blocks.append(last)
        }
      }
    }
    return blocks
  }

  private static let tag = " [#DeprecatedDeclaration]"
  private static let footnote = "[#DeprecatedDeclaration]: "
  private static let thrown =
    ": error: call can throw, but it is not marked with 'try' and the error is not handled"

  /// Each of the compiler's reports begins with a line that isn't part of a listing.
  private static func blocks(of report: String) -> [Block] {
    var blocks: [Block] = []
    for line in report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isHead = [": error: ", ": warning: ", ": note: "].contains {
        Diagnostics.split(Diagnostics.plain(line), at: $0) != nil
      }
      if blocks.isEmpty || (isHead && !isListing(line)) {
        blocks.append(Block(lines: [line]))
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

  private static func stripped(_ block: Block) -> Block {
    guard let (_, quoted) = Diagnostics.split(block.head, at: ": error: '"),
      let (symbol, sentence) = Diagnostics.split(quoted, at: "' is unavailable: ")
    else { return block }
    var block = block
    block.refusal = (symbol, sentence)
    block.lines = block.lines.map { line in
      guard let (before, after) = Diagnostics.split(line, at: "'\(symbol)' is unavailable: ") else {
        return line
      }
      return before + after
    }
    return block
  }
}
