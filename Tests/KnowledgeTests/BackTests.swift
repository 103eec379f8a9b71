import Testing

@testable import LibrettoCore
@testable import LibrettoKnowledge

private let first = Key<Bool>("first")
private let count = Key<Int>("count")
private let cups = Key<Int>("cups")

/// Steps back behind work: what was done holds or is stale, by what it reads.
@Suite("Steps back") struct BackTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flow: Flow
    let paths: Int
    var frontier: [String] = []

    init(
      _ name: String, paths: Int, frontier: [String] = [], @FlowBuilder _ steps: () -> Steps
    ) {
      (testDescription, self.paths, self.frontier) = (name, paths, frontier)
      flow = Flow("back", steps)
    }
  }

  static let cases = [
    // Once the same answer, and once another one, with the work again or kept.
    Case("work", paths: 8) {
      Confirm("First?", into: first)
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("work that fails is performed again", paths: 12) {
      Confirm("First?", into: first)
      Do("work") { _ in
      } failure: { _ in
        Alert("It failed.") {
          Button("Change") { Back() }
          Button("Leave", role: .cancel) { Finish() }
        }
      }
      Say("\(first)")
    },
    Case("work that fails among other work", paths: 36) {
      Confirm("First?", into: first)
      Do("work") { _ in
      } failure: { _ in
        Say("It failed.")
      }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("a load is loaded again", paths: 6) {
      Confirm("First?", into: first)
      Load("cups", into: cups) { 3 }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first), \(cups)")
    },
    Case("work that reads nothing holds", paths: 8) {
      Confirm("First?", into: first)
      Do("save") { _ in }.reads()
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("an answer without a key changes nothing", paths: 6) {
      Confirm("First?")
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
    },
    Case("work that isn’t reached again", paths: 8) {
      Confirm("First?", into: first)
      When(first == true) { Do("work") { _ in } }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Say("\(first)")
    },
    Case("two steps back", paths: 10) {
      Confirm("First?", into: first)
      Do("work") { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      Do("save") { _ in }
      Confirm("Sure?") {
      } otherwise: {
        Back()
      }
    },
    Case("an answer of the same class is another one", paths: 12) {
      Ask("How many?", into: count)
      Do("work") { _ in }.reads(count).writes()
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
      When(count > 3) { Say("\(count)") }
    },
    Case("a round of a loop", paths: 8) {
      Repeat {
        Confirm("First?", into: first)
        Do("work") { _ in }
        Confirm("Right?") {
          Break()
        } otherwise: {
          Back()
        }
      }
    },
    // Whether it is undone is decided elsewhere.
    Case("work that can be undone", paths: 2, frontier: ["back: what follows the step back"]) {
      Confirm("First?", into: first)
      Do("work") { _ in }.undo { _ in }
      Confirm("Right?") {
      } otherwise: {
        Back()
      }
    },
  ]

  @Test(
    "Each path is performed as predicted, and each test is known by what it covers",
    arguments: cases)
  func performed(item: Case) async throws {
    let known = try item.flow.explore(today: "2026-11-23")
    #expect(known.frontier == item.frontier)
    #expect(known.pathCount == item.paths)
    var space = known.space
    for path in known.paths {
      let predicted = try #require(Events(path.moves, in: &space))
      let result = try #require(try await path.perform())
      // Texts that the person has seen already aren't said again.
      func events(_ events: Events) -> Events {
        var events = events
        events.events.removeAll { ["SAY", "NOTE"].contains($0.word) }
        return events
      }
      #expect(
        events(predicted).fits(events(Events(result.transcript)), inAnyOrder: false),
        "\(predicted)\n\(result.transcript)")
    }
    let suite = known.suite()
    let covered = suite.tests.map { test in
      known.coverage(
        of: Dictionary(uniqueKeysWithValues: test.answers.answers.map { ($0.id, $0.answers) }),
        today: "2026-11-23", .classes)
    }
    #expect(covered.allSatisfy { $0.stop == nil })
    #expect(known.suite(.classes, beside: covered).tests.isEmpty)
  }
}
