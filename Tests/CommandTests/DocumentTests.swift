import Testing

@Suite("A JSON file is performed by flow itself")
struct DocumentTests {
  static let steps = """
    {"type":"alert","id":"a","title":"Sure?","buttons":[
      {"id":"yes","title":"Yes","steps":[{"type":"do","id":"a/yes/save","name":"save"}]},
      {"id":"no","title":"No"}]},
    {"type":"do","id":"count","name":"count","into":"n"},
    {"type":"say","text":"{n}"}
    """
  static let folder = ScriptFolder(
    "document",
    [
      "f.json": #"{"libretto":1,"flow":"f","keys":{"n":"integer"},"steps":[\#(steps)]}"#,
      "wrong.json": #"{"libretto":1,"flow":"f","keys":{},"steps":[{"type":"sya"}]}"#,
      "answers.json": #"{"a": "yes", "count": 3}"#, "yes.json": #"{"a": "yes"}"#,
    ])

  @Test("without closures it is refused before the first prompt, exit code 65")
  func missing() throws {
    #expect(
      try Self.folder.flow("f.json")
        == Ended(
          65, "",
          """
          f.json: the flow “f” has 2 problems:
            $.steps[0].buttons[0].steps[0]: the action “save” (id “a/yes/save”) has no closure; give it one with .handling(action: "save") { … }
            $.steps[1]: the action “count” (id “count”) has no closure; give it one with .handling(action: "count", into: n) { … }
            --stub-actions notes them instead

          """))
  }

  @Test("flow serve refuses it in its only line, unless the host performs what it does")
  func served() throws {
    let served = try Self.folder.flow("serve", "f.json")
    #expect(served.status == 65)
    #expect(
      served.output == #"""
        {"outcome":"failed","reason":"start","message":"the flow “f” has 2 problems:\n  \#
        $.steps[0].buttons[0].steps[0]: the action “save” (id “a/yes/save”) has no closure; \#
        give it one with .handling(action: \"save\") { … }\n  \#
        $.steps[1]: the action “count” (id “count”) has no closure; \#
        give it one with .handling(action: \"count\", into: n) { … }\n  \#
        --hand-out-actions leaves them to the other program","answers":{}}

        """#)
    let handsOut = try Self.folder.flow(
      "serve", "f.json", "--hand-out-actions", input: #"{"cancel":true}"# + "\n")
    #expect(handsOut.output.hasPrefix(#"{"serve":2,"flow":"f","#))
  }

  @Test("with --stub-actions they are noted, and --answers gives their results")
  func stubbed() throws {
    let ended = try Self.folder.flow("run", "f.json", "--stub-actions", "--answers", "answers.json")
    #expect(ended.status == 0)
    #expect(ended.output == "3\n")
    #expect(ended.errors.contains("(not performed: the action “save”)\n"))
    let without = try Self.folder.flow(
      "f.json", "--stub-actions", "--answers", "yes.json", input: "not asked for\n")
    #expect(without.status == 65)
    #expect(
      without.errors.hasSuffix(
        """
        (not performed: the action “count”)
        f.json: “count” (id “count”) was not performed, but its result is needed; give it with --answers, it is a whole number

        """))
  }

  @Test("export, outline and test work as for a script")
  func others() throws {
    let exported = try Self.folder.flow("export", "f.json", "--compact")
    #expect(exported.status == 0)
    #expect(exported.output.hasPrefix(#"{"libretto":1,"flow":"f","keys":{"n":"integer"},"#))
    #expect(try Self.folder.flow("outline", "f.json").output.hasPrefix("Flow “f”\n"))
    #expect(
      try Self.folder.flow("test", "f.json", "answers.json", "--stub-actions").errors
        == "answers.json: skipped “save”\n1 script passed\n")
  }

  @Test("an invalid flow and a missing file are reported")
  func wrong() throws {
    #expect(
      try Self.folder.flow("wrong.json")
        == Ended(
          65, "",
          """
          wrong.json: this JSON is not a valid flow; it has a problem:
            $.steps[0].type: there is no step of type “sya”; did you mean “say”?

          """))
    #expect(try Self.folder.flow("none.json").status == 66)
  }
}
