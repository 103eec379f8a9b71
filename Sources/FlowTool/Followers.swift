import Libretto

// What is shown in place of the compiler’s reports: the mistakes of a script, without what only
// follows from them, and the library’s own refusals.

/// Shows the mistakes of a script in place of what the compiler says about them, and removes what
/// only follows from another error.
struct Followers {
  let path: String
  let mistakes: Mistakes
  let colours: Bool

  private var code: ScriptCode { mistakes.code }

  func removed(from report: String) -> String {
    var blocks = withCandidates(ReportBlock.all(of: report)).filter { !isNoteOfLibrary($0) }
    guard blocks.contains(where: \.isError) else { return text(blocks) }
    if let brace = blocks.first(where: { $0.message.hasPrefix("extraneous '}'") }) {
      return text(extraBrace() ?? brace)
    }
    if let brace = blocks.first(where: { $0.message.hasPrefix("expected '}'") }) {
      return text(openBrace() ?? brace)
    }
    // With a comma or a quotation mark missing, the labels aren't what they seem.
    let isTorn = blocks.contains { block in
      ReportBlock.torn.contains { block.message.hasPrefix($0) }
    }
    if isTorn {
      let words = mistakes.found.filter(\.isOfWords)
      return text(firstOfLines(withMistakes(blocks.filter(\.isSyntax), words)))
    }
    blocks = withMistakes(blocks, mistakes.found)
    let syntax = blocks.filter { $0.isSyntax || $0.isOwn }
    if syntax.contains(where: \.isSyntax) { return text(firstOfLines(syntax)) }
    return text(withoutFollowers(blocks))
  }

  /// The mistakes that explain an error, each in place of all that the compiler says there.
  private func withMistakes(_ blocks: [ReportBlock], _ found: [Mistake]) -> [ReportBlock] {
    let places = blocks.map { block in
      block.isAbout(path)
        ? block.line.flatMap { code.byte(line: $0, column: block.column ?? 1) } : nil
    }
    let errors = blocks.indices.filter { blocks[$0].isError }.compactMap { places[$0] }
    let shown = found.filter { mistake in errors.contains { mistake.span.contains($0) } }
    // The first mistake of a line; it may be the cause of the others.
    var told: Set<Int> = []
    var result: [ReportBlock] = []
    var isRemoved = false
    for (block, place) in zip(blocks, places) {
      if let place { isRemoved = shown.contains { $0.span.contains(place) } }
      if let place, isRemoved {
        for mistake in shown
        where mistake.span.contains(place)
          && told.insert(code.place(of: mistake.place).line).inserted
        {
          result.append(own(mistake.place, mistake.sentence))
        }
      } else if !isRemoved {
        result.append(block)
      }
    }
    return result
  }

  private func withoutFollowers(_ blocks: [ReportBlock]) -> [ReportBlock] {
    let causes = blocks.filter { $0.isError && !$0.isFollower }
    let isDeclarationWrong = causes.contains {
      $0.message.contains("'AnswerValue'") || $0.message.hasPrefix("cannot find type")
        || ($0.isAbout(path) && $0.line.map { code.line($0).contains("Key") } ?? false)
    }
    var isTold = false
    return blocks.filter { block in
      if block.message.hasPrefix("failed to produce diagnostic") {
        return !blocks.contains(where: \.isOwn)
      }
      guard block.isAbout(path) else { return true }
      // A type of the library's own insides is refused twice: as a step, and as what it is.
      if block.message.hasSuffix("'internal' protection level"),
        causes.contains(where: {
          $0.line == block.line && $0.message.hasSuffix("to expected type 'FlowContent'")
        })
      {
        return false
      }
      // Of a declaration that the compiler couldn't read, the name is unknown.
      if block.message.hasPrefix("cannot find '"),
        causes.count > 1 || causes.contains(where: \.isOwn),
        block.message.split(separator: "'").dropFirst().first.map({
          mistakes.keys[String($0)] != nil
        }) ?? false
      {
        return false
      }
      guard block.isFollower else { return true }
      if causes.contains(where: { $0.line == block.line }) || isDeclarationWrong { return false }
      if !block.isError { return causes.isEmpty }
      // Without a cause, the first one is the cause of the others.
      defer { isTold = true }
      return !causes.isEmpty || !isTold
    }
  }

  /// Whether it is a note that shows the source of a library.
  private func isNoteOfLibrary(_ block: ReportBlock) -> Bool {
    !block.isAbout(path) && Diagnostics.split(block.head, at: ": note: ") != nil
  }

  /// What an argument should have been, without the place in the library that says so.
  private func withCandidates(_ blocks: [ReportBlock]) -> [ReportBlock] {
    var result: [ReportBlock] = []
    for block in blocks {
      let parts = block.message.split(separator: "'", omittingEmptySubsequences: false)
      guard block.message.hasPrefix("candidate expects value of type '"), !block.isAbout(path),
        let given = parts.dropLast().last, let last = result.indices.last
      else {
        result.append(block)
        continue
      }
      if result[last].lines.contains(where: { $0.hasPrefix("  hint: ") }) { continue }
      let end = result[last].lines.lastIndex { !$0.isEmpty } ?? 0
      let wanted = parts[1].hasPrefix("[") ? "list" : String(parts[1])
      result[last].lines.insert("  hint: it takes a \(wanted), not a \(given)", at: end + 1)
    }
    return result
  }

  private func firstOfLines(_ blocks: [ReportBlock]) -> [ReportBlock] {
    var lines: Set<Int> = []
    return blocks.filter { $0.line.map { lines.insert($0).inserted } ?? true }
  }

  private func text(_ blocks: [ReportBlock]) -> String {
    var lines = blocks.flatMap { $0.lines.last == "" ? $0.lines : $0.lines + [""] }
    while lines.last == "" { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }

  private func text(_ block: ReportBlock) -> String { text([block]) }

  /// A report as the compiler lays it out: the place, two lines around it, and a mark.
  private func own(_ byte: Int, _ sentence: String) -> ReportBlock {
    let (number, column) = code.place(of: byte)
    let count = code.lineStarts.count
    let width = String(min(number + 3, count)).count
    let (red, bold, blue, plain) =
      colours ? ("\u{1B}[1;31m", "\u{1B}[1;39m", "\u{1B}[0;36m", "\u{1B}[0;0m") : ("", "", "", "")
    let words = "\(red)error: \(bold)\(shown(sentence))\(plain)"
    var lines = ["\(path):\(number):\(column): \(words)"]
    for line in max(1, number - 2)...min(number + 2, count) {
      let digits = String(line)
      let gutter = String(repeating: " ", count: width - digits.count) + digits
      lines.append("\(blue)\(gutter) |\(plain) \(code.line(line).neutralised)")
      if line == number {
        let before = code.line(line).utf8.prefix(column - 1)
        let lead = String(
          repeating: " ", count: String(decoding: before, as: UTF8.self).count)
        lines.append(
          String(repeating: " ", count: width) + " \(blue)|\(plain) \(lead)`- \(words)")
      }
    }
    return ReportBlock(lines: lines + [""], isOwn: true)
  }
}

// Braces that don't belong together, told by how far their lines are indented.
extension Followers {
  private func extraBrace() -> ReportBlock? {
    let sentence = "one } too many: remove it"
    for (open, close) in pairs() where code.tokens[close].isFirstOnLine {
      guard let open else { return own(code.tokens[close].range.lowerBound, sentence) }
      if code.indentation(close) > code.indentation(open) {
        return own(code.tokens[close].range.lowerBound, sentence)
      }
    }
    return nil
  }

  private func openBrace() -> ReportBlock? {
    for (open, close) in pairs() where code.tokens[close].isFirstOnLine {
      guard let open, code.indentation(close) < code.indentation(open) else { continue }
      let before = code.text(open - 1) == ")" ? code.partner[open - 1].map { $0 - 1 } : open - 1
      let name = code.text(before ?? -1)
      let owner = StepForm.all[name] == nil ? "its last line" : "the last line of the \(name)"
      return own(
        code.tokens[open].range.lowerBound, "this { isn’t closed: write } after \(owner)")
    }
    return nil
  }

  /// Each closing brace with the one that it closes.
  private func pairs() -> [(open: Int?, close: Int)] {
    var open: [Int] = []
    var pairs: [(Int?, Int)] = []
    for index in code.tokens.indices {
      if code.text(index) == "{" { open.append(index) }
      if code.text(index) == "}" { pairs.append((open.popLast(), index)) }
    }
    return pairs
  }
}

extension ReportBlock {
  var isError: Bool { Diagnostics.split(head, at: ": error: ") != nil }

  fileprivate func isAbout(_ path: String) -> Bool { head.hasPrefix(path + ":") }

  /// Whether the compiler couldn't read the text any further.
  fileprivate var isSyntax: Bool {
    ReportBlock.syntax.contains { message.hasPrefix($0) }
  }

  /// Whether such words mostly follow from another error.
  fileprivate var isFollower: Bool {
    ReportBlock.followers.contains { message.hasPrefix($0) }
      || message.hasSuffix("cannot be resolved without a contextual type")
  }

  private static let syntax = [
    "consecutive statements on a line", "expected expression", "expected ',' separator",
    "unterminated string literal", "unary operator", "expected ')'", "expected ']'",
    "'<' is not a ", "'>' is not a ", "'case' label can only", "unicode curly quote",
    "single-quoted string", "invalid escape sequence", "multi-line string literal",
    "expected identifier in import", "labeled block needs",
  ]
  fileprivate static let torn = ["unterminated string literal", "expected ',' separator"]
  private static let followers = [
    "generic parameter '", "cannot infer contextual base", "type 'AnswerValue' has no member",
    "no 'async' operations occur", "no calls to throwing functions occur",
    "converting non-escaping value", "result of '", "expected '{' ", "switch must be exhaustive",
  ]
}

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
