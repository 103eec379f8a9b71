import Testing

@testable import Libretto

/// A flow, the same answers as a script and as typed lines, and how the performance reads.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let flow: Flow
  let script: [ScriptedAnswer]
  let lines: [String]
  let transcript: String

  init(
    _ flow: Flow, script: [ScriptedAnswer], typed lines: [String], transcript: String
  ) {
    self.flow = flow
    self.script = script
    self.lines = lines
    self.transcript = transcript
  }

  var input: String { lines.map { $0 + "\n" }.joined() }
  var testDescription: String { flow.name }
}

extension ConformanceCase {
  static let all: [ConformanceCase] = [
    alert, subflow, refusals, presets, choice, loop, action, failingAction, secret, unset, declared,
  ]

  private static let name = Key<String>("name")
  private static let age = Key<Int>("age")

  private static let cleanup = Flow("cleanup") {
    Alert("Some random error", message: "Do you want to delete all the user's data?") {
      Button("Yes", role: .destructive, shortcut: "d") { Say("Deleted.") }
      Button("No", role: .cancel) { Say("Saved.") }
    }
    Alert("Done")
  }

  static let alert = ConformanceCase(
    cleanup, script: ["Yes"], typed: ["D"],
    transcript: """
      ALERT    Some random error
               Do you want to delete all the user's data?
               [Yes] [No]
      PERSON   Yes
      SAY      Deleted.
      ALERT    Done
      END      finished

      """)

  static let subflow = ConformanceCase(
    Flow("a flow in a flow") {
      Ask("What is your name?", into: name)
      cleanup
      Finish("tidy")
      Say("never said")
    }, script: ["Bob", "No"], typed: ["Bob", "2"],
    transcript: """
      ASK      What is your name?
      PERSON   Bob
      ALERT    Some random error
               Do you want to delete all the user's data?
               [Yes] [No]
      PERSON   No
      SAY      Saved.
      ALERT    Done
      END      finished: tidy

      """)

  static let refusals = ConformanceCase(
    Flow("refused answers") {
      Ask("How old are you?", into: age).validate(.range(0...130, "Be honest."))
      When(age < 18) {
        Say("Too young at \(age).")
      } otherwise: {
        Say("Welcome.")
      }
      Confirm("Go on?") {
        Say("On.")
      } otherwise: {
        Say("Off.")
      }
      Choose("Which?", from: ["Red", "Blue"], into: name)
    },
    script: [
      .refused("old"), .refused(131), 17, .refused("perhaps"), false, .refused("Green"), "Red",
    ],
    typed: ["old", "131", "17", "perhaps", "n", "Green", "red"],
    transcript: """
      ASK      How old are you?
      PERSON   old
      REFUSED  “old” is not a whole number.
      PERSON   131
      REFUSED  Be honest.
      PERSON   17
      SAY      Too young at 17.
      CONFIRM  Go on?
      PERSON   perhaps
      REFUSED  “perhaps” is neither yes nor no.
      PERSON   No
      SAY      Off.
      CHOOSE   Which?
               [Red] [Blue]
      PERSON   Green
      REFUSED  “Green” is not one of the answers: Red, Blue.
      PERSON   Red
      END      finished

      """)

  static let presets = ConformanceCase(
    Flow("defaults") {
      Ask("How old are you?", into: age).default(18)
      Confirm("Go on?", into: Key<Bool>("go")).default(true)
      Choose("Which?", from: ["Red", "Blue"], into: name).default("Blue")
      Ask("Nickname?", into: Key<String?>("nickname"))
    }, script: [.preset, .preset, .preset, ScriptedAnswer(.null)], typed: ["", "", "", ""],
    transcript: """
      ASK      How old are you?
      PERSON   18
      CONFIRM  Go on?
      PERSON   Yes
      CHOOSE   Which?
               [Red] [Blue]
      PERSON   Blue
      ASK      Nickname?
      PERSON
      END      finished

      """)

  static let choice = ConformanceCase(
    Flow("a choice with values") {
      Choose("How many?", into: age) {
        Option("One", 1)
        Option("Two", 2) { Say("A pair.") }
      }
      Say("\(age)")
    }, script: [2], typed: ["tw"],
    transcript: """
      CHOOSE   How many?
               [One] [Two]
      PERSON   Two
      SAY      A pair.
      SAY      2
      END      finished

      """)

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

  static let secret = ConformanceCase(
    Flow("a secret") {
      Ask("Password?", into: Key<String>("password")).secret().validate(.length(4...))
      Say("Thank you.")
    }, script: [.refused("abc"), "hunter2"], typed: ["abc", "hunter2"],
    transcript: """
      ASK      Password?
      PERSON   (secret)
      REFUSED  Give at least 4 characters.
      PERSON   (secret)
      SAY      Thank you.
      END      finished

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
}
