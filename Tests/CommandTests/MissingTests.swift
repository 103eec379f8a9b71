import Testing

@Suite("Missing answers, all at once")
struct MissingTests {
  static let folder = ScriptFolder("missing", ["ticket.swift": script])
  var folder: ScriptFolder { Self.folder }

  static let script = """
    #!/usr/bin/env flow
    import Libretto

    let name = Key<String>("name")
    let age = Key<Int>("age")
    let seat = Key<String>("seat")
    let pin = Key<String>("pin")
    let pages = Key<Int>("pages")
    let page = Key<String>("page")

    await Flow("ticket") {
      Say("Welcome.")
      Ask("Who?", into: name)
      Ask("Age?", into: age).default(30).validate(.range(0...130))
      When(age < 18) {
        Ask("Who comes with you?", into: Key<String>("adult"))
      } otherwise: {
        Choose("Which seat?", into: seat) {
          Option("Window", "w")
          Option("Aisle", "a")
        }
      }
      Ask("PIN?", into: pin).secret()
      Do("count pages", into: pages) { 2 }
      Repeat(while: pages > 0) {
        Ask("What is on the page?", into: page)
        Do("turn the page", into: pages) { answers in (answers[pages] ?? 0) - 1 }
      }
      Say("Done.")
    }.main()

    """

  private static let rest =
    "The command “answers” prints a file for all answers, to fill in and give with --answers.\n"

  private static func trip(asksFirst: Bool) -> String {
    let first = asksFirst ? #"{"type":"ask","id":"new","title":"New?","into":"new"},"# : ""
    let key = asksFirst ? #""new":"string","# : ""
    return """
      {"libretto":1,"flow":"trip","keys":{\(key)"age":"integer","name":"string",
      "sure":"boolean","ok":"boolean"},"steps":[\(first)
      {"type":"ask","id":"age","title":"Age?","into":"age"},
      {"type":"repeat","times":2,"steps":[{"type":"ask","id":"name","title":"Name?","into":"name"}]},
      {"type":"confirm","id":"sure","title":"Sure?","into":"sure","then":[],"otherwise":[]},
      {"type":"confirm","id":"ok","title":"OK?","into":"ok","then":[],"otherwise":[]}]}
      """
  }

  @Test("An answer that may be left out says how")
  func optional() throws {
    folder.save(
      "wish.swift",
      """
      import Libretto

      await Flow("wish") { Ask("Any wishes?", into: Key<String>("wishes")).optional() }.main()

      """)
    #expect(
      try folder.flow("wish.swift", "--no-input").errors
        .contains("  --answer wishes=TEXT  Any wishes? (wishes= leaves it out)\n"))
    #expect(try folder.flow("wish.swift", "--no-input", "--answer", "wishes=").status == 0)
  }

  @Test(
    "A resumed run lacks what it asks, and not what it will find answered",
    arguments: [
      (false, "", "ok", ["ok=yes"]),
      (false, "<\n<\n<\n<\n", "age, ok", ["age=13", "ok=yes"]),
      (true, "", "new, ok", ["new=x", "ok=yes"]),
    ])
  func resumed(isEdited: Bool, back: String, missing: String, answers: [String]) throws {
    // The cases run side by side: each has its own files.
    let name = "trip-\(isEdited)-\(back.count)"
    let (trip, journal) = (name + ".json", name + ".jsonl")
    folder.save(trip, Self.trip(asksFirst: false))
    _ = try folder.flow(
      trip, "--record", journal, input: "9\nAnn\nBob\nyes\n" + back)
    folder.save(trip, Self.trip(asksFirst: isEdited))
    let refused = try folder.flow(trip, "--resume", journal, "--no-input")
    #expect(refused.status == 65)
    let named = refused.errors.matches(of: /--answer ([^=]+)=/).map { String($0.1) }
    #expect(named.joined(separator: ", ") == missing, "\(refused.errors)")
    let given = answers.flatMap { ["--answer", $0] }
    let ended = try folder.flow(
      [trip, "--resume", journal, "--no-input"] + given, input: .null)
    #expect(ended.status == 0, "\(ended.errors)")
  }

  @Test("An answer of a journal that the edited flow can't hold is missing")
  func misfit() throws {
    func flow(_ work: String, _ option: String) -> String {
      """
      {"libretto":1,"flow":"trip","keys":{"to":{"list":"string"},"name":"string"},"steps":[\(work)
      {"type":"chooseMany","id":"to","title":"Where?","into":"to","options":[
      {"id":"rome","title":"Rome","value":"Rome"},
      {"id":"\(option)","title":"\(option)","value":"\(option)"}]},
      {"type":"ask","id":"name","title":"Name?","into":"name"}]}
      """
    }
    folder.save("misfit.json", flow("", "Bern"))
    _ = try folder.flow("misfit.json", "--record", "misfit.jsonl", input: "1,2\n")
    folder.save("misfit.json", flow(#"{"type":"do","id":"pay","name":"pay"},"#, "Oslo"))
    let refused = try folder.flow(
      "misfit.json", "--resume", "misfit.jsonl", "--no-input", "--stub-actions", "--answer",
      "name=x")
    #expect(
      refused
        == Ended(
          65, "",
          """
          misfit.json: 1 answer is missing, and nobody can be asked; give it like this:
            --answer to=rome    Where?
          \(Self.rest)
          """))
  }

  @Test("Nothing is performed; what an answer decides is left out; a secret comes from a file")
  func minor() throws {
    let listed = Ended(
      65, "",
      """
      ticket.swift: 3 answers are missing, 1 more may be, and nobody can be asked; give them like \
      this:
        --answer name=TEXT   Who?
        --answer adult=TEXT  Who comes with you?
        --answer pin=@FILE   PIN? (secret)
        --answer page=TEXT   What is on the page? (maybe)
      \(Self.rest)
      """)
    #expect(try folder.flow("ticket.swift", "--answer", "age=12") == listed)
    #expect(try folder.flow("ticket.swift", "--no-input", "--answer", "age=12") == listed)
    #expect(
      try folder.flow("ticket.swift", "--no-input", "--answer", "age=12", input: "x\n") == listed)
    #expect(
      try folder.shell("exec \"$FLOW\" ticket.swift --answer age=12 <&-") == listed)
  }

  @Test("--yes gives defaults; what can't be known beforehand is listed at its question")
  func later() throws {
    let listed = Ended(
      65, "Welcome.\n",
      """
      Who? Bob
      Age? 30
      Which seat? Aisle
      PIN? (secret)
      What is on the page? one
      ticket.swift: “What is on the page?” (id “page@2”) has no default to accept; \
      give --answer page@2=…
      1 answer is missing, and nobody can be asked; give it like this:
        --answer page@2=TEXT  What is on the page?
      \(Self.rest)
      """)
    folder.save("some.json", #"{"name": "Bob", "otherwise/seat": "a", "pin": "1", "page": "one"}"#)
    #expect(
      try folder.flow("ticket.swift", "--answers", "some.json", "--yes", "--no-input") == listed)
    folder.save("rest.json", #"{"page@2": "two", "$about": {}}"#)
    let all = try folder.flow(
      "ticket.swift", "--answers", "some.json", "--answers", "rest.json", "--yes")
    #expect(all.output == "Welcome.\nDone.\n")
    #expect(all.status == 0)
  }

  @Test("The filled-in template answers; null in it is still missing")
  func template() throws {
    let template = try folder.flow("answers", "ticket.swift")
    #expect(template.status == 0)
    var filled = template.output
    for (name, value) in [
      ("name", "\"Bob\""), ("otherwise/seat", "\"w\""), ("page", "[\"one\", \"two\"]"),
    ] {
      filled = filled.replacing("\"\(name)\": null", with: "\"\(name)\": \(value)")
    }
    folder.save("filled.json", filled)
    let rest = ["--answers", "filled.json", "--answer", "pin=1"]
    let missing = try folder.flow(["ticket.swift"] + rest, input: .null)
    #expect(
      missing.errors == """
        ticket.swift: 1 answer is missing, 1 more may be, and nobody can be asked; give them like this:
          --answer age=30      Age?
          --answer adult=TEXT  Who comes with you? (maybe)
        \(Self.rest)
        """)
    let run = try folder.flow(["ticket.swift", "--answer", "age=40"] + rest, input: .null)
    #expect(run.output == "Welcome.\nDone.\n")
  }

  @Test("--output json lists them too")
  func json() throws {
    let ended = try folder.flow(
      "ticket.swift", "--no-input", "--yes", "--answer", "otherwise/seat=w", "--answer", "pin=1",
      "--answer",
      "page=1", "--output", "json")
    #expect(
      ended.output == """
        {
          "flow": "ticket",
          "outcome": "failed",
          "reason": "missingAnswer",
          "message": "1 answer is missing, and nobody can be asked",
          "step": "name",
          "answers": {},
          "missing": {
            "name": null,
            "$about": {
              "name": {
                "asked": "always",
                "kind": "ask",
                "title": "Who?",
                "type": "string"
              }
            }
          }
        }

        """)
    #expect(ended.status == 65)
  }

  private static let examples = """
    import Libretto

    let kind = Key<String>("kind")
    let found = Key<[String]>("found")

    await Flow("examples") {
      Ask("Mail?", into: Key<String>("mail")).placeholder("ann o'neil@example.org")
      Ask("Colour?", into: Key<String>("colour")).validate(.oneOf(["red", "blue"]))
      Ask("Code?", into: Key<String>("code")).validate(.matches("[0-9]{4}"))
      Ask("Year?", into: Key<Int>("year")).validate(.range(1900...2100))
      Ask("Odd?", into: Key<Double>("odd")).validate(.range(0.1...0.2))
      Ask("Day?", into: Key<CalendarDay>("day")).validate(.daysFromToday(1...1))
      Ask("Time?", into: Key<TimeOfDay>("time"))
      Ask("Tags?", into: Key<[String]>("tags"))
      Confirm("Sure?")
      Choose("Kind?", into: kind) { Option("Small one"); Option("Large one").default() }
      ChooseMany("Extras?", into: Key<[String]>("extras")) { Option("A"); Option("B") }.atLeast(2)
      Alert("Delete?") { Button("Yes", role: .destructive); Button("No") }
      Load("found", into: found) { ["a"] }
      Choose("Which?", from: found, into: Key<String>("one"))
      Do("count", into: Key<Int>("count")) { 3 }
    }.main()

    """

  @Test("Each missing answer has an example that fits, as far as the flow shows one")
  func exampleOfEach() throws {
    folder.save("examples.swift", Self.examples)
    let arguments = ["examples.swift", "--no-input", "--stub-actions"]
    let ended = try folder.flow(arguments, input: .null)
    #expect(
      ended.errors == """
        examples.swift: 15 answers are missing, and nobody can be asked; give them like this:
          --answer mail='ann o'\\''neil@example.org'  Mail?
          --answer colour=red                       Colour?
          --answer code=TEXT                        Code?
          --answer year=1900                        Year?
          --answer odd=0.1                          Odd?
          --answer day=tomorrow                     Day?
          --answer time=09:30                       Time?
          --answer tags=TEXT,TEXT                   Tags?
          --answer sure=yes                         Sure?
          --answer kind=small-one                   Kind?
          --answer extras=a,b                       Extras?
          --answer delete=no                        Delete?
          --answer found=TEXT,TEXT                  found
          --answer one=TEXT                         Which?
          --answers FILE with {"count":42}          count
        \(Self.rest)
        """)
  }
}
