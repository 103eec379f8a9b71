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
        the flow was renamed from “f” to “g”: saved runs refer to its name and are refused; \
      restore the name

      """),
    Edit(
      "a number where a whole one was",
      Flow("f") { Ask("Age?", into: age) },
      Flow("f") { Ask("Age?", into: Key<Double>("age")) },
      """
      safe:
        age: now asks for a number instead of a whole number; its answer is kept

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
        age: its texts changed
        age: moved
        : a text changed or moved

      """),
    Edit(
      "what moved to another branch or into a loop, or sets something else",
      Flow("f") {
        Ask("Name?", into: name)
        Do("charge", writes: [age, name]) { _ in }.undo { _ in }
        Choose("Kind?", into: Key<String>("kind")) {
          Option("A") { Store(1, into: age) }
          Option("B")
        }
      },
      Flow("f") {
        Repeat(times: 2) { Ask("Name?", into: name) }
        Choose("Kind?", into: Key<String>("kind")) {
          Option("A")
          Option("B") {
            Store(1, into: age)
            Do("charge", writes: [age]) { _ in }.undo { _ in }.id("charge")
          }
        }
      },
      """
      safe:
        charge: the keys that it may set changed
        kind: moved

      migrates automatically:
        name: moved into a loop from no loop; of what is saved of it, only first rounds are used
        charge: moved to another branch; if it was performed and a run no longer comes to it, its \
      effect is undone
        conditions, loops or stored values changed or moved; they are evaluated again with the answers

      """),
    Edit(
      "an ending before what it was behind, and a value before the work that reads it",
      Flow("f") {
        Do("pay") { _ in }
        Store(0, into: age)
        Ask("Name?", into: name)
        Finish("end")
      },
      Flow("f") {
        Store(0, into: age)
        Do("pay") { _ in }
        Finish("end")
        Ask("Name?", into: name)
      },
      """
      migrates automatically:
        conditions, loops or stored values changed or moved; they are evaluated again with the answers
        an ending changed or moved; a run ends at the first that it comes to

      """),
    Edit(
      "a question before what has no id, and a result under another key",
      Flow("f") {
        Do("order", into: name) { _ in "" }
        Say("Hi.")
        Finish("end")
      },
      Flow("f") {
        Do("order", into: Key<String>("number")) { _ in "" }
        Ask("Age?", into: age)
        Say("Hi.")
        Finish("end")
      },
      """
      migrates automatically:
        age: is new: it is asked when a run reaches it

      needs a mapping:
        order: its result is now kept under “number” instead of “name”; a saved one stays where it \
      is; keep the key

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
      migrates automatically:
        name: its rules changed; it is asked again if its answer breaks them
        age: now asks for text instead of a whole number; it is asked again if its answer doesn’t fit
        sure: was removed; its answer isn't used
        size: is new: it is asked when a run reaches it

      """),
    Edit(
      "a question that may have another id",
      Flow("f") { Ask("Name?", into: name) }, Flow("f") { Ask("Name?", into: name).id("who") },
      """
      migrates automatically:
        who: is new: it is asked when a run reaches it

      needs a mapping:
        name: was removed; its answer isn't used; if it became “who”, write .id("who", was: \
      "name")

      """),
    Edit(
      "a question that has another id, mapped",
      Flow("f") { Ask("Name?", into: name) },
      Flow("f") { Ask("Name?", into: name).id("who", was: "name") },
      """
      migrates automatically:
        who: renamed from “name”; saved entries are kept

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
      migrates automatically:
        b: renamed from “a”; saved entries are kept
        a: renamed from “b”; saved entries are kept
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
      migrates automatically:
        a: renamed from “b”; saved entries are kept
        a: was removed; its answer isn't used

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
        wait: its duration changed

      migrates automatically:
        c: now cancels “b” instead of “a”
        old: was removed; nobody waits for it
        wait-2: is new: it passes when a run reaches it

      """),
    Edit(
      "work and choices of which several could be the one that is gone",
      Flow("f") {
        Do("tag") { _ in }
        Do("upload") { _ in }
        Choose("Plan?", into: name) {
          Option("Free", "f")
          Option("Paid", "p")
        }
      },
      Flow("f") {
        Do("test") { _ in }
        Do("git tag") { _ in }
        Do("uploads") { _ in }
        Choose("Plan?", into: name) {
          Option("Trial", "t")
          Option("Team", "e")
          Option("Frei", "fr")
        }
      },
      """
      safe:
        name: the choice “trial” is new
        name: the choice “team” is new
        name: the choice “frei” is new

      migrates automatically:
        test: is new: it is performed when a run reaches it
        git-tag: is new: it is performed when a run reaches it
        uploads: is new: it is performed when a run reaches it

      needs a mapping:
        name: the choice “free” was removed; the question is asked again if it was chosen; if it \
      became “frei”, write .id("frei", was: "free")
        name: the choice “paid” was removed; the question is asked again if it was chosen; if it \
      became another, write .id("…", was: "paid")
        tag: was removed; if it was performed, its effect is reported but not undone; if it became \
      another, write .id("…", was: "tag")
        upload: was removed; if it was performed, its effect is reported but not undone; if it \
      became “uploads”, write .id("uploads", was: "upload")

      """),
    Edit(
      "choices and actions",
      Flow("f") {
        Alert("Error") {
          Button("Delete") { Do("delete") { _ in } }
          Button("Keep")
        }
        Do("send") { _ in }
      },
      Flow("f") {
        Alert("Error") {
          Button("Leave")
          Button("Delete") { Do("erase") { _ in } }
        }
      },
      """
      safe:
        error: the choice “leave” is new

      migrates automatically:
        send: was removed; if it was performed, its effect is reported but not undone
        error/delete/erase: is new: it is performed when a run reaches it

      needs a mapping:
        error: the choice “keep” was removed; the question is asked again if it was chosen; if it \
      became “leave”, write .id("leave", was: "keep")
        error/delete/delete: was removed; if it was performed, its effect is reported but not \
      undone; if it became “error/delete/erase”, write .id("error/delete/erase", was: \
      "error/delete/delete")

      """),
    Edit(
      "what work sets, and that it can be undone",
      Flow("f") {
        Do("price", writes: [name]) { _ in }
        Do("save") { _ in }
      },
      Flow("f") {
        Do("price", writes: [age]) { _ in }
        Do("save") { _ in }.undo { _ in }
      },
      """
      migrates automatically:
        save: it can be undone now; if it was performed before, its undo is given only what it read

      needs a mapping:
        price: it now sets “age”, which it hasn't if it was performed before; test it with isSet, or \
      keep the keys

      """),
    Edit(
      "a flow with another id, and a step in it; one that moved into a flow",
      Flow("f") {
        Flow("a") {
          Ask("Name?", into: name)
          Do("tag") { _ in }
        }
        Do("save") { _ in }
        Flow("c") {}
      },
      Flow("f") {
        Flow("b") {
          Ask("Name?", into: name)
          Do("tags") { _ in }
        }
        Flow("c") { Do("saved") { _ in } }
      },
      """
      migrates automatically:
        save: was removed; if it was performed, its effect is reported but not undone
        b: is new: it begins when a run reaches it
        b/name: is new: it is asked when a run reaches it
        b/tags: is new: it is performed when a run reaches it
        c/saved: is new: it is performed when a run reaches it

      needs a mapping:
        a: was removed; its steps are listed separately; if it became “b”, write .id("b", was: "a"), \
      and what is in it is kept, too
        a/tag: was removed; if it was performed, its effect is reported but not undone; if it became \
      “b/tags”, write .id("tags", was: "tag")

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
      migrates automatically:
        b: renamed from “a”; saved entries are kept
        b/name: renamed from “a/name”; saved entries are kept
        conditions, loops or stored values changed or moved; they are evaluated again with the answers

      """),
  ]

  @Test("Each difference has its verdict", arguments: edits)
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
              "message": "a text changed or moved"
            },
            {
              "verdict": "migrates",
              "id": "name",
              "message": "is new: it is asked when a run reaches it"
            }
          ]
        }
        """)
  }
}
