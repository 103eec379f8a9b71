import Testing

@testable import LibrettoCore

/// What would show a secret is refused when the flow is built, each with its whole text and place.
struct SecretProblemTests {
  let name = Key<String>("name")
  let score = Key<Int>("score")
  let word = Key<String>("word")
  let sure = Key<Bool>("sure")

  @Test("no text shows a secret and no condition reads it, before and after it is asked for")
  func secrets() {
    let line = #line
    let flow = Flow("f") {
      Say("\(word)")
      Ask("Word?", into: word).secret()
      Alert("A", message: "\(word)") { Button("B \(word)") }
      Ask("Name?", into: name).help("\(word)").placeholder("\(word)").validate(
        .notEmpty(message: "\(word)"))
      When(word == "x" && word.isSet) { Fail("\(word)") }
      Repeat(while: word.isEmpty) {}
      When(name == word) {}
      When(word.isSet) {}
    }
    func shows(_ what: String) -> String {
      "the key “word” holds a secret, and \(what) would show it; "
        + "use only word.isSet"
    }
    let (text, condition) = (shows("a text"), shows("a condition"))
    refuses(
      flow, line, (2, text), (4, text), (4, text), (5, text), (5, text), (5, text),
      (7, condition), (7, text), (8, condition), (9, condition))
  }

  @Test("only an Ask writes a secret; it has no default and no oneOf")
  func secretWrites() {
    let line = #line
    let flow = Flow("f") {
      Ask("Word?", into: word).secret().default("x")
      Ask("Again?", into: word).validate(.oneOf(["x"])).secret().id("again")
      Store("x", into: word)
      Choose("Which?", from: ["x"], into: word).id("which")
      Ask("Sure?", into: sure).secret()
      Confirm("Sure?", into: sure).id("confirm")
    }
    func writes(_ key: String, _ what: String) -> String {
      "the key “\(key)” holds a secret, so only an Ask may write it, not \(what)"
    }
    refuses(
      flow, line,
      (2, "a secret question can't have a default, since the flow would contain it"),
      (3, "a secret question can't have the rule oneOf, since it lists the secret"),
      (4, writes("word", "a Store, since the flow contains its value")),
      (5, writes("word", "a question that is not an Ask")),
      (7, writes("sure", "a question that is not an Ask")))
  }

  @Test("a key that is secret somewhere has no default and no oneOf anywhere")
  func secretElsewhere() {
    let line = #line
    let flow = Flow("f") {
      Ask("First?", into: word).id("first").default("hunter2").validate(.oneOf(["hunter2"]))
      Ask("Word?", into: word).secret()
    }
    refuses(
      flow, line,
      (2, "a secret question can't have a default, since the flow would contain it"),
      (2, "a secret question can't have the rule oneOf, since it lists the secret"))
  }

  @Test("a secret in a sub-flow is a secret everywhere")
  func secretInSubflow() {
    let line = #line
    let flow = Flow("f") {
      Flow("in") { Ask("Word?", into: word).secret() }
      Flow("out") { Say("\(word)") }
    }
    refuses(
      flow, line,
      (
        3,
        "the key “word” holds a secret, and a text would show it; "
          + "use only word.isSet"
      ))
  }
}
