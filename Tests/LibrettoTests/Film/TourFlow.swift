import Libretto

/// The flow of the README's moving picture, which is performed at a terminal and with `flow test`.
enum TourFlow {
  static func flow(_ prepare: @escaping @Sendable (Work) async throws -> Void) -> Flow {
    // begin
    let (workspace, plan) = (Key<String>("workspace"), Key<String>("plan"))
    let (name, mail) = (Key<String>("name"), Key<String>("mail"))
    let (seats, invites, color) = (Key<Int>("seats"), Key<Bool>("invites"), Key<String>("color"))

    return Flow("tour") {
      Heading("A new workspace")
      Ask("Which name?", into: workspace).validate(.matches("[a-z-]+"))
      Form("You") {
        Ask("Your name?", into: name).validate(.notEmpty)
        Ask("Your mail?", into: mail).validate(
          .matches("[^@]+@[^@]+", message: "Give it with an @."))
      }
      Choose("Which plan?", from: ["Team", "Solo"], into: plan)
      When(plan == "Team") {
        Ask("How many seats?", into: seats).default(5).validate(.range(2...50))
      }
      Do("reserve") {}.reads(plan).undo { _ in }
      Confirm("Invite others now?", into: invites).default(false)
      Operations {
        Operation("files") { Do("prepare", prepare).reads(workspace).loading("preparing…") }
        Operation("look") { Ask("A colour?", into: color).default("blue") }
      }
      Say("Welcome, \(name): **\(workspace)** is ready.")
    }
    // end
  }
}
