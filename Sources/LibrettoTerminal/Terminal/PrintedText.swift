import LibrettoCore

/// What a program prints, made safe for a screen that is drawn in place: colours stay, and nothing
/// else that controls the terminal.
struct PrintedText: Sendable {
  /// The sequences of colours that are in force at the end of the last line.
  private var style = ""

  /// The lines as they are shown, each with colours of its own.
  ///
  /// Of a line that was written over, the last version is shown.
  mutating func shown(_ text: String) -> String {
    if text.isEmpty { return "" }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // The empty text behind the last newline.
    if lines.last?.isEmpty == true { lines.removeLast() }
    var result = ""
    for line in lines {
      let line = line.last == "\r" ? line.dropLast() : line
      let last = line.split(separator: "\r", omittingEmptySubsequences: false).last ?? line
      result += shown(line: Substring(last)) + "\n"
    }
    return result
  }

  private mutating func shown(line: Substring) -> String {
    var result = style
    var rest = line
    while let start = rest.firstIndex(of: "\u{1B}") {
      result += String(rest[..<start]).neutralised
      rest = rest[start...]
      let numbers = rest.dropFirst(2).prefix { $0 == ";" || $0.isASCII && $0.isNumber }
      if rest.dropFirst().first == "[", numbers.endIndex < rest.endIndex,
        rest[numbers.endIndex] == "m"
      {
        result += take(numbers)
        rest = rest[numbers.endIndex...].dropFirst()
      } else {
        result += "\u{241B}"
        rest = rest.dropFirst()
      }
    }
    result += String(rest).neutralised
    // What is drawn next has its own colours.
    return style.isEmpty ? result : result + "\u{1B}[m"
  }

  /// Takes the numbers of a sequence, as far as they are about colours and weight.
  private mutating func take(_ numbers: Substring) -> String {
    var kept: [Substring] = []
    var all = numbers.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let number = all.popFirst() {
      switch Int(number) ?? 0 {
      // Text that blinks or can't be seen.
      case 5, 6, 8: break
      case 38, 48, 58:
        kept.append(number)
        kept += all.prefix(all.first == "2" ? 4 : 2)
        all = all.dropFirst(all.first == "2" ? 4 : 2)
      case 0:
        kept = [number]
        style = ""
      default: kept.append(number)
      }
    }
    if kept.isEmpty { return "" }
    let sequence = "\u{1B}[\(kept.joined(separator: ";"))m"
    let isReset = kept.count == 1 && (Int(kept[0]) ?? 0) == 0
    // No program has so many colours at once.
    if !isReset { style = style.utf8.count > 200 ? sequence : style + sequence }
    return sequence
  }
}
