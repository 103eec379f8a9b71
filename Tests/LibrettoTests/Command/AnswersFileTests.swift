import Testing

@testable import Libretto
@testable import LibrettoCore

@Suite("Answers files")
struct AnswersFileTests {
  static let flow = Flow("order") {
    Repeat(times: 2) { Ask("Name?", into: Key<String>("name")) }
    Ask("Tags?", into: Key<[String]>("tags"))
    Do("pay") { $0[Key<Int>("paid")] = 3 }
    Say("You pay \(Key<Int>("paid")).")
    Load("prices", into: Key<[Int]>("prices")) { [1] }
    Ask("Old:", into: Key<String>("old")).secret()
    Repeat(times: 2) { Ask("Town?", into: Key<String>("town")).id("trip/town") }
  }

  static func read(_ text: String) throws(DataError) -> [String: [ScriptedAnswer]] {
    try AnswersFile.read(Array(text.utf8), for: flow).answers
  }

  static let answers: [(String, [String: [ScriptedAnswer]])] = [
    ("{}", [:]),
    (#"{"name": "Bob"}"#, ["name": ["Bob"]]),
    (#"{"name": ["Bob", "Eve"], "name@2": 3}"#, ["name": ["Bob", "Eve"], "name@2": [3]]),
    (#"{"name": null}"#, ["name": [ScriptedAnswer(.null)]]),
    (#"{"name": null, "tags": null, "$about": {}}"#, [:]),
    (#"{"tags": ["a", "b"]}"#, ["tags": [ScriptedAnswer(["a", "b"])]]),
    (#"{"tags": []}"#, ["tags": [ScriptedAnswer([])]]),
    (
      #"{"tags": [["a"], null, {"back": true}]}"#,
      ["tags": [ScriptedAnswer(["a"]), ScriptedAnswer(.null), .back]]
    ),
    (
      #"{"name": [{"refused": 1}, {"default": true}, {"timedOut": true}]}"#,
      ["name": [.refused(1), .preset, .timedOut]]
    ),
    (#"{"pay": {"writes": {"paid": 3}}}"#, ["pay": [.writes(["paid": 3])]]),
    (#"{"pay": {"writes": {}}}"#, ["pay": [.writes([:])]]),
    (#"{"pay": {"error": "no"}}"#, ["pay": [.failure("no")]]),
    (#"{"prices": [1, 2]}"#, ["prices": [ScriptedAnswer([1, 2])]]),
    (#"{"town": "Rome", "town@2": "Bonn"}"#, ["trip/town": ["Rome"], "trip/town@2": ["Bonn"]]),
    (
      #"{"prices": [{"error": "no"}, [3]]}"#,
      ["prices": [.failure("no"), ScriptedAnswer([3])]]
    ),
  ]

  @Test("Each form of an answer is read", arguments: answers)
  func read(text: String, answers: [String: [ScriptedAnswer]]) throws {
    #expect(try Self.read(text) == answers)
  }

  static let forms =
    "{\"refused\": …}, {\"default\": true}, {\"timedOut\": true}, {\"back\": true}, "
    + "{\"writes\": {…}} and {\"error\": \"…\"}"

  static let mistakes: [(String, String)] = [
    (
      "{\n\"name\": Bob}",
      "line 2, column 9: this isn't the JSON of an answers file; put text in double quotes, and no "
        + "comma before a closing bracket"
    ),
    (
      #"{"name": "a", "name": "b"}"#,
      "line 1, column 15: this name is in the object twice; to give several answers, write an array "
        + "of them"
    ),
    (
      "{\"name\": \"a\"\n",
      "line 2, column 1: the file ends here, but the object isn't closed; add “}”"
    ),
    (#"{"name" "a"}"#, "line 1, column 9: write “:” between the name and its answer"),
    (#"{"name": "a" "age": 3}"#, "line 1, column 14: write “,” between two answers"),
    (#"{"name": "a"} {}"#, "line 1, column 15: the object ends before this; a file has one"),
    (
      #"{"name": "a}"#,
      "line 1, column 10: the text that begins here has no closing quotation mark"
    ),
    (
      "{\"name\": [\"a\",",
      "line 1, column 15: the file ends here, but the array isn't closed; add “]”"
    ),
    (
      #"{"trip": {"town": "Rome"}}"#,
      "the answer for “trip” is an object; give each of its answers by its own id: \"trip/town\": …"
    ),
    (
      #"{"trip/town": "Rome", "town": "Bonn"}"#,
      "“town” is another name for “trip/town”, which has an answer"
    ),
    (
      #"{"nane": 1, "tags": [[{}]]}"#,
      """
      the flow “order” has no step with the id “nane”; did you mean “name”?
      the answer for “tags” contains an object, but an answer can't contain one
      """
    ),
    (
      #"{"nane": 1, "street": 1, "tags": [[{}]], "city": 2, "country": 3}"#,
      """
      the flow “order” has no step with the id in member 2, which isn't quoted because it may be a \
      secret, nor with 2 other ids of this file; its outline shows the ids
      the flow “order” has no step with the id “nane”; did you mean “name”?
      the answer for “tags” contains an object, but an answer can't contain one
      """
    ),
    ("[]", "an answers file must be a JSON object: {\"id\": answer, …}"),
    (
      #"{"nane": 1}"#,
      "the flow “order” has no step with the id “nane”; did you mean “name”?"
    ),
    (
      #"{"quantity": 1}"#,
      "the flow “order” has no step with the id in member 1, which isn't quoted because it may be "
        + "a secret; its outline shows the ids"
    ),
    (
      #"{"name": {"a": 1}}"#,
      "the answer for “name” is an object, but not one of \(forms)"
    ),
    (
      #"{"name": {"default": false}}"#,
      "the answer for “name” is an object, but not one of \(forms)"
    ),
    (
      #"{"pay": {"writes": {"paid": {}}}}"#,
      "the answer for “pay” is an object, but not one of \(forms)"
    ),
    (
      #"{"tags": [[{}]]}"#,
      "the answer for “tags” contains an object, but an answer can't contain one"
    ),
    (
      #"{"pay": {"writes": {"pald": 3}}}"#,
      "“pay” writes “pald”, but the flow has no such key; did you mean “paid”?"
    ),
    (
      #"{"prices": "many"}"#,
      "“prices” is a load of a list of whole numbers, so “many” can't be its result: give its "
        + "data, null for no data, {\"error\": \"…\"} or {\"timedOut\": true}"
    ),
    (
      #"{"prices": {"back": true}}"#,
      "“prices” is a load of a list of whole numbers, so the step back can't be its result: "
        + "give its data, null for no data, {\"error\": \"…\"} or {\"timedOut\": true}"
    ),
  ]

  @Test("A mistake says where it is and what to write", arguments: mistakes)
  func refuse(text: String, message: String) {
    let error = #expect(throws: DataError.self) { try Self.read(text) }
    #expect(error?.description == message)
  }

  @Test("Bytes that aren't UTF-8 are refused, and not quoted")
  func bytes() {
    let error = #expect(throws: DataError.self) {
      try AnswersFile.read(Array(#"{"old": ""#.utf8) + [0xFF] + Array(#""}"#.utf8), for: Self.flow)
    }
    #expect(
      error?.description
        == "line 1, column 10: this isn't text: its bytes aren't UTF-8; convert the file to UTF-8")
  }

  private struct Person: InteractiveInterpreter {
    let answers: [String: Reply]
    func show(_ text: String) {}
    func ask(_ question: Question) -> Reply { answers[question.id] ?? .endOfInput }
  }

  @Test("A journal gives what is in force, without secrets")
  func journal() async throws {
    let bytes = Locked<[UInt8]>([])
    let person = Person(
      answers: [
        "name": .text("Bob"), "tags": .text("x, y"), "old": .text("hunter2"),
        "trip/town": .text("Rome"),
      ])
    let result = try await Self.flow.run(with: person, id: "run") { lines in
      bytes.withLock { $0 += lines.bytes }
    }
    #expect(result.outcome == .finished(nil))
    let file = try AnswersFile.read(bytes.withLock { $0 }, for: Self.flow)
    #expect(
      file.answers == [
        "name": [ScriptedAnswer(.resolved(.typed("Bob")))],
        "tags": [ScriptedAnswer(.resolved(.typed(["x", "y"])))],
        "pay": [.writes(["paid": 3])],
        "prices": [ScriptedAnswer([1])],
        "trip/town": [ScriptedAnswer(.resolved(.typed("Rome")))],
        "name@2": [ScriptedAnswer(.resolved(.typed("Bob")))],
        "trip/town@2": [ScriptedAnswer(.resolved(.typed("Rome")))],
      ])
    let other = Flow("other") { Ask("Name?", into: Key<String>("name")) }
    #expect(throws: DataError("this is a journal of the flow “order”, not of “other”")) {
      try AnswersFile.read(bytes.withLock { $0 }, for: other)
    }
  }
}
