#if DEBUG
  import Libretto

  /// Flows in which the tests of the rich console go back.
  enum RichBackFlows {
    private static let first = Key<String>("first")
    private static let second = Key<String>("second")
    private static let day = Key<CalendarDay>("day")
    private static let extra = Key<Bool>("extra")

    static func flow(_ name: String) -> Flow? {
      switch name {
      case "texts": texts
      case "kept": kept
      case "long": long
      case "failing": failing
      case "stay": stay
      case "printed-between": printedBetween
      default: nil
      }
    }

    /// Texts before work that stays done.
    private static let texts = Flow("texts") {
      Ask("First?", into: first)
      Confirm("Newsletter?") {
        Say("It goes out on Mondays.")
      } otherwise: {
        Say("No newsletter, then.")
      }
      Do("count") { _ in try await RichFlows.gate() }.reads().loading("Counting…")
      Say("That is 160 euros.")
      Wait(.milliseconds(1))
      Confirm("Pay?")
      Say("Bye.")
    }

    /// Answers that are kept otherwise than typed.
    private static let kept = Flow("kept") {
      Ask("First?", into: first).trimmed().uppercased()
      Ask("When?", into: day)
      Form("More") { Ask("Second?", into: second).trimmed().lowercased() }
      Say("\(first), \(second)")
    }

    /// A list that fills the screen.
    private static let long = Flow("long") {
      Ask("First?", into: first)
      Choose("Which?", from: (1...30).map { "Option \($0)" }, into: second)
      Say("Bye.")
    }

    /// An action that prints between the questions.
    private static let printedBetween = Flow("printed-between") {
      Heading("Your plan")
      Ask("First?", into: first)
      Ask("Second?", into: second)
      Do("reserve") { _ in print("(reserved)") }.reads(first).undo { _ in print("(released)") }
      Confirm("Pay?")
      Say("Bye.")
    }

    private static let failing = Flow("failing") {
      Do("publish") { _ in
        try await RichFlows.gate()
        throw Failed()
      } failure: { _ in
        Alert("It isn't published") {
          Button("Leave it")
          Button("Try again")
        }
      }.loading("Publishing…")
      Say("Bye.")
    }

    private struct Failed: Error, CustomStringConvertible {
      var description: String { "no network" }
    }

    /// A form with a question that depends on another.
    private static let stay = Flow("stay") {
      Form("Your stay") {
        Ask("Name?", into: first)
        Confirm("An extra bed?", into: extra).default(false)
        Ask("For whom?", into: second).when(extra)
      }
      Say("Bye.")
    }
  }
#endif
