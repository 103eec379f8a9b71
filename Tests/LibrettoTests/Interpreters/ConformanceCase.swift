import Testing

@testable import Libretto

/// A flow, the same answers as a script, as typed lines and as messages to a chat bot, and how the
/// performance reads.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let flow: Flow
  let script: [ScriptedAnswer]
  let lines: [String]
  let messages: [String]
  /// The keys for each page, for a console that takes pages.
  let keys: [String]
  /// The lines for the questions that are on no page.
  let linesOutsidePages: [String]
  let transcript: String

  /// - Parameters:
  ///   - messages: the messages to an interpreter that takes pages; nil for the lines.
  ///   - keys: the keys for each page, for a console that takes pages.
  ///   - outside: how many lines come before the pages.
  init(
    _ flow: Flow, script: [ScriptedAnswer], typed lines: [String], messages: [String]? = nil,
    keys: [String] = [], outside: Int = 0, transcript: String
  ) {
    self.flow = flow
    self.script = script
    self.lines = lines
    self.messages = messages ?? lines
    self.keys = keys
    linesOutsidePages = keys.isEmpty ? lines : Array(lines.prefix(outside))
    self.transcript = transcript
  }

  var input: String { lines.map { $0 + "\n" }.joined() }
  var testDescription: String { flow.name }
}

extension ConformanceCase {
  static let all: [ConformanceCase] = [
    alert, subflow, refusals, presets, choice, loop, action, failingAction, secret, unset, declared,
    several, back, work, form, fields, laterButton,
  ]

  private static let name = Key<String>("name")
  private static let age = Key<Int>("age")
  private static let guest = Key<String>("guest")
  private static let car = Key<Bool>("car")
  private static let plate = Key<String>("plate")
  private static let extras = Key<[String]>("extras")
  private static let only = Key<[String]>("only")

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

  static let work = ConformanceCase(
    Flow("work") {
      Do("copy", loading: "Copying…") { work in
        work.progress(0.5, "half")
        work.log("All is copied.")
      }
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

  private static let stay = Flow("a form") {
    Ask("Who asks?", into: guest)
    Form("Your stay") {
      Ask("Name?", into: name).validate(.notEmpty)
      Ask("Nights?", into: age).default(1)
      Confirm("A car?", into: car)
      Ask("Its plate?", into: plate).when(car)
      Ask("Password?", into: Key<String>("password")).secret()
      ChooseMany("What else?", from: ["Bed", "Tea"], into: extras)
    }
    Say("\(name) stays for \(age), with \(extras).")
  }

  static let form = ConformanceCase(
    stay, script: ["me", "Ann", .preset, true, "B-2", "hunter2", ["Bed", "Tea"]],
    typed: ["me", "Ann", "", "y", "B-2", "hunter2", "all", ""],
    messages: ["me", "1 \n3 y\n2 many", "1 Ann\n2\n4 B-2\n5 hunter2", "6 1, 2", "send"],
    keys: ["Ann\r\ryB-2\rhunter2\rn1 2 \r\r"], outside: 1,
    transcript: """
      ASK      Who asks?
      PERSON   me
      PAGE     Your stay
      ASK      Name?
      PERSON   Ann
      ASK      Nights?
      PERSON   1
      CONFIRM  A car?
      PERSON   Yes
      ASK      Its plate?
      PERSON   B-2
      ASK      Password?
      PERSON   (secret)
      CHOOSE   What else?
               [Bed] [Tea]
      PERSON   Bed, Tea
      FORM     Your stay
               [Name? Ann] [Nights? 1] [A car? yes] [Its plate? B-2] [Password? (secret)] \
      [What else? Bed, Tea] [Submit]
      PERSON   Submit
      SAY      Ann stays for 1, with Bed, Tea.
      END      finished

      """)

  private static let review = Flow("an alert with a field") {
    Alert("A post", message: "Is it fit?") {
      Field("Comment", into: name).optional()
      Button("Approve") { Say("Approved: \(name)") }
      Button("Later", role: .cancel) { Say("Later.") }
    }
  }

  static let fields = ConformanceCase(
    review, script: ["Approve", "Fine."], typed: ["approve", "Fine."],
    messages: ["1 Fine.\napprove"], keys: ["Fine.\r1\r"],
    transcript: """
      ALERT    A post
               Is it fit?
               [Approve] [Later]
      PERSON   Approve
      ASK      Comment
      PERSON   Fine.
      SAY      Approved: Fine.
      END      finished

      """)

  static let laterButton = ConformanceCase(
    review, script: ["Later"], typed: ["2"], messages: ["Later"], keys: ["\t\t\t2\r"],
    transcript: """
      ALERT    A post
               Is it fit?
               [Approve] [Later]
      PERSON   Later
      SAY      Later.
      END      finished

      """)
}
