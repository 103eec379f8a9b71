import LibrettoCore
import Testing

@testable import LibrettoKnowledge

private let age = Key<Int>("age")
private let name = Key<String>("name")

@Suite("Planted faults") struct MutationTests {
  private func faults(_ flow: Flow) throws -> Mutations {
    try Mutations(try flow.explore(today: "2026-11-23"), today: "2026-11-23")
  }

  @Test("The faults of a small flow, and the flows that they make")
  func small() throws {
    let flow = Flow("small") {
      Ask("How old?", into: age).validate(.range(0...130))
      When(age < 18 && age != 7) {
        Say("Young.")
      } otherwise: {
        Say("Old.")
      }
      Confirm("Sure?") { Finish("Done.") }
    }
    let faults = try faults(flow)
    #expect(try faults.original() == flow)
    let table = faults.mutants.map { mutant in
      "\(mutant.what)" + (faults.flow(mutant) == nil ? " (refused)" : "")
    }
    #expect(
      table == [
        "ask “How old?”: minimum 0 as -1", "ask “How old?”: minimum 0 as 1",
        "ask “How old?”: maximum 130 as 129", "ask “How old?”: maximum 130 as 131",
        "ask “How old?”: dropped (refused)",
        "when “age < 18 && age != 7”: “<” as “<=”",
        "when “age < 18 && age != 7”: 7 as 8",
        "when “age < 18 && age != 7”: its condition negated",
        "when “age < 18 && age != 7”: dropped", "say “Young.”: dropped",
        "say “Old.”: dropped", "confirm “Sure?”: “then” and “otherwise” swapped",
        "confirm “Sure?”: dropped", "finish “Done.”: dropped",
      ])
    let flows = faults.mutants.compactMap { faults.flow($0) }
    #expect(Set(flows + [flow]).count == 14, "each makes another flow")
  }

  @Test("Steps that are never reached get no faults")
  func dead() throws {
    let flow = Flow("dead") {
      Ask("How old?", into: age).validate(.range(0...130))
      When(age > 200) {
        Say("Never.")
        Say("Never either.")
      }
      Say("The end.")
    }
    let faults = try faults(flow)
    #expect(faults.deadCount == 2)
    #expect(!faults.mutants.contains { $0.what.contains("Never") })
  }

  @Test("A fault of a condition that makes no difference is known as such, one that does isn’t")
  func equal() throws {
    let flow = Flow("equal") {
      Ask("How old?", into: age).validate(.range(0...9))
      When(age > 200) { Say("Never.") }
      Repeat(while: age > 9) { Store(age - 1, into: age) }
      When(age < 5) { Say("Little.") }
    }
    var faults = try faults(flow)
    let conditions = faults.mutants.filter { [.bound, .condition].contains($0.kind) }.dropFirst(4)
    let verdicts = conditions.map { "\($0.what): \(faults.changesNothing($0))" }
    #expect(
      verdicts == [
        "when “age > 200”: “>” as “>=”: true", "when “age > 200”: its condition negated: false",
        "repeat while “age > 9”: “>” as “>=”: false",
        "repeat while “age > 9”: its condition negated: false",
        "when “age < 5”: “<” as “<=”: false", "when “age < 5”: its condition negated: false",
      ])
    let dropped = faults.mutants.filter { $0.kind == .step }
    #expect(
      dropped.map { "\($0.what): \(faults.changesNothing($0))" } == [
        "ask “How old?”: dropped: false", "when “age > 200”: dropped: true",
        "repeat while “age > 9”: dropped: false", "when “age < 5”: dropped: false",
        "say “Little.”: dropped: false",
      ])
  }

  @Test("Another constant that decides the same and is replaced unseen is known as such")
  func replaced() throws {
    func verdicts(@FlowBuilder _ steps: () -> Steps) throws -> [Bool] {
      var faults = try faults(Flow("stored", steps))
      let stored = faults.mutants.filter { $0.what.hasPrefix("store") && $0.kind == .constant }
      return stored.map { faults.changesNothing($0) }
    }
    let counts = Do("count") { _ in }.writes(age)
    #expect(
      try verdicts {
        Store(1, into: age)
        Repeat(while: age < 3) { counts }
        Say("\(age)")
      } == [true])
    // Here another number ends the loop, is shown, or stays.
    #expect(
      try verdicts {
        Store(2, into: age)
        Repeat(while: age < 3) { counts }
      } == [false])
    #expect(
      try verdicts {
        Store(1, into: age)
        Repeat(while: age < 3) {
          Say("\(age)")
          counts
        }
      } == [false])
    #expect(
      try verdicts {
        Store(1, into: age)
        When(age < 3) { Say("Little.") }
      } == [false])
    #expect(
      try verdicts {
        Store(1, into: age)
        Confirm("Sure?") { counts }
        When(age < 3) { Say("Little.") }
      } == [false])
  }

  @Test("Options and cases change their steps, and a flow of any size gets a bounded number")
  func branches() throws {
    let flow = Flow("branches") {
      Choose("Which?", into: name) {
        Option("A") { Say("a") }
        Option("B")
      }
      Switch(name) {
        Case("A") { Say("is a") }
        Case("B") { Say("is b") }
      }
    }
    let swapped = try faults(flow).mutants.filter { $0.kind == .branch }.map(\.what)
    #expect(
      swapped == [
        "choose “Which?”: the steps of \"a\" and \"b\" swapped",
        "switch “name”: the steps of [\"A\"] and [\"B\"] swapped",
      ])
    let long = try faults(Flow("long") { for number in 0..<3_000 { Say("\(number)") } })
    #expect(long.mutants.count == Mutations.mostSteps / 3_000)
    #expect(long.mutants.count + long.leftOut == 3_000)
  }

  @Test("Each question’s first visit is also given what its rules refuse, another one the ends")
  func riding() async throws {
    let flow = Flow("riding") {
      Ask("How old?", into: age).validate(.range(0...130))
      Ask("Name?", into: name).validate(.length(2...4))
      Confirm("Sure?") { Say("Good.") }
    }
    let suite = try flow.explore(today: "2026-11-23").suite()
    let texts = suite.tests.map { $0.answers.json(pretty: false) }
    #expect(
      texts == [
        #"{"age":[{"refused":-1},{"refused":131},0],"name":[{"refused":"x"},{"refused":"xxxxx"},"xx"],"#
          + #""sure":false}"#,
        #"{"age":130,"name":"xxxx","sure":true}"#,
      ])
    for test in suite.tests { #expect(try await test.script.perform(flow).isFinished) }
  }
}
