@testable import LibrettoCore

extension ConformanceCase {
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
