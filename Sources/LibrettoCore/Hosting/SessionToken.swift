/// The contents of a token, and their layout in bytes:
///
///     format 1 · flow’s name · fingerprint 8 · version + 1 or 0 · run · start · lines … · check 4
///
/// A line is a byte with its kind and its special features, the short form of its step (or 0 and
/// the id, if another step has the same), the rounds unless they are the first, the time since the
/// previous line, and the data of its kind. A token is read by names, as a journal is, so an edited
/// flow can take it over. What it can't hold stays in the token, each line behind a byte of its own
/// and its length. A token never contains a secret, only a number that represents it.
public struct SessionToken: Hashable, Sendable, Redacted {
  static let version: UInt8 = 4
  /// The format before, which is read too: in it, the id of the run is a text.
  private static let versionBefore: UInt8 = 3
  /// The format with the earlier ids that the flow names, if it names any.
  private static let versionWithIDs: UInt8 = 5

  /// The name of the flow.
  public let flow: String
  /// The fingerprint of the version of the flow that performed last; see ``Flow/fingerprint``.
  public var fingerprint: String { JournalLines.hex(number, 16) }
  /// The number of that version; nil if the flow doesn't count them.
  public let flowVersion: Int?
  /// The id of the run, which identifies it among all runs.
  public let id: String
  /// When the run was started.
  public let started: Timestamp
  let number: UInt64
  let earlier: [String: String]
  private let reader: Reader

  /// Reads the part of a token that doesn't need its flow.
  /// - Parameter bytes: the ``Session/token`` of a session.
  /// - Throws: ``TokenError`` if it isn't a token, or is incomplete.
  public init(_ bytes: [UInt8]) throws(TokenError) {
    guard let version = bytes.first else {
      throw TokenError(.damaged, "The token is empty; start a new session.")
    }
    // This comes before the check value, which may differ in another version.
    guard version == 0 || (Self.versionBefore...Self.versionWithIDs).contains(version) else {
      throw TokenError(
        .version,
        version > Self.versionWithIDs
          ? "The token has format \(version), but this version of Libretto reads "
            + "\(Self.versionWithIDs); if it is a token at all, use a later version."
          : "The token has format \(version), from an earlier version of Libretto; "
            + "finish its session with that version, or start a new session.")
    }
    var reader = try TokenReader(bytes)
    guard try reader.byte() != 0 else { throw .damaged }
    flow = try reader.text()
    number = try reader.fixed64()
    let counted = try reader.number()
    guard counted == 0 || Int(exactly: counted - 1) != nil else { throw .damaged }
    flowVersion = counted == 0 ? nil : Int(exactly: counted - 1)
    id = version == Self.versionBefore ? try reader.text() : try reader.run()
    started = try reader.time()
    var earlier: [String: String] = [:]
    if version == Self.versionWithIDs {
      for _ in 0..<(try reader.count(ofBytes: 2)) {
        let old = try reader.text()
        earlier[old] = try reader.text()
      }
    }
    self.earlier = earlier
    self.reader = Reader(reader)
  }

  /// Reads the part of a token that doesn't need its flow.
  /// - Parameter text: the ``Session/tokenText`` of a session.
  /// - Throws: ``TokenError`` if it isn't a token, or is incomplete.
  public init(_ text: String) throws(TokenError) {
    guard let bytes = Base64URL.decode(text) else { throw .damaged }
    try self.init(bytes)
  }

  /// The reader after the head; it doesn't count when two tokens are compared.
  private struct Reader: Hashable, Sendable {
    let value: TokenReader
    init(_ value: TokenReader) { self.value = value }
    static func == (a: Reader, b: Reader) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The flow, the run and its start; answers in the token aren't shown.
  public var description: String {
    "a token of the flow “\(flow)” \(fingerprint), run \(id), started at \(started.millisecondsSince1970)"
  }

  /// - Parameter isKnown: whether the program is of the version that wrote the token.
  func lines(_ program: Program, isKnown: Bool = true) throws(TokenError) -> TokenLines {
    try TokenLines(reader.value, program, isKnown: isKnown, started: started)
  }

  /// The bits of the first byte of a line.
  enum Lead {
    static let kind: UInt8 = 0x1F
    static let isFurther: UInt8 = 0x20
    static let isLater: UInt8 = 0x40
    static let hasMore: UInt8 = 0x80
    /// In place of a kind: a line that the version of the flow that wrote the token can't hold.
    static let isForeign: UInt8 = 0x1F
  }

  /// The bits of the byte that describes special features.
  enum More {
    static let isOut: UInt8 = 1
    static let isLoose: UInt8 = 2
    static let hasShown: UInt8 = 4
    static let hasWork: UInt8 = 8
    static let hasNames: UInt8 = 16
    static let hasSight: UInt8 = 32
    static let isChanged: UInt8 = 64
    static let hasOwnRound: UInt8 = 128
  }

  // MARK: Writing

  /// The bytes of a token that contain the first lines of a run.
  struct Beginning: Sendable {
    /// Without the check value at the end.
    let bytes: [UInt8].SubSequence
    let count: Int
    let time: Timestamp?

    init(_ token: [UInt8], _ lines: [Line]) {
      bytes = token.dropLast(4)
      count = lines.count
      time = lines.last?.time
    }
  }

  /// Writes a token.
  /// - Parameter beginning: the token of the same flow from which the run was restored. As long as
  ///   nothing has been taken back, lines are only added to it.
  static func bytes(
    _ run: Run, _ fingerprint: UInt64, after beginning: Beginning? = nil
  ) -> [UInt8] {
    let program = run.program
    if let beginning, run.memo.isStraight, run.memo.firstShortened >= beginning.count,
      !run.hasClocks
    {
      var writer = TokenWriter(beginning.bytes)
      var time = beginning.time ?? run.started
      for place in beginning.count..<run.lines.count {
        write(run.lines[place], &time, program, &writer)
      }
      writer.seal()
      return writer.bytes
    }
    var writer = TokenWriter()
    writer.byte(program.earlier.isEmpty ? version : versionWithIDs)
    writer.text(program.name)
    writer.fixed(fingerprint)
    writer.number(run.savedVersion.map { UInt(max($0, 0)) + 1 } ?? 0)
    writer.run(run.id)
    writer.time(run.started)
    if !program.earlier.isEmpty {
      writer.number(UInt(program.earlier.count))
      for (old, new) in program.earlier.sorted(by: { $0.key < $1.key }) {
        writer.text(old)
        writer.text(new)
      }
    }
    let foreign = run.foreign
    for line in foreign.content.lines {
      // With its time in full, so that it can be read by itself.
      var (kept, time) = (TokenWriter(), Timestamp.epoch)
      write(line, &time, foreign.content, &kept)
      writer.byte(Lead.isForeign)
      writer.number(UInt(kept.bytes.count))
      writer.append(kept.bytes)
    }
    var time = run.started
    let lines = run.compactLines
    for place in lines.indices { write(lines[place], &time, program, &writer) }
    writer.seal()
    return writer.bytes
  }

  private static func write(
    _ line: Line, _ time: inout Timestamp, _ names: some LineNames, _ writer: inout TokenWriter
  ) {
    var more: UInt8 = 0
    if line.isOut { more |= More.isOut }
    if line.isLoose { more |= More.isLoose }
    if line.isChanged { more |= More.isChanged }
    if names.hasOwnRound(line) { more |= More.hasOwnRound }
    if let detail = line.detail {
      if !detail.shown.isEmpty { more |= More.hasShown }
      if detail.work != nil { more |= More.hasWork }
      if detail.names != nil { more |= More.hasNames }
      if detail.sight != nil { more |= More.hasSight }
    }
    let name = names.saved(line.name)
    let isFurther = name.rounds?.contains { $0 != 1 } ?? false
    var lead = line.kind.rawValue
    if isFurther { lead |= Lead.isFurther }
    if line.time != time { lead |= Lead.isLater }
    if more != 0 { lead |= Lead.hasMore }
    writer.byte(lead)
    if more != 0 { writer.byte(more) }
    writer.name(name, hasRounds: isFurther)
    if line.time != time { writer.time(line.time, after: time) }
    time = line.time
    if line.kind == .answered {
      answer(line, names, &writer)
    } else if line.kind == .secret || line.kind == .givenAgain || line.kind == .found
      || line.kind == .said
    {
      writer.value(line.value)
    }
    guard let detail = line.detail else { return }
    if more & More.hasShown != 0 { write(detail.shown, names, &writer) }
    if let work = detail.work { write(work, names, &writer) }
    if let mentioned = detail.names {
      let from = mentioned.from.map { [$0] } ?? []
      for list in [mentioned.out, mentioned.restored, mentioned.dropped, from] {
        writer.number(UInt(list.count))
        for name in list { writer.name(names.saved(name), hasRounds: true) }
      }
    }
    if let sight = detail.sight {
      writer.number(UInt(sight.marks.count))
      for mark in sight.marks { writer.fixed(mark.short) }
    }
  }

  /// Writes an answer; the ids of choices that the flow contains are written in short form.
  private static func answer(
    _ line: Line, _ names: some LineNames, _ writer: inout TokenWriter
  ) {
    func short(_ id: Value) -> UInt32? {
      if case .int(let short) = id { return UInt32(truncatingIfNeeded: short) }
      return names.short(id.description, of: line.step)
    }
    switch (line.form, line.value) {
    case (.yes, .bool(let yes)): writer.byte(yes ? TokenValue.saidYes : TokenValue.saidNo)
    case (.submit, _): writer.byte(TokenValue.submitted)
    case (.choice, let id):
      if let short = short(id) {
        writer.byte(TokenValue.choice)
        writer.fixed(short)
      } else {
        writer.byte(TokenValue.offered)
        writer.text(id.description)
      }
    case (.choices, .list(let ids)):
      let shorts = ids.compactMap(short)
      let isKnown = shorts.count == ids.count
      writer.byte(isKnown ? TokenValue.choices : TokenValue.severalOffered)
      writer.number(UInt(ids.count))
      if isKnown {
        for short in shorts { writer.fixed(short) }
      } else {
        for id in ids { writer.text(id.description) }
      }
    default: writer.value(line.value)
    }
  }

  private static func write(
    _ shown: Shown, _ names: some LineNames, _ writer: inout TokenWriter
  ) {
    writer.number(UInt(shown.reads.count))
    for read in shown.reads {
      writer.name(names.saved(key: read.slot))
      writer.fixed(read.digest.short)
    }
    writer.fixed(shown.said.short)
  }

  private static func write(
    _ work: Line.Work, _ names: some LineNames, _ writer: inout TokenWriter
  ) {
    writer.number(UInt(work.number))
    write(work.inputs, &writer)
    write(work.accepted, &writer)
    if let given = work.given {
      let named = names.named(given)
      writer.number(UInt(named.count + 1))
      for (name, value) in named.sorted(by: { $0.key < $1.key }) {
        writer.text(name)
        writer.value(value)
      }
    } else {
      writer.number(0)
    }
    writer.number(UInt(work.writes.count))
    for write in work.writes {
      writer.text(write.key)
      if write.isSecret {
        writer.byte(TokenValue.offered)
        writer.number(UInt(work.secrets[write.key] ?? 0))
      } else {
        writer.byte(write.value == nil ? TokenValue.submitted : TokenValue.null)
        if let value = write.value { writer.value(value) }
      }
    }
    writer.text(work.message)
    writer.number(UInt(work.tries))
  }

  private static func write(_ inputs: WorkInputs?, _ writer: inout TokenWriter) {
    guard let inputs else { return writer.byte(0) }
    writer.byte(1 | (inputs.all == nil ? 0 : 2) | (inputs.after == nil ? 0 : 4))
    if let all = inputs.all { writer.fixed(all) }
    if let after = inputs.after { writer.number(UInt(after)) }
    writer.number(UInt(inputs.reads.count))
    for read in inputs.reads {
      writer.text(read.key)
      writer.number(UInt(read.secret))
      writer.byte(read.value == nil ? 0 : 1)
      if let value = read.value { writer.value(value) }
    }
  }
}
