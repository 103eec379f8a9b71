/// Quantifiers, and what may follow an opening parenthesis.
extension PatternParser {
  /// Reads a quantifier; its first scalar has been read.
  mutating func times(at start: Int) throws(PatternError) -> (least: Int, most: Int?) {
    switch scalars[start] {
    case "*": return (0, nil)
    case "+": return (1, nil)
    case "?": return (0, 1)
    default: break
    }
    let least = number()
    var most = least
    if peek == "," {
      position += 1
      most = number()
    }
    guard let least, peek == "}" else {
      throw PatternError(
        "“{” begins a repetition, “{2}”, “{2,}” or “{2,5}”; "
          + "write “\\{” for the character itself", at: start)
    }
    position += 1
    guard max(least, most ?? 0) <= PatternLimits.states else {
      throw PatternError(
        "a repetition has more than the limit “states” of \(PatternLimits.states); "
          + "repeat less, or limit the length with a separate rule", at: start)
    }
    if let most, most < least {
      throw PatternError(
        "“{\(least),\(most)}” is the wrong way round; write “{\(most),\(least)}”", at: start)
    }
    return (least, most)
  }

  /// Refuses a second quantifier, including the suffixes that make one lazy or possessive.
  func refuseSecondQuantifier(after start: Int) throws(PatternError) {
    switch peek {
    case "?":
      throw PatternError(
        "“\(text(start..<position + 1))” is lazy, which makes no difference here: "
          + "a pattern matches the whole text or not; leave out the “?”", at: start)
    case "+":
      throw PatternError(
        "“\(text(start..<position + 1))” is possessive, which makes no difference here: "
          + "a pattern never goes back; leave out the “+”", at: start)
    case "*", "{":
      throw PatternError(
        "a repetition can't be repeated; put the repeated part in a group, “(…)”", at: position)
    default: break
    }
  }

  /// Reads what follows a “(” if it makes a special kind of group.
  mutating func groupKind(at start: Int) throws(PatternError) {
    guard peek == "?" else { return }
    position += 1
    let kind = peek
    let next = position + 1 < scalars.count ? scalars[position + 1] : nil
    switch kind {
    case ":":
      position += 1
      return
    case "=", "!",
      "<" where next == "=" || next == "!":
      throw PatternError(
        "“\(text(start..<position + (kind == "<" ? 2 : 1)))” looks ahead or behind, "
          + "which a pattern can't do; use a separate rule", at: start)
    case "<", "'", "P":
      throw PatternError(
        "a group can't have a name, since nothing reads its match; write “(…)”", at: start)
    case let flag? where flag == "-" || flag == "^" || flag.properties.isAlphabetic:
      throw PatternError(
        "a pattern has no flags such as “(?i)”; write “[aA]” for either case", at: start)
    default:
      throw PatternError("“(?” doesn't begin a group here; write “(…)” or “(?:…)”", at: start)
    }
  }

  /// The next scalar to read.
  var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// A part of the source, safe to show in an error.
  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
    return String(view).shortened.neutralisedLine
  }

  /// Reads digits, if there are any; a number above the limit stays above it.
  private mutating func number() -> Int? {
    var result: Int?
    while let digit = peek, ("0"..."9").contains(digit) {
      result = min((result ?? 0) * 10 + Int(digit.value - 0x30), PatternLimits.states + 1)
      position += 1
    }
    return result
  }
}
