import Testing

@Suite("Secrets of every kind: refused, taken, and asked for again")
struct SecretKindsTests {
  static let folder = ScriptFolder("secret-kinds", ["kinds.swift": kinds])
  var folder: ScriptFolder { Self.folder }

  private static let kinds = """
    import Libretto

    struct Told: Error, CustomStringConvertible { let description: String }

    let pin = Key<String>("pin"), word = Key<String>("word"), number = Key<Int>("number")
    let many = Key<[Int]>("many"), day = Key<CalendarDay>("day"), stars = Key<Int>("stars")

    await Flow("kinds") {
      Ask("Pin?", into: pin).secret().check("free", reads: [number]) { pin, _ in
        pin.hasPrefix("t") ? "“\\(pin)” is taken." : nil
      }
      Ask("Number?", into: number).secret()
      Ask("Many?", into: many).secret()
      Ask("Day?", into: day).secret()
      Rate("Stars?", into: stars).secret()
      Ask("Pin again?", into: pin).id("again")
      Alert("Sure?") {
        Field("Word?", into: word).secret()
        Button("Yes").validate(word, .length(3...))
      }
      Do("use") { work in
        work.log("log \\(work[pin] ?? "")")
        work.progress(0.5, label: "at \\(work[number] ?? 0)")
      }
      Do("fail") { work in throw Told(description: "\\(work[day] ?? CalendarDay("2000-01-01"))") }
    }.main()

    """

  private static let failure =
    "kinds.swift:25: the action “fail” failed: Told (its text is hidden because the work used a "
    + "secret)\n"

  @Test("In line mode, no refusal quotes one; a question without .secret() keeps one all the same")
  func typed() throws {
    let input = """
      taken1
      sesame
      12three
      77077
      8,nine
      811811,5
      19 Mar 87x
      1987-03-19
      93
      4
      opened
      yes
      ab
      abracadabra

      """
    let ended = try folder.flow("kinds.swift", "--plain", "--record", "r.jsonl", input: input)
    // Whether progress is shown of work that ends at once is a matter of time.
    let errors = ended.errors.split(separator: "use 50%\n").joined()
    #expect(
      Ended(ended.status, ended.output, errors)
        == Ended(
          1, "",
          """
          Pin? (the answer is not shown): 
          The answer does not pass the check “free”.
          Pin? (the answer is not shown): 
          Number? (the answer is not shown): 
          That is not a whole number.
          Number? (the answer is not shown): 
          Many? (the answer is not shown; separated by commas): 
          That is not a list of whole numbers.
          Many? (the answer is not shown; separated by commas): 
          Day? (the answer is not shown; a day such as 2026-11-20): 
          That is not a day such as 2026-11-20.
          Day? (the answer is not shown; a day such as 2026-11-20): 
          Stars? (the answer is not shown; 1 to 5): 
          Give 1 to 5.
          Stars? (the answer is not shown; 1 to 5): 
          Pin again? (the answer is not shown): 
          Sure?
            1) Yes
          Asked next: Word?
          Choose 1, or type an answer: 
          Word? (the answer is not shown; at least 3 characters): 
          Give at least 3 characters.
          Word? (the answer is not shown; at least 3 characters): 
          (a line is hidden because the work used a secret)

          """ + Self.failure.dropLast() + "; continue with --resume r.jsonl\n"))
    let search = try folder.shell(
      "wc -l <r.jsonl | tr -d ' '; sed -E 's/\"(time|check|run|fingerprint)\":(\"[^\"]*\"|[0-9]+)//g'"
        + " r.jsonl | grep -cE 'taken|sesame|three|77077|nine|811|Mar|1987|opened|abra'")
    #expect(search.output == "13\n0\n")
  }

  @Test("Given beforehand, none is quoted, and the JSON of the result names their keys only")
  func given() throws {
    let wrong = [
      "pin=taken1", "number=12three", "many=8,nine", "day=19 Mar 87x", "stars=93", "again=opened",
      "sure=yes", "sure/word=ab",
    ].flatMap { ["--answer", $0] }
    #expect(
      try folder.flow(["kinds.swift", "--no-input"] + wrong, input: .null)
        == Ended(
          65, "",
          """
          kinds.swift: 5 of the given answers can't be used:
            the answer given for “Number?” (id “number”) does not fit: That is not a whole number.
            the answer given for “Many?” (id “many”) does not fit: That is not a list of whole numbers.
            the answer given for “Day?” (id “day”) does not fit: That is not a day such as 2026-11-20.
            the answer given for “Stars?” (id “stars”) does not fit: Give 1 to 5.
            the answer given for “Word?” (id “sure/word”) does not fit: Give at least 3 characters.

          """))
    let right = [
      "pin=sesame", "number=77077", "many=811811,5", "day=1987-03-19", "stars=4", "again=opened",
      "sure=yes", "sure/word=abracadabra",
    ].flatMap { ["--answer", $0] }
    let ended = try folder.flow(["kinds.swift", "--output", "json"] + right, input: .null)
    #expect(
      ended.output == """
        {
          "flow": "kinds",
          "outcome": "failed",
          "reason": "action",
          "message": "the action “fail” failed: Told (its text is hidden because the work used a secret)",
          "step": "fail",
          "answers": {},
          "secrets": [
            "day",
            "many",
            "number",
            "pin",
            "stars",
            "word"
          ],
          "place": "kinds.swift:25"
        }

        """)
  }
}
