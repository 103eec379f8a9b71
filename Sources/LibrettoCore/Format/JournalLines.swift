/// The lines of a journal file, one JSON object each:
///
///     {"libretto":2,"journal":"greeting","fingerprint":"8c2f…","run":"5f0c…","time":…,"check":"…"}
///     {"answered":"name","value":"Bob","time":1789000000000,"check":"…"}
///     {"began":"save","work":1,"time":1789000000100,"check":"…"}
///     {"ended":"save","writes":{"count":3},"read":{"name":"Bob"},"time":…,"check":"…"}
///
/// The guide “The journal format” describes every line. The checksum at the end of each line covers
/// the line and the checksum before it, so damage and doubled or swapped lines can be told from a
/// file that was cut off. A secret is never written, nor anything derived from it, but a number.
struct JournalLines {
  static let version = 2

  /// The checksum of the previous line.
  private(set) var check: UInt32 = 0
  /// What the last action was given that has an undo, and the last one without that doesn't say what it
  /// reads; the next line contains only the differences.
  private var (given, under): ([String: Value], [String: Value]) = ([:], [:])

  init() {}

  /// Continues after lines that have been read.
  init(after saved: SavedRun) {
    check = saved.check
    (given, under) = (saved.given, saved.under)
  }

  /// The first line, or the first line of another version of the flow.
  mutating func header(
    _ flow: Flow, _ fingerprint: String, _ run: Run, from earlier: String? = nil
  ) -> String {
    header(
      flow.name, fingerprint, run: run.id, time: earlier == nil ? run.started : run.now,
      version: run.savedVersion, from: earlier, was: run.program.earlier)
  }

  mutating func header(
    _ flow: String, _ fingerprint: String, run: String, time: Timestamp, version: Int? = nil,
    from earlier: String? = nil, was: [String: String] = [:]
  ) -> String {
    if earlier == nil { check = 0 }
    (given, under) = ([:], [:])
    return seal { _, writer in
      writer.member("libretto", Self.version)
      writer.member("journal", flow)
      writer.member("fingerprint", fingerprint)
      if let version { writer.member("version", version) }
      if let earlier { writer.member("from", earlier) }
      if !was.isEmpty {
        writer.object("was") { writer in
          for (old, new) in was.sorted(by: { $0.key < $1.key }) { writer.member(old, new) }
        }
      }
      writer.member("run", run)
      writer.member("time", time)
    }
  }

  /// The line that ends a migration from another version of the flow.
  mutating func migrated(_ count: Int, time: Timestamp) -> String {
    seal { _, writer in
      writer.member("migrated", count)
      writer.member("time", time)
    }
  }

  /// The lines of a file for some lines of a run; those that are joined are one.
  mutating func lines(_ lines: some Collection<Line>, _ names: some LineNames) -> String {
    var text = ""
    var rest = lines[...]
    while let first = rest.first {
      let joined = rest.dropFirst().prefix(while: \.isJoined)
      rest = rest.dropFirst(1 + joined.count)
      text += seal { lines, writer in
        lines.members(first, names, &writer)
        if !joined.isEmpty {
          writer.objects("page", joined) { writer, line in
            lines.members(line, names, &writer)
            if line.time != first.time { writer.member("time", line.time) }
          }
        }
        writer.member("time", first.time)
      }
    }
    return text
  }

  private mutating func members(
    _ line: Line, _ names: some LineNames, _ writer: inout JSONWriter
  ) {
    writer.member(line.kind.word, names.saved(line.name).text)
    Self.outcome(line, names, &writer)
    if let work = line.detail?.work {
      if work.number > 0 { writer.member("work", work.number) }
      if let now = work.given.map(names.named) {
        Self.answers(now, since: given, "given", "gone", &writer)
        given = now
      } else if line.kind == .began, let now = work.inputs?.known {
        Self.answers(now, since: under, "under", "left", &writer)
        under = now
      }
      if let inputs = work.inputs ?? work.accepted {
        Self.inputs(line.kind == .began ? inputs.inShort : inputs, &writer)
      }
    }
    if let detail = line.detail { Self.digests(detail, names, &writer) }
    if line.isOut { writer.member("isOut", true) }
    if line.isLoose { writer.member("earlier", true) }
    if line.isChanged { writer.member("changed", true) }
    if line.isKept { writer.member("foreign", true) }
    if names.hasOwnRound(line) { writer.member("ownRound", true) }
  }

  private mutating func seal(_ body: (inout Self, inout JSONWriter) -> Void) -> String {
    var text = JSONWriter.text(pretty: false) { body(&self, &$0) }
    text.removeLast()
    check = Self.check(text.utf8, after: check)
    return text + ",\"check\":\"\(Self.hex(check))\"}\n"
  }

  static func check(_ bytes: some Sequence<UInt8>, after check: UInt32) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(check)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  static func hex(_ number: UInt32) -> String { hex(UInt64(number), 8) }

  static func hex(_ number: UInt64, _ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { digits in
      for place in 0..<count {
        let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(count - 1 - place)) & 0xF)
        digits[place] = digit < 10 ? 48 + digit : 87 + digit
      }
      return count
    }
  }

  // MARK: Parts of a line

  private static func outcome(
    _ line: Line, _ names: some LineNames, _ writer: inout JSONWriter
  ) {
    let work = line.detail?.work
    switch line.kind {
    case .answered:
      writer.key(line.form.word)
      line.form == .submit ? writer.bool(true) : writer.answer(line.value)
    case .secret: if case .int(let number) = line.value { writer.member("secret", number) }
    case .timedOut, .workTimedOut: writer.member("timedOut", true)
    case .dismissed: writer.member("dismissed", true)
    case .ended, .loaded: writes(work, &writer)
    case .failed:
      writer.member("error", work?.message ?? "")
      if let tries = work?.tries, tries > 0 { writer.member("tries", tries) }
    case .undoFailed: writer.member("error", work?.message ?? "")
    case .found:
      writer.member("at", line.value)
    case .givenAgain: if case .int(let times) = line.value { writer.member("times", times) }
    case .back:
      guard let back = line.detail?.names else { break }
      list(back.out.map { names.saved($0).text }, "out", &writer)
      list(back.restored.map { names.saved($0).text }, "restored", &writer)
      list(back.dropped.map { names.saved($0).text }, "dropped", &writer)
      if let from = back.from { writer.member("from", names.saved(from).text) }
      if let over = back.over { writer.strings("over", over.map { names.saved($0).text }) }
    case .gone:
      let gone = work?.writes.filter { !$0.isSecret }.map(\.key) ?? []
      list(gone, "unset", &writer)
      list(line.detail?.names?.dropped.map { names.saved($0).text } ?? [], "dropped", &writer)
      numbers(work?.secrets ?? [:], "secrets", &writer)
    case .began, .opened, .closed, .elapsed, .kept, .again, .undoAgain, .undoBegan, .undone, .left,
      .didNotRun, .didNotUndo, .stays, .cut, .held:
      break
    case .said: if case .int(let number) = line.value { writer.member("strand", number) }
    }
  }

  private static func digests(
    _ detail: Line.Detail, _ names: some LineNames, _ writer: inout JSONWriter
  ) {
    let (shown, sight) = (detail.shown.reads, detail.sight?.marks ?? [])
    let said = detail.shown.said == .none ? [] : [detail.shown.said]
    if shown.isEmpty, said.isEmpty, sight.isEmpty { return }
    list(shown.flatMap { [names.saved(key: $0.slot).id, hex($0.digest.short)] }, "shown", &writer)
    if let said = said.first { writer.member("said", hex(said.short)) }
    list(sight.map { hex($0.short) }, "sight", &writer)
    let all = shown.map(\.digest) + said + sight
    if all.contains(where: { $0.more != 0 }) {
      writer.member("more", all.map { hex($0.more) }.joined())
    }
  }

  private static func writes(_ work: Line.Work?, _ writer: inout JSONWriter) {
    let writes = work?.writes ?? []
    writer.object("writes") { writer in
      for write in writes where !write.isSecret {
        if let value = write.value { writer.member(write.key, value) }
      }
    }
    list(writes.filter { !$0.isSecret && $0.value == nil }.map(\.key), "unset", &writer)
    numbers(work?.secrets ?? [:], "secrets", &writer)
    if let key = work?.message, !key.isEmpty { writer.member("undeclared", key) }
  }

  private static func answers(
    _ now: [String: Value], since before: [String: Value], _ word: String, _ gone: String,
    _ writer: inout JSONWriter
  ) {
    writer.values(word, now.filter { before[$0.key] != $0.value })
    list(before.keys.filter { now[$0] == nil }.sorted(), gone, &writer)
  }

  private static func inputs(_ inputs: WorkInputs, _ writer: inout JSONWriter) {
    if let all = inputs.all { writer.member("all", hex(all, 16)) }
    if inputs.all == nil || !inputs.reads.isEmpty {
      writer.object("read") { writer in
        for read in inputs.reads where read.secret == 0 {
          if let value = read.value { writer.member(read.key, value) }
        }
      }
      list(
        inputs.reads.filter { $0.secret == 0 && $0.value == nil }.map(\.key), "readUnset", &writer)
      let secrets = inputs.reads.filter { $0.secret != 0 }
      numbers(
        Dictionary(secrets.map { ($0.key, $0.secret) }) { first, _ in first }, "readSecrets",
        &writer)
    }
    if let after = inputs.after { writer.member("after", after) }
  }

  private static func list(_ names: [String], _ word: String, _ writer: inout JSONWriter) {
    if !names.isEmpty { writer.strings(word, names) }
  }

  private static func numbers(
    _ numbers: [String: Int], _ word: String, _ writer: inout JSONWriter
  ) {
    if !numbers.isEmpty { writer.values(word, numbers.mapValues(Value.int)) }
  }
}

extension Line.Kind {
  /// The member that names the step of a line.
  var word: String {
    switch self {
    case .answered, .secret, .timedOut, .dismissed: "answered"
    case .opened: "opened"
    case .began: "began"
    case .ended, .failed, .workTimedOut: "ended"
    case .loaded: "loaded"
    case .elapsed: "elapsed"
    case .found: "found"
    case .kept: "kept"
    case .again: "again"
    case .undoAgain: "undoAgain"
    case .undoBegan: "undoBegan"
    case .undone: "undone"
    case .undoFailed: "undoFailed"
    case .left: "left"
    case .didNotRun: "didNotRun"
    case .didNotUndo: "didNotUndo"
    case .stays: "stays"
    case .givenAgain: "givenAgain"
    case .back: "back"
    case .cut: "cancelled"
    case .said: "said"
    case .held: "held"
    case .closed: "closed"
    case .gone: "gone"
    }
  }
}

extension Line.Form {
  /// The member with an answer.
  var word: String {
    switch self {
    case .typed: "value"
    case .yes: "yes"
    case .choice: "choice"
    case .choices: "choices"
    case .submit: "submitted"
    }
  }
}

extension Flow {
  /// A number in hexadecimal digits that changes whenever the tree does.
  ///
  /// The journals and tokens of the flow’s runs contain it, so a host can find the version of the
  /// flow that a saved run belongs to.
  /// - Throws: ``InvalidFlow`` if the flow has problems.
  public var fingerprint: String {
    get throws(InvalidFlow) { JournalLines.hex(try fingerprintNumber, 16) }
  }

  /// The same as a number: the 64-bit FNV-1a of the exported JSON, without the words of types, which
  /// change nothing for a run.
  var fingerprintNumber: UInt64 {
    get throws(InvalidFlow) {
      if let known = program.ids.fingerprint.withLock({ $0 }) { return known }
      // Two threads may both get here; they compute the same.
      let fingerprint = fnv1a(try JSONExporter().bytes(self, describesTypes: false))
      program.ids.fingerprint.withLock { $0 = fingerprint }
      return fingerprint
    }
  }
}

extension SavedRun {
  /// The lines of a journal that has moved to further versions of its flow, for benchmarks.
  /// - Parameter count: the number of versions after the first.
  package static func journal(ofVersions count: Int) -> [UInt8] {
    var lines = JournalLines()
    var text = lines.header("flow", "0", run: "run", time: .epoch)
    for number in 1...max(count, 1) {
      text += lines.header("flow", "\(number)", run: "run", time: .epoch, from: "\(number - 1)")
      text += lines.migrated(0, time: .epoch)
    }
    return Array(text.utf8)
  }
}
