extension String {
  /// The text as it is written to a terminal of so many columns in line mode: lines that are too long
  /// are broken by words, and what belongs to a row of a list stays below its title.
  ///
  /// Lines that fit stay as they are, and so does a blank at the end, behind which is typed.
  func wrapped(columns: Int) -> String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
      .map { $0.wrappedLine(columns) }.joined(separator: "\n")
  }
}

extension Substring {
  fileprivate func wrappedLine(_ columns: Int) -> String {
    // A tab may take eight columns.
    let tabs = utf8.count { $0 == 0x09 }
    guard mostColumns + tabs * 8 > columns else { return String(self) }
    let hanging = hangingColumns > columns / 2 ? 0 : hangingColumns
    var body = self
    while body.last == " " { body.removeLast() }
    let lines = Wrapping.lines(String(body), width: columns - hanging, first: columns)
    let end = body.endIndex < endIndex ? " " : ""
    return lines.joined(separator: "\n" + String(repeating: " ", count: hanging)) + end
  }

  /// Where the text of a row begins, behind its indentation and its number or its dash; 0 if it isn't
  /// indented.
  private var hangingColumns: Int {
    let indentation = prefix { $0 == " " }.count
    guard indentation > 0 else { return 0 }
    let rest = dropFirst(indentation)
    let digits = rest.prefix { ("0"..."9").contains($0) }.count
    let sign = digits > 0 ? ")" : "-"
    let isItem = rest.dropFirst(digits).hasPrefix(sign + " ")
    return indentation + (isItem ? digits + 2 : 0)
  }
}
