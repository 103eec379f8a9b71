import Testing

@testable import LibrettoCore

/// What a flow becomes when it is built: ids, equality, what stands beside the tree.
struct FlowTests {
  let name = Key<String>("userName")
  let ready = Key<Bool>("ready")
  let size = Key<Int>("size")

  /// Every id of a tree in the order of a walk; a choice's id stands in brackets.
  static func ids(_ nodes: [Node]) -> [String] {
    nodes.flatMap { node -> [String] in
      (node.id.map { [$0] } ?? [])
        + node.branches.flatMap { branch -> [String] in
          guard case .prompt(let prompt) = node.kind, case .choice(let index) = branch.part else {
            return ids(branch.steps)
          }
          return ["[\(prompt.choices[index].id)]"] + ids(branch.steps)
        }
    }
  }

  @Test("ids are paths of slugs: key names, titles, buttons; loops and When add none")
  func paths() {
    let flow = Flow("f") {
      Ask("Your name?", into: name)
      Alert("Some random error") {
        Button("Yes, please!") {
          Do("Delete everything") { _ in }
          When(ready.isSet) {
            Repeat(times: 2) { Ask("Size?", into: size) }
          } otherwise: {
            Do("Delete everything") { _ in }
          }
        }
        Button("No")
      }
      Confirm("Go on?") {
        Do("go") { _ in }
      } otherwise: {
        Do("go") { _ in }
      }
      Confirm("Ready?", into: ready)
      Choose("What?") { Option("It’s this") { Do("go") { _ in } } }
      Choose("Which?", from: [1, 2], into: Key<Int>("which one"))
    }
    #expect(
      Self.ids(flow.tree.steps) == [
        "userName",
        "some-random-error", "[yes-please]", "some-random-error/yes-please/delete-everything",
        "some-random-error/yes-please/size",
        "some-random-error/yes-please/otherwise/delete-everything", "[no]",
        "go-on", "[yes]", "go-on/go", "[no]", "go-on/otherwise/go",
        "ready", "[yes]", "[no]",
        "what", "[its-this]", "what/its-this/go",
        "which-one", "[1]", "[2]",
      ])
  }

  @Test("an explicit id isn't a path, and the ids below begin with it")
  func explicit() {
    let flow = Flow("f") {
      Alert("A") {
        Button("B") {
          Do("c") { _ in }.id("save")
          Alert("D") { Button("E") { Do("f") { _ in } } }.id("x.y")
        }.id("b1")
      }.id("first")
      Do("g") { _ in }.id("a/b")
      Ask("Size?", into: size).id("size-1")
    }
    #expect(flow.problems == [])
    #expect(
      Self.ids(flow.tree.steps) == [
        "first", "[b1]", "save", "x.y", "[e]", "x.y/e/f", "a/b", "size-1",
      ])
  }

  @Test("a button's explicit id is a component of the ids below")
  func explicitButton() {
    let flow = Flow("f") { Alert("A") { Button("B") { Do("c") { _ in } }.id("b1") } }
    #expect(Self.ids(flow.tree.steps) == ["a", "[b1]", "a/b1/c"])
  }

  @Test("a sub-flow adds its name, or its own id; explicit ids in it begin there")
  func subflows() {
    let inner = Flow("Sign in") {
      Ask("Name?", into: name)
      Do("check") { _ in }.id("check-it")
      Flow("deeper") {
        Do("x") { _ in }
        Do("y") { _ in }.id("own")
      }
    }
    let flow = Flow("f") {
      inner
      inner.id("again")
      Alert("A") { Button("B") { inner } }
    }
    #expect(flow.problems == [])
    let below = ["userName", "check-it", "deeper", "deeper/x", "deeper/own"]
    #expect(
      Self.ids(flow.tree.steps)
        == ["sign-in"] + below.map { "sign-in/\($0)" }
        + ["again"] + below.map { "again/\($0)" }
        + ["a", "[b]", "a/b/sign-in"] + below.map { "a/b/sign-in/\($0)" })
    #expect(Self.ids(inner.tree.steps) == below)
  }

  @Test("closures and places are kept beside the tree, by the ids of their steps")
  func beside() {
    let line = #line + 2
    let flow = Flow("f") {
      Do("a") { _ in }
      Alert("B") {
        Button("c") { Do("a") { _ in } }
      }
    }
    #expect(Set(flow.closures.filter { $0.value.action != nil }.keys) == ["a", "b/c/a"])
    #expect(
      flow.places.mapValues(\.description) == [
        "a": "FlowTests.swift:\(line)", "b": "FlowTests.swift:\(line + 1)",
        "b/c/a": "FlowTests.swift:\(line + 2)",
      ])
  }

  @Test("equality ignores places and closures, nothing else")
  func equality() {
    func make(_ title: String, _ work: @escaping @Sendable () -> Void) -> Flow {
      Flow("f") {
        Say(Text(title))
        Do("work") { work() }
      }
    }
    let flow = make("a") {}
    let same = Flow("f") {
      Say("a")

      Do("work") { throw CancellationError() }
    }
    #expect(flow == same)
    #expect(flow.hashValue == same.hashValue)
    #expect(flow.tree.hashValue == same.tree.hashValue)
    #expect(flow != make("b") {})
    #expect(
      flow
        != Flow("g") {
          Say("a")
          Do("work") { _ in }
        })
    #expect(
      flow
        != Flow("f") {
          Say("a")
          Do("work") { _ in }.id("other")
        })
  }

  @Test("options made from values have ids that differ, whatever else is in the list")
  func valueIDs() throws {
    let language = Key<String>("language")
    let number = Key<Int>("number")
    let flow = Flow("f") {
      Choose("Language?", from: ["C", "C++", "C#", "Objective C"], into: language)
      Choose("Number?", from: [-1, 0, 1], into: number)
    }
    try flow.validate()
    let ids = flow.program.prompts.map { $0.prompt.choices.map(\.id) }
    #expect(ids == [["c", "c-2b-2b", "c-23", "objective-c"], ["-1", "0", "1"]])
  }

  @Test("limits are kept beside the tree")
  func limits() throws {
    let flow = Flow("f") { Repeat(times: 10) { Store(1, into: Key<Int>("n")) } }
    let strict = flow.limits(Limits(stepsBetweenPrompts: 5))
    #expect(strict == flow)
    #expect(try Run(flow).outcome == .finished(nil))
    guard case .failed(let failure) = try Run(strict).outcome else {
      Issue.record("it went on past its limit")
      return
    }
    #expect(failure.reason == .limit)
  }

  @Test("keys in the order of their first use, secrets by name")
  func keys() {
    let flow = Flow("f") {
      When(ready.isSet) { Say("\(size) \(name)") }
      Ask("Password?", into: Key<String>("password")).secret()
      Store(1, into: size)
    }
    #expect(flow.keys.map(\.name) == ["ready", "size", "userName", "password"])
    #expect(flow.secrets == ["password"])
  }

  @Test("an alert without buttons dismisses itself after two seconds, or after a given time")
  func dismissal() {
    func time(_ alert: Alert) -> Duration? {
      let flow = Flow("f") { alert }
      guard case .prompt(let prompt) = flow.tree.steps[0].kind else { return nil }
      return prompt.dismissAfter
    }
    #expect(time(Alert("Done")) == .seconds(2))
    #expect(time(Alert("Done").dismiss(after: .microseconds(1_500_999))) == .milliseconds(1500))
    #expect(time(Alert("Done").dismiss(after: .zero)) == .zero)
    #expect(time(Alert("Done").dismiss(after: .seconds(Int64.max))) == .milliseconds(Int.max))
    #expect(time(Alert("Done") { Button("OK") }) == nil)
  }
}
