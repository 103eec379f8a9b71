/// The lines of a journal file, one JSON object each:
///
///     {"libretto":1,"journal":"greeting","fingerprint":"8c2f…"}
///     {"ended":"name","value":"Bob","time":1789000000000}
///     {"began":"save","time":1789000000100}
///     {"ended":"save","writes":{"count":3},"time":1789000000200}
///
/// The first line names the flow and the fingerprint of its tree. `id#2` is the second
/// performance of a step. Times are milliseconds since 1970. A secret is never written, only that
/// it was given. The format is part of the public interface: it only grows.
enum JournalLines {
  static let version = 1

  static func header(of flow: Flow) throws(InvalidFlow) -> String {
    let fingerprint = try flow.fingerprint
    return line { writer in
      writer.member("libretto", version)
      writer.member("journal", flow.name)
      writer.member("fingerprint", fingerprint)
    }
  }

  static func line(for entry: Journal.Entry) -> String {
    line { writer in
      switch entry.event {
      case .began:
        writer.member("began", entry.name)
      case .answered(let value):
        writer.member("ended", entry.name)
        writer.key("value")
        writer.answer(value)
      case .answeredSecretly:
        writer.member("ended", entry.name)
        writer.member("secret", true)
      case .undone:
        writer.member("undone", entry.name)
      case .back(let drops):
        writer.member("back", entry.name)
        writer.key("drops")
        writer.beginArray()
        for name in drops { writer.string(name) }
        writer.endArray()
      case .timedOut:
        writer.member("ended", entry.name)
        writer.member("timedOut", true)
      case .performed(let writes):
        writer.member("ended", entry.name)
        self.writes(writes, &writer)
      case .failed(let message):
        writer.member("ended", entry.name)
        writer.member("error", message)
      }
      writer.member("time", entry.time)
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: false)
    writer.beginObject()
    body(&writer)
    writer.endObject()
    return writer.text + "\n"
  }

  private static func writes(_ writes: [Journal.Entry.Write], _ writer: inout JSONWriter) {
    writer.key("writes")
    writer.beginObject()
    for write in writes where !write.isSecret {
      guard let value = write.value else { continue }
      writer.key(write.key)
      writer.answer(value)
    }
    writer.endObject()
    names(writes.filter { !$0.isSecret && $0.value == nil }, as: "unset", &writer)
    names(writes.filter(\.isSecret), as: "secrets", &writer)
  }

  private static func names(
    _ writes: [Journal.Entry.Write], as name: String, _ writer: inout JSONWriter
  ) {
    guard !writes.isEmpty else { return }
    writer.key(name)
    writer.beginArray()
    for write in writes { writer.string(write.key) }
    writer.endArray()
  }
}

extension Flow {
  /// A number that changes whenever the tree does, in hex.
  var fingerprint: String {
    get throws(InvalidFlow) {
      let digits = String(try fingerprintNumber, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  /// The same as a number: the 64-bit FNV-1a of the exported JSON.
  var fingerprintNumber: UInt64 {
    get throws(InvalidFlow) {
      if let known = program.ids.fingerprint.withLock({ $0 }) { return known }
      // Two threads may both come here; they find the same.
      let fingerprint = fnv1a(try JSONExporter().bytes(self))
      program.ids.fingerprint.withLock { $0 = fingerprint }
      return fingerprint
    }
  }
}
