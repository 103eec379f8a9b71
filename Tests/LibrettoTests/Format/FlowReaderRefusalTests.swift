import Testing

@testable import LibrettoCore

/// JSON that isn't a flow is refused with all its problems, each with its path.
struct FlowReaderRefusalTests {
  /// The problems of a document of these steps.
  static func problems(_ steps: String, keys: String = "") -> [String] {
    problems(
      document: #"{"libretto":1,"flow":"f","keys":{\#(keys)},"steps":[\#(steps)]}"#)
  }

  static func problems(document: String) -> [String] {
    do throws(InvalidFlow) {
      _ = try Flow(json: document)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("an empty rule, a switch without steps, and steps where a page has no place for them")
  func empty() {
    let keys = #""n":"string""#
    let steps = #"""
      {"type":"ask","id":"q","title":"Q","into":"n","rules":[{"rule":""}]},
      {"type":"switch","key":"n","cases":[],"default":[]},
      {"type":"form","id":"x","title":"X","fields":[
        {"type":"ask","id":"x/q","title":"Q","into":"n","timedOut":[{"type":"say","text":"a"}]}]}
      """#
    #expect(
      Self.problems(steps, keys: keys) == [
        "$.steps[0].rules[0].rule: there is no rule “”; there are “notEmpty”, “length”, “range”, "
          + "“oneOf”, “equals”, “differs”, “matches”, “daysFromToday”, “path”",
        "$.steps[1]: a switch needs at least one case",
        "$.steps[2].fields[0].timedOut: there is no member “timedOut” here; there are “type”, "
          + "“id”, “was”, “title”, “into”, “default”, “placeholder”, “help”, “secret”, "
          + "“optional”, “multiline”, “transforms”, “timeoutMilliseconds”, “rules”, “draftRules”, “checks”, "
          + "“when”",
      ])
  }

  @Test("an alert with too many fields is one problem, whatever its buttons")
  func manyFields() {
    let field = #"{"type":"ask","id":"f","title":"F","into":"n"}"#
    let button = #"{"id":"b","title":"B"}"#
    let fields = Array(repeating: field, count: 101).joined(separator: ",")
    let buttons = Array(repeating: button, count: 100).joined(separator: ",")
    let alert =
      #"{"type":"alert","id":"a","title":"A","fields":[\#(fields)],"buttons":[\#(buttons)]}"#
    #expect(
      Self.problems(alert, keys: #""n":"string""#) == [
        "$.steps[0].fields: expected at most 100 fields, found 101"
      ])
  }

  @Test("all problems of the format are reported at once")
  func whole() {
    let steps = """
      {"type":"sya","text":"a"},
      {"type":"say","txt":"a"},
      {"type":"alert","id":"a","title":"A","buttons":[{"id":"b","title":3,"steps":[{"type":"say","text":"{nane}"}]}]},
      {"type":"when","condition":{"all":[{"key":"name","is":"~","value":3}]},"then":[7]},
      {"type":"repeat","times":-1,"until":{"all":[]},"steps":[]},
      {"type":"ask","id":"q","title":"{{}","into":"name","rules":[{"rule":"matches","pattern":"("}]}
      """
    #expect(
      Self.problems(steps, keys: #""name":"string""#) == [
        "$.steps[0].type: there is no step of type “sya”; did you mean “say”?",
        "$.steps[1]: the member “text” is missing",
        "$.steps[1].txt: there is no member “txt” here; did you mean “text”?",
        "$.steps[2].buttons[0].title: expected a text, found 3",
        "$.steps[2].buttons[0].steps[0].text: the key “nane” isn't declared in “keys”; "
          + "did you mean “name”?",
        "$.steps[3].condition.all[0].is: there is no test “~”; there are “==”, “!=”, “<”, “<=”, "
          + "“>”, “>=”, “set”, “empty”, “multiple”, “contains”, “matches”",
        "$.steps[3].then[0]: expected a step, which is an object, found 7",
        "$.steps[4]: a repeat has exactly one of “times”, “while” and “until”, not 2",
        "$.steps[4].times: expected a whole number of at least 0, found -1",
        "$.steps[5].title: this text contains a single “}”; write “}}” for a brace, and “{name}” "
          + "for an answer",
        "$.steps[5].rules[0].pattern: the pattern “(” can't be used: "
          + (Pattern("(").problem ?? ""),
      ])
  }

  @Test("problems of the flow are reported if the format is right")
  func flow() {
    let steps = """
      {"type":"break"},{"type":"reload"},{"type":"do","id":"a","name":"x"},
      {"type":"do","id":"a","name":" "},{"type":"store","into":"age","value":"old"},
      {"type":"operations","operations":[
        {"type":"operation","id":"o","name":"o","after":["p"],"steps":[]},
        {"type":"operation","id":"p","name":"p","after":["o"],"steps":[]}]},
      {"type":"confirm","id":"c c","title":"?"}
      """
    #expect(
      Self.problems(steps, keys: #""age":"integer","more":"string""#) == [
        "$.steps[0]: Break() is outside a Repeat; move it into one",
        "$.steps[1]: TryAgain() is outside a Load or Do of this flow and operation; move it into the data, empty or failure branch of a Load, or the failure branch of a Do",
        "$.steps[3]: the id “a” is also the id of the step at $.steps[2]; "
          + "give one of the two another id, such as .id(\"a-2\")",
        "$.steps[3]: an action needs a name",
        "$.steps[4]: “old” is not a whole number, as the key “age” requires",
        "$.steps[5].operations[0]: these operations wait for each other and can never start: "
          + "“o” after “p” after “o”",
        "$.steps[6]: “c c” can't be an id: use only letters, digits, “-”, “_”, “.” and “/”",
        "$.keys.more: nothing in the flow uses the key “more”; remove it",
      ])
  }

  static let one: [(steps: String, keys: String, problem: String)] = [
    (#"{"text":"a"}"#, "", "$.steps[0]: the member “type” is missing"),
    (
      #"{"type":"say","text":"{"}"#, "",
      "$.steps[0].text: this text contains a single “{”; write “{{” for a brace, and “{name}” for an answer"
    ),
    (
      #"{"type":"store","into":"a","value":{}}"#, #""a":"string""#,
      "$.steps[0].value: expected a value or a calculation, found an object; a calculation is an object with one member: “key”, “count” or “lines” (a key), “text”, “min” or “max” (an array), or “+”, “-”, “*”, “/”, “%” (an array of two)"
    ),
    (
      #"{"type":"wait","id":"w","milliseconds":1.5}"#, "",
      "$.steps[0].milliseconds: expected a whole number of at least 0, found 1.5"
    ),
    (#"{"type":"wait","milliseconds":1}"#, "", "$.steps[0]: the member “id” is missing"),
    (#"{"type":"cancelOperation","name":"o"}"#, "", "$.steps[0]: the member “id” is missing"),
    (
      #"{"type":"do","id":"a","was":1,"name":"a"}"#, "",
      "$.steps[0].was: expected a text or an array of texts, found 1"
    ),
    (
      #"{"type":"do","id":"a","was":["b",2],"name":"a"}"#, "",
      "$.steps[0].was[1]: expected a text, found 2"
    ),
    (
      #"{"type":"wait","id":"w","milliseconds":1},{"type":"wait","id":"w","milliseconds":1}"#, "",
      "$.steps[1]: the id “w” is also the id of the step at $.steps[0]; "
        + "give one of the two another id, such as .id(\"w-2\")"
    ),
    (
      #"{"type":"operation","id":"o","name":"o","steps":[]}"#, "",
      "$.steps[0].type: there is no step of type “operation”; did you mean “operations”?"
    ),
    (
      #"{"type":"operations","operations":[{"type":"break"}]}"#, "",
      "$.steps[0].operations[0].type: there is no step among operations of type “break”; there are “operation”"
    ),
    (
      #"{"type":"form","id":"f","title":"F","fields":[{"type":"alert","id":"a","title":"A"}]}"#, "",
      "$.steps[0].fields[0].type: there is no question on a form of type “alert”; there are “ask”, “rate”, “confirm”, “choose”, “chooseMany”"
    ),
    (
      #"{"type":"confirm","id":"c","title":"?","into":"a"}"#, #""a":"string""#,
      "$.steps[0].into: the key “a” is text, but must be yes or no here"
    ),
    (
      #"{"type":"when","condition":{"key":"a","is":"<","other":"b"},"then":[]}"#,
      #""a":"string","b":"integer""#,
      "$.steps[0].condition: the answer “a” is text, which can't be compared with a whole number"
    ),
    (
      #"{"type":"when","condition":{"all":[],"any":[]},"then":[]}"#, "",
      "$.steps[0].condition: expected a condition, found an object; a condition is an object with “key” or “formula” and “is”, or with “all”, “any” (an array of conditions) or “not” (a condition) alone"
    ),
    (
      #"{"type":"ask","id":"q","title":"?","into":"a","rules":[{"rule":"matches","pattern":"a"}]}"#,
      #""a":"integer""#,
      "$.steps[0].rules[0]: an answer that is a whole number can't have the rule “matches”"
    ),
    (
      #"{"type":"switch","key":"a","cases":[{"values":[],"steps":[]}]}"#, #""a":"integer""#,
      "$.steps[0].cases[0].values: a case needs at least one value"
    ),
    (
      #"{"type":"alert","id":"a","title":"A","buttons":[{"id":"b","title":"B","role":"big"}]}"#, "",
      "$.steps[0].buttons[0].role: there is no role “big”; there are “normal”, “cancel”, “destructive”"
    ),
    (
      #"{"type":"say","text":"{a}"}"#, #""a":{"list":"text"}"#,
      "$.keys.a.list: expected a type, found the text “text”; a type is “string”, “integer”, “number”, “boolean”, “day”, “time”, or an object with one member: “oneOf” (an array), “list” or “optional” (a type)"
    ),
    (
      #"{"type":"ask","id":"q","title":"?","into":"a","default":"x"}"#, #""a":"integer""#,
      "$.steps[0]: the default “x” is not a whole number"
    ),
  ]

  @Test("each refusal by itself", arguments: one)
  func each(_ refusal: (steps: String, keys: String, problem: String)) {
    #expect(Self.problems(refusal.steps, keys: refusal.keys) == [refusal.problem])
  }

  @Test("a document of another version has only that problem")
  func version() {
    #expect(
      Self.problems(document: #"{"libretto":2,"what":1}"#) == [
        "$.libretto: this is version 2 of the format; only version 1 can be read"
      ])
    #expect(
      Self.problems(document: "[]") == ["$: expected a flow, which is an object, found an array"])
    #expect(
      Self.problems(document: "{}") == [
        "$: the member “libretto”, the version of the format, is missing; a flow has 1"
      ])
    #expect(
      Self.problems(document: #"{"libretto":1"#)
        == ["line 1, column 14, at $: expected “,” or “}”, found the end of the text"])
  }

  @Test("a hundred problems are listed, the others counted")
  func many() {
    let steps = Array(repeating: #"{"type":"x"}"#, count: 5000).joined(separator: ",")
    let text = #"{"libretto":1,"flow":"f","keys":{},"steps":[\#(steps)]}"#
    #expect {
      try Flow(json: text)
    } throws: { error in
      let error = error as? InvalidFlow
      return error?.count == 5000 && error?.problems.count == 100
        && error?.description.hasSuffix("\n  … and 4900 more") == true
    }
  }

  @Test("a rule whose minimum is more than its maximum is refused")
  func impossible() throws {
    let json = #"""
      {"libretto":1,"flow":"f","keys":{"n":"string","i":"integer"},"steps":[
      {"type":"ask","id":"n","title":"N?","into":"n","rules":[{"rule":"length","minimum":5,"maximum":1}]},
      {"type":"ask","id":"i","title":"I?","into":"i","rules":[{"rule":"range","minimum":5,"maximum":1}]}]}
      """#
    #expect(throws: InvalidFlow.self) { try Flow(json: json).validate() }
  }
}
