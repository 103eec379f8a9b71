import Testing

@Suite("Journals")
struct RecordTests {
  static let folder = ScriptFolder(
    "journals", ["order.swift": OrderScript.text, "all.json": OrderScript.answers])
  var folder: ScriptFolder { Self.folder }

  static let journal = """
    {"libretto":2,"journal":"order","fingerprint":"69f4619b46ab8149","run":"","time":0}
    {"answered":"name","value":"Sally","time":0}
    {"answered":"count","value":3,"time":0}
    {"answered":"extras","value":["milk","sugar"],"time":0}
    {"answered":"pin","secret":1,"time":0}
    {"answered":"size","choice":"small","time":0}
    {"answered":"guess","value":7,"time":0}
    {"answered":"guess@2","value":8,"time":0}
    {"began":"reckon","work":1,"under":{"count":3,"extras":["milk","sugar"],"guess":8,"name":"Sally",\
    "size":"s"},"all":"4602dd9cbf7d0899","after":0,"time":0}
    {"ended":"reckon","writes":{"total":9},"work":1,"read":{"count":3},"after":0,"time":0}
    {"answered":"pay","yes":true,"shown":["total","af73d45c"],"more":"fbdb4707","time":0}
    {"answered":"send-it","choice":"send","shown":["count","be58b84d","name","fef236c8",\
    "extras","edb196ff","size","5736505c"],"more":"b128215c9aff95ed02f788c90eb6edf7","time":0}

    """

  @Test("At a terminal, a recorded run ends with how to perform it again without questions")
  func offered() throws {
    let terminal = try folder.terminal(
      "order.swift", "--answers", "all.json", "--record", "an offer.journal")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript.hasSuffix(
        "Sent.\r\n(the same again without questions: --answers 'an offer.journal' "
          + "--answer pin=@FILE)\r\n"
      ))
  }

  @Test("The same after a resumed run, with the options for the secrets, which no journal has")
  func offeredAgain() throws {
    folder.save(
      "secret.swift",
      """
      import Libretto
      await Flow("secret") {
        Ask("Pass?", into: Key<String>("pass")).secret()
        Ask("Last?", into: Key<String>("last"))
      }.main()
      """)
    let first = try folder.shell(
      "printf 'pw\\n' | \"$FLOW\" secret.swift --record secret.journal")
    #expect(first.status == 65)
    let terminal = try folder.terminal(
      "secret.swift", "--resume", "secret.journal", "--answer", "last=z")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(
      terminal.transcript.hasSuffix(
        "(the same again without questions: --answers secret.journal --answer pass=@FILE)\r\n"))
  }

  @Test("A script says where it failed; a program of its own, with --verbose and in JSON")
  func place() throws {
    folder.save(
      "fail.swift",
      """
      import Libretto
      struct Full: Error, CustomStringConvertible { var description: String { "There is none" } }
      await Flow("f") {
        Do("copy") { throw Full() }
      }.main()
      """)
    let words = "the action “copy” failed: There is none\n"
    let script = "fail.swift:4: \(words)"
    #expect(try folder.flow("fail.swift") == Ended(1, "", script))
    let link = """
      for f in "$XDG_CACHE_HOME"/libretto/*; do
        [ -f "$f" ] && [ -x "$f" ] && grep -q "There is none" "$f" && ln -sf "$f" tool
      done
      """
    let run = try folder.shell(
      link + "; ./tool; ./tool --verbose; ./tool --output json | grep place")
    #expect(run.errors == "tool: \(words)tool: \(script)tool: \(words)")
    #expect(run.output == "  \"place\": \"fail.swift:4\"\n")
  }

  @Test("A recorded run, and the same run from its journal; only the secret is asked again")
  func replayed() throws {
    #expect(
      try folder.flow("order.swift", "--answers", "all.json", "--record", "a.journal")
        == Ended(0, "Sent.\n", OrderScript.prompts()))
    #expect(folder.text("a.journal").untimed == Self.journal)
    #expect(
      try folder.flow(
        "order.swift", "--answers", "a.journal", "--record", "b.journal", input: "4711\n")
        == Ended(
          0, "Sent.\n",
          OrderScript.prompts().replacing("PIN? (secret)", with: "PIN? (the answer is not shown): ")
        ))
    #expect(folder.text("b.journal").untimed == Self.journal)
    #expect(try folder.shell("ls -l a.journal | cut -c1-10").output == "-rw-------\n")
  }

  @Test("A journal's answer is an exact id, even if titles and ids were exchanged")
  func exactIDs() throws {
    folder.save(
      "swap.swift",
      """
      import Libretto
      await Flow("swap") {
        Alert("Which?") {
          Button("Keep") { Finish(name: "kept") }.id("delete")
          Button("Delete") { Finish(name: "deleted") }.id("keep")
        }
      }.main()
      """)
    folder.save(
      "swap.journal",
      JournalText.sealed(
        JournalText.header("swap"), #"{"answered":"which","choice":"delete","time":0}"#))
    let ended = try folder.flow(
      "swap.swift", "--answers", "swap.journal", "--output", "json")
    #expect(ended.status == 0)
    #expect(ended.output.contains(#""name": "kept""#))
  }

  @Test("An existing file is never written to")
  func exists() throws {
    folder.save("old.journal", "mine\n")
    #expect(
      try folder.flow("order.swift", "--answers", "all.json", "--record", "old.journal")
        == Ended(
          65, "",
          "order.swift: old.journal already exists and may contain answers; name another file, "
            + "or remove it\n"))
    #expect(folder.text("old.journal") == "mine\n")
    #expect(
      try folder.flow("order.swift", "--answers", "all.json", "--record", "none/a.journal")
        == Ended(
          65, "",
          "order.swift: can't write the journal none/a.journal: no such file or directory\n"))
  }

  @Test("A run that ends early has its journal up to there")
  func early() throws {
    let ended = try folder.flow("order.swift", "--record", "early.journal", input: "Bob\n\n")
    #expect(ended.status == 65)
    #expect(
      folder.text("early.journal").untimed == """
        {"libretto":2,"journal":"order","fingerprint":"69f4619b46ab8149","run":"","time":0}
        {"answered":"name","value":"Bob","time":0}
        {"answered":"count","value":1,"time":0}

        """)
  }

  @Test("A secret leaves no trace in journal, JSON, transcript or errors")
  func secret() throws {
    folder.save("wrong.json", #"{"name": "x", "extras": [], "pin": "sesame"}"#)
    folder.save("test.json", OrderScript.answers.replacing("4711", with: "s3cr"))
    let commands: [[String]] = [
      ["order.swift", "--answers", "all.json", "--answer", "pin=s3cr", "--record", "s.journal"],
      ["order.swift", "--answers", "test.json", "--output", "json"],
      ["order.swift", "--answers", "wrong.json", "--yes"],
      ["test", "order.swift", "test.json"], ["test", "order.swift", "wrong.json"],
      ["export", "order.swift"],
    ]
    for command in commands {
      let ended = try folder.flow(command, input: .null)
      let everything = ended.output + ended.errors + folder.text("s.journal")
      #expect(!everything.contains("s3cr"))
      #expect(!everything.contains("sesame"))
    }
    #expect(folder.text("s.journal").contains(#""secret":1"#))
  }
}
