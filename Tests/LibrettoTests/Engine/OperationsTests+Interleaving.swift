import Testing

@testable import LibrettoCore

/// Operations whose needs are resolved in any order.
extension OperationsTests {
  @Test("answers merge in the order of declaration, whatever the interleaving")
  func merging() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") { Do("x") { _ in } }
        Operation("b") { Do("y") { _ in } }
        Operation("c") { Do("z") { _ in } }
      }
    }
    let orders = [
      ["a/x", "b/y", "c/z"], ["a/x", "c/z", "b/y"], ["b/y", "a/x", "c/z"],
      ["b/y", "c/z", "a/x"], ["c/z", "a/x", "b/y"], ["c/z", "b/y", "a/x"],
    ]
    for order in orders {
      var run = try Run(flow)
      // Each has its snapshot from the beginning, and writes one key of its own and a common one.
      let snapshot = run.answers
      for name in order {
        var answers = snapshot
        answers[Key<String>("common")] = name
        answers[Key<Bool>(name)] = true
        #expect(try !Self.resolve(&run, flow, name, .performed(answers)).isEmpty)
      }
      #expect(run.answers["common"] == "c/z")
      #expect(run.answers.names == ["a/x", "b/y", "c/z", "common"])
      let replayed = try Run(flow, replaying: run.journal)
      #expect(
        replayed.answers.names.map { replayed.answers[$0] }
          == run.answers.names.map { run.answers[$0] })
      #expect(replayed.outcome == run.outcome)
    }
  }

  @Test("a journal of any interleaving brings another run to the same state at every prefix")
  func replay() throws {
    let flow = Flow("f") {
      Operations {
        Operation("a") {
          Say("from a")
          Ask("Name?", into: Self.name)
          Do("x") { _ in }
        }
        Operation("b") {
          Do("y") { _ in }
          Wait(.seconds(1))
          Ask("Age?", into: Self.age)
        } failure: { _ in
          Store(0, into: Self.age)
        }
        Operation("c", after: "a", "b") {
          When(Self.age == 0) { CancelOperation("d") }
          Do("z") { _ in }
        }
        Operation("d", after: "b") { Do("w") { _ in } }
      }
      Say("Done.")
    }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var run = try Run(flow)
      var prefixes: [(Journal, [String])] = []
      while let need = run.needs.randomElement(using: &random) {
        switch need.kind {
        case .say: try run.resolve(need, with: .shown)
        case .wait: try run.resolve(need, with: .elapsed)
        case .prompt: try run.resolve(need, with: .answer(need.name == "a/name" ? "Bob" : 7))
        default:
          let fails = need.name == "b/y" && Bool.random(using: &random)
          try run.resolve(need, with: fails ? .failed("no") : .performed(flow.noAnswers))
        }
        prefixes.append((run.journal, run.answers.names))
      }
      #expect(run.outcome == .finished(nil))
      for (journal, names) in prefixes {
        let replayed = try Run(flow, replaying: journal)
        #expect(replayed.journal == journal)
        #expect(replayed.answers.names == names)
      }
    }
  }
}
