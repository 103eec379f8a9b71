import Testing

@Suite("flow serve")
struct ServeTests {
  static let folder = ScriptFolder(
    "serve",
    [
      "small.swift": """
      import Libretto
      let count = Key<Int>("count")
      await Flow("small") {
        Say("Hello.")
        Ask("How many?", into: count).validate(.range(1...9))
        Do("save") { print("saved") }
      }.main()
      """,
      "loading.swift": """
      import Libretto
      let names = Key<[String]>("names")
      await Flow("loading") {
        Say("Hello.")
        Load("names", into: names) { ["Ann"] } data: {
          Say("There is \\(names).")
        }.loading("Fetching names…")
        Load("others", into: Key<[String]>("others")) { throw CancellationError() } failure: { _ in }
          .retry(1)
      }.main()
      """,
      "printing.swift": """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #elseif canImport(Darwin)
        import Darwin
      #endif
      import Libretto
      print("from the script")
      await Flow("printing") {
        Do("print") { print("from an action") }
        Do("run") { _ = system("echo from a program; echo from its errors >&2") }
        Say("Done.")
      }.main()
      """,
    ])
  var folder: ScriptFolder { Self.folder }

  private static let need =
    #"{"needs":[{"name":"count","id":"count","kind":"question","prompt":"ask","#
    + #""title":"How many?","type":"integer","rules":["Give 1 to 9."],"least":1,"most":9}]}"#

  /// What `flow serve` answers, with one word for what tells this run from others.
  private func serve(_ arguments: String..., input: String = "") throws -> Ended {
    var ended = try folder.flow(
      ["serve", "small.swift"] + arguments, input: input.isEmpty ? .null : .text(input))
    let run =
      ended.output.split(separator: "\n").first?.split(separator: #""run":""#).last?
      .prefix { $0 != "\"" } ?? ""
    #expect(run.utf8.count == 16)
    ended.output = ended.output.replacing(run, with: "RUN")
    return ended
  }

  @Test("A flow with a problem, and a token that isn't there, leave an outcome, as does all else")
  func cannotStart() throws {
    let bad = ScriptFolder(
      "serve-bad",
      [
        "bad.swift": """
        import Libretto
        await Flow("bad") {
          Ask("A?", into: Key<String>("a")).id("x")
          Ask("B?", into: Key<String>("b")).id("x")
        }.main()
        """
      ])
    for many in [[], ["--many"]] {
      let ended = try bad.flow(["serve", "bad.swift"] + many, input: .null)
      #expect(ended.status == 65)
      #expect(ended.errors.hasPrefix("bad.swift: the flow “bad” has a problem:\n"))
      #expect(
        ended.output
          == #"{"outcome":"failed","reason":"start","message":"the flow “bad” has a problem:\n  "#
          + "bad.swift:4: the id “x” is also the id of the step at bad.swift:3; give one of the "
          + "two another id, such as .id(\\\"x-2\\\")\",\"answers\":{}}\n")
    }
    let gone = try folder.flow("serve", "small.swift", "--token", "@gone")
    #expect(gone.status == 66)
    #expect(gone.output.hasPrefix(#"{"outcome":"failed","reason":"start","message":"gone: "#))
  }

  @Test("Another language is a file; one that lacks a sentence is refused")
  func words() throws {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let ended = try folder.flow(
      ["serve", "small.swift", "--words", "/\(tests)/Words/German.json"],
      input: .text("{\"answer\":\"count\",\"text\":\"12\"}\n{\"answer\":\"cout\",\"text\":\"2\"}\n")
    )
    #expect(
      ended.output.split(separator: "\n").dropFirst(2).prefix(3).map(String.init) == [
        Self.need.replacing("Give 1 to 9.", with: "Erlaubt: 1 bis 9."),
        #"{"rejected":"count","reason":"invalid","message":"Erlaubt: 1 bis 9."}"#,
        #"{"rejected":"cout","reason":"notAsked","message":"Auf „cout“ wird nicht gewartet, sondern auf „count“."}"#,
      ])
    let refused = try folder.flow("serve", "small.swift", "--words", "small.swift")
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("small.swift: line 1, column 1"))
    #expect(
      refused.output.hasPrefix(
        #"{"outcome":"failed","reason":"start","message":"small.swift: line 1, column 1"#))
  }

  @Test("A load is announced before it starts, in order")
  func loading() throws {
    let ended = try folder.flow("serve", "loading.swift")
    #expect(
      ended.output.split(separator: "\n").dropFirst().map(String.init) == [
        #"{"said":"Hello."}"#,
        #"{"loading":"Fetching names…","name":"names"}"#,
        #"{"said":"There is Ann."}"#,
        #"{"loading":"others","name":"others"}"#,
        #"{"loading":"others","name":"others"}"#,
        #"{"outcome":"finished","answers":{"names":["Ann"]}}"#,
      ])
  }

  @Test("Wrong or refused lines get a reply, and the flow continues")
  func lines() throws {
    let input = """
      {"answer":"count","value":12}
      nonsense
      {"answer":"count","value":99999999999999999999}
      {"answer":"count"}
      {"timedOut":"count"}
      {"answer":"count","value":1,"cancel":true}
      {"answer":"count","text":"2"}
      {"performed":"save","writes":{}}

      """
    #expect(
      try serve("--hand-out-actions", input: input)
        == Ended(
          0,
          """
          {"serve":2,"flow":"small","run":"RUN"}
          {"said":"Hello."}
          \(Self.need)
          {"rejected":"count","reason":"invalid","message":"Give 1 to 9."}
          {"error":"The line is not JSON: its syntax is wrong at column 1."}
          {"error":"The number at column 27 is too large."}
          {"error":"An answer must have exactly one of “value”, “text” and “choice”."}
          {"rejected":"count","reason":"invalid","message":"The step “count” has no time limit, so it can't time out; answer it, or report how it failed."}
          {"error":"A line must have exactly one of the members “answer”, “submit”, “page”, “performed”, “undone”, “loaded”, “failed”, “dismissed”, “timedOut”, “elapsed”, “back”, “leave”, “cancel”, “token”, “begin”, “saved”."}
          {"needs":[{"name":"save","id":"save","kind":"action","action":"save","text":"save","mayGoBack":true,"key":"RUN/save/1","given":{"count":2}}]}
          {"outcome":"finished","answers":{"count":2}}

          """))
  }

  @Test("What the script, its actions and their programs print is on standard error")
  func printing() throws {
    var ended = try folder.flow("serve", "printing.swift")
    let lines = ended.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(lines == [#"{"serve":2"#, #"{"said":"Done."}"#, #"{"outcome":"finished""#])
    #expect(
      ended.errors.split(separator: "\n").sorted() == [
        "from a program", "from an action", "from its errors", "from the script",
      ])
    ended = try folder.shell("\"$FLOW\" serve printing.swift 2>&-")
    #expect(ended.status == 0)
    #expect(!ended.output.contains("from"))
    #expect(try folder.shell("\"$FLOW\" serve printing.swift >&-").status == 1)
  }

  @Test("Input that ends before the flow does is an error; cancelling is not")
  func ends() throws {
    let opening =
      "{\"serve\":2,\"flow\":\"small\",\"run\":\"RUN\"}\n{\"said\":\"Hello.\"}\n\(Self.need)\n"
    #expect(
      try serve()
        == Ended(
          65,
          opening
            + "{\"outcome\":\"failed\",\"reason\":\"endOfInput\",\"message\":\"the input ended while"
            + " the flow was waiting for “count”; resolve it, or cancel\",\"answers\":{}}\n",
          "small.swift: the input ended while the flow was waiting for “count”; resolve it, or cancel\n"
        ))
    #expect(
      try serve(input: "{\"cancel\":true}\n")
        == Ended(130, opening + "{\"outcome\":\"cancelled\",\"answers\":{}}\n"))
  }
}
