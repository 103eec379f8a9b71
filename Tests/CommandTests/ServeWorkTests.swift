import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("flow serve: lines while work runs")
struct ServeWorkTests {
  static let folder = ScriptFolder(
    "serve-work",
    [
      "beside.swift": """
      import Libretto
      await Flow("beside") {
        Operations {
          Operation("fetch") {
            Load("names", into: Key<[String]>("names")) {
              try await Task.sleep(for: .seconds(300))
              return []
            }
          }
          Operation("ask") {
            Ask("X?", into: Key<String>("x"))
            Ask("Y?", into: Key<String>("y"))
            CancelOperation("fetch")
          }
        }
      }.main()
      """,
      "days.swift": """
      import Libretto
      let (day, leave) = (Key<CalendarDay>("day"), Key<CalendarDay>("leave"))
      await Flow("days") {
        Ask("When?", into: day).validate(.daysFromToday(0...30))
        Form("Stay") { Ask("Until?", into: leave).validate(.daysFromToday(0...30)) }
      }.main()
      """,
      "loads.swift": """
      import Libretto
      let a = Key<String>("a"), b = Key<String>("b"), c = Key<String>("c"), d = Key<String>("d")
      await Flow("loads") {
        Ask("A?", into: a)
        Load("b", into: b) { try await Task.sleep(for: .milliseconds(300)); return "x" }
        Ask("C?", into: c)
        Ask("D?", into: d)
      }.main()
      """,
      "pay.swift": """
      import Libretto
      await Flow("pay") {
        Confirm("Pay?").id("sure")
        Do("pay", writes: []) { _ in try await Task.sleep(for: .seconds(300)) }
        Say("Paid.")
      }.main()
      """,
      "short.swift": """
      import Libretto
      await Flow("short") {
        Say("Now.")
        Do("pay", writes: []) { _ in }
        Say("Paid.")
      }.main()
      """,
      "deaf.swift": """
      import Libretto
      await Flow("deaf") {
        Do("pay", writes: []) { work in
          work.log("paying")
          while true { try? await Task.sleep(for: .milliseconds(5)); await Task.yield() }
        }
      }.main()
      """,
      "wait.swift": """
      import Libretto
      await Flow("wait") {
        Wait(.milliseconds(20))
        Say("Waited.")
        Wait(.seconds(3600))
        Say("An hour.")
      }.main()
      """,
      "slow.swift": """
      import Libretto
      await Flow("slow") {
        Ask("X?", into: Key<String>("x")).check("free") { _ in
          try await Task.sleep(for: .seconds(300))
          return true
        }
      }.main()
      """,
      "checks.swift": """
      import Libretto
      let gate = AsyncStream<Void>.makeStream()
      await Flow("checks") {
        Operations {
          Operation("a") {
            Ask("X?", into: Key<String>("x")).check("free", message: "Taken.") { word in
              for await _ in gate.stream {}
              return word != "a"
            }
          }
          Operation("b") {
            Ask("Y?", into: Key<Int>("y"))
            Do("open", writes: []) { _ in gate.continuation.finish() }
          }
        }
      }.main()
      """,
      "gone.swift": """
      import Libretto
      await Flow("gone") {
        Operations {
          Operation("a") {
            Form("F") {
              Ask("X?", into: Key<String>("x")).check("free") { _ in
                try await Task.sleep(for: .seconds(300))
                return true
              }
            }
          }
          Operation("b") {
            Ask("Y?", into: Key<String>("y"))
            CancelOperation("a")
            Ask("Z?", into: Key<String>("z"))
          }
        }
      }.main()
      """,
      "unsaved.swift": """
      import Libretto
      await Flow("unsaved") {
        Operations {
          Operation("a") { Do("pay", writes: []) { _ in }.undo { _ in } }
          Operation("b") {
            Confirm("Stop?").id("stop")
            CancelOperation("a")
          }
        }
        Say("Stopped.")
      }.main()
      """,
      "newer.json": """
      {"libretto":1,"flow":"order","version":2,"keys":{"size":"string","end":"string"},"steps":[
      {"type":"ask","id":"size","title":"Size?","into":"size"},
      {"type":"ask","id":"end","title":"End?","into":"end"}]}
      """,
      "older.json": """
      {"libretto":1,"flow":"order","version":1,"keys":{"size":"integer","end":"string"},"steps":[
      {"type":"ask","id":"size","title":"Size?","into":"size"},
      {"type":"ask","id":"end","title":"End?","into":"end"}]}
      """,
      "check.swift": """
      import Libretto
      struct Broken: Error {}
      await Flow("check") {
        Ask("X?", into: Key<String>("x")).check("free") { _ in throw Broken() }
      }.main()
      """,
    ])
  var folder: ScriptFolder { Self.folder }

  init() throws {
    let names = [
      "beside", "pay", "short", "deaf", "wait", "check", "slow", "checks", "gone", "unsaved",
    ]
    for name in names {
      try #require(try Self.folder.flow("\(name).swift", "--version").errors == "")
    }
  }

  private static func first(_ flow: String) -> String {
    #"{"serve":2,"flow":"\#(flow)","run":"RUN"}"#
  }

  private static let performing =
    #"{"performing":"pay","kind":"action","key":"RUN/pay/1","token":"TOKEN"}"#

  private static func question(_ name: String, _ title: String, _ more: String = "") -> String {
    #"{"needs":[{"name":"ask/\#(name)","id":"ask/\#(name)","kind":"question","prompt":"ask","#
      + #""title":"\#(title)","type":"string"\#(more),"operation":"ask"}]}"#
  }

  @Test("However many lines wait, what they wait for is taken", arguments: [false, true])
  func full(many: Bool) throws {
    let (id, most) = (many ? #""id":"a","# : "", many ? 1_000 : 10_000)
    let lines =
      (many ? [#"{"id":"a","start":true}"#] : [])
      + Array(repeating: #"{\#(id)"answer":"zz","text":"x"}"#, count: most + 5)
      + [#"{\#(id)"saved":"pay"}"#]
    let options = many ? ["--save", "--many"] : ["--save"]
    let ended = try folder.flow(
      ["serve", "short.swift"] + options, input: .text(lines.joined(separator: "\n") + "\n"))
    #expect(ended.output.split(separator: #""reason":"busy""#).count == 6)
    #expect(ended.output.contains(#""said":"Paid.""#))
    #expect(ended.output.contains(#""outcome":"finished""#))
  }

  @Test("A question is written beside work, and every line is taken")
  func beside() throws {
    let flow = try ServedFlow(folder, "beside.swift")
    #expect(
      try flow.lines(3) == [
        Self.first("beside"), #"{"loading":"names","name":"fetch/names"}"#,
        Self.question("x", "X?"),
      ])
    flow.send(#"{"answer":"ask/x","text":"a"}"#)
    #expect(try flow.line() == Self.question("y", "Y?", #","mayGoBack":true"#))
    flow.send(#"{"back":true}"#)
    #expect(try flow.line() == Self.question("x", "X?", #","default":"a""#))
    flow.send(#"{"token":true}"#)
    #expect(try flow.line() == #"{"token":"TOKEN"}"#)
    flow.send(#"{"page":"ask/x"}"#)
    #expect(
      try flow.line()
        == #"{"rejected":"ask/x","reason":"invalid","message":"“ask/x” isn't on a page."}"#)
    flow.send(#"{"answer":"ask/x","text":"b"}"#)
    #expect(try flow.line() == Self.question("y", "Y?", #","mayGoBack":true"#))
    flow.send(#"{"answer":"ask/y","text":"c"}"#)
    #expect(
      try flow.lines(2) == [#"{"outcome":"finished","answers":{"x":"b","y":"c"}}"#, ""])
    #expect(try flow.status() == .exited(0))
  }

  @Test("Work is cancelled by a line, and a token that was asked for meanwhile says it was begun")
  func cancels() throws {
    let flow = try ServedFlow(folder, "pay.swift")
    _ = try flow.lines(2)
    flow.send(#"{"answer":"sure","value":true}"#)
    flow.send(#"{"token":true}"#)
    flow.send("nonsense")
    // This waits for the work; the next line doesn't.
    flow.send(#"{"back":true}"#)
    flow.send(#"{"cancel":true}"#)
    #expect(
      try flow.lines(5) == [
        #"{"token":"TOKEN"}"#,
        #"{"error":"The line is not JSON: its syntax is wrong at column 1."}"#,
        #"{"remark":"“pay” was interrupted and may have been done"}"#,
        #"{"outcome":"cancelled","answers":{}}"#, "",
      ])
    #expect(try flow.status() == .exited(130))
    let resumed = try ServedFlow(folder, "pay.swift", "--token", try #require(flow.tokens.first))
    #expect(try resumed.lines(2)[1].contains(#""kind":"decision""#))
  }

  @Test("A line that cancels doesn't wait for a check, nor does one that asks for the token")
  func check() throws {
    let flow = try ServedFlow(folder, "slow.swift")
    _ = try flow.lines(2)
    flow.send(#"{"answer":"x","text":"a"}"#)
    flow.send(#"{"back":true}"#)
    flow.send(#"{"token":true}"#)
    #expect(try flow.line() == #"{"token":"TOKEN"}"#)
    flow.send(#"{"cancel":true}"#)
    #expect(try flow.lines(2) == [#"{"outcome":"cancelled","answers":{}}"#, ""])
    #expect(try flow.status() == .exited(130))
  }

  @Test("Where actions are handed out, the rules about today are checked all the same")
  func days() throws {
    let flow = try ServedFlow(folder, "days.swift", "--hand-out-actions", "--today", "2030-05-01")
    _ = try flow.lines(2)
    for text in ["yesterday", "2099-01-01"] {
      flow.send(#"{"answer":"day","text":"\#(text)"}"#)
      #expect(
        try flow.line()
          == #"{"rejected":"day","reason":"invalid","message":"Give a day from today to 30 days "#
          + #"from today."}"#)
    }
    flow.send(#"{"answer":"day","text":"tomorrow"}"#)
    _ = try flow.line()
    flow.send(#"{"submit":"stay","answers":{"stay/leave":"2020-01-01"}}"#)
    #expect(try flow.line().contains(#""problem":"Give a day from today to 30 days from today.""#))
    flow.send(#"{"submit":"stay","answers":{"stay/leave":"2030-05-03"}}"#)
    #expect(
      try flow.line()
        == #"{"outcome":"finished","answers":{"day":"2030-05-02","leave":"2030-05-03"}}"#)
  }

  @Test("All lines can be sent at once, also one that goes back")
  func allAtOnce() throws {
    let flow = try ServedFlow(folder, "loads.swift")
    for line in [
      #"{"answer":"a","text":"1"}"#, #"{"answer":"c","text":"2"}"#, #"{"back":true}"#,
      #"{"answer":"c","text":"3"}"#, #"{"answer":"d","text":"4"}"#,
    ] { flow.send(line) }
    func question(_ name: String, _ title: String, _ more: String) -> String {
      #"{"needs":[{"name":"\#(name)","id":"\#(name)","kind":"question","prompt":"ask","#
        + #""title":"\#(title)","type":"string"\#(more)}]}"#
    }
    let (first, second) = (
      question("c", "C?", #","mayGoBack":true"#), question("d", "D?", #","mayGoBack":true"#)
    )
    #expect(
      try flow.lines(8) == [
        Self.first("loads"), question("a", "A?", ""), #"{"loading":"b","name":"b"}"#, first, second,
        question("c", "C?", #","default":"2","mayGoBack":true"#), second,
        #"{"outcome":"finished","answers":{"a":"1","b":"x","c":"3","d":"4"}}"#,
      ])
  }

  @Test("What still waits when the flow ends has its reply before the last line")
  func repliesAtEnd() throws {
    let paying = try ServedFlow(folder, "pay.swift")
    _ = try paying.lines(2)
    paying.send(#"{"answer":"sure","value":true,"request":1}"#)
    paying.send(#"{"back":true,"request":"go back"}"#)
    paying.send(#"{"back":true}"#)
    paying.send(#"{"cancel":true,"request":2}"#)
    #expect(
      try paying.lines(5) == [
        #"{"working":true,"request":1}"#,
        #"{"rejected":"back","reason":"ended","message":"The conversation has ended.","#
          + #""request":"go back"}"#,
        #"{"remark":"“pay” was interrupted and may have been done"}"#,
        #"{"outcome":"cancelled","answers":{},"request":2}"#, "",
      ])
    let killed = try ServedFlow(folder, "pay.swift")
    _ = try killed.lines(2)
    killed.send(#"{"answer":"sure","value":true,"request":1}"#)
    killed.send(#"{"back":true,"request":2}"#)
    killed.send("nonsense")
    #expect(try killed.line().contains("not JSON"))
    killed.kill(SIGTERM)
    #expect(
      try killed.lines(4) == [
        #"{"rejected":"back","reason":"ended","message":"The conversation has ended.","request":2}"#,
        #"{"remark":"“pay” was interrupted and may have been done"}"#,
        #"{"outcome":"cancelled","answers":{},"request":1}"#, "",
      ])
    let checking = try ServedFlow(folder, "slow.swift")
    _ = try checking.lines(2)
    checking.send(#"{"answer":"x","text":"a","request":1}"#)
    checking.send(#"{"token":true}"#)
    #expect(try checking.line() == #"{"token":"TOKEN"}"#)
    checking.send(#"{"cancel":true,"request":2}"#)
    #expect(
      try checking.lines(3) == [
        #"{"rejected":"x","reason":"ended","message":"The conversation has ended.","request":1}"#,
        #"{"outcome":"cancelled","answers":{},"request":2}"#, "",
      ])
  }

  @Test("While an answer is checked, only the lines about its question wait, in their order")
  func checks() throws {
    let x =
      #"{"name":"a/x","id":"a/x","kind":"question","prompt":"ask","title":"X?","type":"string","#
      + #""checks":["free"],"operation":"a"}"#
    let y =
      #"{"name":"b/y","id":"b/y","kind":"question","prompt":"ask","title":"Y?","type":"integer","#
      + #""operation":"b"}"#
    let flow = try ServedFlow(folder, "checks.swift")
    #expect(try flow.lines(2) == [Self.first("checks"), #"{"needs":[\#(x),\#(y)]}"#])
    flow.send(#"{"answer":"a/x","text":"a"}"#)
    flow.send(#"{"answer":"a/x","text":"b"}"#)
    flow.send(#"{"answer":"b/y","text":"many"}"#)
    #expect(
      try flow.line()
        == #"{"rejected":"b/y","reason":"invalid","message":"“many” is not a whole number."}"#)
    flow.send(#"{"token":true}"#)
    #expect(try flow.line() == #"{"token":"TOKEN"}"#)
    flow.send("nonsense")
    #expect(
      try flow.line() == #"{"error":"The line is not JSON: its syntax is wrong at column 1."}"#)
    flow.send(#"{"answer":"b/y","text":"1"}"#)
    #expect(
      try flow.lines(4) == [
        #"{"needs":[\#(x)]}"#, #"{"rejected":"a/x","reason":"invalid","message":"Taken."}"#,
        #"{"outcome":"finished","answers":{"x":"b","y":1}}"#, "",
      ])
    #expect(try flow.status() == .exited(0))
  }

  @Test("An answer to a question that is gone when it has been checked is refused")
  func gone() throws {
    let z =
      #"{"needs":[{"name":"b/z","id":"b/z","kind":"question","prompt":"ask","title":"Z?","#
      + #""type":"string","mayGoBack":true,"operation":"b"}]}"#
    let flow = try ServedFlow(folder, "gone.swift")
    _ = try flow.lines(2)
    flow.send(#"{"submit":"a/f","answers":{"a/f/x":"a"}}"#)
    flow.send(#"{"page":"a/f"}"#)
    flow.send(#"{"answer":"b/y","text":"y"}"#)
    let message =
      "“a/f” is not what the session is waiting for; it is waiting for “b/z”."
    #expect(
      try flow.lines(3) == [
        z, #"{"rejected":"a/f","reason":"notAsked","message":"\#(message)"}"#,
        #"{"rejected":"a/f","reason":"notAsked","message":"\#(message)"}"#,
      ])
    flow.send(#"{"answer":"b/z","text":"z"}"#)
    #expect(
      try flow.lines(2) == [#"{"outcome":"finished","answers":{"y":"y","z":"z"}}"#, ""])
  }

  @Test("With --save, an effect that was cancelled before its token was saved was not done")
  func unsaved() throws {
    let flow = try ServedFlow(folder, "unsaved.swift", "--save")
    _ = try flow.lines(3)
    flow.send(#"{"answer":"stop","value":true}"#)
    #expect(
      try flow.lines(4) == [
        #"{"said":"Stopped."}"#, #"{"ended":"a/pay","kind":"action","token":"TOKEN"}"#,
        #"{"outcome":"finished","answers":{}}"#, "",
      ])
    let resumed = try ServedFlow(
      folder, "unsaved.swift", "--save", "--token", try #require(flow.tokens.last))
    #expect(
      try resumed.lines(3) == [
        Self.first("unsaved"), #"{"outcome":"finished","answers":{}}"#, "",
      ])
  }

  @Test("Work that ignores its cancellation doesn't keep the last line")
  func deaf() throws {
    let flow = try ServedFlow(folder, "deaf.swift")
    #expect(try flow.lines(2)[1] == #"{"log":"paying","name":"pay"}"#)
    flow.send(#"{"cancel":true}"#)
    #expect(
      try flow.lines(3) == [
        #"{"remark":"“pay” was interrupted and may have been done"}"#,
        #"{"outcome":"cancelled","answers":{}}"#, "",
      ])
    #expect(try flow.status() == .exited(130))
  }

  @Test("With --save, an effect waits until the token that names it is saved")
  func saves() throws {
    let flow = try ServedFlow(folder, "pay.swift", "--save")
    _ = try flow.lines(2)
    flow.send(#"{"answer":"sure","value":true}"#)
    #expect(try flow.line() == Self.performing)
    flow.send(#"{"saved":"paid"}"#)
    #expect(
      try flow.line()
        == #"{"rejected":"paid","reason":"notAsked","message":"“paid” doesn't wait until a token is saved."}"#
    )
    flow.send(#"{"saved":"pay"}"#)
    flow.send(#"{"token":true}"#)
    #expect(try flow.line() == #"{"token":"TOKEN"}"#)
    flow.kill()
    // Killed in the payment, the run continues with a decision.
    let resumed = try ServedFlow(
      folder, "pay.swift", "--save", "--token", try #require(flow.tokens.first))
    #expect(
      try resumed.lines(2) == [
        Self.first("pay"),
        #"{"needs":[{"name":"pay","id":"pay","kind":"decision","decision":"interrupted","action":"pay","prompt":"choose","#
          + #""title":"“pay” was interrupted and may have been done.","#
          + #""message":"Check whether it was done.","#
          + #""choices":[{"id":"again","title":"Perform it again"},{"id":"ended","title":"It was done"}],"#
          + #""mayGoBack":true,"begun":TIME,"key":"RUN/pay/1"}]}"#,
      ])
    resumed.endInput()
    #expect(
      try resumed.lines(3) == [
        #"{"remark":"“pay” was interrupted and may have been done"}"#,
        #"{"outcome":"failed","reason":"endOfInput","message":"the input ended while the flow was "#
          + #"waiting for “pay”; resolve it, or cancel","answers":{}}"#, "",
      ])
    #expect(try resumed.status() == .exited(65))
  }

  @Test("With --save, the answer that led to work has its reply when the work has ended")
  func savesForRequest() throws {
    folder.save(
      "asked.swift",
      """
      import Libretto
      await Flow("asked") {
        Confirm("Sure?")
        Do("pay", writes: []) { _ in }
      }.main()
      """)
    let flow = try ServedFlow(folder, "asked.swift", "--save")
    _ = try flow.lines(2)
    flow.send(#"{"answer":"sure","value":true,"request":7}"#)
    #expect(try flow.line() == Self.performing)
    flow.send(#"{"saved":"pay"}"#)
    #expect(
      try flow.lines(3) == [
        #"{"ended":"pay","kind":"action","token":"TOKEN"}"#,
        #"{"outcome":"finished","answers":{},"request":7}"#, "",
      ])
  }

  @Test("With --save, the whole of a short run")
  func short() throws {
    let flow = try ServedFlow(folder, "short.swift", "--save")
    #expect(
      try flow.lines(3) == [
        Self.first("short"), #"{"said":"Now."}"#, Self.performing,
      ])
    flow.send(#"{"saved":"pay"}"#)
    #expect(
      try flow.lines(4) == [
        #"{"said":"Paid."}"#, #"{"ended":"pay","kind":"action","token":"TOKEN"}"#,
        #"{"outcome":"finished","answers":{}}"#, "",
      ])
    let other = try ServedFlow(folder, "short.swift", "--save")
    other.endInput()
    #expect(
      try other.lines(5).dropFirst(3) == [
        #"{"outcome":"failed","reason":"endOfInput","message":"the input ended before the token "#
          + #"with “pay” was saved","answers":{}}"#, "",
      ])
    #expect(try other.status() == .exited(65))
    #expect(other.errors.hasSuffix("before the token with “pay” was saved\n"))
  }

  @Test("A program that performs an effect itself notes its begin, and then saves the token")
  func begins() throws {
    let flow = try ServedFlow(folder, "short.swift", "--hand-out-actions")
    _ = try flow.lines(3)
    flow.send(#"{"begin":"play"}"#)
    flow.send(#"{"begin":"pay"}"#)
    flow.send(#"{"token":true}"#)
    #expect(
      try flow.lines(3) == [
        #"{"rejected":"play","reason":"notAsked","message":"“play” is not what the session is waiting for; "#
          + #"it is waiting for “pay”."}"#,
        #"{"needs":[{"name":"pay","id":"pay","kind":"action","action":"pay","text":"pay","#
          + #""begun":TIME,"key":"RUN/pay/1"}]}"#, #"{"token":"TOKEN"}"#,
      ])
    let resumed = try ServedFlow(
      folder, "short.swift", "--hand-out-actions", "--token", try #require(flow.tokens.first))
    #expect(try resumed.lines(2)[1].contains(#""kind":"decision""#))
  }

  @Test("A wait is a time that is told, and lines are taken until then")
  func wait() throws {
    let flow = try ServedFlow(folder, "wait.swift")
    func need(_ name: String, _ length: Int) -> String {
      #"{"needs":[{"name":"\#(name)","id":"\#(name)","kind":"wait","#
        + #""timeoutMilliseconds":\#(length),"deadline":TIME}]}"#
    }
    #expect(
      try flow.lines(4) == [
        Self.first("wait"), need("wait", 20), #"{"said":"Waited."}"#, need("wait-2", 3_600_000),
      ])
    flow.send(#"{"token":true}"#)
    #expect(try flow.line() == #"{"token":"TOKEN"}"#)
    flow.send(#"{"cancel":true}"#)
    #expect(try flow.lines(2) == [#"{"outcome":"cancelled","answers":{}}"#, ""])
  }

  @Test("A signal leaves an outcome", arguments: [SIGTERM, SIGHUP, SIGINT], [false, true])
  func signals(_ signal: Int32, isWorking: Bool) throws {
    let flow = try ServedFlow(folder, isWorking ? "deaf.swift" : "pay.swift")
    _ = try flow.lines(2)
    flow.kill(signal)
    let remarks = isWorking ? [#"{"remark":"“pay” was interrupted and may have been done"}"#] : []
    #expect(
      try flow.lines(remarks.count + 2) == remarks + [
        #"{"outcome":"cancelled","answers":{}}"#, "",
      ])
    #expect(try flow.status() == .signalled(signal))
  }

  @Test("A token that is refused leaves an outcome, and so does a check that throws")
  func failures() throws {
    let refused = try ServedFlow(folder, "pay.swift", "--token", "x")
    #expect(
      try refused.lines(2) == [
        #"{"outcome":"failed","reason":"damaged","message":"This token is damaged: it was cut off or "#
          + #"changed in transit; start a new session.","answers":{}}"#, "",
      ])
    #expect(try refused.status() == .exited(65))
    let newer = try ServedFlow(folder, "newer.json")
    _ = try newer.lines(2)
    newer.send(#"{"answer":"size","text":"large"}"#)
    newer.send(#"{"token":true}"#)
    _ = try newer.lines(2)
    let older = try ServedFlow(folder, "older.json", "--token", try #require(newer.tokens.first))
    #expect(
      try older.lines(2) == [
        #"{"outcome":"failed","reason":"newerVersion","message":"The run was saved by version 2 of the "#
          + #"flow. Version 1 can't continue it: it would begin again with “size”. Continue it with "#
          + #"version 2 or a later one.","answers":{}}"#, "",
      ])
    #expect(try older.status() == .exited(65))
    let check = try ServedFlow(folder, "check.swift")
    _ = try check.lines(2)
    check.send(#"{"answer":"x","text":"a"}"#)
    #expect(
      try check.lines(2) == [
        #"{"outcome":"failed","reason":"action","message":"the check “free” of “X?” failed: Broken()","#
          + #""step":"x","answers":{}}"#, "",
      ])
    #expect(try check.status() == .exited(1))
  }
}
