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

  static let name = """
        "name": {
          "asked": "surely",
          "kind": "ask",
          "title": "Who?",
          "type": "string"
        }
    """
  static let pin = """
        "pin": {
          "asked": "surely",
          "kind": "ask",
          "title": "PIN?",
          "type": "string",
          "secret": true
        }
    """

  static func page(_ asked: String, _ name: String = "page") -> String {
    """
        "\(name)": {
          "asked": "\(asked)",
          "kind": "ask",
          "title": "What is on the page?",
          "type": "string",
          "repeated": true
        }
    """
  }

  private func text(_ answers: [String], _ about: [String]) -> String {
    "{\n" + answers.map { "  \"\($0)\": null,\n" }.joined() + "  \"$about\": {\n"
      + about.joined(separator: ",\n") + "\n  }\n}\n"
  }

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
    let named = refused.errors.split(separator: "\n").filter { $0.hasPrefix("    \"") }
    #expect(
      named.map { $0.split(separator: "\"")[1] }.joined(separator: ", ") == missing,
      "\(refused.errors)")
    let given = answers.flatMap { ["--answer", $0] }
    let ended = try folder.flow(
      [trip, "--resume", journal, "--no-input"] + given, input: .null)
    #expect(ended.status == 0, "\(ended.errors)")
  }

  @Test("Nothing is performed; what an answer decides is left out; a secret has no value")
  func minor() throws {
    let adult = """
          "adult": {
            "asked": "surely",
            "kind": "ask",
            "title": "Who comes with you?",
            "type": "string"
          }
      """
    let listed = Ended(
      65, "",
      "ticket.swift: 3 answers are missing, 1 more may be, and nobody can be asked; fill this in, "
        + "and give it with --answers:\n"
        + text(["name", "adult", "page"], [Self.name, adult, Self.pin, Self.page("perhaps")]))
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
      1 answer is missing, and nobody can be asked; fill this in, and give it with --answers:
      \(text(["page@2"], [Self.page("surely", "page@2")]))
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
    #expect(missing.errors.contains("1 answer is missing, 1 more may be, and nobody"))
    #expect(missing.errors.contains("{\n  \"age\": null,\n  \"adult\": null,\n  \"$about\""))
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
                "asked": "surely",
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
}
