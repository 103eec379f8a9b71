import Testing

@testable import LibrettoCore

/// What can be wrong with one prompt by itself, with its whole text and place.
struct PromptChecksTests {
  enum Size: String, CaseIterable, AnswerValue { case small, large }
  /// A type whose value is not what it says.
  struct Liar: AnswerValue {
    static var answerType: ValueType { .integer }
    var answerValue: Value { "one" }
    init() {}
    init?(answerValue: Value) {}
  }

  let word = Key<String>("word")
  let score = Key<Int>("score")
  let ratio = Key<Double>("ratio")
  let size = Key<Size>("size")
  let liar = Key<Liar>("liar")

  @Test("a choice without options")
  func noOptions() {
    let line = #line
    let flow = Flow("f") {
      Choose("A?", into: size)
      Choose("B?")
      Choose("C?", from: [], into: word)
      Choose("D?", into: score) {}
    }
    let message = "a Choose needs at least one Option"
    refuses(flow, line, (2, message), (3, message), (4, message), (5, message))
  }

  @Test("two preferred answers, and a default that isn't an option")
  func preferred() {
    let line = #line
    let flow = Flow("f") {
      Alert("A") {
        Button("B").default()
        Button("C").default()
      }
      Choose("B?", into: size) {
        Option("Small", .small)
        Option("Large", .large).default()
      }.default(.small)
      Choose("C?", from: [1, 2], into: score).default(3)
    }
    refuses(
      flow, line, (2, "only one answer can be the default"),
      (10, "the default 3 isn't the value of any option"))
  }

  @Test("shortcuts: the same letter twice in any case, and characters that aren't letters")
  func shortcuts() {
    let line = #line
    let flow = Flow("f") {
      Alert("A") {
        Button("Yes", shortcut: "y")
        Button("Yet", shortcut: "Y")
      }
      Alert("B") { Button("One", shortcut: "1") }
      Choose("C") { Option("Two", shortcut: "?") }
    }
    refuses(
      flow, line, (2, "two answers of one prompt have the shortcut “Y”"),
      (6, "“1” can't be a shortcut: use a letter"),
      (7, "“?” can't be a shortcut: use a letter"))
  }

  @Test("defaults that break a rule")
  func defaults() {
    let line = #line
    let flow = Flow("f") {
      Ask("A?", into: score).default(131).validate(.range(0...130))
      Ask("B?", into: word).validate(.notEmpty, .length(2...)).default("")
      Ask("C?", into: ratio).default(.nan)
      Ask("D?", into: size).default(.small)
      Ask("E?", into: liar).default(Liar())
    }
    refuses(
      flow, line, (2, "the default 131 breaks a rule: Give 0 to 130."),
      (3, "the default “” breaks a rule: Give an answer that is not empty."),
      (4, "the default nan is not a number"),
      (6, "the default “one” is not a whole number"))
  }

  @Test("impossible rules")
  func rules() {
    let line = #line
    let flow = Flow("f") {
      Ask("A?", into: word).validate(.length(-1...2), .length(...(-1)), .oneOf([]))
      Ask("B?", into: ratio).validate(.range(0...(.infinity)))
      Ask("C?", into: liar).validate(.oneOf([Liar()]))
    }
    refuses(
      flow, line, (2, "a length can't be below 0"), (2, "a length can't be below 0"),
      (2, "the rule oneOf needs at least one value"), (3, "a rule’s value inf is not a number"),
      (4, "a rule’s value “one” is not a whole number"))
  }

  @Test("values that are not of their key's type")
  func values() {
    let line = #line
    let flow = Flow("f") {
      Choose("A?", into: ratio) { Option("Nothing", .nan) }
      Choose("B?", into: liar) { Option("One", Liar()) }
      Store(Liar(), into: Key<Liar>("other"))
    }
    refuses(
      flow, line, (2, "the option’s value nan is not a number, as the key “ratio” requires"),
      (3, "the option’s value “one” is not a whole number, as the key “liar” requires"),
      (4, "“one” is not a whole number, as the key “other” requires"))
  }

  @Test("times of alerts")
  func times() {
    let line = #line
    let flow = Flow("f") {
      Alert("A").dismiss(after: .milliseconds(-1))
      Alert("B") { Button("C") }.dismiss(after: .seconds(1))
      Alert("D") {}
    }
    refuses(
      flow, line, (2, "an alert can't dismiss itself after a negative time"),
      (3, "an alert with buttons waits for one of them; remove .dismiss(after:)"))
  }
}
