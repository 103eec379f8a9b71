import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// The two spellings of steps that hold steps: branches, loops, confirmations, components.
struct SpellingControlTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ready = Key<Bool>("ready")
  static let size = Key<Int>("size")

  @Test("When, Repeat and Confirm take steps")
  func controls() {
    same(
      Flow("f") {
        When(Self.ready.isSet) < Say("a") < Say("b")
        Repeat(times: 2) {} < Ask("Name?", into: Self.name) < Say("Hello, \(Self.name).")>>
        Confirm("Sure?", into: Self.ready) < Say("yes") < Finish()
      },
      Flow("f") {
        When(Self.ready.isSet) {
          Say("a")
          Say("b")
        }
        Repeat(times: 2) {
          Ask("Name?", into: Self.name)
          Say("Hello, \(Self.name).")
        }
        Confirm("Sure?", into: Self.ready) {
          Say("yes")
          Finish()
        }
      })
  }

  @Test("a > closes a When inside a Button; the next closes the button")
  func closesWhen() {
    same(
      Flow("f") {
        anything
        Alert("A")
          < Button("B") < When(Self.age < 18) < Say("young") > Say("anyway") > Button("C")
          < Say("c")
      },
      Flow("f") {
        anything
        Alert("A") {
          Button("B") {
            When(Self.age < 18) { Say("young") }
            Say("anyway")
          }
          Button("C") { Say("c") }
        }
      })
  }

  @Test("a > closes a When and opens a Repeat, a Confirm, a Choose, an Alert beside it")
  func besides() {
    same(
      Flow("f") {
        anything
        When(Self.ready) {} < Say("1") > Repeat { Say("2") } < Break() > Confirm("3") < Say("4")
          > When(Self.age > 3) < Say("5") > Say("6")
      }, besidesInBraces)
    same(
      Flow("f") {
        Confirm("A") < When(Self.ready.isSet) < Say("1") > Choose("B") < Option("C") < Say("2")
          > Option("D")
        Confirm("E") < When(Self.ready.isSet) > Alert("F") < Button("G")
      },
      Flow("f") {
        Confirm("A") {
          When(Self.ready.isSet) { Say("1") }
          Choose("B") {
            Option("C") { Say("2") }
            Option("D")
          }
        }
        Confirm("E") {
          When(Self.ready.isSet) {}
          Alert("F") { Button("G") }
        }
      })
  }

  /// At the top of a chain a `>` closes the first step, and its neighbours follow it.
  private var besidesInBraces: Flow {
    Flow("f") {
      anything
      When(Self.ready) { Say("1") }
      Repeat {
        Say("2")
        Break()
      }
      Confirm("3") { Say("4") }
      When(Self.age > 3) { Say("5") }
      Say("6")
    }
  }

  @Test("helpers, sub-flows and components in chains")
  func contents() {
    struct Farewell: FlowContent {
      var body: some FlowContent {
        Say("Good")
        Say("bye.")
      }
    }
    let inner = Flow("inner") { Say("in") }
    same(
      Flow("f") { Alert("A") < Button("B") < inner < Farewell() > Button("C") < Farewell()>> },
      Flow("f") {
        Alert("A") {
          Button("B") {
            inner
            Farewell()
          }
          Button("C") { Farewell() }
        }
      })
  }

  @Test("ids, roles, keys and rules survive in a chain")
  func modifiers() {
    same(
      Flow("f") {
        Alert("A").id("first") < Button("B", role: .cancel, shortcut: "b").default().id("x")
          < Ask("Name?", into: Self.name).default("Bob").validate(.notEmpty).help("h")
          .placeholder("p") > Button("C")
      },
      Flow("f") {
        Alert("A") {
          Button("B", role: .cancel, shortcut: "b") {
            Ask("Name?", into: Self.name).default("Bob").validate(.notEmpty).help("h")
              .placeholder("p")
          }.default().id("x")
          Button("C")
        }.id("first")
      })
  }
}
