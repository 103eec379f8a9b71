import Testing

@testable import LibrettoCore

/// A key that a step reads can be set before, on some way there.
struct ReadBeforeSetTests {
  private static let name = Key<String>("name"), other = Key<String>("other")
  private static let age = Key<Int>("age"), ready = Key<Bool>("ready")
  private static let tags = Key<[String]>("tags")

  private func problems(@FlowBuilder _ steps: () -> Steps) -> [String] {
    Flow("f") { steps() }.problems.map { "\($0.code): \($0.message)" }
  }

  private func read(_ what: String, _ key: String) -> String {
    "read-before-set: \(what) reads the key “\(key)”, but nothing sets it on the way there; "
      + "set it before, or test \(key).isSet"
  }

  @Test("In a straight line, with the place of the step that reads")
  func line() {
    let line = #line
    let flow = Flow("hello") {
      Say("Hello \(Self.name)")
      Ask("Name?", into: Self.name)
      Say("Bye \(Self.name)")
    }
    #expect(
      flow.problems.map { "\($0.place?.line ?? 0): \($0.code): \($0.message)" }
        == ["\(line + 2): " + read("Say(\"Hello {name}\")", "name")])
    #expect(throws: InvalidFlow.self) { try flow.validate() }
  }

  @Test("Whatever reads: a text, a condition, a rule, a default, options, what is worked out")
  func readers() {
    #expect(
      problems {
        Ask("Other, \(Self.name)?", into: Self.other)
        Ask("Name?", into: Self.name)
      } == [read("the step “other”", "name")])
    #expect(
      problems {
        When(Self.age > 3) { Say("Old.") }
        Ask("Age?", into: Self.age)
      } == [read("a condition", "age")])
    #expect(
      problems {
        Ask("Other?", into: Self.other).validate(.differs(from: Self.name))
        Ask("Name?", into: Self.name)
      } == [read("the step “other”", "name")])
    #expect(
      problems {
        Ask("Other?", into: Self.other).default(Self.name)
        Ask("Name?", into: Self.name)
      } == [read("the step “other”", "name")])
    #expect(
      problems {
        Choose("Which?", from: Self.tags, into: Self.name)
        Store(["a"], into: Self.tags)
      } == [read("the step “name”", "tags")])
    #expect(
      problems {
        Store(Self.age + 1, into: Key<Int>("next"))
        Ask("Age?", into: Self.age)
      } == [read("a Store", "age")])
    #expect(
      problems {
        Do("count", into: Self.age) { 1 }.loading("Counting for \(Self.name)…")
        Ask("Name?", into: Self.name)
      } == [read("the step “count”", "name")])
    #expect(
      problems {
        Switch(Self.age) { Case(1) { Say("One.") } }
        Ask("Age?", into: Self.age)
      } == [read("a condition", "age")])
    #expect(
      problems {
        Repeat(while: Self.age < 3) { Ask("Age?", into: Self.age) }
      } == [read("a condition", "age")])
  }

  @Test("In each branch, and behind branches of which none sets it")
  func branches() {
    #expect(
      problems {
        Confirm("Ready?") {
          Say("1 \(Self.name)")
        } otherwise: {
          Ask("Other?", into: Self.other)
          Say("2 \(Self.name)")
        }
        Ask("Name?", into: Self.name)
        Say("3 \(Self.name) ")
      } == [read("Say(\"1 {name}\")", "name"), read("Say(\"2 {name}\")", "name")])
    #expect(
      problems {
        Confirm("Ready?") {
          Ask("Name?", into: Self.name)
        } otherwise: {
          Say("\(Self.name)")
        }
      } == [read("Say(\"{name}\")", "name")])
    #expect(
      problems {
        Confirm("Ready?") { Ask("Other?", into: Self.other) }
        Say("\(Self.name)")
        Ask("Name?", into: Self.name)
      } == [read("Say(\"{name}\")", "name")])
  }

  @Test("In a loop of which the first round has no value")
  func loops() {
    #expect(
      problems {
        Repeat(times: 3) {
          Say("\(Self.name)")
          Ask("Name?", into: Self.name)
        }
        Say("Bye \(Self.name)")
      } == [read("Say(\"{name}\")", "name")])
    #expect(
      problems {
        Repeat {
          Repeat {
            Say("\(Self.name)")
            Confirm("Ready?", into: Self.ready)
          } until: {
            Self.ready
          }
          Ask("Name?", into: Self.name)
        }
      } == [read("Say(\"{name}\")", "name")])
    #expect(
      problems {
        Load("tags", into: Self.tags) {
          ["a"]
        } data: {
          Say("\(Self.name)")
          Ask("Name?", into: Self.name)
          TryAgain()
        } empty: {
        }
      } == [read("Say(\"{name}\")", "name")])
  }

  @Test("The first on a way is told, and others that are wrong for themselves")
  func several() {
    #expect(
      problems {
        Say("1 \(Self.name) \(Self.other)")
        Say("2 \(Self.name)")
        Ask("Age \(Self.age)?", into: Self.age)
        Ask("Name?", into: Self.name)
        Ask("Other?", into: Self.other)
      } == [
        read("Say(\"1 {name} {other}\")", "name"), read("Say(\"1 {name} {other}\")", "other"),
        read("the step “age”", "age"),
      ])
  }

  @Test("At most twenty are told, however many there are")
  func most() {
    let found = problems {
      for number in 0..<100 {
        Say("\(Key<Int>("k\(number)"))")
        Ask("How many?", into: Key<Int>("k\(number)")).id("q\(number)")
      }
    }
    #expect(found.count == 20)
  }

  @Test("Of operations, each has what those before it have set")
  func operations() {
    #expect(
      problems {
        Operations {
          Operation("late", after: "early") { Say("\(Self.name)") }
          Operation("early") { Ask("Name?", into: Self.name) }
        }
        Say("\(Self.name)")
      } == [])
    #expect(
      problems {
        Operations {
          Operation("early") {
            Say("\(Self.name)")
            Ask("Name?", into: Self.name)
          }
        }
      } == [read("Say(\"{name}\")", "name")])
    #expect(
      problems {
        Operations {
          Operation("upload") {
            Do("send", into: Self.age) { 1 }
          } failure: { error in
            Say("\(error)")
          }
        }
        Say("\(Key<String>("upload.state"))")
      } == [])
    #expect(
      problems {
        Say("\(Key<String>("upload.state"))")
        Operations { Operation("upload") { Do("send", into: Self.age) { 1 } } }
      } == [read("Say(\"{upload.state}\")", "upload.state")])
  }

  @Test("One way that sets it is enough, and so is work that may")
  func enough() {
    #expect(
      problems {
        Confirm("Ready?") { Ask("Name?", into: Self.name) }
        Say("\(Self.name)")
      } == [])
    #expect(
      problems {
        Do("fill in") { work in work[Self.name] = "Ann" }
        Say("\(Self.name)")
      } == [])
    #expect(
      problems {
        Do("fill in", writes: [Self.name]) { work in work[Self.name] = "Ann" }
        Say("\(Self.name)")
      } == [])
    #expect(
      problems {
        Ask("Name?", into: Self.name).optional()
        Say("\(Self.name)")
      } == [])
    #expect(
      problems {
        Repeat {
          Confirm("Again?", into: Self.ready) { Say("\(Self.name)") }
          Ask("Name?", into: Self.name)
        }
      } == [])
    #expect(
      problems {
        Load("tags", into: Self.tags) {
          ["a"]
        } data: {
          Choose("Which?", from: Self.tags, into: Self.name)
        } empty: {
        } failure: { error in
          Say("\(error)")
        }
        Say("\(Self.tags) \(Key<String>("tags.state")) \(Self.name)")
      } == [])
    #expect(
      problems {
        Do("count", into: Self.age) {
          1
        } failure: { error in
          Say("\(error)")
          TryAgain()
        }
        Say("\(Self.age)")
      } == [])
    #expect(
      problems {
        Store("Ann", into: Self.name)
        Say("\(Self.name)")
      } == [])
  }

  @Test("What may be unset: isSet, conditions of what is offered, declared reads")
  func unset() {
    #expect(
      problems {
        When(Self.name.isSet) { Say("Hello \(Self.name)") }
        When(Self.name.isSet && Self.name == "Ann") { Say("Ann.") }
        When(!Self.name.isSet || Self.name == "Ann") { Say("Ann or nobody.") }
        Do("look", into: Self.age) { 1 }.reads(Self.name)
        Choose("Which?", into: Self.other) {
          Option("One") { Say("One.") }
          Option("Two") { Say("\(Self.name)") }.when(Self.name == "Ann")
        }
        Form("Page") {
          Ask("Nick?", into: Key<String>("nick")).when(Self.name == "Ann")
          Ask("Name?", into: Self.name)
        }
      } == [])
  }

  @Test("Back() goes on where there is no question before it, and else leads to what was looked at")
  func back() {
    #expect(
      problems {
        Confirm("Ready?") {
          Ask("Name?", into: Self.name)
        } otherwise: {
          Back()
        }
        Say("\(Self.name)")
      } == [])
  }

  @Test("A way on which the run ends or fails doesn't count")
  func endings() {
    #expect(
      problems {
        Confirm("Ready?") {
          Ask("Name?", into: Self.name)
          Finish()
        }
        Say("\(Self.name)")
      } == [read("Say(\"{name}\")", "name")])
  }
}
