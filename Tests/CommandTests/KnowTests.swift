import TestSupport
import Testing

/// What is known of a flow, on the command line.
@Suite("flow check, paths, test --generate, --coverage and --mutate, storyboard, diagram")
struct KnowTests {
  static let folder = ScriptFolder("know", ["flow.json": flow])
  var folder: ScriptFolder { Self.folder }

  static let flow = """
    {"libretto": 1, "flow": "gate", "keys": {"age": "integer"}, "steps": [
      {"type": "ask", "id": "age", "title": "How old?", "into": "age",
       "rules": [{"rule": "range", "minimum": 0, "maximum": 130}]},
      {"type": "when", "condition": {"key": "age", "is": "<", "value": 18},
       "then": [{"type": "fail", "message": "Too young."}]},
      {"type": "say", "text": "Welcome."}]}

    """

  @Test("Generated tests notice every planted fault, and fewer don’t")
  func mutations() throws {
    let generated = try folder.flow("test", "flow.json", "all", "--generate")
    #expect(generated.status == 0)
    #expect(
      try folder.flow("test", "flow.json", "all", "--mutate")
        == Ended(
          0, "9 of 9 planted faults are noticed; not counted: 1 refused when the flow is built\n"))
    folder.save("one.json", #"{"age": 40}"#)
    #expect(
      try folder.flow("test", "flow.json", "one.json", "--mutate")
        == Ended(
          2,
          """
          $.steps[0]          bound-off-by-one  ask “How old?”: minimum 0 as -1
          $.steps[0]          bound-off-by-one  ask “How old?”: minimum 0 as 1
          $.steps[0]          bound-off-by-one  ask “How old?”: maximum 130 as 129
          $.steps[0]          bound-off-by-one  ask “How old?”: maximum 130 as 131
          $.steps[1]          bound-off-by-one  when “age < 18”: “<” as “<=”
          $.steps[1]          dropped-step      when “age < 18”: dropped
          $.steps[1].then[0]  dropped-step      fail “Too young.”: dropped
          $.steps[2]          dropped-step      say “Welcome.”: dropped
          1 of 9 planted faults are noticed; not counted: 1 refused when the flow is built

          """))
    let json = try folder.flow("test", "flow.json", "one.json", "--mutate", "--output", "json")
    #expect(json.status == 2)
    #expect(
      json.output.hasPrefix(
        """
        {
          "planted": 9,
          "noticed": 1,
          "refused": 1,
          "unreachable": 0,
          "equal": 0,
          "leftOut": 0,
          "unnoticed": [
            {
              "fault": "bound-off-by-one",
              "what": "ask “How old?”: minimum 0 as -1",
              "path": "$.steps[0]"
            },

        """))
    folder.save("wrong.json", #"{"age": 4}"#)
    #expect(
      try folder.flow("test", "flow.json", "wrong.json", "--mutate")
        == Ended(
          65, "",
          """
          flow.json: wrong.json fails without a fault: the script has no transcript, and the flow \
          failed: Too young.
            if this is correct, write its transcript with --update
            repair it first

          """))
  }

  @Test("Tests go into a new folder, stay when they still do their work, and spare other files")
  func generation() throws {
    _ = try folder.shell("rm -rf deep")
    let made = try folder.flow("test", "flow.json", "deep/er/tests", "--generate")
    #expect(
      made
        == Ended(
          0,
          """
          deep/er/tests/01-age-is-0.json
          deep/er/tests/02-age-is-130.json
          deep/er/tests/03-age-below-18.json
          deep/er/tests/04-age-any-other.json

          """, "4 tests cover all 8 items; fewer is impossible\n"))
    let again = try folder.flow("test", "flow.json", "deep/er/tests/", "--generate")
    #expect(
      again == Ended(0, "", "4 kept, 0 new: 4 tests cover all 8 items; fewer is impossible\n"))
    let before = folder.text("deep/er/tests/01-age-is-0.transcript")
    folder.save("deep/er/tests/00-other.json", #"{"name": "Bob", "street": 1}"#)
    folder.save("deep/er/tests/stale.json", #"{"age": 999}"#)
    _ = try folder.shell("rm deep/er/tests/02*")
    #expect(
      try folder.flow("test", "flow.json", "deep/er/tests", "--generate")
        == Ended(
          0, "deep/er/tests/02-age-is-130.json\n",
          """
          left alone, because it isn’t a test of this flow: deep/er/tests/00-other.json: the flow \
          “gate” has no step with the id “name”, nor with another id of this file; its outline shows the ids
          covers nothing, because it fails: deep/er/tests/stale.json: the answer 999 does not fit \
          “How old?” (id “age”): Give 0 to 130.
          1 of 4 tests fails: repair or remove what fails; if a transcript is right as it is now, \
          test --update writes it
          3 kept, 1 new: 4 tests cover all 8 items; fewer is impossible

          """))
    #expect(folder.text("deep/er/tests/01-age-is-0.transcript") == before)
    #expect(folder.text("deep/er/tests/00-other.json") == #"{"name": "Bob", "street": 1}"#)
    let all = try folder.flow("test", "flow.json", "deep/er/tests")
    #expect(all.status == 2 && all.errors.hasSuffix("\n6 scripts, 2 failed\n"))
    folder.save("file", "")
    let named = try folder.flow("test", "flow.json", "some.json", "--generate")
    #expect(
      named
        == Ended(
          64, "",
          "flow.json: --generate needs a folder, and “some.json” is the name of a test in one: "
            + "`test some --generate`\n"))
    let blocked = try folder.flow("test", "flow.json", "file/tests", "--generate")
    #expect(blocked == Ended(65, "", "flow.json: file/tests: not a directory\n"))
  }

  @Test("A test that fails covers nothing, and is told what to do")
  func failing() throws {
    _ = try folder.shell("rm -rf old")
    #expect(try folder.flow("test", "flow.json", "old", "--generate").status == 0)
    folder.save(
      "old/04-age-any-other.transcript",
      folder.text("old/04-age-any-other.transcript").replacing("Welcome", with: "Hello"))
    let told = """
      covers nothing, because it fails: old/04-age-any-other.json: differs from \
      old/04-age-any-other.transcript, from line 3:
            ASK      How old?
            PERSON   18
          - SAY      Hello.
          + SAY      Welcome.
            END      finished
      1 of 4 tests fails: repair or remove what fails; if a transcript is right as it is now, \
      test --update writes it

      """
    #expect(
      try folder.flow("test", "flow.json", "old", "--coverage")
        == Ended(2, "$.steps[0]  age: any other\n3 tests cover 7 of 8 items\n", told))
    #expect(
      try folder.flow("test", "flow.json", "old", "--generate")
        == Ended(
          0, "old/05-age-any-other.json\n",
          told + "3 kept, 1 new: 4 tests cover all 8 items; fewer is impossible\n"))
  }

  @Test("Both sides of the bound of a condition ride along, and names tell them apart")
  func bounds() throws {
    folder.save(
      "tea.json",
      """
      {"libretto": 1, "flow": "tea", "keys": {"cups": "integer"}, "steps": [
        {"type": "ask", "id": "cups", "title": "How many cups?", "into": "cups"},
        {"type": "when", "condition": {"key": "cups", "is": ">", "value": 4},
         "then": [{"type": "say", "text": "A pot."}]},
        {"type": "when", "condition": {"key": "cups", "is": "<", "value": 1},
         "then": [{"type": "say", "text": "None."}]}]}
      """)
    _ = try folder.shell("rm -rf tea")
    #expect(
      try folder.flow("test", "tea.json", "tea", "--generate")
        == Ended(
          0,
          """
          tea/01-cups-any-other.json
          tea/02-cups-above-4.json
          tea/03-cups-below-1.json

          """, "3 tests cover all 11 items; fewer is impossible\n"))
    // One answer can't be 1 and 4.
    #expect(
      try folder.flow("test", "tea.json", "tea", "--mutate")
        == Ended(
          2,
          """
          $.steps[1]  bound-off-by-one  when “cups > 4”: “>” as “>=”
          7 of 8 planted faults are noticed; not counted: 1 refused when the flow is built

          """))
    folder.save(
      "pot.json",
      folder.text("tea.json").replacing(#""is": "<", "value": 1"#, with: #""is": ">", "value": 7"#))
    #expect(try folder.flow("test", "pot.json", "pot", "--generate").status == 0)
    #expect(
      folder.text("pot/02-cups-above-4-cups-above-7-when-cups-above-7-then.json").contains(
        #""cups": 8"#))
    #expect(
      folder.text("pot/01-cups-any-other-when-cups-above-4-otherwise.json").contains(#""cups": 4"#))
  }

  @Test("A script of an earlier version is performed by the ids that steps and options have now")
  func renamed() throws {
    func save(_ name: String, _ id: String, _ option: String) {
      folder.save(
        name,
        """
        {"libretto": 1, "flow": "cup", "keys": {"size": "string"}, "steps": [
          {"type": "choose", "title": "Size?", "into": "size", \(id), "options": [
            {\(option), "title": "A small one", "steps": [{"type": "say", "text": "Small."}]},
            {"id": "large", "title": "A big one"}]}]}
        """)
    }
    save("cup.json", #""id": "size""#, #""id": "small""#)
    save("mug.json", #""id": "cup", "was": "size""#, #""id": "tiny", "was": "small""#)
    #expect(try folder.flow("test", "cup.json", "cup", "--generate").status == 0)
    #expect(folder.text("cup/02-size-small.json").contains(#""size": "small""#))
    let tested = try folder.flow("test", "mug.json", "cup")
    #expect(tested.status == 0 && tested.errors == "2 scripts passed\n", "\(tested)")
    #expect(
      try folder.flow("test", "mug.json", "cup", "--coverage")
        == Ended(0, "2 tests cover 2 of 2 items\n"))
    #expect(
      try folder.flow("diff", "cup.json", "mug.json", "cup")
        == Ended(
          0,
          """
          migrates automatically:
            cup: renamed from “size”; saved entries are kept
            cup: the choice “tiny” was “small”; existing answers are kept

          """))
    // Forwards and backwards: what two options have exchanged, and a step that has another's id.
    save("swapped.json", #""id": "size""#, #""id": "large", "was": "small""#)
    folder.save(
      "swapped.json",
      folder.text("swapped.json").replacing(
        #"{"id": "large", "title": "A big one"}"#,
        with: #"{"id": "small", "was": "large", "title": "A big one"}"#))
    let swapped = try folder.flow("diff", "cup.json", "swapped.json", "cup")
    #expect(swapped.status == 0 && !swapped.output.contains("paths:"), "\(swapped)")
  }

  @Test("flow test says first what flow check finds to be an error, with its column")
  func errorsFirst() throws {
    folder.save(
      "stock.swift",
      """
      import Libretto
      let stock = Key<Int>("stock"), count = Key<Int>("count")
      await Flow("stock") {
        Ask("How many?", into: stock).validate(.range(0...5))
        When(stock < 9) { Ask("You?", into: count).validate(.range(1...stock)) }
      }.main()

      """)
    let error = """
      stock.swift:5:21: error: the bounds of ask “You?” can cross if “How many?” is answered with 0, \
      so that no answer fits [no-answer-fits]

      """
    folder.save("two.json", #"{"stock": 2, "count": 2}"#)
    let tested = try folder.flow("test", "stock.swift", "two.json")
    #expect(tested.status == 0 && tested.errors == error + "1 script passed\n")
    let checked = try folder.flow("check", "stock.swift", "--output", "json")
    #expect(checked.status == 2)
    #expect(
      checked.output.contains(
        """
              "file": "stock.swift",
              "line": 5,
              "column": 21
        """))
    #expect(
      try folder.flow("test", "stock.swift", "two.json", "--coverage").output.hasPrefix(
        "stock.swift:4:3  stock: stock == 0, no run with it comes to an end\n"
          + "stock.swift:4:3  stock: stock == 5\n"))
  }

  @Test("Texts with the signs of Mermaid are texts there")
  func mermaid() throws {
    folder.save(
      "signs.json",
      #"""
      {"libretto": 1, "flow": "a \"b\" #c;", "keys": {}, "steps": [
        {"type": "repeat", "times": 2, "steps": [
          {"type": "confirm", "id": "c", "title": "end --> <b>`x`</b> | {{y}}", "then": [
            {"type": "break"}]}]},
        {"type": "say", "text": "subgraph %%"}]}
      """#)
    #expect(
      try folder.flow("diagram", "signs.json", "--mermaid")
        == Ended(
          0,
          """
          flowchart TD
            start(["a #34;b#34; #35;c#59;"])
            n0{"repeat “2 times”"}
            start --> n0
            n1["confirm “end --#62; #60;b#62;#96;x#96;#60;/b#62; | {{y}}”"]
            n0 -->|"a round"| n1
            n2["break"]
            n1 -->|"Yes"| n2
            n1 -->|"No"| n0
            n3("say “subgraph #37;#37;”")
            n2 --> n3
            n0 -->|"no further round"| n3
            done(["End"])
            n3 --> done

          """))
    #expect(try folder.flow("diagram", "signs.json", "--mermaid", "-o", "x.mmd") == Ended(0))
    #expect(folder.text("x.mmd").hasPrefix("flowchart TD\n"))
    for path in ["none/x.svg", "none/x.html"] {
      let command = path.hasSuffix("svg") ? "diagram" : "storyboard"
      #expect(
        try folder.flow(command, "signs.json", "-o", path)
          == Ended(65, "", "signs.json: can't write \(path): no such file or directory\n"))
    }
  }

  @Test("Every fault in the Playground is noticed by the generated tests")
  func playground() throws {
    for name in PlaygroundTests.scripts.keys.sorted() {
      let ended = try folder.shell(
        """
        rm -rf "of-$2" && "$FLOW" test "$1/Playground/$2.swift" "of-$2" --generate >/dev/null 2>&1 &&
        exec "$FLOW" test "$1/Playground/$2.swift" "of-$2" --mutate
        """, [PlaygroundTests.package, name])
      #expect(ended.status == 0 && ended.output.split(separator: "\n").count == 1, "\(ended)")
      #expect(ended.output.contains(" planted faults are noticed"), "\(name)")
      // What its visits are set to at first only matters to the work that counts them.
      #expect(ended.output.contains("1 that no script can notice") == (name == "survey"), "\(name)")
    }
  }

  @Test("A flow of which no run comes to an end gets no test, twice")
  func noEnd() throws {
    folder.save(
      "long.json",
      """
      {"libretto": 1, "flow": "long", "keys": {"i": "integer"}, "steps": [
        {"type": "confirm", "id": "q", "title": "q?"},
        {"type": "store", "into": "i", "value": 0},
        {"type": "repeat", "while": {"key": "i", "is": "<", "value": 1000000}, "steps": [
          {"type": "store", "into": "i", "value": {"+": [{"key": "i"}, 1]}}]}]}
      """)
    let told = """
      $.steps[2]: error: repeat while “i < 1000000” goes beyond the limit of a run, 1000000 steps without a prompt [endless-loop]
      0 tests cover 0 of 4 items
      no run of the flow comes to an end, so no test is written
      not covered: $.steps[0]: q → yes, no run with it comes to an end
      not covered: $.steps[0]: q → no, no run with it comes to an end
      not covered: $.steps[2]: repeat while “i < 1000000” → round, no run with it comes to an end
      not covered: $.steps[2]: repeat while “i < 1000000”: “i < 1000000” holds, no run with it comes to an end

      """
    for _ in 0..<2 {
      #expect(try folder.flow("test", "long.json", "of-long", "--generate") == Ended(0, "", told))
    }
  }

  @Test("A flow of which no run to an end is found isn’t said to have none")
  func endNotFound() throws {
    folder.save(
      "primes.json",
      """
      {"libretto": 1, "flow": "primes", "keys": {"a": "integer", "b": "integer", "c": "integer"},
      "steps": [
        {"type": "ask", "id": "a", "title": "a?", "into": "a",
          "rules": [{"rule": "range", "minimum": 0, "maximum": 1000000}]},
        {"type": "ask", "id": "b", "title": "b?", "into": "b",
          "rules": [{"rule": "range", "minimum": 0, "maximum": 1000000}]},
        {"type": "store", "into": "c", "value": 0},
        {"type": "when", "condition": {"formula": {"*": [{"key": "a"}, {"key": "b"}]},
          "is": "==", "value": 999962000357}, "then": [], "otherwise": [
          {"type": "store", "into": "c", "value": {"/": [1, {"key": "c"}]}}]}]}
      """)
    let ended = try folder.flow(
      "test", "primes.json", "of-primes", "--generate", "--criterion", "branches")
    #expect(
      ended.errors.contains("\nno run was found that comes to an end, so no test is written\n"))
  }
}
