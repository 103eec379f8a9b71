import Testing

@testable import LibrettoCore

/// Every rule: what it accepts, and what it says otherwise.
struct RuleTests {
  private func check<Answer>(
    _ rule: Rule<Answer>, accepts: [Answer], refuses: [Answer], _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for answer in accepts {
      #expect(rule.rule.accepts(answer.answerValue), "\(answer)", sourceLocation: sourceLocation)
    }
    for answer in refuses {
      #expect(!rule.rule.accepts(answer.answerValue), "\(answer)", sourceLocation: sourceLocation)
    }
    #expect(rule.rule.words(for: Answer.answerType) == words, sourceLocation: sourceLocation)
  }

  @Test("not empty")
  func notEmpty() {
    check(
      Rule<String>.notEmpty, accepts: ["a", " a"], refuses: ["", " \n\t"],
      "Give an answer that is not empty.")
    check(
      Rule<[String]>.notEmpty, accepts: [["a"], [""]], refuses: [[]],
      "Give an answer that is not empty.")
  }

  @Test("length of texts, in characters as a person counts them")
  func length() {
    check(
      Rule<String>.length(2...3), accepts: ["ab", "abc", "👨‍👩‍👧é"], refuses: ["", "a", "abcd"],
      "Give 2 to 3 characters.")
    check(
      Rule<String>.length(1...1), accepts: ["👨‍👩‍👧"], refuses: ["", "ab"],
      "Give exactly 1 character.")
    check(
      Rule<String>.length(2...), accepts: ["ab"], refuses: ["a"], "Give at least 2 characters.")
    check(
      Rule<String>.length(...2), accepts: ["", "ab"], refuses: ["abc"],
      "Give at most 2 characters.")
  }

  @Test("length of lists, in values")
  func listLength() {
    check(
      Rule<[Int]>.length(1...2), accepts: [[1], [1, 2]], refuses: [[], [1, 2, 3]],
      "Give 1 to 2 values.")
    check(Rule<[Int]>.length(1...), accepts: [[1]], refuses: [[]], "Give at least 1 value.")
  }

  @Test("ranges, with their ends")
  func range() {
    check(
      Rule<Int>.range(0...130), accepts: [0, 130], refuses: [-1, 131], "Give 0 to 130.")
    check(
      Rule<Double>.range(0..<1), accepts: [0, 0.99], refuses: [-0.01, 1],
      "Give 0.0 or more, and less than 1.0.")
    check(Rule<Int>.range(5...), accepts: [5, .max], refuses: [4], "Give 5 or more.")
    check(Rule<Int>.range(...5), accepts: [5, .min], refuses: [6], "Give 5 or less.")
    check(
      Rule<String>.range("b"..."d"), accepts: ["b", "cat", "d"], refuses: ["a", "dog"],
      "Give “b” to “d”.")
  }

  @Test("one of")
  func oneOf() {
    check(
      Rule<String>.oneOf(["a", "b"]), accepts: ["a", "b"], refuses: ["", "A"],
      "Give one of “a”, “b”.")
    check(
      Rule<String>.oneOf(["é"]), accepts: ["é", "e\u{301}"], refuses: ["e"], "Give one of “é”.")
    check(Rule<Int>.oneOf([1, 2]), accepts: [1], refuses: [3], "Give one of 1, 2.")
  }

  @Test("a custom message replaces the rule's message")
  func ownWords() {
    let name = Key<String>("name")
    let rules: [Rule<String>] = [
      .notEmpty(message: "No."), .length(1...2, message: "No."), .length(1..., message: "No."),
      .length(...2, message: "No."),
      .range("a"..."b", message: "No."), .range("a"..<"b", message: "No."),
      .range("a"..., message: "No."),
      .range(..."b", message: "No."), .oneOf(["a"], message: "No."),
    ]
    #expect(rules.map(\.rule.message) == Array(repeating: Text("No."), count: 9))
    #expect(Rule<String>.notEmpty(message: "No, \(name).").rule.message?.template == "No, {name}.")
  }

  @Test("rules are applied in order, and their messages can show answers")
  func refusals() throws {
    let name = Key<String>("name")
    let word = Key<String>("word")
    let flow = Flow("a") {
      Store("Bob", into: name)
      Ask("Word?", into: word).validate(.notEmpty, .length(...3, message: "Too long, \(name)."))
        .validate(.oneOf(["cat", "dog"]))
    }
    var run = try Run(flow)
    let need = try #require(run.nextNeed)
    #expect(
      run.question(for: need)?.rules == [
        "Give an answer that is not empty.", "Too long, Bob.", "Give one of “cat”, “dog”.",
      ])
    for (text, message) in [
      (" ", "Give an answer that is not empty."), ("horse", "Too long, Bob."),
      ("cow", "Give one of “cat”, “dog”."),
    ] {
      #expect(
        try refusal { try run.resolve(need, with: .answer(.typed(.string(text)))) } == message)
    }
    try run.resolve(need, with: .answer("cat"))
    #expect(run.outcome == .finished(nil))
  }
}
