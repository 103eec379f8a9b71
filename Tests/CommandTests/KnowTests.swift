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
          $.steps[1].then[0]  dropped-step      fail “Too young.”: dropped
          $.steps[1]          dropped-step      when “age < 18”: dropped
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
}
