/// What a token holds, and how that stands in bytes:
///
///     version 1 · flow’s name 4 · fingerprint 8 · start · entries … · check 4
///
/// An entry is a byte with its kind and what is out of the ordinary, the short form of its step,
/// the number of the performance unless it is the first, the time since the entry before, and the
/// value. Behind the entries in force may stand those that a step back has kept, and what has
/// changed since. A secret is never in it, only that it was given.
struct SessionToken {
  static let version: UInt8 = 1

  var started = 0
  /// The entries in force.
  var entries: [Journal.Entry] = []
  var kept: Kept?

  enum Kind {
    static let began: UInt8 = 0
    static let answered: UInt8 = 1
    static let secret: UInt8 = 2
    static let timedOut: UInt8 = 3
    static let performed: UInt8 = 4
    static let failed: UInt8 = 5
    static let kept: UInt8 = 6
    static let mask: UInt8 = 0x0F
    /// A further performance, whose number follows.
    static let isFurther: UInt8 = 0x10
    /// Another time than the entry before, which follows.
    static let isLater: UInt8 = 0x20
    /// To be asked again.
    static let isAsked: UInt8 = 0x40
  }
}

// MARK: Writing

extension SessionToken {
  func bytes(_ program: Program, fingerprint: UInt64) -> [UInt8] {
    var writer = TokenWriter()
    writer.byte(Self.version)
    writer.fixed(program.name.shortForm)
    writer.fixed(fingerprint)
    writer.signed(started)
    var time = started
    for entry in entries { Self.write(entry, &time, program, &writer) }
    if let kept { Self.write(kept, &time, program, &writer) }
    writer.seal()
    return writer.bytes
  }

  private static func write(
    _ kept: Kept, _ time: inout Int, _ program: Program, _ writer: inout TokenWriter
  ) {
    writer.byte(Kind.kept)
    let keys = kept.changes.keys.map { program.keys[$0].name }.sorted()
    writer.number(UInt(keys.count))
    for key in keys { writer.text(key) }
    let prompts = program.prompts.filter { kept.changes.prompts.contains($0.step) }
    writer.number(UInt(prompts.count))
    for prompt in prompts { writer.fixed(prompt.prompt.id.shortForm) }
    for name in kept.entries.keys.sorted() {
      guard let entry = kept.entries[name] else { continue }
      write(entry, &time, program, &writer, kept.asked.contains(name) ? Kind.isAsked : 0)
    }
  }

  private static func write(
    _ entry: Journal.Entry, _ time: inout Int, _ program: Program, _ writer: inout TokenWriter,
    _ flags: UInt8 = 0
  ) {
    guard let kind = kind(of: entry.event) else { return }
    var lead = kind | flags
    if entry.performance != 1 { lead |= Kind.isFurther }
    if entry.time != time { lead |= Kind.isLater }
    writer.byte(lead)
    let short = entry.id.shortForm
    writer.fixed(short)
    if entry.performance != 1 { writer.number(UInt(bitPattern: entry.performance)) }
    if entry.time != time { writer.signed(entry.time &- time) }
    time = entry.time
    switch entry.event {
    case .answered(let value): write(value, program.ids.step(short)?.prompt ?? -1, program, &writer)
    case .performed(let writes):
      writer.number(UInt(writes.count))
      for write in writes {
        writer.text(write.key)
        writer.byte(write.isSecret ? 2 : write.value == nil ? 1 : 0)
        if let value = write.value { writer.value(value) }
      }
    case .failed(let message): writer.text(message)
    case .began, .answeredSecretly, .timedOut, .undone, .back: break
    }
  }

  private static func kind(of event: Journal.Entry.Event) -> UInt8? {
    switch event {
    case .began: Kind.began
    case .answered: Kind.answered
    case .answeredSecretly: Kind.secret
    case .timedOut: Kind.timedOut
    case .performed: Kind.performed
    case .failed: Kind.failed
    // What they did is done: the entries that they took back are not among those in force.
    case .undone, .back: nil
    }
  }

  /// Writes an answer; the ids of choices that stand in the flow as their short forms.
  private static func write(
    _ value: Value, _ prompt: Int, _ program: Program, _ writer: inout TokenWriter
  ) {
    func short(_ value: Value) -> UInt32? {
      guard prompt >= 0, case .string(let id) = value else { return nil }
      let short = id.shortForm
      return program.ids.choice(short, of: prompt) == nil ? nil : short
    }
    if let short = short(value) {
      writer.byte(TokenValue.choice)
      writer.fixed(short)
    } else if case .list(let values) = value, case let shorts = values.compactMap(short),
      shorts.count == values.count
    {
      writer.byte(TokenValue.choices)
      writer.number(UInt(shorts.count))
      for short in shorts { writer.fixed(short) }
    } else {
      writer.value(value)
    }
  }
}
