import Testing

@Suite("test: scripted answers")
struct ScriptedTests {
  static let folder = ScriptFolder(
    "scripted", ["order.swift": OrderScript.text, "all.json": OrderScript.answers])
  var folder: ScriptFolder { Self.folder }

  static let transcript = """
    ASK      What is your name?
    PERSON   Sally
    ASK      How many?
    PERSON   3
    ASK      Which extras?
    PERSON   milk, sugar
    ASK      Your PIN?
    PERSON   (secret)
    CHOOSE   Which size?
             [Small] [Large]
    PERSON   Small
    ASK      Your guess?
    PERSON   7
    ASK      Your guess?
    PERSON   8
    ACTION   reckon
    CONFIRM  Pay 9?
    PERSON   Yes
    ALERT    Send it?
             3 for Sally, milk, sugar, s
             [Send] [Drop]
    PERSON   Send
    SAY      Sent.
    END      finished: ordered

    """

  /// The first lines of the transcript.
  private func beginning(_ lines: Int) -> String {
    Self.transcript.split(separator: "\n").prefix(lines).map { $0 + "\n" }.joined()
  }

  /// Performs one script with really performed actions.
  private func test(_ name: String, _ answers: String) throws -> Ended {
    folder.save(name, answers)
    return try folder.flow("test", "order.swift", name, "--perform-actions")
  }

  @Test("Passes where there is no transcript, or the same one")
  func passes() throws {
    let passed = Ended(0, "# same.json\n\(Self.transcript)\n", "1 script passed\n")
    #expect(try test("same.json", OrderScript.answers) == passed)
    folder.save("same.transcript", Self.transcript)
    #expect(try test("same.json", OrderScript.answers) == passed)
  }

  @Test("A script can give what an action writes; a stub writes nothing")
  func stubbed() throws {
    folder.save(
      "stub.json",
      OrderScript.answers.replacing(#""pay""#, with: #""reckon": {"writes": {"total": 9}}, "pay""#))
    #expect(
      try folder.flow("test", "order.swift", "stub.json")
        == Ended(0, "# stub.json\n\(Self.transcript)\n", "1 script passed\n"))
    folder.save("bare.json", OrderScript.answers)
    let ended = try folder.flow("test", "order.swift", "bare.json", "--stub-actions")
    #expect(ended.status == 2)
    #expect(
      ended.errors == """
        bare.json: the flow failed: the step “pay” reads the key “total”, but nothing has set it; \
        ask for it first, or test total.isSet; in this script the action “reckon” was stubbed: \
        give what it writes, or perform it; 2 answers were not used: “pay”, “send-it”
        1 script, 1 failed

        """)
  }

  @Test("An action that the script doesn't mention fails it, or is skipped and named")
  func unmentioned() throws {
    folder.save(
      "actions.swift",
      """
      import Libretto
      await Flow("actions") {
        Alert("Sure?") { Button("Yes") { Do("save all") { _ in } } }
        Repeat(times: 2) { Do("count") { _ in } }
      }.main()
      """)
    folder.save("yes.json", #"{"sure": "Yes", "count@2": {"writes": {}}}"#)
    let play = "# yes.json\nALERT    Sure?\n         [Yes]\nPERSON   Yes\nACTION   save all\n"
    #expect(
      try folder.flow("test", "actions.swift", "yes.json")
        == Ended(
          2, play + "\n",
          """
          yes.json: the flow performs the action “save all” (id “sure/yes/save-all”), which the \
          script doesn't mention; add “sure/yes/save-all” with {"writes": {}}, or pass --stub-actions
          1 script, 1 failed

          """))
    let rest = "ACTION   count\nACTION   count\nEND      finished\n\n"
    #expect(
      try folder.flow("test", "actions.swift", "yes.json", "--stub-actions")
        == Ended(0, play + rest, "yes.json: skipped “save all”, “count”\n1 script passed\n"))
    #expect(
      try folder.flow("test", "actions.swift", "yes.json", "--perform-actions")
        == Ended(0, play + rest, "1 script passed\n"))
    #expect(
      try folder.flow(
        "test", "actions.swift", "yes.json", "--perform-actions", "--stub-actions")
        == Ended(
          64, "",
          "actions.swift: --perform-actions and --stub-actions contradict each other; remove one\n")
    )
  }

  @Test("A flow that fails as its transcript says passes; without one it does not")
  func fails() throws {
    let dropped = OrderScript.answers.replacing(#""Send""#, with: #""Drop""#)
    #expect(
      try test("drop.json", dropped).errors == """
        drop.json: the script has no transcript, and the flow failed: The order was dropped.
          if this is correct, write its transcript with --update
        1 script, 1 failed

        """)
    let play = Self.transcript.split(separator: "\n").dropLast(3).map { $0 + "\n" }.joined()
    folder.save(
      "drop.transcript", play + "PERSON   Drop\nEND      failed: The order was dropped.\n")
    #expect(try test("drop.json", dropped).errors == "1 script passed\n")
    _ = try folder.shell("rm drop.transcript && mkdir drop.transcript")
    #expect(
      try test("drop.json", dropped).errors
        == "order.swift: drop.transcript: cannot be read: is a directory\n")
  }

  @Test("Differs from its transcript; --update writes what is said now")
  func differs() throws {
    folder.save("old.transcript", Self.transcript.replacing("Sent.", with: "Gone."))
    #expect(
      try test("old.json", OrderScript.answers)
        == Ended(
          2, "# old.json\n\(Self.transcript)\n",
          """
          old.json: differs from old.transcript, from line 23:
            …
                     [Send] [Drop]
            PERSON   Send
          - SAY      Gone.
          + SAY      Sent.
            END      finished: ordered
          1 script, 1 failed

          """))
    #expect(
      try folder.flow("test", "order.swift", "old.json", "--perform-actions", "--update")
        == Ended(
          0, "# old.json\n\(Self.transcript)\n",
          "1 script run; transcript updated\n"))
    #expect(folder.text("old.transcript") == Self.transcript)
    #expect(try test("old.json", OrderScript.answers).status == 0)
  }

  @Test("A missing answer, with a suggestion")
  func missing() throws {
    #expect(
      try test("short.json", #"{"name": "Sally", "count": 3, "extras": ["milk", "sugar"]}"#)
        == Ended(
          2, "# short.json\n\(beginning(7))\n",
          "short.json: there is no answer for “Your PIN?” (id “pin”); it needs text\n"
            + "1 script, 1 failed\n"))
    #expect(
      try test(
        "guess.json",
        OrderScript.answers.replacing("[7, 8]", with: "7").replacing(
          #""pay""#, with: #""guess@3": 8, "pay""#)
      ).errors
        == "guess.json: there is no answer for “Your guess?” (id “guess@2”); it needs a whole "
        + "number; the script has one for “guess@3”: did you mean “guess@2”?\n1 script, 1 failed\n")
  }

  @Test("An invalid answer, and one that should have been refused but was accepted")
  func invalid() throws {
    #expect(
      try test("size.json", OrderScript.answers.replacing("Small", with: "Smal1")).errors
        == "size.json: the answer “Smal1” does not fit “Which size?” (id “size”): “Smal1” is not "
        + "one of the answers: Small, Large. Did you mean “Small”?\n1 script, 1 failed\n")
    #expect(
      try test("taken.json", OrderScript.answers.replacing("3,", with: #"[{"refused": 3}],"#))
        .errors
        == "taken.json: the answer 3 before “Which extras?” (id “extras”) should have been refused, "
        + "but was accepted\n1 script, 1 failed\n")
  }

  @Test("An answer that is not used")
  func unused() throws {
    #expect(
      try test("unused.json", OrderScript.answers.replacing("[7, 8]", with: "[7, 8, 9]"))
        == Ended(
          2, "# unused.json\n\(Self.transcript)\n",
          "unused.json: the 3rd answer for “guess” was not used; it was asked twice, and the flow "
            + "ended: finished: ordered\n1 script, 1 failed\n"))
  }

  @Test("Several scripts, one of them failing; a file that is missing or not JSON")
  func several() throws {
    folder.save("one.json", OrderScript.answers)
    folder.save("two.json", "{}")
    let ended = try folder.flow(
      "test", "order.swift", "one.json", "two.json", "--perform-actions")
    #expect(
      ended
        == Ended(
          2, "# one.json\n\(Self.transcript)\n# two.json\n\(beginning(1))\n",
          "two.json: there is no answer for “What is your name?” (id “name”); it needs text\n"
            + "2 scripts, 1 failed\n"))
    #expect(
      try folder.flow("test", "order.swift", "none.json")
        == Ended(
          66, "",
          "order.swift: none.json: no such file; check the path, which is relative to the current "
            + "folder\n"))
    folder.save("text.json", "name: Bob")
    #expect(try folder.flow("test", "order.swift", "text.json").status == 65)
  }

  @Test("A recorded journal is a script too")
  func journal() throws {
    let recorded = try folder.flow(
      "order.swift", "--answers", "all.json", "--record", "run.journal")
    #expect(recorded.status == 0)
    let ended = try folder.flow("test", "order.swift", "run.journal")
    #expect(
      ended.errors
        == "run.journal: there is no answer for “Your PIN?” (id “pin”); it needs text\n"
        + "1 script, 1 failed\n")
  }
}
