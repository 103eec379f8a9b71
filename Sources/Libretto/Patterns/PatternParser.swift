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
