import Testing

@testable import LibrettoCore

/// The list form of the operator spelling, which needs nothing from the user's file.
struct ListFormTests {
  let name = Key<String>("name")
  let size = Key<Int>("size")
  let ready = Key<Bool>("ready")

  @Test("buttons with steps")
  func buttons() {
    same(
      Flow("f") {
        Alert("Error") < [Button("Yes") < [Say("Deleted"), Finish()], Button("No")]
        Say("end")
      },
      Flow("f") {
        Alert("Error") {
          Button("Yes") {
            Say("Deleted")
            Finish()
          }
          Button("No")
        }
        Say("end")
      })
  }

  @Test("options with steps")
  func options() {
    same(
      Flow("f") {
        Choose("Size?", into: size) < [
          Option("Small", 1) < [Say("small")], Option("Large", 2).default(),
        ]
      },
      Flow("f") {
        Choose("Size?", into: size) {
          Option("Small", 1) { Say("small") }
          Option("Large", 2).default()
        }
      })
  }

  @Test("steps in a branch, a loop and a confirmation, nested")
  func steps() {
    same(
      Flow("f") {
        When(ready.isSet)
          < [
            Confirm("Sure?") < [Say("yes")], Repeat(times: 2) { Say("a") } < [Break()],
            Alert("A") < [Button("B")],
          ]
      },
      Flow("f") {
        When(ready.isSet) {
          Confirm("Sure?") { Say("yes") }
          Repeat(times: 2) {
            Say("a")
            Break()
          }
          Alert("A") { Button("B") }
        }
      })
  }

  @Test("a list computed from data")
  func computed() {
    let colours = ["Red", "Green"]
    same(
      Flow("f") { Choose("Colour?", into: name) < colours.map { Option(Text($0)) } },
      Flow("f") { Choose("Colour?", from: colours, into: name) })
  }
}
