import Testing

@testable import LibrettoCore

/// Journals that are not as they were written: each is an error that names the line, or the run up
/// to where it is whole; nothing traps.
struct JournalReaderTests {
  static let name = Key<String>("name")
  static let item = Key<String>("item")
  static let flow = Flow("order") {
    Ask("Name?", into: name)
    Repeat(times: 2) { Ask("Item?", into: item).timeout(.seconds(60)) }
    Do("send") { answers in _ = answers[name] }
    Wait(.seconds(5))
    Ask("Name again?", into: name).id("again")
  }

  /// The lines of a run of the flow that stands at its last question.
  static func lines(id: String = "run1") throws -> [String] {
    var run = try Run(flow, id: id, at: 1000)
    try run.give("Ann")
    try run.give("soup")
    try run.give("bread")
    let need = try #require(run.nextNeed)
    run.begin(need, at: 2000)
    try run.resolve(need, with: .performed(run.answers(for: need)), at: 3000)
    try run.resolve(try #require(run.nextNeed), with: .elapsed, at: 8000)
    let bytes = try run.journal.lines(of: flow, id: id, started: 1000)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static func read(_ lines: [String], ending end: String = "\n") -> String {
    do throws(InvalidJournal) {
      let saved = try SavedRun(lines: Array((lines.joined(separator: "\n") + end).utf8))
      do {
        let (run, remarks) = try Run.resuming(flow, from: saved, at: 9000)
        return ([run.nextNeed?.name ?? "over"] + remarks.map(\.description)).joined(separator: "; ")
      } catch {
        return "\(error)"
      }
    } catch {
      return "\(error)"
    }
  }

  /// The lines with checks that fit, as whoever forges a journal would write them.
  static func sealed(_ lines: [String]) -> [String] {
    var check: UInt32 = 0
    return lines.map { line in
      let body = Array(line.utf8.dropLast(20))
      check = JournalLines.check(body, after: check)
      return String(decoding: body, as: UTF8.self)
        + #","check":"\#(JournalLines.hex(check))"}"#
    }
  }

  static func changing(_ old: String, _ new: String) throws -> [String] {
    let lines = try lines()
    let changed = lines.map { $0.replacing(old, with: new) }
    try #require(changed != lines, "nothing to change: \(old)")
    return sealed(changed)
  }

  static func moved(_ line: Int) -> String {
    "line \(line) does not follow the line before it: something was changed, moved, doubled or "
      + "left out after it was written; restore the journal from a copy"
  }

  @Test("as written, or sealed again, it restores the run")
  func whole() throws {
    let lines = try Self.lines()
    #expect(Self.read(lines) == "again")
    #expect(Self.sealed(lines) == lines)
  }

  @Test("one of the first release with this format is read whole, and up to where work was begun")
  func firstRelease() throws {
    let visits = Key<Int>("visits")
    let visit = Flow("visit") {
      Ask("What is your name?", into: Self.name)
      Ask("PIN?", into: Key<String>("pin")).secret()
      Repeat(times: 2) { Do("count") { work in work[visits, default: 0] += 1 } }
      Alert("Go on?") {
        Button("Yes, please")
        Button("No")
      }
    }
    #expect(try visit.fingerprint == "83d992d221de29a6")
    let lines = #"""
      {"libretto":2,"journal":"visit","fingerprint":"83d992d221de29a6","run":"6a9135c84ff77950","time":1795303650551,"check":"74c08d2a"}
      {"answered":"name","value":"Bob","time":1795303650552,"check":"a4ec2624"}
      {"answered":"pin","secret":1,"time":1795303650553,"check":"98528a23"}
      {"began":"count","work":1,"all":"ac52c4784f59f3cf","after":0,"time":1795303650553,"check":"90d8a1b2"}
      {"ended":"count","writes":{"visits":1},"work":1,"read":{},"readUnset":["visits"],"after":0,"time":1795303650555,"check":"34367dfa"}
      {"began":"count@2","work":2,"all":"d8536492f461536f","after":1,"time":1795303650555,"check":"3a8064eb"}
      {"ended":"count@2","writes":{"visits":2},"work":2,"read":{"visits":1},"after":1,"time":1795303650556,"check":"8cf72e1c"}
      {"answered":"go-on","choice":"no","time":1795303650557,"check":"173d5ba1"}
      """#.split(separator: "\n")
    for (count, next) in [(2, "pin"), (4, "begun count"), (6, "begun count@2"), (7, "go-on")] {
      let bytes = Array((lines.prefix(count).joined(separator: "\n") + "\n").utf8)
      var (run, remarks) = try Run.resuming(visit, from: try SavedRun(lines: bytes))
      let need = try #require(run.nextNeed)
      #expect((need.kind == .begun ? "begun " : "") + need.name == next)
      #expect(remarks.count == (need.kind == .begun ? 1 : 0))
      if need.kind == .begun {
        // The digest of all answers is today's, so it is the same performance.
        let key = run.performanceKey(of: need)
        try run.resolve(need, with: .didNotRun)
        let pin = try #require(run.nextNeed)
        #expect(pin.kind == .secret)
        try run.resolve(pin, with: .answer(.typed("1234")))
        #expect(run.performanceKey(of: try #require(run.nextNeed)) == key)
      }
    }
    let whole = Array((lines.joined(separator: "\n") + "\n").utf8)
    let (run, remarks) = try Run.resuming(visit, from: try SavedRun(lines: whole))
    #expect(run.outcome == .finished(nil))
    #expect(remarks.map(\.description) == ["the run has ended already: finished"])
    #expect(run.answers[visits] == 2)
  }

  @Test("lines that are repeated, swapped, missing or of another run are reported by number")
  func moved() throws {
    let lines = try Self.lines()
    for place in lines.indices.dropFirst() {
      var doubled = lines
      doubled.insert(lines[place], at: place)
      #expect(Self.read(doubled) == Self.moved(place + 2))
      var swapped = lines
      if place + 1 < lines.count {
        swapped.swapAt(place, place + 1)
        #expect(Self.read(swapped) == Self.moved(place + 1))
        var short = lines
        short.remove(at: place)
        #expect(Self.read(short) == Self.moved(place + 1))
      }
    }
    let other = try Self.lines(id: "run2")
    var mixed = lines
    mixed[3] = other[3]
    #expect(Self.read(mixed) == Self.moved(4))
    #expect(
      Self.read([lines[0]] + other)
        == "line 2: the journal continues with another run, of “order”")
  }

  @Test("a last line without a newline counts if it is complete, and is ignored otherwise")
  func torn() throws {
    let lines = try Self.lines()
    #expect(Self.read(lines, ending: "") == "again")
    let torn = lines.dropLast() + [String(lines[lines.count - 1].dropLast())]
    #expect(Self.read(Array(torn), ending: "") == "wait")
    // In the middle it is no cut.
    #expect(
      Self.read([lines[0], String(lines[1].dropLast())] + lines.dropFirst(2)).hasPrefix("line 2"))
  }

  @Test("headers alone, twice, and of other formats")
  func headers() throws {
    let lines = try Self.lines()
    #expect(Self.read([lines[0]]) == "name")
    #expect(
      Self.read([], ending: "")
        == "the journal is empty, because its run had not started; remove it and start a new run")
    #expect(
      Self.read(Array(lines.dropFirst()))
        == #"line 1: a journal begins with {"libretto":2,"journal":…}"#)
    #expect(
      Self.read(Self.sealed([lines[0]] + [lines[0]]))
        == Self.moved(2))
    #expect(
      Self.read(try Self.changing(#""libretto":2"#, #""libretto":3"#))
        == "line 1: this journal has format 3, but this version of Libretto reads 2; "
        + "use a later version")
    #expect(
      Self.read(try Self.changing(#""libretto":2"#, #""libretto":1"#))
        == "line 1: this journal has format 1, of an earlier version of Libretto; "
        + "finish the run with that version, or start a new run")
    #expect(
      Self.read(try Self.changing(#""libretto":2"#, #""libretto":"two""#))
        == "line 1: “libretto” is the version of the format, a whole number")
  }

  @Test("times at the limits of their type", arguments: [Int.max, Int.min, 0, -1])
  func times(_ time: Int) throws {
    for old in [1000, 2000, 3000, 8000, 0] {
      let changed = try Self.lines().map {
        $0.replacing(#""time":\#(old),"#, with: #""time":\#(time),"#)
      }
      // Whether a limit or wait is over by then or not: it is one of its needs, or the end.
      let place = Self.read(Self.sealed(changed))
      #expect(["again", "item", "item@2", "wait", "send"].contains(place), "\(old): \(place)")
    }
  }

  @Test("a name whose rounds don't fit its loops")
  func rounds() throws {
    for name in ["item@2.1", "item@0", "item@-1", "item@99999999999999999999", "name@2"] {
      let lines = try Self.changing(#""answered":"item@2""#, #""answered":"\#(name)""#)
      let title = name == "name@2" ? "Name?" : "Item?"
      #expect(
        Self.read(lines)
          == "item@2; “\(title)” is no longer in the loops that it was in; its answer there is not used"
      )
    }
    for name in ["@", ""] {
      let lines = try Self.changing(#""answered":"item@2""#, #""answered":"\#(name)""#)
      #expect(
        Self.read(lines) == "item@2; “\(name)” is no longer in the flow; its answer is not used")
    }
  }

  @Test("the highest possible number of work")
  func numbers() throws {
    let lines = try Self.changing(#""work":1,"#, #""work":281474976710655,"#)
    let line = 1 + (lines.firstIndex { $0.contains("281474976710655") } ?? 0)
    #expect(
      Self.read(lines)
        == "line \(line): “work” is 281474976710655, but the greatest number before it is 0")
  }

  @Test("two answers with one digest of 32 bits: a journal tells them apart, a token can't")
  func collision() throws {
    // Of a hundred thousand texts some two have one digest of 32 bits.
    var seen: [UInt32: Int] = [:]
    var pair: (String, String)?
    for number in 0..<400_000 where pair == nil {
      let digest = Digest.imprint(.string("n\(number)"), isSet: false).short
      if let other = seen.updateValue(number, forKey: digest) {
        pair = ("n\(other)", "n\(number)")
      }
    }
    let (one, other) = try #require(pair)
    let flow = Flow("digests") {
      Ask("Name?", into: Self.name)
      Ask("Item for \(Self.name)?", into: Self.item)
      Confirm("Done?") {}
    }
    var session = try Session(flow, id: "run", clock: { 0 })
    try session.resolve("name", with: .text(one))
    try session.resolve("item", with: .text("soup"))
    try session.goBack()
    try session.goBack()
    try session.resolve("name", with: .text(other))
    let saved = try SavedRun(lines: session.journal.lines(of: flow, id: "run"))
    let (resumed, remarks) = try Run.resuming(flow, from: saved)
    let restored = try Session(flow, token: session.token, clock: { 0 })
    #expect(remarks == [])
    #expect(session.run.nextNeed?.name == "item")
    #expect(resumed.nextNeed == session.run.nextNeed)
    #expect(restored.run.nextNeed?.name == "done")
    #expect(session[Self.name] == other)
  }
}
