/// Escapes and bracketed classes.
extension PatternParser {
  /// What an escape or a member of a class means.
  enum Member {
    case scalar(UInt32)
    case set(ScalarSet)
  }

  /// Reads a class; its “[” has been read.
  mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
    let isInverted = peek == "^"
    if isInverted { position += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = peek, scalar != "]" {
      let offset = position
      let first = try member(of: start)
      // A “-” at the end is a literal “-”.
      guard peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        switch first {
        case .scalar(let value): ranges.append(value...value)
        case .set(let set): ranges += set.ranges
        }
        continue
      }
      position += 1
      let second = try member(of: start)
      guard case (.scalar(let low), .scalar(let high)) = (first, second) else {
        throw PatternError(
          "“\(text(offset..<position))” is not a range, since one end is a class; "
            + "write “\\-” for the character itself", at: offset)
      }
      guard low <= high else {
        throw PatternError(
          "the range “\(text(offset..<position))” is the wrong way round", at: offset)
      }
      ranges.append(low...high)
    }
    guard position < scalars.count else {
      throw PatternError("“[” is never closed; add a “]”, or write “\\[”", at: start)
    }
    position += 1
    guard !ranges.isEmpty else {
      throw PatternError(
        "“\(text(start..<position))” is empty; write “\\]” for a bracket in it", at: start)
    }
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func member(of start: Int) throws(PatternError) -> Member {
    let offset = position
    guard let scalar = peek else {
      throw PatternError("“[” is never closed; add a “]”, or write “\\[”", at: start)
    }
    position += 1
    switch scalar {
    case "\\": return try escape(at: offset)
    case "[":
      throw PatternError(
        "a class can't contain another class; write “\\[” for the character itself", at: offset)
    default: return .scalar(scalar.value)
    }
  }

  /// Reads an escape; its “\” has been read.
  mutating func escape(at start: Int) throws(PatternError) -> Member {
    guard let letter = peek else {
      throw PatternError(
        "the pattern ends in “\\”; write “\\\\” for the character itself", at: start)
    }
    position += 1
    switch letter {
    case "d": return .set(.digits)
    case "D": return .set(ScalarSet.digits.inverted)
    case "w": return .set(.word)
    case "W": return .set(ScalarSet.word.inverted)
    case "s": return .set(.space)
    case "S": return .set(ScalarSet.space.inverted)
    case "n": return .scalar(0x0A)
    case "t": return .scalar(0x09)
    case "r": return .scalar(0x0D)
    case "u": return .scalar(try hexadecimal(at: start))
    case "!"..."/", ":"..."@", "["..."`", "{"..."~": return .scalar(letter.value)
    default: throw PatternError(unknownEscape(letter), at: start)
    }
  }

  /// Reads the “{1F600}” of an escape.
  private mutating func hexadecimal(at start: Int) throws(PatternError) -> UInt32 {
    var digits = ""
    if peek == "{" {
      position += 1
      while let digit = peek, digit.properties.isASCIIHexDigit {
        digits.unicodeScalars.append(digit)
        position += 1
      }
      if peek == "}", digits.utf8.count <= 6, let value = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(value)
      {
        position += 1
        return scalar.value
      }
    }
    throw PatternError(
      "“\\u” needs the number of a Unicode scalar in braces, as in “\\u{E9}”", at: start)
  }

  private func unknownEscape(_ letter: Unicode.Scalar) -> String {
    let escape = text(position - 2..<position)
    switch letter {
    case "1"..."9", "k":
      return
        "“\(escape)” refers back to a group, which a pattern can't do; repeat the group instead"
    case "b", "B", "A", "Z", "z", "G":
      return "“\(escape)” is not an anchor here; use “^” or “$”"
    case "p", "P":
      return "“\(escape)” is not a class here; write ranges, as in “[a-zà-ÿ]”"
    default:
      return "“\(escape)” is not an escape; write “\(text(position - 1..<position))” for the "
        + "character itself, or “\\u{…}” with its number"
    }
  }
}
