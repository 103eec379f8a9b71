/// Reads the source of a pattern and writes its code, without recursion.
///
/// The parser makes code as soon as it has read its source, and checks the size first: it refuses a
/// repetition of a repetition of a thousand instead of writing it out.
struct PatternParser {
  /// A group whose end has not been read; the first one is the whole pattern.
  struct Group {
    let offset: Int
    /// The code of the alternatives before the last `|`.
    var alternatives: [[PatternInstruction]] = []
    /// The number of instructions in those alternatives.
    var count = 0
    var code: [PatternInstruction] = []
    /// The index in `code` of what a quantifier would repeat, or nil if there is nothing to repeat.
    var item: Int?
  }

  let scalars: [Unicode.Scalar]
  var position = 0
  private var outer: [Group] = []
  var group = Group(offset: 0)
  /// The number of instructions made for something that is then repeated zero times. They count
  /// too; otherwise, making a pattern could take a thousand times as long as its size suggests.
  private var discarded = 0
  private var sets: [ScalarSet] = []
  private var indices: [ScalarSet: Int32] = [:]

  /// Reads a whole pattern.
  static func program(_ source: String) throws(PatternError) -> PatternProgram {
    let bytes = source.utf8.count
    guard bytes <= PatternLimits.bytes else {
      throw PatternError(
        "the pattern has \(bytes) bytes, more than the limit “bytes” of \(PatternLimits.bytes); "
          + "write a shorter one, or several rules", at: 0)
    }
    var parser = PatternParser(scalars: Array(source.unicodeScalars))
    return try parser.program()
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func program() throws(PatternError) -> PatternProgram {
    while position < scalars.count { try element() }
    guard outer.isEmpty else {
      throw PatternError("“(” is never closed; add a “)”, or write “\\(”", at: group.offset)
    }
    return PatternProgram(
      instructions: .oneOf(group.alternatives + [group.code]) + [.match], sets: sets)
  }

  private mutating func element() throws(PatternError) {
    let start = position
    let scalar = scalars[start]
    position += 1
    switch scalar {
    case "(": try open(at: start)
    case ")": try close(at: start)
    case "|":
      try check(adding: 2, at: start)
      group.alternatives.append(group.code)
      group.count += group.code.count + 2
      (group.code, group.item) = ([], nil)
    case "^": try append([.textStart], repeatable: false, at: start)
    case "$": try append([.textEnd], repeatable: false, at: start)
    case ".": try append(.allButNewline, at: start)
    case "[": try append(try characterClass(at: start), at: start)
    case "\\":
      switch try escape(at: start) {
      case .scalar(let value): try append([.scalar(value)], at: start)
      case .set(let set): try append(set, at: start)
      }
    case "*", "+", "?", "{": try quantifier(at: start)
    case "]", "}":
      throw PatternError("“\(scalar)” closes nothing; write “\\\(scalar)”", at: start)
    default: try append([.scalar(scalar.value)], at: start)
    }
  }

  // MARK: Groups

  private mutating func open(at start: Int) throws(PatternError) {
    try groupKind(at: start)
    guard outer.count < PatternLimits.depth else {
      throw PatternError(
        "groups are nested deeper than the limit “depth” of \(PatternLimits.depth); "
          + "leave some out", at: start)
    }
    outer.append(group)
    group = Group(offset: start)
  }

  private mutating func close(at start: Int) throws(PatternError) {
    let code: [PatternInstruction] = .oneOf(group.alternatives + [group.code])
    guard let around = outer.popLast() else {
      throw PatternError("“)” closes nothing; write “\\)”", at: start)
    }
    let offset = group.offset
    group = around
    try append(code, at: offset)
  }

  // MARK: Code

  private mutating func append(_ set: ScalarSet, at offset: Int) throws(PatternError) {
    let index = indices[set] ?? Int32(sets.count)
    if index == sets.count {
      sets.append(set)
      indices[set] = index
    }
    try append([.set(index)], at: offset)
  }

  private mutating func append(
    _ code: [PatternInstruction], repeatable: Bool = true, at offset: Int
  ) throws(PatternError) {
    try check(adding: code.count, at: offset)
    group.item = repeatable ? group.code.count : nil
    group.code += code
  }

  /// Refuses code that would exceed the size limit of a pattern.
  private func check(adding count: Int, at offset: Int) throws(PatternError) {
    guard discarded + group.count + group.code.count + count <= PatternLimits.states else {
      throw PatternError(
        "with its repetitions written out, the pattern has more states than the limit “states” "
          + "of \(PatternLimits.states); repeat less, or limit the length with a separate rule",
        at: offset)
    }
  }

  private mutating func quantifier(at start: Int) throws(PatternError) {
    let (least, most) = try times(at: start)
    guard let item = group.item else {
      let written = text(start..<start + 1)
      throw PatternError(
        "“\(written)” has nothing to repeat; write “\\\(written)” for the character itself",
        at: start)
    }
    try refuseSecondQuantifier(after: start)
    let code = Array(group.code[item...])
    try check(adding: code.countRepeated(least, most) - code.count, at: start)
    group.code.removeSubrange(item...)
    group.code += code.repeated(least, most)
    if most == 0 { discarded += code.count }
    group.item = nil
  }
}

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

/// A set of Unicode scalars, as described by a class such as `[a-z]`.
struct ScalarSet: Hashable, Sendable {
  /// The ranges in order; no two of them touch.
  let ranges: [ClosedRange<UInt32>]
  /// One bit for each scalar below 128.
  private let ascii: (UInt64, UInt64)

  static let last: UInt32 = 0x10FFFF
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// Tab, line feed, vertical tab, form feed, carriage return and the space.
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20])
  /// The scalars that `.` matches.
  static let allButNewline = ScalarSet([0x0A...0x0A]).inverted

  /// Makes the union of ranges, which may overlap and be in any order.
  init(_ parts: [ClosedRange<UInt32>]) {
    var ranges: [ClosedRange<UInt32>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = ranges.last, part.lowerBound <= previous.upperBound + 1 {
        ranges.removeLast()
        ranges.append(previous.lowerBound...max(previous.upperBound, part.upperBound))
      } else {
        ranges.append(part)
      }
    }
    var ascii: (UInt64, UInt64) = (0, 0)
    for range in ranges where range.lowerBound < 128 {
      for value in range.lowerBound...min(range.upperBound, 127) {
        if value < 64 { ascii.0 |= 1 << UInt64(value) } else { ascii.1 |= 1 << UInt64(value - 64) }
      }
    }
    self.ranges = ranges
    self.ascii = ascii
  }

  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= ScalarSet.last { gaps.append(next...ScalarSet.last) }
    return ScalarSet(gaps)
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return ascii.0 >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.1 >> UInt64(value - 64) & 1 == 1 }
    let place = ranges.firstPlace { $0.upperBound >= value }
    return place < ranges.count && ranges[place].contains(value)
  }

  static func == (lhs: ScalarSet, rhs: ScalarSet) -> Bool { lhs.ranges == rhs.ranges }

  func hash(into hasher: inout Hasher) { hasher.combine(ranges) }
}
