/// Shortens the compiler's reports of Libretto's own refusals to the sentence that helps.
///
/// `conformance of 'Button' to 'FlowContent' is unavailable: a Button belongs inside an Alert` becomes
/// the sentence alone, and the note that shows the library's source is removed. If the compiler reports one mistake
/// twice, at the container and at the line inside it, the line remains. Some refusals can only throw.
/// They give a warning, and an error at the same place or at the beginning of the chain around a
/// wrong operand: the sentence becomes the error, and the other error is removed.
struct Refusals {
  static func shortened(_ report: String) -> String {
    var blocks: [ReportBlock] = []
    for block in ReportBlock.all(of: report) {
      guard block.isNoteOfLibrary, let last = blocks.last else {
        blocks.append(block)
        continue
      }
      blocks[blocks.count - 1] = stripped(last)
    }
    blocks = throwingRefused(in: blocks)
    var lines: [String] = []
    for (index, block) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1].refusal : nil
      let isTold = block.refusal.map {
        $0.symbol.hasPrefix("init(") && next?.symbol == "buildExpression"
          && next?.sentence == $0.sentence
      }
      // A container says more about its contents than they do.
      let isContained =
        block.refusal?.symbol == "conformance of "
        && blocks.contains { $0.line == block.line && $0.refusal?.symbol == "buildExpression" }
      if isTold != true, !isContained { lines += block.lines }
    }
    while lines.last == "" { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Turns each warning about a refusal that throws into an error, and removes the error that only
  /// says that it throws: the one of the chain around an operand, or the one at the same place.
  private static func throwingRefused(in blocks: [ReportBlock]) -> [ReportBlock] {
    var blocks = blocks
    for (index, block) in blocks.enumerated() {
      guard let (place, quoted) = Diagnostics.split(block.head, at: ": warning: '"),
        let (symbol, rest) = Diagnostics.split(quoted, at: "' is deprecated: "),
        let (sentence, _) = Diagnostics.split(rest, at: tag)
      else { continue }
      let isOperator = operators.contains(symbol)
      let isThrown = others.contains(symbol) && blocks.contains { $0.head == place + thrown }
      guard isOperator || isThrown else { continue }
      blocks[index].refusal = (symbol, sentence)
      blocks[index].isThrowing = true
      blocks[index].lines = block.lines.map { line in
        ["warning: ", "'\(symbol)' is deprecated: ", tag].reduce(line) { line, words in
          guard let (before, after) = Diagnostics.split(line, at: words) else { return line }
          guard words == "warning: " else { return before + after }
          // At a terminal, warnings are yellow and errors red.
          let isYellow = before.hasSuffix("\u{1B}[1;33m")
          return (isYellow ? before.dropLast(3) + "31m" : before) + "error: " + after
        }
      }
    }
    for refused in blocks where refused.isThrowing {
      let told = blocks.lastIndex { block in
        guard block.head.hasSuffix(thrown) else { return false }
        if block.place == refused.place { return true }
        return operators.contains(refused.refusal?.symbol ?? "")
          && (block.line ?? .max) <= (refused.line ?? 0)
      }
      if let told { blocks.remove(at: told) }
    }
    blocks = inOrder(blocks)
    let isFree = !blocks.contains { Diagnostics.split($0.head, at: tag) != nil }
    for index in blocks.indices where isFree {
      blocks[index].lines.removeAll { Diagnostics.plain($0).hasPrefix(footnote) }
    }
    return blocks
  }

  /// Puts the refusals that throw in the order of the script. After `Button("…") >>`, the next
  /// statement is part of the chain, and the compiler begins with what is wrong there.
  private static func inOrder(_ blocks: [ReportBlock]) -> [ReportBlock] {
    let places = blocks.indices.filter { blocks[$0].isThrowing }
    let sorted = places.map { blocks[$0] }.sorted {
      ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
    }
    var blocks = blocks
    for (place, block) in zip(places, sorted) { blocks[place] = block }
    // The last block of a report doesn't end with the empty line that separates the others.
    for index in blocks.indices where blocks[index].lines.last != "" {
      blocks[index].lines.append("")
    }
    return blocks
  }

  private static let operators = ["<", ">", ">>"]
  /// What else the library refuses so; functions of the script can be deprecated too.
  private static let others = [
    "appendInterpolation", "init(_:_:)", "init(_:into:_:)", "init(_:from:into:)",
  ]
  private static let tag = " [#DeprecatedDeclaration]"
  private static let footnote = "[#DeprecatedDeclaration]: "
  private static let thrown =
    ": error: call can throw, but it is not marked with 'try' and the error is not handled"

  private static func stripped(_ block: ReportBlock) -> ReportBlock {
    guard let (_, words) = Diagnostics.split(block.head, at: ": error: "),
      let (subject, sentence) = Diagnostics.split(words, at: " is unavailable: "),
      let symbol = subject.split(separator: "'").first
    else { return block }
    var block = block
    block.refusal = (String(symbol), sentence)
    block.lines = block.lines.map { line in
      guard let (before, after) = Diagnostics.split(line, at: "\(subject) is unavailable: ") else {
        return line
      }
      return before + after
    }
    return block
  }
}
