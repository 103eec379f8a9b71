import Testing

@testable import LibrettoCore

/// Digests in saved runs: journals have 64 bits of them, tokens and older journals 32.
@Suite("Digests") struct DigestTests {
  static let name = Key<String>("name")
  static let flow = Flow("digests") {
    Ask("Name?", into: name)
    Say("Hello, \(name).")
    Ask("Is \(name) well?", into: Key<String>("mood"))
    Ask("Anything else?", into: Key<String>("rest"))
  }

  static func run() throws -> Run {
    var run = try Run(flow, id: "run1", at: 1000)
    try run.give("Ann")
    if let need = run.nextNeed, need.kind == .say { try run.resolve(need, with: .shown) }
    try run.give("yes")
    return run
  }

  static func lines() throws -> [String] {
    let bytes = try run().journal.lines(of: flow, id: "run1", started: 1000)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What is asked next after a run is resumed from changed lines.
  static func next(_ change: (String) -> String) throws -> String? {
    let lines = JournalReaderTests.sealed(try lines().map(change))
    let saved = try SavedRun(lines: Array((lines.joined(separator: "\n") + "\n").utf8))
    return try Run.resuming(flow, from: saved, at: 9000).run.nextNeed?.name
  }

  @Test("A journal has both halves of each digest, and an answer holds under both")
  func long() throws {
    let more = try #require(try Self.lines().last?.firstMatch(of: /"more":"([0-9a-f]*)"/)).1
    // The name in the text and in the question, which texts were said, and the text in sight.
    #expect(more.count == 4 * 8)
    #expect(try Self.next { $0 } == "rest")
  }

  @Test("An answer holds under the first halves alone, as earlier journals have them")
  func short() throws {
    #expect(try Self.next { $0.replacing(/,"more":"[0-9a-f]*"/, with: "") } == "rest")
  }

  @Test("Another second half is another answer", arguments: 0..<3)
  func different(_ place: Int) throws {
    let next = try Self.next { line in
      guard let more = line.firstMatch(of: /"more":"[0-9a-f]*"/) else { return line }
      var text = Array(line.utf8)
      let digit = line[..<more.range.lowerBound].utf8.count + #""more":""#.utf8.count + 8 * place
      text[digit] = text[digit] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      return String(decoding: text, as: UTF8.self)
    }
    #expect(next == "mood")
  }

  @Test("Second halves that aren't of the digests are an error of the line")
  func wrong() {
    for text in ["", "0", "0000000g", "00000000"] {
      #expect(throws: InvalidJournal.self) {
        try Self.next { $0.replacing(/"more":"[0-9a-f]*"/, with: #""more":"\#(text)""#) }
      }
    }
  }

  @Test("A digest covers both halves of those before it")
  func chain() {
    func over(_ before: Imprint) -> Imprint {
      var digest = Digest()
      digest.add(before)
      digest.add(7)
      return digest.imprint
    }
    let (first, second) = (Imprint(short: 1, more: 1), Imprint(short: 1, more: 2))
    #expect(over(first).short == over(second).short)
    #expect(!over(first).fits(over(second)))
    #expect(over(Imprint(short: 1)).fits(over(Imprint(short: 1))))
  }
}
