import Testing

@Suite("Given answers are checked before anything is performed") struct GivenCheckTests {
  static let folder = ScriptFolder(
    "checked", ["about.swift": about, "loop.swift": loop, "same.swift": same])
  var folder: ScriptFolder { Self.folder }

  private static let about = """
    import Libretto

    let name = Key<String>("name")
    let age = Key<Int>("age")
    let size = Key<String>("size")
    let extras = Key<[String]>("extras")
    let day = Key<CalendarDay>("day")
    let token = Key<String>("token")
    let total = Key<Int>("total")

    await Flow("about") {
      Do("charge") { print("CHARGED") }
      Form("About you") {
        Ask("Name?", into: name)
        Ask("Age?", into: age).validate(.range(0...130))
      }
      Choose("Size?", into: size) {
        Option("Small", "S")
        Option("Large", "L").when(age > 10, because: "too young")
      }
      ChooseMany("Extras?", into: extras) { Option("Milk"); Option("Tea") }.atLeast(1)
      Ask("When?", into: day).validate(.range(CalendarDay("2026-11-01")...))
      Ask("Token?", into: token).secret().validate(.length(4...))
      Confirm("Sure?")
      Store(age + 1, into: total)
      Say("\\(name), \\(total)")
    }.main()

    """

  private static let right = [
    "about.swift", "--no-input", "--answer", "name=Ann", "--answer", "age=50", "--answer", "size=L",
    "--answer", "extras=tea", "--answer", "day=2026-12-01", "--answer", "token=sesame",
    "--answer", "sure=y",
  ]

  private static let shown = """
    About you
    Name? Ann
    Age? 50
    About you: Submit
    Size? Large
    Extras? Tea
    When? 2026-12-01
    Token? (secret)
    Sure? Yes

    """

  @Test("A question is also known by its key, if only one sets it")
  func keys() throws {
    #expect(
      try folder.flow(Self.right, input: .null) == Ended(0, "CHARGED\nAnn, 51\n", Self.shown))
  }

  @Test("Everything that is wrong is told at once, with what is missing, and nothing is performed")
  func wrong() throws {
    folder.save(
      "wrong.json",
      #"{"age": 500, "size": "XL", "nmae": "Ann", "about-you": {"name": "Ann"}, "sure": "perhaps"}"#
    )
    let ended = try folder.flow(
      "about.swift", "--no-input", "--answers", "wrong.json", "--answer", "extras=coffee",
      "--answer",
      "day=soon", "--answer", "token=abc", "--answer", "charge=1", "--answer", "size=large")
    #expect(
      ended
        == Ended(
          65, "",
          """
          about.swift: 8 of the given answers can't be used:
            wrong.json: the answer given for “Age?” (id “about-you/age”) does not fit: Give 0 to 130.
            wrong.json: the flow “about” has no step with the id “nmae”; did you mean “name”?
            wrong.json: the answer for “about-you” is an object; give each of its answers by its own \
          id: "about-you/name": …
            wrong.json: the answer given for “Sure?” (id “sure”) does not fit: “perhaps” is neither \
          yes nor no.
            the answer given for “Extras?” (id “extras”) does not fit: “coffee” is not one of the \
          answers: Milk, Tea.
            the answer given for “When?” (id “day”) does not fit: “soon” is not a day such as 2026-11-20.
            the answer given for “Token?” (id “token”) does not fit: Give at least 4 characters.
            “charge” is an action, which doesn't ask anything; remove --answer charge=…
          1 answer is missing, and nobody can be asked; give it like this:
            --answer about-you/name=TEXT  Name?
          The command “answers” prints a file for all answers, to fill in and give with --answers.

          """))
  }

  @Test("A person who could answer isn't asked before a wrong answer is told; --output json")
  func person() throws {
    let ended = try folder.flow(
      "about.swift", "--answer", "age=many", "--output", "json", input: "Ann\n")
    let problem =
      "the answer given for “Age?” (id “about-you/age”) does not fit: “many” is not a whole number."
    #expect(
      ended
        == Ended(
          65,
          """
          {
            "flow": "about",
            "outcome": "failed",
            "reason": "invalidAnswer",
            "message": "\(problem)",
            "step": "about-you/age",
            "answers": {}
          }

          """, "about.swift: \(problem)\n"))
  }

  @Test("What reads other answers is checked when it is asked")
  func later() throws {
    let ended = try folder.flow(
      Self.right.map { $0 == "age=50" ? "age=9" : $0 }, input: .null)
    #expect(
      ended
        == Ended(
          65, "CHARGED\n",
          """
          About you
          Name? Ann
          Age? 9
          About you: Submit
          Size? Large
          about.swift: the answer given for “Size?” (id “size”) does not fit: “Large” can’t be chosen: \
          too young

          """))
  }

  private static let same = """
    import Libretto

    let word = Key<String>("word")
    let again = Key<String>("again")

    await Flow("same") {
      Ask("Word?", into: word)
      Ask("Again?", into: again).validate(.equals(word))
    }.main()

    """

  @Test("A refusal that depends on another answer names the file too, before the run and in it")
  func place() throws {
    folder.save("two.json", #"{"word": "a", "again": "b"}"#)
    let problem =
      "two.json: the answer given for “Again?” (id “again”) does not fit: Give the same answer as "
      + "for “Word?”."
    #expect(
      try folder.flow("same.swift", "--no-input", "--answers", "two.json")
        == Ended(65, "", "same.swift: \(problem)\n"))
    #expect(
      try folder.flow("same.swift", "--answers", "two.json", input: "c\n")
        == Ended(65, "", "Word? a\nAgain? b\nsame.swift: \(problem)\n"))
    let json = try folder.flow(
      "same.swift", "--answers", "two.json", "--output", "json", input: "c\n")
    #expect(
      json
        == Ended(
          65,
          """
          {
            "flow": "same",
            "outcome": "failed",
            "reason": "invalidAnswer",
            "message": "\(problem)",
            "step": "again",
            "answers": {
              "word": "a"
            }
          }

          """, "Word? a\nAgain? b\nsame.swift: \(problem)\n"))
    // One of the command line has no file.
    #expect(
      try folder.flow(
        "same.swift", "--answers", "two.json", "--answer", "again=b", input: "c\n"
      ).errors == "Word? a\nAgain? b\nsame.swift: \(problem.dropFirst("two.json: ".count))\n")
  }

  @Test("The JSON of a result gives its answers again, by their keys")
  func result() throws {
    let first = try folder.flow(Self.right + ["--output", "json"], input: .null)
    #expect(first.status == 0)
    #expect(first.errors == "CHARGED\n" + Self.shown + "Ann, 51\n")
    folder.save("result.json", first.output)
    let again = try folder.flow(
      "about.swift", "--no-input", "--answers", "result.json", "--answer", "token=sesame",
      "--answer", "sure=y")
    #expect(
      again
        == Ended(
          0, "CHARGED\nAnn, 51\n",
          "(result.json: no question sets the key “total”, so its answer is left out)\n"
            + Self.shown))
  }

  private static let loop = """
    import Libretto

    let name = Key<String>("name")
    let guess = Key<Int>("guess")
    let count = Key<Int>("count")

    await Flow("loop") {
      Ask("Name?", into: name).id("first")
      Ask("Name again?", into: name).id("second")
      Repeat(times: 2) { Ask("Guess?", into: guess) }
      Ask("Count?", into: count)
      Store(count + 1, into: count)
    }.main()

    """

  @Test("A question behind a load that may be tried again is asked once")
  func behindLoad() throws {
    folder.save(
      "load.swift",
      """
      import Libretto

      let rooms = Key<[String]>("rooms")
      let room = Key<String>("room")
      let why = Key<String>("why")

      await Flow("load") {
        Load("rooms", into: rooms) {
          ["a", "b"]
        } data: {
          Choose("Which?", from: rooms, into: room)
        } failure: { _ in
          Ask("Why?", into: why)
          TryAgain()
        }
        Say("\\(room)")
      }.main()

      """)
    let first = try folder.flow(
      ["load.swift", "--answer", "room=b", "--output", "json"], input: .null)
    #expect(first.status == 0)
    folder.save("room.json", first.output)
    let again = try folder.flow(["load.swift", "--answers", "room.json"], input: .null)
    #expect(again.status == 0)
    #expect(again.output == "b\n")
    folder.save("why.json", #"{"flow":"load","outcome":"finished","answers":{"why":"x"}}"#)
    #expect(
      try folder.flow(["load.swift", "--answers", "why.json"], input: .null).errors
        .contains("the question “rooms/failure/why” is asked in a loop"))
  }

  @Test("Answers of a result that may be another question's are refused by name")
  func ambiguous() throws {
    folder.save(
      "loop.json",
      #"{"flow":"loop","outcome":"finished","answers":{"name":"a","guess":1,"count":3}}"#)
    let refused = try folder.flow("loop.swift", "--answers", "loop.json", input: "x\n")
    #expect(
      refused
        == Ended(
          65, "",
          """
          loop.swift: 3 of the given answers can't be used:
            loop.json: 2 questions set the key “name”, and a result doesn't say whose answer \
          it has; give it by id: “first” or “second”
            loop.json: the question “guess” is asked in a loop, and a result has only its last answer; \
          give its answers by id: "guess": [first, second]
            loop.json: the key “count” is set by the question “count” and by another step, so this may \
          not be the person's answer; give it by id: "count"

          """))
    let given = ["first=a", "second=a", "guess=1", "guess=2", "count=3"].flatMap {
      ["--answer", $0]
    }
    #expect(
      try folder.flow(["loop.swift", "--answers", "loop.json"] + given, input: .null)
        == Ended(0, "", "Name? a\nName again? a\nGuess? 1\nGuess? 2\nCount? 3\n"))
    folder.save("keys.json", #"{"name": "a"}"#)
    let keys = try folder.flow("loop.swift", "--answers", "keys.json", input: "x\n")
    #expect(
      keys
        == Ended(
          65, "",
          "loop.swift: keys.json: “name” is the key of 2 steps; give the id: “first” or “second”\n")
    )
  }

  @Test("A result of another flow is refused")
  func other() throws {
    folder.save("other.json", #"{"flow":"about","outcome":"finished","answers":{}}"#)
    #expect(
      try folder.flow("loop.swift", "--answers", "other.json", "--no-input")
        == Ended(
          65, "",
          "loop.swift: other.json: this is a result of the flow “about”, not of “loop”\n"))
  }

  @Test("What other given answers, an empty text or a day in words show is told too, and no more")
  func known() throws {
    folder.save(
      "known.swift",
      """
      import Libretto

      let day = Key<CalendarDay>("day"), from = Key<Int>("from"), to = Key<Int>("to")
      let note = Key<String>("note"), nick = Key<String>("nick")

      await Flow("known") {
        Do("charge") { print("CHARGED") }
        Ask("Day?", into: day)
        Ask("From?", into: from)
        Ask("To?", into: to).validate(.range(from...20))
        Ask("Note?", into: note)
        Ask("Nick?", into: nick).optional()
        Say("Done.")
      }.main()

      """)
    let given = ["known.swift", "--no-input", "--answer", "day=today", "--answer", "from=3"]
    #expect(
      try folder.flow(given + ["--answer", "to=1", "--answer", "note="], input: .null)
        == Ended(
          65, "",
          """
          known.swift: 2 of the given answers can't be used:
            the answer given for “Note?” (id “note”) does not fit: An answer is needed.
            the answer given for “To?” (id “to”) does not fit: Give 3 to 20.
          1 answer is missing, and nobody can be asked; give it like this:
            --answer nick=TEXT  Nick? (nick= leaves it out)
          The command “answers” prints a file for all answers, to fill in and give with --answers.

          """))
    let whole = given + ["--answer", "to=5", "--answer", "note=x", "--answer", "nick="]
    let first = try folder.flow(whole + ["--output", "json"], input: .null)
    #expect(first.status == 0)
    folder.save("known.json", first.output)
    let again = try folder.flow("known.swift", "--no-input", "--answers", "known.json")
    #expect(again.status == 0)
    #expect(again.output == "CHARGED\nDone.\n")
  }
}
