@testable import LibrettoCore

extension ConformanceCase {
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
      Finish(name: "tidy")
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
      Ask("How old are you?", into: age).validate(.range(0...130, message: "Be honest."))
      When(age < 18) {
        Say("Too young at \(age).")
      } otherwise: {
        Say("Welcome.")
      }
    }, script: [.refused("old"), .refused(131), 17], typed: ["old", "131", "17"],
    transcript: """
      ASK      How old are you?
      PERSON   old
      REFUSED  “old” is not a whole number.
      PERSON   131
      REFUSED  Be honest.
      PERSON   17
      SAY      Too young at 17.
      END      finished

      """)

  static let unknown = ConformanceCase(
    Flow("answers that no key gives") {
      Confirm("Go on?") {
        Say("On.")
      } otherwise: {
        Say("Off.")
      }
      Choose("Which?", from: ["Red", "Blue"], into: name)
    },
    script: [.refused("perhaps"), false, .refused("Green"), "Red"],
    typed: ["perhaps", "n", "Green", "red"], hasKeys: false,
    transcript: """
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

  static let several = ConformanceCase(
    Flow("several") {
      ChooseMany("What else?", from: ["Tests", "Guides", "Container"], into: extras)
      ChooseMany("Only one?", from: ["Tests", "Guides"], into: only).atMost(1)
      Say("\(extras), not \(only).")
    },
    script: [["Tests", "Container"], .refused(["Tests", "Guides"]), []],
    typed: ["1, container", "Tests, Guides", ""],
    transcript: """
      CHOOSE   What else?
               [Tests] [Guides] [Container]
      PERSON   Tests, Container
      CHOOSE   Only one?
               [Tests] [Guides]
      PERSON   Tests, Guides
      REFUSED  Choose at most 1.
      PERSON   none
      SAY      Tests, Container, not .
      END      finished

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

  static let back = ConformanceCase(
    Flow("a step back") {
      Ask("Name?", into: name)
      Confirm("Really \(name)?") {
        Say("Hello.")
      }
    }, script: [.back, "Bob", .back, "Ann", true],
    typed: ["<", "Bob", "<", "Ann", "yes"], messages: ["/back", "Bob", "/back", "Ann", "yes"],
    transcript: """
      ASK      Name?
      NOTE     This is the first question; there is nothing to go back to.
      PERSON   Bob
      CONFIRM  Really Bob?
      BACK     to name
      ASK      Name?
      PERSON   Ann
      CONFIRM  Really Ann?
      PERSON   Yes
      SAY      Hello.
      END      finished

      """)
}
