import Libretto

/// A flow with many steps of most kinds, in sub-flows of a hundred steps.
enum LongFlow {
  private static let name = Key<String>("name")
  private static let age = Key<Int>("age")

  /// - Parameter steps: the number of steps, a multiple of 100, not counting the sub-flows.
  static func make(steps: Int) -> Flow {
    Flow("long") {
      for part in 0..<(steps / 100) {
        Flow("Part \(part)") {
          for round in 0..<10 { tenSteps(round) }
        }
      }
    }
  }

  private static func tenSteps(_ round: Int) -> [any FlowContent] {
    [
      Say("Part of a long conversation, line \(round): nothing in it needs an escape."),
      Ask("What is your name?", into: name).validate(.notEmpty, .length(1...40))
        .id("name-\(round)"),
      Ask("How old are you?", into: age).default(18).validate(.range(0...130))
        .help("In whole years.").id("age-\(round)"),
      Say("Hello, \(name)! You said “\(age)”, and we said: \"fine\"."),
      Alert("Some random error \(round)", message: "Do you want to delete all data?") {
        Button("Yes", role: .destructive, shortcut: "y") { Do("delete everything") {} }
        Button("No", role: .cancel)
      },
      When(age < 18 && name != "Bob") { Say("Too young.") },
      Store(round, into: age),
      Say("Done."),
    ]
  }
}
