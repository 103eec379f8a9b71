import Testing

@testable import Libretto
@testable import LibrettoCore

@Suite("Lines for `flow serve`")
struct ServeLineTests {
  static let lines: [(String, ServeLine)] = [
    (#"{"answer":"a","text":" x "}"#, .resolve("a", .text(" x "), reads: nil)),
    (#"{"answer":"a","value":null}"#, .resolve("a", .value(.null), reads: nil)),
    (#"{"answer":"a","value":[1,2.5,true]}"#, .resolve("a", .value([1, 2.5, true]), reads: nil)),
    (#"{"answer":"a@2","choice":"no"}"#, .resolve("a@2", .answer(.choice("no")), reads: nil)),
    (#"{"performed":"d"}"#, .resolve("d", .performed([:]), reads: nil)),
    (
      #"{"performed":"d","writes":{"k":1,"gone":null},"reads":["k"]}"#,
      .resolve("d", .performed(["k": Value.int(1), "gone": nil]), reads: ["k"])
    ),
    (#"{"loaded":"l"}"#, .resolve("l", .loaded(nil), reads: nil)),
    (#"{"loaded":"l","value":"x","reads":[]}"#, .resolve("l", .loaded("x"), reads: [])),
    (#"{"failed":"d","error":"no"}"#, .resolve("d", .failed("no"), reads: nil)),
    (#"{"undone":"d"}"#, .resolve("d", .undone, reads: nil)),
    (#"{"dismissed":"n"}"#, .resolve("n", .dismissed, reads: nil)),
    (#"{"timedOut":"a"}"#, .resolve("a", .timedOut, reads: nil)),
    (#"{"elapsed":"w"}"#, .resolve("w", .elapsed, reads: nil)),
    (
      #"{"submit":"f","answers":{"a":1,"b":{"text":"x"}},"button":"ok"}"#,
      .submit("f", ["a": .value(1), "b": .text("x")], button: "ok")
    ),
    (#"{"page":"f"}"#, .page("f", [:], button: nil)),
    (#"{"back":true}"#, .back(from: nil)),
    (#"{"back":"a"}"#, .back(from: "a")),
    (#"{"leave":"f"}"#, .leave("f")),
    (#"{"cancel":true}"#, .cancel),
    (#"{"token":true}"#, .token),
  ]

  @Test("each kind of line is read", arguments: lines)
  func read(text: String, line: ServeLine) throws {
    #expect(try ServeLine(text) == line)
  }

  @Test(
    "a line outside the protocol is refused with what it should be",
    arguments: [
      ("[]", "The line is not a JSON object."),
      (#"{"cancel":false}"#, "“cancel” must be true or left out."),
      (#"{"token":"x"}"#, "“token” must be true or left out."),
      (#"{"back":1}"#, "“back” must be true or the name of a need."),
      (#"{"answer":1}"#, "“answer” must be a text, the name of a need."),
      (
        #"{"answer":"a"}"#, "An answer must have exactly one of “value”, “text” and “choice”."
      ),
      (
        #"{"answer":"a","text":"x","value":1}"#,
        "An answer must have exactly one of “value”, “text” and “choice”."
      ),
      (#"{"failed":"d"}"#, "“error” must be a text that says what went wrong."),
      (
        #"{"performed":"d","writes":[]}"#,
        "“writes” must be an object with the written values by key."
      ),
      (
        #"{"performed":"d","reads":[1]}"#,
        "“reads” must be an array of the keys that the work read."
      ),
      (
        #"{"submit":"f","answers":1}"#,
        "“answers” must be an object with the filled-in answers by id."
      ),
      (#"{"page":"f","button":1}"#, "“button” must be a text, the id of a button."),
      (
        #"{"answer":"a","txet":"x"}"#,
        "A line with “answer” has no member “txet”; did you mean “text”?"
      ),
      (
        #"{"elapsed":"w","value":1}"#,
        "A line with “elapsed” has no member “value”; it may have “reads”."
      ),
      (#"{"cancel":true,"a b":1}"#, "A line with “cancel” has no such member."),
      (
        #"{"answer":"a","text":"x","text":"y"}"#,
        "The line has a member twice: the second one is at column 26."
      ),
    ])
  func refused(text: String, message: String) {
    #expect(throws: ServeLine.Wrong(message: message)) { try ServeLine(text) }
  }

  @Test("a line has exactly one subject, and is JSON")
  func subject() {
    for text in ["{}", #"{"cancel":true,"token":true}"#, #"{"text":"x"}"#] {
      let error = #expect(throws: ServeLine.Wrong.self) { try ServeLine(text) }
      #expect(error?.message.hasPrefix("A line must have exactly one of the members") == true)
    }
    for member in ["id", "step"] {
      let error = #expect(throws: ServeLine.Wrong.self) {
        try ServeLine(#"{"answer":"c","value":"x","\#(member)":9}"#)
      }
      #expect(error?.message.hasPrefix("A line with “answer” has no member “\(member)”") == true)
    }
    let slip = #expect(throws: ServeLine.Wrong.self) { try ServeLine(#"{"anwser":"x"}"#) }
    #expect(slip?.message.hasSuffix("“saved”; did you mean “answer”?") == true)
    let error = #expect(throws: ServeLine.Wrong.self) { try ServeLine(#"{"answer""#) }
    #expect(error?.message.hasPrefix("The line is not JSON: ") == true)
  }
}
