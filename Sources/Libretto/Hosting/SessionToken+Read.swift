extension SessionToken {
  /// Reads a token of a flow.
  /// - Throws: ``TokenError`` where it is none, or none of this flow.
  init(_ bytes: [UInt8], _ program: Program, fingerprint: UInt64) throws(TokenError) {
    guard let version = bytes.first else {
      throw TokenError(.damaged, "The token is empty; start a new session.")
    }
    // Before the check: what a later version writes may have another one.
    guard version <= Self.version else {
      throw TokenError(
        .version,
        "The token has the format \(version), and this version of Libretto reads "
          + "\(Self.version) at most; if it is a token at all, use a later version.")
    }
    var reader = try TokenReader(bytes)
    _ = try reader.byte()
    guard version > 0, try Self.isOfFlow(program, fingerprint, &reader) else { throw .damaged }
    started = try reader.signed()
    var time = started
    entries.reserveCapacity(16)
    while !reader.isAtEnd {
      let lead = try reader.byte()
      if lead == Kind.kept {
        guard kept == nil else { throw .damaged }
        kept = try Self.changes(program, &reader)
        continue
      }
      let entry = try Self.entry(lead, &time, program, &reader)
      if kept == nil {
        guard lead & Kind.isAsked == 0 else { throw .damaged }
        entries.append(entry)
      } else {
        guard kept?.entries.updateValue(entry, forKey: entry.name) == nil else { throw .damaged }
        if lead & Kind.isAsked != 0 { kept?.asked.insert(entry.name) }
      }
    }
  }

  private static func isOfFlow(
    _ program: Program, _ fingerprint: UInt64, _ reader: inout TokenReader
  ) throws(TokenError) -> Bool {
    guard try reader.fixed32() == program.name.shortForm else {
      throw TokenError(
        .flow, "The token is of another flow than “\(program.name)”; look up which one it is of.")
    }
    guard try reader.fixed64() == fingerprint else {
      throw TokenError(
        .edited,
        "The flow “\(program.name)” has been edited since the token was made; "
          + "perform the flow as it was then, or start a new session.")
    }
    return true
  }

  private static func changes(
    _ program: Program, _ reader: inout TokenReader
  ) throws(TokenError) -> Kept {
    var kept = Kept()
    for _ in 0..<(try reader.count()) {
      guard let slot = program.keys.slots[try reader.text()] else { throw unfit("a key") }
      kept.changes.keys.insert(slot)
    }
    for _ in 0..<(try reader.count(ofBytes: 4)) {
      guard let step = program.ids.step(try reader.fixed32()), step.prompt >= 0 else {
        throw unfit("a question")
      }
      kept.changes.prompts.insert(program.prompts[step.prompt].step)
    }
    return kept
  }

  private static func entry(
    _ lead: UInt8, _ time: inout Int, _ program: Program, _ reader: inout TokenReader
  ) throws(TokenError) -> Journal.Entry {
    guard lead & 0x80 == 0 else { throw .damaged }
    guard let step = program.ids.step(try reader.fixed32()) else { throw unfit("a step") }
    var performance = 1
    if lead & Kind.isFurther != 0 {
      guard let number = Int(exactly: try reader.number()), number > 1 else { throw .damaged }
      performance = number
    }
    if lead & Kind.isLater != 0 { time = time &+ (try reader.signed()) }
    let event = try event(lead & Kind.mask, step, program, &reader)
    return Journal.Entry(step.id, performance, event, time)
  }

  private static func event(
    _ kind: UInt8, _ step: IDTable.Step, _ program: Program, _ reader: inout TokenReader
  ) throws(TokenError) -> Journal.Entry.Event {
    switch kind {
    case Kind.began: return .began
    case Kind.answered:
      return .answered(
        try reader.value { (short) throws(TokenError) in
          guard step.prompt >= 0, let place = program.ids.choice(short, of: step.prompt) else {
            throw unfit("a choice")
          }
          return program.prompts[step.prompt].prompt.choices[place].id
        })
    case Kind.secret: return .answeredSecretly
    case Kind.timedOut: return .timedOut
    case Kind.performed:
      var writes: [Journal.Entry.Write] = []
      for _ in 0..<(try reader.count(ofBytes: 2)) { writes.append(try write(&reader)) }
      return .performed(writes)
    case Kind.failed: return .failed(try reader.text())
    default: throw .damaged
    }
  }

  private static func write(
    _ reader: inout TokenReader
  ) throws(TokenError) -> Journal.Entry.Write {
    let key = try reader.text()
    switch try reader.byte() {
    case 0:
      let value = try reader.value { (_) throws(TokenError) in throw .damaged }
      return Journal.Entry.Write(key, value)
    case 1: return Journal.Entry.Write(key, nil)
    case 2: return Journal.Entry.Write(key, .null, isSecret: true)
    default: throw .damaged
    }
  }

  private static func unfit(_ what: String) -> TokenError {
    TokenError(
      .contents, "The token tells of \(what) that is not in the flow; start a new session.")
  }
}
