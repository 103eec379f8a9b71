import Testing

@testable import LibrettoCore

/// What can be wrong with ids, keys, secrets and jumps, each with its whole text and place.
struct ProblemTests {
  let name = Key<String>("name")
  let score = Key<Int>("score")
  let ratio = Key<Double>("ratio")
  let word = Key<String>("word")
  let sure = Key<Bool>("sure")

  @Test("equal ids, with both places")
  func equalIDs() {
    let line = #line
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Ask("Your name?", into: name)
      Do("x") { _ in }.id("name")
      Flow("in") { Do("x") { _ in } }
      Flow("in") { Say("x") }
      Repeat(times: 2) { Do("x") { _ in }.id("in/x") }
      for _ in 1...2 { Do("y") { _ in } }
    }
    refuses(
      flow, line,
      (3, "the id “name” is also the id of the step at @2; \(ownID("name"))"),
      (4, "the id “name” is also the id of the step at @2; \(ownID("name"))"),
      (6, "the id “in” is also the id of the step at @5; \(ownID("in"))"),
      (7, "the id “in/x” is also the id of the step at @5; \(ownID("x"))"),
      (
        8,
        "the id “y” is also the id of another step on this line; give each its own id, in a loop one "
          + "with what it loops over, such as .id(\"y-\\(number)\")"
      ))
  }

  @Test("equal ids of buttons and options, with both places")
  func equalChoices() {
    let line = #line
    let flow = Flow("f") {
      Alert("A") {
        Button("No")
        Button("no!")
        Button("Never").id("no")
      }
      Choose("B", from: ["x", "X"], into: word)
    }
    refuses(
      flow, line,
      (4, "the id “no” is also the id of the choice at @3 beside it; \(ownID("no"))"),
      (5, "the id “no” is also the id of the choice at @4 beside it; \(ownID("no"))"),
      (
        7,
        "the options “x” and “X” of the list have the same id, “x”; declare one as an Option with "
          + "another .id(\"…\")"
      ))
  }

  @Test("invalid ids, and titles that can't become ids")
  func badIDs() {
    let line = #line
    let flow = Flow("f") {
      Do("a") { _ in }.id("a b")
      Do("b") { _ in }.id("")
      Alert("A") { Button("B").id("#") }
      Alert("?!") { Button("…") }
      Choose("C") { Option("") }
      Confirm("\(name)")
      Flow("🙂") { Say("x") }
    }
    let letters = "use only letters, digits, “-”, “_”, “.” and “/”"
    refuses(
      flow, line,
      (2, "“a b” can't be an id: \(letters)"),
      (3, "“” can't be an id: an id can't be empty"),
      (4, "“#” can't be an id: \(letters)"),
      (5, noID), (5, noID), (6, noID), (7, noID), (8, noID))
  }

  @Test("empty titles and names")
  func empty() {
    let line = #line
    let flow = Flow(" ") {
      Do("  ") { _ in }
      Do("") { _ in }.id("x")
      Alert("") { Button("").id("b") }.id("a")
    }
    refuses(
      flow, line, (2, noID), (2, "an action needs a name"), (3, "an action needs a name"),
      (1, "a flow needs a name"))
  }

  @Test("a key with two types, wherever it is used")
  func twoTypes() {
    let number = Key<Int>("name")
    let line = #line
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Say("\(number)")
      When(number.isSet) { Store(1, into: number) }
      Fail("\(Key<String?>("name"))")
    }
    let is2 = "is a whole number here and text at @2; one name has one type"
    refuses(
      flow, line, (3, "the key “name” \(is2)"), (4, "the key “name” \(is2)"),
      (4, "the key “name” \(is2)"),
      (5, "the key “name” is text, or nothing here and text at @2; one name has one type"))
  }

  @Test("invalid names of keys")
  func badKeys() {
    let line = #line
    let flow = Flow("f") {
      Say("\(Key<String>("a b")) \(Key<Int>("{x}"))")
      Store(1, into: Key<Int>(""))
      Store(1, into: Key<Int>("ok-1_2.3é"))
      anything
    }
    let letters = "use letters, digits, “-”, “_” and “.”"
    refuses(
      flow, line, (2, "“a b” can't be a key: \(letters)"), (2, "“{x}” can't be a key: \(letters)"),
      (3, "“” can't be a key: \(letters)"))
  }

  @Test("one key spelled with other characters that look the same")
  func spelledOtherwise() {
    let line = #line
    let flow = Flow("f") {
      Ask("Name?", into: Key<String>("\u{E9}"))
      Ask("Again?", into: Key<String>("e\u{301}")).id("again")
    }
    refuses(flow, line, (3, "the key “e\u{301}” is spelled with different characters at @2"))
  }

  @Test("an option whose title shows an answer needs a value")
  func titleWithAnswer() {
    let line = #line
    let flow = Flow("f") {
      Ask("Name?", into: name)
      Choose("Keep?") {
        Option("Keep \(name)")
        Option("Drop")
      }
    }
    refuses(
      flow, line,
      (
        4,
        "the title shows an answer, so it can't be the option’s value; "
          + "give the value: Option(\"…\", value)"
      ))
  }

  @Test("Break outside a Repeat, also in a sub-flow inside one")
  func breaks() {
    let line = #line
    let flow = Flow("f") {
      Break()
      Repeat {
        Alert("A") { Button("B") { When(sure) { Break() } } }
        Flow("in") {
          Break()
          Repeat { Break() }
        }
        Break()
      }
      When(sure) { Break() }
      anything
    }
    let outside = "Break() is outside a Repeat; move it into one"
    refuses(flow, line, (2, outside), (6, outside), (11, outside))
  }

  @Test("values that are not of their key's type, or that JSON can't hold")
  func wrongValues() {
    let line = #line
    let flow = Flow("f") {
      Store(.nan, into: ratio)
      When(ratio < .infinity || !(ratio == 1)) {}
      Repeat(times: -1) {}
      When(Key<[Double]>("many").contains(-.infinity)) {}
      anything
    }
    refuses(
      flow, line, (2, "nan is not a number, as the key “ratio” requires"),
      (3, "the condition compares the key “ratio”, which is a number, with inf"),
      (4, "a loop can't go round -1 times; write 0 or more"),
      (5, "the condition compares the key “many”, which is a list of numbers, with [-inf]"))
  }

  @Test("all problems are told at once, a line each, made safe to show")
  func whole() throws {
    let line = #line
    let flow = Flow("f") {
      Do("a") { _ in }
      Do("A!") { _ in }
      Break()
    }
    let error = #expect(throws: InvalidFlow.self) { try flow.validate() }
    #expect(
      error?.description == """
        the flow “f” has 2 problems:
          ProblemTests.swift:\(line + 3): the id “a” is also the id of the step at \
        ProblemTests.swift:\(line + 2); give one of the two another id, such as .id("a-2")
          ProblemTests.swift:\(line + 4): Break() is outside a Repeat; move it into one
        """)
    let problem = Diagnostic("bad", "“\u{1B}[2J” is bad", at: nil)
    #expect(
      InvalidFlow(flow: "f", problems: [problem]).description
        == "the flow “f” has a problem:\n  “␛[2J” is bad")
  }
}

private let noID =
  "no id can be made from a title without letters or digits; add .id(\"…\")"
private func ownID(_ id: String) -> String {
  "give one of the two another id, such as .id(\"\(id)-2\")"
}

/// Checks the problems of a flow: each by its line counted from a first, and its whole message,
/// in which `@2` stands for the place two lines on.
func refuses(
  _ flow: Flow, _ line: Int, _ problems: (Int, String)..., file: String = #fileID,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let name = file.split(separator: "/").last ?? ""
  let expected = problems.map { offset, message in
    var message = message
    for other in 1...9 { message.replace("@\(other)", with: "\(name):\(line + other)") }
    return "\(name):\(line + offset): \(message)"
  }
  #expect(flow.problems.map(\.description) == expected, sourceLocation: sourceLocation)
  #expect(
    throws: InvalidFlow(flow: flow.name, problems: flow.problems), sourceLocation: sourceLocation
  ) { try flow.validate() }
  #expect(throws: InvalidFlow.self, sourceLocation: sourceLocation) { try Run(flow) }
  #expect(throws: InvalidFlow.self, sourceLocation: sourceLocation) {
    try JSONExporter().perform(flow)
  }
  #expect(throws: InvalidFlow.self, sourceLocation: sourceLocation) {
    try Outline().perform(flow)
  }
}
