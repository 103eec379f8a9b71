/// Shortens what the compiler says of Libretto's own refusals to the sentence that helps.
///
/// `'buildExpression' is unavailable: a Button belongs inside an Alert` becomes the sentence alone,
/// the note that shows the library's source goes, and where the compiler reports one mistake twice,
/// at the container and at the line inside it, the line stays.
struct Refusals {
  private struct Block {
    var lines: [String]
    /// The symbol and the sentence, where this is a refusal of the library's.
    var refusal: (symbol: String, sentence: String)?

    var head: String { Diagnostics.plain(lines[0]) }

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

  /// Each report of the compiler's begins with a line that is no part of a listing.
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

  /// A gutter, perhaps with a number, then a bar.
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
