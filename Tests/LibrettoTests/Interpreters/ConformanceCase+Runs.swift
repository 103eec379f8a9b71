@testable import LibrettoCore

extension ConformanceCase {
  static let loop = ConformanceCase(
    Flow("a loop") {
      Repeat {
        Ask("Name?", into: name)
        When(name == "stop") { Break() }
        Say("Hello, \(name).")
      }
    }, script: ["é", "漢🙂", "stop"], typed: ["é", "漢🙂", "stop"],
    transcript: """
      ASK      Name?
      PERSON   é
      SAY      Hello, é.
      ASK      Name?
      PERSON   漢🙂
      SAY      Hello, 漢🙂.
      ASK      Name?
      PERSON   stop
      END      finished

      """)

  static let action = ConformanceCase(
    Flow("an action") {
      Ask("How old are you?", into: age)
      Do("grow") { answers in answers[age, default: 0] += 1 }
      Say("\(age)")
    }, script: [41], typed: [" 41 "],
    transcript: """
      ASK      How old are you?
      PERSON   41
      ACTION   grow
      SAY      42
      END      finished

      """)

  static let failingAction = ConformanceCase(
    Flow("a failing action") {
      Do("break") {
        struct Broken: Error, CustomStringConvertible { let description = "out of order" }
        throw Broken()
      }
      Say("never said")
    }, script: [], typed: [],
    transcript: """
      ACTION   break
      END      failed: the action “break” failed: out of order

      """)

  static let unset = ConformanceCase(
    Flow("a key that nothing set") {
      Confirm("Ask?") { Ask("Name?", into: name) }
      Say("Hello, \(name).")
    }, script: [false], typed: ["no"],
    transcript: """
      CONFIRM  Ask?
      PERSON   No
      END      failed: Say("Hello, {name}.") reads the key “name”, but nothing has set it; \
      ask for it first, or test name.isSet

      """)

  static let declared = ConformanceCase(
    Flow("a declared failure") {
      Ask("Name?", into: name)
      Fail("No room for \(name).")
    }, script: ["Bob"], typed: ["Bob"],
    transcript: """
      ASK      Name?
      PERSON   Bob
      END      failed: No room for Bob.

      """)

  static let work = ConformanceCase(
    Flow("work") {
      Do("copy") { work in
        work.progress(0.5, label: "half")
        work.log("All is copied.")
      }.loading("Copying…")
      Load("ages", into: age) { _ in
        7
      } failure: { _ in
        Say("never said")
      }
      Say("\(age)")
    }, script: [], typed: [],
    transcript: """
      ACTION   copy
      LOG      All is copied.
      LOAD     ages
      LOADED   7
      SAY      7
      END      finished

      """)
}
