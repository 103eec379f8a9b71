import Libretto
import Testing

@Suite("What an edited flow does to saved runs")
struct FlowDiffTests {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: Flow
    let new: Flow
    let text: String

    init(_ words: String, _ old: Flow, _ new: Flow, _ text: String) {
      (testDescription, self.old, self.new, self.text) = (words, old, new, text)
    }
  }

  static let edits = [
    Edit(
      "nothing", Flow("f") { Ask("Name?", into: name) }, Flow("f") { Ask("Name?", into: name) },
      "no difference\n"),
    Edit(
      "another name, by which saved runs go", Flow("f") { Say("Hi.") }, Flow("g") { Say("Hi.") },
      """
      needs a mapping:
        the flow is named “g” now, and was “f”: saved runs go by that name and are refused; give \
      the flow its name back

      """),
    Edit(
      "a number where a whole one was",
      Flow("f") { Ask("Age?", into: age) },
      Flow("f") { Ask("Age?", into: Key<Double>("age")) },
      """
      safe:
        age: asks for a number now, before for a whole number; its answer stays

      """),
    Edit(
      "texts, order and what is said",
      Flow("f") {
        Ask("Name?", into: name)
        Ask("Age?", into: age)
        Say("Done.")
      },
      Flow("f") {
        Ask("How old?", into: age)
        Ask("Name?", into: name)
        Say("Thanks.")
      },
      """
      safe:
        age: its texts are different
        age: stands elsewhere
        : what is said or an ending is different

      """),
    Edit(
      "rules, type, a new question, a vanished one",
      Flow("f") {
        Ask("Name?", into: name)
        Ask("Age?", into: age)
        Confirm("Sure?", into: Key<Bool>("sure"))
      },
      Flow("f") {
        Ask("Name?", into: name).validate(.notEmpty)
        Ask("Age?", into: Key<String>("age"))
        Ask("Size?", into: Key<Double>("size"))
      },
      """
      migrates by itself:
        name: has other rules; it is asked again where the answer fails them
        age: asks for text now, before for a whole number; it is asked again
        sure: is gone; its answer is dropped
        size: is new: it is asked when a run comes to it

      """),
    Edit(
      "a question that may have another id",
      Flow("f") { Ask("Name?", into: name) }, Flow("f") { Ask("Name?", into: name).id("who") },
      """
      migrates by itself:
        who: is new: it is asked when a run comes to it

      needs a mapping:
        name: is gone; its answer is dropped; if “who” is what became of it, write .id("who", was: \
      "name")

      """),
    Edit(
      "a question that has another id, mapped",
      Flow("f") { Ask("Name?", into: name) },
      Flow("f") { Ask("Name?", into: name).id("who", was: "name") },
      """
      migrates by itself:
        who: was “name”; what was kept is kept

      """),
    Edit(
      "two questions and two choices that have exchanged their ids",
      Flow("f") {
        Ask("Name?", into: name).id("a")
        Ask("Age?", into: age).id("b")
        Alert("Error") {
          Button("Delete").id("x")
          Button("Keep").id("y")
        }
      },
      Flow("f") {
        Ask("Name?", into: name).id("b", was: "a")
        Ask("Age?", into: age).id("a", was: "b")
        Alert("Error") {
          Button("Delete").id("y", was: "x")
          Button("Keep").id("x", was: "y")
        }
      },
      """
      migrates by itself:
        b: was “a”; what was kept is kept
        a: was “b”; what was kept is kept
        error: the choice “y” was “x”; existing answers are kept
        error: the choice “x” was “y”; existing answers are kept

      """),
    Edit(
      "a question with the id of one that is gone",
      Flow("f") {
        Ask("Name?", into: name).id("a")
        Confirm("Sure?").id("b")
      },
      Flow("f") { Confirm("Sure?").id("a", was: "b") },
      """
      migrates by itself:
        a: was “b”; what was kept is kept
        a: is gone; its answer is dropped

      """),
    Edit(
      "pauses and cancellations",
      Flow("f") {
        Wait(.seconds(1))
        Wait(.seconds(2)).id("old")
        Operations {
          Operation("a") {}
          Operation("b") { CancelOperation("a").id("c") }
        }
      },
      Flow("f") {
        Wait(.seconds(2))
        Wait(.seconds(3))
        Operations {
          Operation("a") {}
          Operation("b") { CancelOperation("b").id("c") }
        }
      },
      """
      safe:
        wait: takes another time

      migrates by itself:
        c: cancels “b” now, and cancelled “a”
        old: is gone; nobody waits for it
        wait-2: is new: it passes when a run comes to it

      """),
    Edit(
      "choices and actions",
      Flow("f") {
        Alert("Error") {
          Button("Delete") { Do("delete") {} }
          Button("Keep")
        }
        Do("send") {}
      },
      Flow("f") {
        Alert("Error") {
          Button("Leave")
          Button("Delete") { Do("erase") {} }
        }
      },
      """
      safe:
        error: the choice “leave” is new

      migrates by itself:
        send: is gone; its effect, where it was performed, is reported and not undone
        error/delete/erase: is new: it is performed when a run comes to it

      needs a mapping:
        error: the choice “keep” is gone; it is asked again where it was chosen; if “leave” is what \
      became of it, write .id("leave", was: "keep")
        error/delete/delete: is gone; its effect, where it was performed, is reported and not \
      undone; if “error/delete/erase” is what became of it, write .id("error/delete/erase", was: \
      "error/delete/delete")

      """),
    Edit(
      "a flow with another id, mapped, with what stands in it; a condition",
      Flow("f") {
        Flow("a") { Ask("Name?", into: name) }
        When(name == "Bob") { Say("Bob.") }
      },
      Flow("f") {
        Flow("b") { Ask("Name?", into: name) }.id("b", was: "a")
        When(name == "Tom") { Say("Bob.") }
      },
      """
      migrates by itself:
        b: was “a”; what was kept is kept
        b/name: was “a/name”; what was kept is kept
        conditions, loops or stored values are different; they decide anew from the answers

      """),
  ]

  @Test("Each difference under its verdict", arguments: edits)
  func edit(_ edit: Edit) throws {
    let diff = try FlowDiff(from: edit.old, to: edit.new)
    #expect(diff.description == edit.text.replacing("  : ", with: "  "))
    #expect(diff.needsMapping == edit.text.contains("needs a mapping"))
  }

  @Test("As JSON")
  func json() throws {
    let diff = try FlowDiff(
      from: Flow("f") { Say("a") }, to: Flow("f") { Ask("Name?", into: Self.name) })
    #expect(
      diff.json == """
        {
          "needsMapping": false,
          "differences": [
            {
              "verdict": "safe",
              "message": "what is said or an ending is different"
            },
            {
              "verdict": "migrates",
              "id": "name",
              "message": "is new: it is asked when a run comes to it"
            }
          ]
        }
        """)
  }
}
