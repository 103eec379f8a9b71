import Testing

@testable import Libretto

/// What would show a secret is refused when the flow is built, each with its whole text and place.
struct SecretProblemTests {
  let name = Key<String>("name")
  let score = Key<Int>("score")
  let word = Key<String>("word")
  let sure = Key<Bool>("sure")

  @Test("a secret is shown by no text and read by no condition, before and after it is asked for")
  func secrets() {
    let line = #line
    let flow = Flow("f") {
      Say("\(word)")
      Ask("Word?", into: word).secret()
      Alert("A", message: "\(word)") { Button("B \(word)") }
      Ask("Name?", into: name).help("\(word)").placeholder("\(word)").validate(.notEmpty("\(word)"))
      When(word == "x" && word.isSet) { Fail("\(word)") }
      Repeat(while: word.isEmpty) {}
      When(name == word) {}
      When(word.isSet) {}
    }
    func shows(_ what: String) -> String {
      "the key “word” holds a secret, and \(what) would show it; "
        + "only word.isSet may be asked of it"
    }
    let (text, condition) = (shows("a text"), shows("a condition"))
    refuses(
      flow, line, (2, text), (4, text), (4, text), (5, text), (5, text), (5, text),
      (6, condition), (6, text), (7, condition), (8, condition))
  }

  @Test("a secret is written by an Ask alone, and has no default and no oneOf")
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
      (2, "a secret question can't have a default, which would stand in the flow"),
      (3, "a secret question can't have the rule oneOf, which would show the secret"),
      (4, writes("word", "a Store, whose value stands in the flow")),
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
      (2, "a secret question can't have a default, which would stand in the flow"),
      (2, "a secret question can't have the rule oneOf, which would show the secret"))
  }

  @Test("a secret in a sub-flow is one everywhere")
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
          + "only word.isSet may be asked of it"
      ))
  }
}
