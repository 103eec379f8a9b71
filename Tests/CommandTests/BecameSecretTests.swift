import Testing

/// A flow that is edited so that a question becomes secret, with the records of earlier runs.
@Suite("A question that became secret")
struct BecameSecretTests {
  static let folder = ScriptFolder(
    "became-secret", ["old.swift": script(""), "new.swift": script(".secret()")])

  private static func script(_ secret: String) -> String {
    """
    import Libretto
    struct Refused: Error, CustomStringConvertible { let description: String }
    let key = Key<String>("key"), day = Key<CalendarDay>("day"), end = Key<String>("end")
    await Flow("edited") {
      Form("Page") {
        Ask("Key?", into: key)\(secret)
        Ask("Day?", into: day)\(secret)
      }
      Do("change") { work in work[key] = (work[key] ?? "") + "-2" }
      Do("sign in") { work in throw Refused(description: "no \\(work[key] ?? "")") } failure: { _ in
        Ask("What now?", into: Key<String>("now"))
      }
      Ask("End?", into: end)
      Do("sign out") { _ in }.reads(key)
    }.main()

    """
  }

  private static let canaries = ["OLDCANARY7", "1987-03-19"]

  private func expectClean(_ ended: Ended, _ way: String) {
    for canary in Self.canaries {
      #expect(!ended.output.contains(canary), "\(way): \(ended.output)")
      #expect(!ended.errors.contains(canary), "\(way): \(ended.errors)")
    }
  }

  @Test("serve sends nothing of a token from before, and asks again only before work that reads it")
  func token() throws {
    let before = try Self.folder.flow(
      "serve", "old.swift",
      input: """
        {"answer":"page/key","value":"OLDCANARY7"}
        {"answer":"page/day","value":"1987-03-19"}
        {"submit":"page"}
        {"answer":"sign-in/failure/now","value":"wait"}
        {"token":true}

        """)
    let lines = before.output.split(separator: "\n")
    let token = try #require(
      lines.last { $0.hasPrefix("{\"token\"") }?.split(separator: "\"").dropFirst(3).first)
    let after = try Self.folder.flow(
      "serve", "new.swift", "--token", String(token),
      input: """
        {"back":true}
        {"back":true}
        {"back":true}
        {"back":true}
        {"answer":"page/key","value":"new-key"}
        {"answer":"page/day","value":"2001-01-01"}
        {"submit":"page"}
        {"token":true}

        """)
    #expect(lines.last { $0.hasPrefix("{\"needs\"") }?.contains("\"name\":\"end\"") == true)
    expectClean(after, "serve")
    let needs = after.output.split(separator: "\n").filter { $0.hasPrefix("{\"needs\"") }
    #expect(needs.first?.contains("\"name\":\"end\"") == true)
    let asked = needs.filter { $0.contains("\"prompt\":\"ask\",\"title\":\"Key?\",\"form\"") }
    #expect(!asked.isEmpty)
    for need in asked { #expect(!need.contains("\"default\"")) }
    // The new tokens, as bytes.
    let decoded = try Self.folder.shell(
      "tr '_-' '/+' | base64 -d 2>/dev/null | tr -c '[:print:]' ' '",
      input: .text(
        after.output.split(separator: "\n").last { $0.hasPrefix("{\"token\"") }
          .map { String($0.split(separator: "\"")[3]) } ?? ""))
    #expect(decoded.output.contains("edited"))
    expectClean(decoded, "token")
  }

  @Test("--resume writes nothing of a journal from before into the new lines")
  func journal() throws {
    let first = try Self.folder.flow(
      "old.swift", "--record", "run.jsonl", input: "OLDCANARY7\n1987-03-19\nsubmit\nwait\n")
    #expect(
      first.errors.hasSuffix(
        "answer it, or give --answer end=…; continue with --resume run.jsonl\n"))
    let count = Self.folder.text("run.jsonl").utf8.count
    let second = try Self.folder.flow("new.swift", "--resume", "run.jsonl", input: "x\nnew\n")
    expectClean(second, "resume")
    #expect(second.status == 0)
    let journal = Self.folder.text("run.jsonl")
    let added = String(decoding: journal.utf8.dropFirst(count), as: UTF8.self)
    #expect(added.contains("\"answered\":\"page/key\",\"secret\":1"))
    expectClean(Ended(0, added), "journal")
  }
}
