import TestSupport
import Testing

@testable import LibrettoCore

@Suite("flow serve: many conversations")
struct ServeManyTests {
  static let folder = ScriptFolder(
    "serve-many",
    [
      "order.swift": """
      import Libretto
      let dish = Key<String>("dish")
      await Flow("order") {
        Say("Welcome.")
        Choose("Which dish?", into: dish) {
          Option("Soup")
          Option("Bread")
        }
        Ask("How many?", into: Key<Int>("count")).validate(.range(1...9))
        Do("cook", writes: []) { _ in }
        Say("Here is your \\(dish).")
      }.main()
      """,
      "slow.swift": """
      import Libretto
      await Flow("slow") {
        Confirm("Pay?").id("sure")
        Do("pay", writes: []) { _ in try await Task.sleep(for: .seconds(300)) }
      }.main()
      """,
      "saved.swift": """
      import Libretto
      await Flow("saved") {
        Confirm("Pay?").id("sure")
        Do("pay", writes: []) { _ in }
        Say("Paid.")
      }.main()
      """,
      "limit.swift": """
      import Libretto
      await Flow("limit") {
        Say("Hurry.")
        Ask("X?", into: Key<String>("x")).timeout(.milliseconds(300)) { Say("Too late.") }
        Ask("Y?", into: Key<String>("y"))
      }.main()
      """,
      "secret.swift": """
      import Libretto
      let word = Key<String>("word")
      await Flow("secret") {
        Ask("Word?", into: word).secret()
        Ask("Name?", into: Key<String>("name"))
        Do("log in", writes: []) { work in work.log("\\(try work.answer(word).count)") }
      }.main()
      """,
      "day.swift": """
      import Libretto
      await Flow("day") { Ask("When?", into: Key<CalendarDay>("when")) }.main()
      """,
      "beside.swift": """
      import Libretto
      await Flow("beside") {
        Operations {
          Operation("a") {
            Ask("X?", into: Key<String>("x"))
            Do("wait", writes: []) { _ in try await Task.sleep(for: .seconds(300)) }
          }
          Operation("b") { Ask("Y?", into: Key<String>("y")) }
        }
      }.main()
      """,
    ])
  var folder: ScriptFolder { Self.folder }

  private static let dish =
    #""needs":[{"name":"dish","id":"dish","kind":"question","prompt":"choose","#
    + #""title":"Which dish?","choices":[{"id":"soup","title":"Soup"},"#
    + #"{"id":"bread","title":"Bread"}]}]"#
  private static let count =
    #""needs":[{"name":"count","id":"count","kind":"question","prompt":"ask","#
    + #""title":"How many?","type":"integer","rules":["Give 1 to 9."],"least":1,"most":9,"#
    + #""mayGoBack":true}]"#

  private static func first(_ flow: String) -> String {
    #"{"serve":2,"flow":"\#(flow)","many":true}"#
  }

  private func start(_ script: String, _ options: String...) throws -> ServedFlow {
    let flow = try ServedFlow(folder, [script, "--many"] + options)
    #expect(try flow.line() == Self.first(String(script.dropLast(6))))
    return flow
  }

  private func expect(
    _ flow: ServedFlow, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try flow.lines(lines.count)
    #expect(seen == lines, sourceLocation: sourceLocation)
  }

  @Test("Two people order, each line with its id, its request and its step")
  func orders() throws {
    let flow = try start("order.swift")
    flow.send(#"{"id":"ann","start":true,"request":1}"#)
    flow.send(#"{"id":"bob","start":true}"#)
    flow.send(#"{"id":"ann","answer":"dish","choice":"bread","step":1,"request":"two"}"#)
    flow.send(#"{"id":"ann","answer":"count","text":"12","step":2,"request":3}"#)
    flow.send(#"{"id":"ann","page":"count","request":4}"#)
    flow.send(#"{"id":"ann","answer":"count","text":"2","step":2,"request":5}"#)
    try expect(
      flow,
      [
        #"{"id":"ann","run":"RUN"}"#, #"{"id":"ann","said":"Welcome."}"#,
        #"{"id":"ann",\#(Self.dish),"step":1,"request":1}"#,
        #"{"id":"bob","run":"RUN"}"#, #"{"id":"bob","said":"Welcome."}"#,
        #"{"id":"bob",\#(Self.dish),"step":1}"#,
        #"{"id":"ann",\#(Self.count),"step":2,"request":"two"}"#,
        #"{"id":"ann","rejected":"count","reason":"invalid","message":"Give 1 to 9.","request":3}"#,
        #"{"id":"ann","rejected":"count","reason":"invalid","message":"“count” isn't on a page.","request":4}"#,
        #"{"id":"ann","said":"Here is your Bread."}"#,
      ])
    let last = #"{"id":"ann","outcome":"finished","answers":{"count":2,"dish":"Bread"},"request":"#
    #expect(try flow.line() == last + "5}")
    // It stays known until it is closed, so that nothing is begun twice.
    flow.send(#"{"id":"ann","start":true,"request":6}"#)
    flow.send(#"{"id":"ann","answer":"count","text":"3","request":7}"#)
    flow.send(#"{"id":"ann","close":true,"request":8}"#)
    flow.send(#"{"id":"ann","close":true,"request":9}"#)
    flow.endInput()
    try expect(
      flow,
      [
        last + "6}",
        #"{"id":"ann","rejected":"count","reason":"ended","message":"The conversation has ended; close it.","request":7}"#,
        #"{"id":"ann","closed":true,"request":8}"#,
        #"{"id":"ann","rejected":"close","reason":"unknown","message":"There is no conversation “ann”, so nothing was closed.","request":9}"#,
        "",
      ])
    #expect(try flow.status() == .exited(0))
  }

  @Test("Whoever sends everything twice is told, and nothing is done twice")
  func twice() throws {
    let flow = try start("order.swift")
    for line in [
      #"{"id":"a","start":true}"#, #"{"id":"a","answer":"dish","text":"soup","step":1}"#,
      #"{"id":"a","back":true,"step":2}"#,
      #"{"id":"a","answer":"dish","text":"soup","step":3}"#,
      #"{"id":"a","answer":"count","text":"1","step":4}"#,
    ] {
      flow.send(line)
      flow.send(line)
    }
    func stale(_ name: String, _ step: Int) -> String {
      #"{"id":"a","rejected":"\#(name)","reason":"stale","message":"This is step \#(step), and the conversation is "#
        + #"at step \#(step + 1); look again."}"#
    }
    let said = #"{"id":"a","said":"Welcome."}"#
    let again = Self.dish.dropLast(2) + #","default":"soup"}]"#
    try expect(
      flow,
      [
        #"{"id":"a","run":"RUN"}"#, said, #"{"id":"a",\#(Self.dish),"step":1}"#,
        said, #"{"id":"a",\#(Self.dish),"step":1}"#,
        #"{"id":"a",\#(Self.count),"step":2}"#, stale("dish", 1),
        #"{"id":"a",\#(again),"step":3}"#, stale("back", 2),
        #"{"id":"a",\#(Self.count),"step":4}"#, stale("dish", 3),
        #"{"id":"a","said":"Here is your Soup."}"#,
        #"{"id":"a","outcome":"finished","answers":{"count":1,"dish":"Soup"}}"#,
        #"{"id":"a","rejected":"count","reason":"ended","message":"The conversation has ended; close it."}"#,
      ])
  }

  @Test("A conversation goes on from its token, once at a time; no other token is taken")
  func tokens() throws {
    let flow = try start("order.swift", "--tokens")
    flow.send(#"{"id":"a","start":true}"#)
    flow.send(#"{"id":"a","answer":"dish","text":"soup"}"#)
    _ = try flow.lines(4)
    let tokens = flow.tokens
    #expect(tokens.count == 2)
    flow.send(#"{"id":"b","start":"\#(tokens[1])","request":1}"#)
    flow.send(#"{"id":"a","close":true}"#)
    flow.send(#"{"id":"b","start":"\#(tokens[1])"}"#)
    try expect(
      flow,
      [
        #"{"id":"b","rejected":"start","reason":"busy","message":"The run of this token is open as “a”; go on there, or close it.","request":1}"#,
        #"{"id":"a","closed":true,"step":2,"token":"TOKEN"}"#, #"{"id":"b","run":"RUN"}"#,
        #"{"id":"b",\#(Self.count),"step":1,"token":"TOKEN"}"#,
      ])
    // With its step, an old page is known as one.
    flow.send(#"{"id":"b","close":true}"#)
    flow.send(#"{"id":"d","start":"\#(tokens[1])","step":2}"#)
    flow.send(#"{"id":"d","back":true,"step":1,"request":1}"#)
    try expect(
      flow,
      [
        #"{"id":"b","closed":true,"step":1,"token":"TOKEN"}"#, #"{"id":"d","run":"RUN"}"#,
        #"{"id":"d",\#(Self.count),"step":2,"token":"TOKEN"}"#,
        #"{"id":"d","rejected":"back","reason":"stale","message":"This is step 1, and the conversation is at step 2; look again.","request":1}"#,
      ])
    let damaged =
      #""outcome":"failed","reason":"damaged","message":"This token is damaged: it was cut off or "#
      + #"changed in transit; start a new session.","answers":{}}"#
    flow.send(#"{"id":"c","start":"\#(tokens[0].dropLast(3))"}"#)
    flow.send(#"{"id":"c","start":"\#(tokens[0].dropLast(4))AAAA"}"#)
    flow.send(#"{"id":"c","start":""}"#)
    flow.send(#"{"id":"c","answer":"dish","text":"soup"}"#)
    try expect(
      flow,
      [
        #"{"id":"c",\#(damaged)"#, #"{"id":"c",\#(damaged)"#,
        #"{"id":"c","outcome":"failed","reason":"damaged","message":"The token is empty; start a new session.","answers":{}}"#,
        #"{"id":"c","rejected":"dish","reason":"unknown","message":"There is no conversation “c”; start it."}"#,
      ])
  }

  @Test("Today is the day of the line that starts a conversation, or of the option")
  func today() throws {
    let flow = try start("day.swift", "--today", "2031-05-31")
    for (id, today) in [("a", #","today":"2030-01-01""#), ("b", "")] {
      flow.send(#"{"id":"\#(id)","start":true\#(today)}"#)
      flow.send(#"{"id":"\#(id)","answer":"when","text":"tomorrow"}"#)
    }
    var ends: [String] = []
    while ends.count < 2 {
      let line = try flow.line()
      if line.contains(#""outcome":"#) { ends.append(line) }
    }
    #expect(
      ends == [
        #"{"id":"a","outcome":"finished","answers":{"when":"2030-01-02"}}"#,
        #"{"id":"b","outcome":"finished","answers":{"when":"2031-06-01"}}"#,
      ])
  }

  @Test("Lines that aren't for a conversation are refused, and not repeated")
  func wrong() throws {
    let flow = try start("order.swift")
    let id = #"{"error":"“id” must be the id of a conversation, a text of 1 to 256 bytes."}"#
    let long = String(repeating: "x", count: 1 << 20)
    flow.send(#"{"start":true}"#)
    flow.send(#"{"id":"","start":true}"#)
    flow.send(#"{"id":7,"start":true}"#)
    flow.send(#"{"id":"\#(long.dropLast(100))","start":true}"#)
    flow.send(#"{"id":"\#(long)","start":true}"#)
    flow.send(#"{"id":"a","request":[],"start":true}"#)
    flow.send(#"{"id":"a","request":1,"start":1}"#)
    flow.send(#"{"id":"a","request":2,"start":true,"today":"soon"}"#)
    flow.send(#"{"id":"a","request":3,"step":"x","start":true}"#)
    flow.send(#"{"id":"a","answer":"x","text":"\ud800","request":4}"#)
    flow.send(#"{"id":"a","answer":"x","value":1e400,"request":"\ud83d\ude00"}"#)
    flow.send(#"{"id":"a","back":true,"step":99999999999999999999,"request":5}"#)
    flow.send(#"{"id":"a","start":"x","step":9223372036854775807,"request":6}"#)
    flow.send(#"{"id":"a","start":"x","step":0,"request":7}"#)
    flow.send(#"{"id":"z\ud800b","start":true,"request":8}"#)
    flow.send(#"{"id":"a","start":true,"request":99999999999999999999}"#)
    flow.send("nonsense")
    try expect(
      flow,
      [
        id, id, id, id,
        #"{"error":"The line has 1048598 bytes, more than the limit of 1048576."}"#,
        #"{"id":"a","error":"“request” must be a whole number, or a text of at most 256 bytes."}"#,
        #"{"id":"a","error":"“start” must be true or a token.","request":1}"#,
        #"{"id":"a","error":"“today” must be a day, as 2026-11-20, or an offset, as +02:00.","request":2}"#,
        #"{"id":"a","error":"“step” must be the number of a step.","request":3}"#,
        #"{"id":"a","error":"The line is not JSON: its syntax is wrong at column 32.","request":4}"#,
        #"{"id":"a","error":"The number at column 32 is too large.","request":"😀"}"#,
        #"{"id":"a","error":"The number at column 30 is too large.","request":5}"#,
        #"{"id":"a","error":"“step” must be the number of a step.","request":6}"#,
        #"{"id":"a","error":"“step” must be the number of a step.","request":7}"#,
        #"{"error":"The line is not JSON: its syntax is wrong at column 9.","request":8}"#,
        #"{"id":"a","error":"The number at column 34 is too large."}"#,
        #"{"error":"The line is not JSON: its syntax is wrong at column 1."}"#,
      ])
  }

  @Test("The work of one keeps no other waiting; a signal leaves an outcome where work was cut")
  func work() throws {
    let flow = try start("slow.swift")
    flow.send(#"{"id":"a","start":true}"#)
    flow.send(#"{"id":"a","answer":"sure","value":true,"request":1}"#)
    flow.send(#"{"id":"b","start":true,"request":2}"#)
    let sure =
      #""needs":[{"name":"sure","id":"sure","kind":"question","prompt":"confirm","title":"Pay?","#
      + #""choices":[{"id":"yes","title":"Yes"},{"id":"no","title":"No"}]}]"#
    try expect(
      flow,
      [
        #"{"id":"a","run":"RUN"}"#, #"{"id":"a",\#(sure),"step":1}"#,
        #"{"id":"b","run":"RUN"}"#, #"{"id":"b",\#(sure),"step":1,"request":2}"#,
      ])
    flow.send(#"{"id":"a","close":true,"request":3}"#)
    flow.send(#"{"id":"a","start":true,"request":4}"#)
    try expect(
      flow,
      [
        #"{"id":"a","rejected":"close","reason":"busy","message":"Work of the conversation goes on; wait for its end, or cancel.","request":3}"#,
        #"{"id":"a","working":true,"request":1}"#,
      ])
    flow.send(#"{"id":"b","answer":"sure","value":true,"request":5}"#)
    flow.send(#"{"id":"b","cancel":true,"request":6}"#)
    try expect(
      flow,
      [
        #"{"id":"b","working":true,"request":5}"#,
        #"{"id":"b","remark":"“pay” was interrupted and may have been done"}"#,
        #"{"id":"b","outcome":"cancelled","answers":{},"request":6}"#,
      ])
    flow.kill(15)
    try expect(
      flow,
      [
        #"{"id":"a","remark":"“pay” was interrupted and may have been done"}"#,
        #"{"id":"a","outcome":"cancelled","answers":{},"request":4}"#, "",
      ])
    #expect(try flow.status() == .signalled(15))
  }

  @Test(
    "An effect waits for its own conversation's line, and isn't performed if the input ends before")
  func saves() throws {
    let flow = try start("saved.swift", "--save")
    for id in ["a", "b"] {
      flow.send(#"{"id":"\#(id)","start":true}"#)
      flow.send(#"{"id":"\#(id)","answer":"sure","value":true}"#)
    }
    let lines = try flow.lines(6)
    func performing(_ id: String) -> String {
      #"{"id":"\#(id)","performing":"pay","kind":"action","key":"RUN/pay/1","step":2,"token":"TOKEN"}"#
    }
    #expect([lines[2], lines[5]] == [performing("a"), performing("b")])
    flow.send(#"{"id":"b","saved":"pay","request":1}"#)
    try expect(
      flow,
      [
        #"{"id":"b","said":"Paid."}"#,
        #"{"id":"b","ended":"pay","kind":"action","step":2,"token":"TOKEN"}"#,
        #"{"id":"b","outcome":"finished","answers":{},"request":1}"#,
      ])
    flow.endInput()
    // It has no last line: its token continues it.
    try expect(flow, [""])
    #expect(try flow.status() == .exited(0))
    // What was begun is decided in the next process.
    let other = try start("saved.swift", "--save")
    other.send(#"{"id":"a","start":"\#(flow.tokens[0])"}"#)
    #expect(try other.lines(2)[1].contains(#""decision":"interrupted""#))
  }

  @Test("A time that is up while a conversation sleeps is told, and only what is new is said")
  func time() throws {
    let flow = try start("limit.swift")
    flow.send(#"{"id":"a","start":true}"#)
    let lines = try flow.lines(5)
    #expect(
      [lines[0], lines[1], lines[3]] == [
        #"{"id":"a","run":"RUN"}"#, #"{"id":"a","said":"Hurry."}"#,
        #"{"id":"a","said":"Too late."}"#,
      ])
    #expect(lines[2].contains(#""name":"x""#) && lines[4].contains(#""name":"y""#))
    // What was shown before is an old page, also for a button that cancels.
    #expect(lines[2].hasSuffix(#""step":1}"#) && lines[4].hasSuffix(#""step":2}"#))
    for word in [#""back""#, #""cancel""#] {
      flow.send(#"{"id":"a",\#(word):true,"step":1}"#)
      #expect(try flow.line().contains(#""reason":"stale""#))
    }
    flow.send(#"{"id":"a","answer":"y","text":"z","step":2}"#)
    #expect(try flow.line() == #"{"id":"a","outcome":"finished","answers":{"y":"z"}}"#)
  }

  @Test("A secret is known until its conversation ends, since no token has it")
  func secret() throws {
    let flow = try start("secret.swift")
    flow.send(#"{"id":"a","start":true}"#)
    flow.send(#"{"id":"a","answer":"word","text":"four"}"#)
    flow.send(#"{"id":"b","start":true}"#)
    flow.send(#"{"id":"a","answer":"name","text":"Ann"}"#)
    #expect(
      try flow.lines(7).suffix(2) == [
        #"{"id":"a","log":"(a line is hidden because the work used a secret)","name":"log-in"}"#,
        #"{"id":"a","outcome":"finished","answers":{"name":"Ann"},"secrets":["word"]}"#,
      ])
  }

  @Test("Each request has one reply, also where one line overtakes the work of another")
  func requests() throws {
    let flow = try start("beside.swift")
    flow.send(#"{"id":"a","start":true,"request":1}"#)
    flow.send(#"{"id":"a","answer":"a/x","text":"x","request":2}"#)
    flow.send(#"{"id":"a","answer":"b/y","text":"y","request":3}"#)
    flow.send(#"{"id":"a","token":true,"request":4}"#)
    flow.send(#"{"id":"a","cancel":true,"request":5}"#)
    let lines = try flow.lines(7)
    #expect(lines[1].hasSuffix(#""step":1,"request":1}"#))
    #expect(lines[2].hasSuffix(#""step":2,"request":2}"#))
    #expect(
      lines[3...] == [
        #"{"id":"a","step":3,"token":"TOKEN","request":4}"#,
        #"{"id":"a","working":true,"request":3}"#,
        #"{"id":"a","remark":"“wait” was interrupted and may have been done"}"#,
        #"{"id":"a","outcome":"cancelled","answers":{"x":"x","y":"y"},"request":5}"#,
      ])
  }

  @Test("A request is repeated without ids, too")
  func one() throws {
    let flow = try ServedFlow(folder, "order.swift", "--tokens")
    flow.send(#"{"answer":"dish","text":"x","request":1}"#)
    flow.send(#"{"answer":"dish","text":"soup","request":2}"#)
    flow.send(#"{"request":3}"#)
    let lines = try flow.lines(6)
    #expect(lines[2] == #"{\#(Self.dish),"token":"TOKEN"}"#)
    #expect(
      lines[3].hasPrefix(#"{"rejected":"dish""#) && lines[3].hasSuffix(#","request":1}"#))
    #expect(lines[4] == #"{\#(Self.count),"token":"TOKEN","request":2}"#)
    #expect(lines[5].hasPrefix(#"{"error":"A line must"#) && lines[5].hasSuffix(#","request":3}"#))
    #expect(
      try folder.flow("serve", "order.swift", "--many", "--token", "x")
        == Ended(
          64, "",
          "order.swift: with --many, a conversation is continued by its line “start”; remove --token\n"
        ))
  }

  @Test("Ten thousand conversations are in one process, and all go on")
  func tenThousand() throws {
    var input = ""
    for number in 0..<10_000 { input += "{\"id\":\"\(number)\",\"start\":true}\n" }
    for number in 0..<10_000 {
      input += "{\"id\":\"\(number)\",\"answer\":\"dish\",\"text\":\"soup\"}\n"
    }
    let ended = try folder.flow(["serve", "order.swift", "--many"], input: .text(input))
    let lines = ended.output.split(separator: "\n")
    #expect((ended.status, lines.count) == (0, 40_001))
    #expect(lines.suffix(10_000).allSatisfy { $0.hasSuffix(#","step":2}"#) })
  }

  @Test("In another language, lines say nothing that isn't in its table")
  func words() throws {
    let folder = ScriptFolder(
      "many-words",
      [
        "words.json": try Words(MarkedWords.entries).json,
        "greek.swift": """
        import Libretto
        let name = Key<String>("όνομα")
        await Flow("Ροή") {
          Say("Αρχή")
          Ask("Όνομα", into: name).validate(.length(2...4))
          Form("Σελίδα") { Ask("Πόλη", into: Key<String>("πόλη")) }
          Do("Πράξη", writes: []) { _ in try await Task.sleep(for: .seconds(600)) }.loading("Ώρα")
          Say("Τέλος")
        }.main()
        """,
      ])
    let flow = try ServedFlow(
      folder, "greek.swift", "--many", "--tokens", "--words", "words.json")
    var lines: [String] = []
    func say(_ line: String) throws {
      flow.send(line)
      repeat { lines.append(try flow.line()) } while !(lines.last ?? "").contains("\"request\":1")
    }
    try say(#"{"id":"α","answer":"ω","text":"Ν","request":1}"#)
    try say(#"{"id":"α","close":true,"request":1}"#)
    try say(#"{"id":"α","start":true,"request":1}"#)
    try say(#"{"id":"α","answer":"όνομα","text":"Ν","request":1}"#)
    try say(#"{"id":"α","answer":"ω","text":"Ν","request":1}"#)
    try say(#"{"id":"α","answer":"όνομα","text":"Νίκο","step":7,"request":1}"#)
    try say(#"{"id":"α","submit":"όνομα","answers":{},"request":1}"#)
    try say(#"{"id":"α","back":true,"request":1}"#)
    try say(#"{"id":"α","saved":"όνομα","request":1}"#)
    try say(#"{"id":"α","answer":"όνομα","text":"Νίκο","request":1}"#)
    try say(#"{"id":"α","submit":"σελίδα","answers":{"ω":1},"request":1}"#)
    flow.send(#"{"id":"α","submit":"σελίδα","answers":{"σελίδα/πόλη":"Π"}}"#)
    try say(#"{"id":"α","close":true,"request":1}"#)
    try say(#"{"id":"α","cancel":true,"request":1}"#)
    try say(#"{"id":"α","answer":"ω","text":"Ν","request":1}"#)
    #expect(lines.count > 14)
    for line in lines.dropFirst() {
      #expect(try MarkedWords.strays(inJSON: line) == [], "\(line)")
    }
  }
}
