import Testing

@Suite("flow diff")
struct DiffTests {
  static let folder = ScriptFolder(
    "diff",
    [
      "old.swift": script(#"Ask("Name?", into: Key<String>("name"))"#),
      "new.swift": script(#"Ask("Your name?", into: Key<String>("name")).id("who")"#),
      "mapped.swift": script(
        #"Ask("Name?", into: Key<String>("name")).id("who", was: "name")"#),
    ])
  var folder: ScriptFolder { Self.folder }

  static func script(_ step: String) -> String {
    "import Libretto\nawait Flow(\"hello\") {\n  \(step)\n}.main()\n"
  }

  @Test("Scripts and exports; exit code 2 if an id needs a mapping, otherwise 0")
  func versions() throws {
    let text = """
      migrates automatically:
        who: is new: it is asked when a run reaches it

      needs a mapping:
        name: was removed; its answer isn't used; if it became “who”, write .id("who", was: \
      "name")

      paths: 1 path before, 1 path now
        gone: test: there is no answer for “Your name?” (id “who”); it needs text
        new: test: finished

      """
    #expect(try folder.flow("diff", "old.swift", "new.swift") == Ended(2, text))
    folder.save("old.json", try folder.flow("export", "old.swift").output)
    #expect(try folder.flow("diff", "old.json", "new.swift") == Ended(2, text))
    #expect(
      try folder.flow("diff", "old.json", "mapped.swift")
        == Ended(0, "migrates automatically:\n  who: renamed from “name”; saved entries are kept\n")
    )
    #expect(try folder.flow("diff", "old.json", "old.swift") == Ended(0, "no difference\n"))
    let json = """
      {
        "needsMapping": false,
        "differences": [],
        "pathsBefore": "1",
        "pathsNow": "1",
        "isWhole": true,
        "paths": [],
        "brokenScripts": []
      }

      """
    #expect(
      try folder.flow("diff", "old.swift", "old.json", "--output", "json") == Ended(0, json))
  }

  @Test("A script that needs what work computes is left alone, and that is why")
  func computed() throws {
    folder.save(
      "pure.swift",
      """
      import Libretto

      let count = Key<Int>("count")
      let price = Key<Int>("price")

      await Flow("pure") {
        Ask("How many?", into: count)
        Do("reckon", writes: [price]) { work in work[price] = try work.answer(count) * 4 }.pure()
        Say("\\(price) euros.")
      }.main()

      """)
    folder.save("count.json", #"{"count": 2}"#)
    let ended = try folder.flow("diff", "pure.swift", "pure.swift", "count.json")
    #expect(
      ended
        == Ended(
          0, "no difference\n",
          "left alone, because it needs what “reckon” computes: perform it with flow test: count.json\n"
        ))
  }

  private static let stale =
    "left alone, because it fails in the old version: gate/stale.json: the answer 999 does not fit "
    + "“How old?” (id “age”): Give 0 to 130.\n"

  @Test("Paths that are gone, new or end elsewhere, and the scripts of a folder that break")
  func paths() throws {
    folder.save("gate.json", KnowTests.flow)
    let edited = KnowTests.flow.replacing("\"<\"", with: "\"<=\"")
      .replacing("130", with: "120")
      .replacing("\"fail\", \"message\"", with: "\"finish\", \"text\"")
    folder.save("edited.json", edited)
    _ = try folder.shell("rm -rf gate")
    #expect(try folder.flow("test", "gate.json", "gate", "--generate").status == 0)
    folder.save("gate/stale.json", #"{"age": 999}"#)
    folder.save("gate/fine.json", #"{"age": 44}"#)
    let text = try folder.flow("diff", "gate.json", "edited.json", "gate")
    #expect(
      text
        == Ended(
          2,
          """
          migrates automatically:
            age: its rules changed; it is asked again if its answer breaks them
            conditions, loops or stored values changed or moved; they are evaluated again with the answers
            an ending changed or moved; a run ends at the first that it comes to

          paths: 4 paths before, 4 paths now
            ends elsewhere: age-is-0: failed: Too young., now finished
            takes another answer: age-is-130: “age”: 130, now 120
            ends elsewhere: age-below-18: failed: Too young., now finished

          scripts that break:
            gate/01-age-is-0.json: differs from gate/01-age-is-0.transcript, from line 3:
                ASK      How old?
                PERSON   -1
              - REFUSED  Give 0 to 130.
              + REFUSED  Give 0 to 120.
                PERSON   131
              - REFUSED  Give 0 to 130.
              + REFUSED  Give 0 to 120.
                PERSON   0
              … and 3 more lines
            gate/02-age-is-130.json: the answer 130 does not fit “How old?” (id “age”): Give 0 to 120.
            gate/03-age-below-18.json: differs from gate/03-age-below-18.transcript, from line 3:
                ASK      How old?
                PERSON   17
              - END      failed: Too young.
              + SAY      Too young.
              + END      finished
            gate/04-age-any-other.json: differs from gate/04-age-any-other.transcript, from line 3:
                ASK      How old?
                PERSON   18
              - SAY      Welcome.
              + SAY      Too young.
                END      finished

          """,
          Self.stale))
    let whole = try folder.flow("diff", "gate.json", "gate.json", "gate", "gate/fine.json")
    #expect(whole == Ended(0, "no difference\n", Self.stale))
    #expect(
      try folder.flow("diff", "gate.json", "gate.json", "nosuch.json")
        == Ended(
          66, "",
          "flow: nosuch.json: no such file; check the path, which is relative to the current folder\n"
        ))
  }

  @Test("A path whose example text no longer fits takes another text, and is neither gone nor new")
  func texts() throws {
    let small = """
      {"libretto": 1, "flow": "code", "keys": {"code": "string"}, "steps": [
        {"type": "ask", "id": "code", "title": "Code?", "into": "code",
         "rules": [{"rule": "matches", "pattern": "[a-z]{4}"}]},
        {"type": "confirm", "id": "sure", "title": "Sure?",
         "then": [{"type": "say", "text": "Good."}]}]}
      """
    folder.save("small.json", small)
    folder.save("large.json", small.replacing("[a-z]", with: "[A-Z]"))
    #expect(
      try folder.flow("diff", "small.json", "large.json")
        == Ended(
          0,
          """
          migrates automatically:
            code: its rules changed; it is asked again if its answer breaks them

          paths: 2 paths before, 2 paths now
            takes another answer: sure-no: “code”: “code”, now “AAAA”
            takes another answer: sure-yes: “code”: “code”, now “AAAA”

          """))
  }

  @Test("A question that is inserted or removed leaves the paths what they are")
  func otherSteps() throws {
    func flow(_ steps: String, _ key: String) -> String {
      """
      {"libretto": 1, "flow": "more", "keys": {"age": "integer"\(key)}, "steps": [
        {"type": "ask", "id": "age", "title": "Age?", "into": "age"},\(steps)
        {"type": "when", "condition": {"key": "age", "is": "<", "value": 18},
         "then": [{"type": "finish", "text": "Bye."}]},
        {"type": "confirm", "id": "sure", "title": "Sure?"}]}
      """
    }
    folder.save("less.json", flow("", ""))
    folder.save(
      "more.json",
      flow(
        """
        {"type": "ask", "id": "mail", "title": "Mail?", "into": "mail"},
        {"type": "confirm", "id": "robot", "title": "A robot?", "then": [{"type": "fail", \
        "message": "Not for robots."}]},
        """, #", "mail": "string""#))
    let (more, less) = (
      try folder.flow("diff", "less.json", "more.json"),
      try folder.flow("diff", "more.json", "less.json")
    )
    #expect(
      more.output.hasSuffix(
        """
        paths: 3 paths before, 5 paths now
          has other steps: 3 paths: “mail”, “robot” as well
          new: robot-yes: failed: Not for robots.

        """), "\(more.output)")
    #expect(
      less.output.hasSuffix(
        """
        paths: 5 paths before, 3 paths now
          has other steps: 3 paths: no longer “mail”, “robot”
          ends elsewhere: robot-yes: failed: Not for robots., now finished

        """), "\(less.output)")
  }

  @Test("Answers that still fit stay beside one that no longer does")
  func keptAnswers() throws {
    func flow(_ least: Int) -> String {
      """
      {"libretto": 1, "flow": "kept", "keys": {"age": "integer", "kids": "integer"}, "steps": [
        {"type": "ask", "id": "age", "title": "Age?", "into": "age",
         "rules": [{"rule": "range", "minimum": \(least), "maximum": 120}]},
        {"type": "ask", "id": "kids", "title": "Kids?", "into": "kids",
         "rules": [{"rule": "range", "minimum": 0, "maximum": 10}]},
        {"type": "when", "condition": {"key": "kids", "is": ">", "value": 2},
         "then": [{"type": "say", "text": "Many."}]}]}
      """
    }
    folder.save("old-age.json", flow(0))
    folder.save("new-age.json", flow(1))
    #expect(
      try folder.flow("diff", "old-age.json", "new-age.json")
        == Ended(
          0,
          """
          migrates automatically:
            age: its rules changed; it is asked again if its answer breaks them

          paths: 4 paths before, 4 paths now
            takes another answer: kids-any-other: “age”: 0, now 1

          """))
  }

  @Test("An earlier id that a step still has is that step’s own")
  func ownID() throws {
    func save(_ name: String, _ a: String, _ b: String) {
      folder.save(
        "\(name).json",
        """
        {"libretto": 1, "flow": "ids", "keys": {"a": "integer", "b": "integer"}, "steps": [
          {"type": "ask", "title": "A?", "into": "a", \(a)},
          {"type": "ask", "title": "B?", "into": "b", \(b)}]}
        """)
    }
    save("apart", #""id": "a""#, #""id": "b""#)
    save("claimed", #""id": "a""#, #""id": "b", "was": ["a"]"#)
    save("crossed", #""id": "a", "was": ["b"]"#, #""id": "b", "was": ["a"]"#)
    save("merged", #""id": "a2""#, #""id": "b2", "was": ["a", "b"]"#)
    for (old, new) in [
      ("apart", "claimed"), ("claimed", "apart"), ("apart", "crossed"), ("crossed", "apart"),
    ] {
      let diff = try folder.flow("diff", "\(old).json", "\(new).json")
      #expect(!diff.output.contains("paths:"), "\(old), \(new): \(diff)")
      #expect(diff.status == 0 || diff.status == 2, "\(old), \(new): \(diff)")
    }
    let merged = try folder.flow("diff", "apart.json", "merged.json")
    #expect(merged.output.contains("gone: test: there is no answer for “A?” (id “a2”)"))
  }

  @Test("What can't be compared")
  func misuse() throws {
    folder.save("broken.json", "{")
    #expect(
      try folder.flow("diff", "old.swift")
        == Ended(
          64, "",
          "flow: diff compares two versions of a flow, and there is 1 file: write "
            + "`flow diff OLD NEW`, each a .swift script or a .json export\n"))
    #expect(
      try folder.flow("diff", "none.json", "old.swift")
        == Ended(66, "", "flow: none.json: no such file or directory\n"))
    let broken = try folder.flow("diff", "old.swift", "broken.json")
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("flow: broken.json: this JSON is not a valid flow"))
    folder.save(
      "wrong.swift",
      Self.script(#"Ask("Name?", into: Key<String>("name")).id("name", was: "name")"#))
    let wrong = try folder.flow("diff", "old.swift", "wrong.swift")
    #expect(wrong.status == 65)
    #expect(wrong.errors.hasPrefix("wrong.swift: the flow “hello” has a problem:\n"))
    #expect(
      wrong.errors.hasSuffix("flow: wrong.swift: can't be exported; see the messages above\n"))
    folder.save(
      "double.json",
      """
      {"libretto": 1, "flow": "double", "keys": {}, "steps": [
        {"type": "confirm", "id": "a", "title": "A?"},
        {"type": "confirm", "id": "a", "title": "B?"}]}
      """)
    let double = try folder.flow("diff", "old.swift", "double.json")
    #expect(double.status == 65)
    #expect(double.errors.hasPrefix("flow: double.json: "), "\(double.errors)")
  }
}
