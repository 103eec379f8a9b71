/// A script that leads to one prompt of each kind, and to each kind of end.
enum KindsScript {
  static let text = """
    import Libretto

    let text = Key<String>("text")
    await Flow("kinds") {
      Choose("Which kind?") {
        Option("ask") { Ask("Some text?", into: text) }
        Option("secret") { Ask("The word?", into: Key<String>("word")).secret() }
        Option("number") { Ask("How old?", into: Key<Int>("age")) }
        Option("list") { Ask("Which ones?", into: Key<[String]>("ones")) }
        Option("confirm") { Confirm("Sure?") }
        Option("choose") { Choose("Which?", from: ["a", "b"], into: Key<String>("one")) }
        Option("alert") { 
          Alert("Delete?") { Button("Yes", role: .destructive); Button("No").default() }
        }
        Option("danger") {
          Alert("Drop?") { Button("Yes", role: .destructive).default(); Button("No") }
        }
        Option("notice") { Alert("Done"); Ask("And now?", into: Key<String>("now")) }
        Option("optional") { Ask("A nickname?", into: Key<String?>("nick")) }
        Option("fail") { Fail("As you wished.") }
        Option("endless") { Repeat { Store(1, into: Key<Int>("n")) } }
        Option("long") { Repeat(times: 20_000) { Say("A line that goes to a pipe.") } }
        Option("count") { Do("count") { print(Flow.arguments) } }
      }
    }.main()

    """

  /// What the first question looks like, asked or with the answer that was given beforehand.
  static func opening(_ answer: String = "") -> String {
    if !answer.isEmpty { return "Which kind? \(answer)\n" }
    return """
      Which kind?
         1) ask
         2) secret
         3) number
         4) list
         5) confirm
         6) choose
         7) alert
         8) danger
         9) notice
        10) optional
        11) fail
        12) endless
        13) long
        14) count
      Choose 1 to 14, or type an answer: 

      """
  }
}
