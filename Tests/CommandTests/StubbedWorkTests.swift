import Testing

@Suite("Work that is only noted") struct StubbedWorkTests {
  static let folder = ScriptFolder(
    "stubbed",
    [
      "trip.swift": """
      import Libretto

      let city = Key<String>("city")
      await Flow("trip") {
        Ask("City?", into: city)
        Do("book") { _ in print("(booked)") }.undo { _ in print("(cancelled)") }
        Ask("Sure?", into: Key<String>("sure"))
      }.main()

      """,
      "pay.swift": """
      import Libretto

      await Flow("pay") {
        Do("pay") { _ in print("(paid)") } failure: { error in Say("Not paid: it \\(error).") }
          .timeout(.seconds(5))
      }.main()

      """,
      "late.json": #"{"pay": {"timedOut": true}}"#,
    ])

  @Test("An undo is noted, and not performed")
  func undo() throws {
    #expect(
      try Self.folder.flow(
        "trip.swift", "--stub-actions", input: "Rome\n<\nOslo\nundo it\nyes\n")
        == Ended(
          0, "",
          """
          City?\u{20}
          (not performed: the action “book”)
          Sure?\u{20}
          City? (Enter for Rome):\u{20}
          “book” was performed with different answers.
          An earlier answer has changed.
            1) Undo it, and perform it again
            2) Perform it again
            3) Keep it as it is
          Choose 1 to 3, or type an answer:\u{20}
          (not performed: the undo of “book”)
          (not performed: the action “book”)
          Sure?\u{20}

          """))
  }

  @Test("An action can time out")
  func late() throws {
    #expect(
      try Self.folder.flow("pay.swift", "--stub-actions", "--answers", "late.json")
        == Ended(
          0, "Not paid: it took longer than 5 seconds.\n",
          "(not performed: the action “pay”)\n"))
  }
}
