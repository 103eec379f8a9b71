import Testing

@testable import LibrettoCore

infix operator < : NestingPrecedence
infix operator > : NestingPrecedence

/// The brace spelling and the operator spelling give equal trees.
struct SpellingTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let ready = Key<Bool>("ready")
  static let size = Key<Int>("size")

  @Test("one button, no steps")
  func oneButton() {
    same(Flow("f") { Alert("A") < Button("B") }, Flow("f") { Alert("A") { Button("B") } })
  }

  @Test("two buttons, the first without steps")
  func twoButtons() {
    same(
      Flow("f") { Alert("A") < Button("B") > Button("C")>> },
      Flow("f") {
        Alert("A") {
          Button("B")
          Button("C")
        }
      })
  }

  @Test("several lines, actions, a full stop, and a step after it")
  func cleanup() {
    same(
      Flow("cleanup") {
        Alert("Some random error", message: "Do you want to delete all the user's data?")
          < Button("Yes", role: .destructive) < Do("delete everything") { _ in }
          > Button("No", role: .cancel) < Do("save and exit") { _ in }>>
        Alert("Done")
      },
      Flow("cleanup") {
        Alert("Some random error", message: "Do you want to delete all the user's data?") {
          Button("Yes", role: .destructive) { Do("delete everything") { _ in } }
          Button("No", role: .cancel) { Do("save and exit") { _ in } }
        }
        Alert("Done")
      })
  }

  @Test("every container opens a chain, in each of its forms")
  func containers() {
    let (ready, age, name) = (Self.ready, Self.age, Self.name)
    same(
      Flow("f") {
        anything
        Repeat(times: 3) < Say("a")
        Repeat(while: age < 3) < Say("a") > Say("b")
        Repeat(while: ready) < Say("a")>>
        Repeat(until: { ready }) < Say("a")
        Repeat(until: { age > 3 }) < Say("a")
        Repeat() < Break()
        When(ready) < Say("a")
        When(ready && age < 3) < Repeat(times: 2) < Say("a") > Say("b")
        Confirm("C?") < Say("a")
        Confirm("D?", into: ready) < Say("a")
        Choose("E?", into: name) < Option("F") > Option("G")
        Choose("H?") < Option("F") < Say("a")
      },
      Flow("f") {
        anything
        Repeat(times: 3) { Say("a") }
        Repeat(while: age < 3) { Say("a") }
        Say("b")
        Repeat(while: ready == true) { Say("a") }
        Repeat {
          Say("a")
        } until: {
          ready == true
        }
        Repeat {
          Say("a")
        } until: {
          age > 3
        }
        Repeat { Break() }
        When(ready == true) { Say("a") }
        When(ready == true && age < 3) {
          Repeat(times: 2) { Say("a") }
          Say("b")
        }
        Confirm("C?") { Say("a") }
        Confirm("D?", into: ready) { Say("a") }
        Choose("E?", into: name) {
          Option("F")
          Option("G")
        }
        Choose("H?") { Option("F") { Say("a") } }
      })
  }

  @Test("without a full stop")
  func noFullStop() {
    same(
      Flow("f") {
        Alert("A") < Button("B") < Say("b") > Button("C") < Say("c")
        Say("end")
      },
      Flow("f") {
        Alert("A") {
          Button("B") { Say("b") }
          Button("C") { Say("c") }
        }
        Say("end")
      })
  }

  @Test("several steps in one button, each with its own <")
  func severalSteps() {
    same(
      Flow("f") {
        Alert("A") < Button("B") < Say("1") < Say("2") < Finish(name: "x") > Button("C")>>
      },
      Flow("f") {
        Alert("A") {
          Button("B") {
            Say("1")
            Say("2")
            Finish(name: "x")
          }
          Button("C")
        }
      })
  }

  @Test("the list form after a chain's container")
  func listInChain() {
    same(
      Flow("f") {
        Alert("A") < Button("B") < [Say("1"), Store(1, into: Self.size)] < Say("2") > Button("C")
      },
      Flow("f") {
        Alert("A") {
          Button("B") {
            Say("1")
            Store(1, into: Self.size)
            Say("2")
          }
          Button("C")
        }
      })
  }

  @Test("an alert in a button, with buttons of its own")
  func nestedAlert() {
    same(
      Flow("f") {
        Alert("A") < Button("B") < Alert("Sure?") < Button("Yes") < Say("b") > Button("No")>>
        Alert("C") < Button("D") < Alert("Note") > Say("after") > Button("E")>>
      },
      Flow("f") {
        Alert("A") {
          Button("B") {
            Alert("Sure?") {
              Button("Yes") { Say("b") }
              Button("No")
            }
          }
        }
        Alert("C") {
          Button("D") {
            Alert("Note")
            Say("after")
          }
          Button("E")
        }
      })
  }

  @Test("braces inside a chain, and a chain inside braces")
  func mixed() {
    same(
      Flow("f") {
        Alert("A")
          < Button("B") { Alert("Sure?") < Button("Yes") > Button("No")>> }
          > Button("C") { Say("c") } < Say("d")
        Alert("X") {
          Button("Y") < Say("1") < Say("2")
          Button("Z") < Say("3")>>
          Button("P") < Say("4") > Button("Q")
        }
      },
      Flow("f") {
        Alert("A") {
          Button("B") {
            Alert("Sure?") {
              Button("Yes")
              Button("No")
            }
          }
          Button("C") {
            Say("c")
            Say("d")
          }
        }
        Alert("X") {
          Button("Y") {
            Say("1")
            Say("2")
          }
          Button("Z") { Say("3") }
          Button("P") { Say("4") }
          Button("Q")
        }
      })
  }

  @Test("choices with values, keys, preferences and steps")
  func choices() {
    same(
      Flow("f") {
        Choose("Size?", into: Self.size)
          < Option("Small", 1, shortcut: "s") < Say("small")
          > Option("Medium", 2).default()
          > Option("Large", 3) < Say("large") < Finish(name: "large")>>
        Choose("And now?") < Option("Go") > Option("Stop") < Fail("stopped")
      },
      Flow("f") {
        Choose("Size?", into: Self.size) {
          Option("Small", 1, shortcut: "s") { Say("small") }
          Option("Medium", 2).default()
          Option("Large", 3) {
            Say("large")
            Finish(name: "large")
          }
        }
        Choose("And now?") {
          Option("Go")
          Option("Stop") { Fail("stopped") }
        }
      })
  }

  @Test("a chain of options inside a choice's braces")
  func optionChains() {
    same(
      Flow("f") {
        Choose("Size?", into: Self.size) {
          Option("Small", 1) < Say("small") < Say("indeed")
          Option("Large", 2) < Say("large")>>
          Option("Huge", 3) < Say("huge") > Option("Giant", 4)
        }
      },
      Flow("f") {
        Choose("Size?", into: Self.size) {
          Option("Small", 1) {
            Say("small")
            Say("indeed")
          }
          Option("Large", 2) { Say("large") }
          Option("Huge", 3) { Say("huge") }
          Option("Giant", 4)
        }
      })
  }
}

/// Checks that two flows are right and equal, and have actions of the same ids.
func same(
  _ chain: Flow, _ braces: Flow, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(chain.problems == [], sourceLocation: sourceLocation)
  #expect(braces.problems == [], sourceLocation: sourceLocation)
  #expect(!braces.tree.steps.isEmpty, sourceLocation: sourceLocation)
  #expect(chain.tree == braces.tree, sourceLocation: sourceLocation)
  #expect(chain.hashValue == braces.hashValue, sourceLocation: sourceLocation)
  #expect(
    Set(chain.closures.keys) == Set(braces.closures.keys), sourceLocation: sourceLocation)
}
