import Testing

@testable import LibrettoCore

/// Loops, branches, jumps and sub-flows, by the transcripts that they give.
struct ControlTests {
  let age = Key<Int>("age")
  let count = Key<Int>("count")
  let another = Key<Bool>("another")
  let name = Key<String>("name")

  /// What is said, with the outcome at the end; prompts are answered by the script.
  private func said(_ flow: Flow, _ answers: [ScriptedAnswer] = []) async throws -> [String] {
    let result = try await flow.run(with: Scripted(answers))
    return result.transcript.split(separator: "\n").compactMap { line in
      for lead in ["SAY", "END"] where line.hasPrefix(lead) { return String(line.dropFirst(9)) }
      return nil
    }
  }

  @Test("a condition compares texts as Swift does, however the keyboard composed them")
  func canonical() async throws {
    let flow = Flow("f") {
      Ask("Name?", into: name)
      When(name == "José") { Say("welcome") }
      Switch(name) { Case("José") { Say("again") } }
    }
    #expect(try await said(flow, ["Jose\u{301}"]) == ["welcome", "again", "finished"])
  }

  @Test("a loop with a number of rounds, with none, and nested")
  func times() async throws {
    let flow = Flow("f") {
      Repeat(times: 0) { Say("never") }
      Repeat(times: 2) {
        Say("outer")
        Repeat(times: 2) { Say("inner") }
      }
    }
    #expect(
      try await said(flow) == [
        "outer", "inner", "inner", "outer", "inner", "inner", "finished",
      ])
  }

  @Test("a while loop tests before each round, an until loop after each round")
  func conditions() async throws {
    let flow = Flow("f") {
      Store(0, into: count)
      Repeat(while: count > 0) { Say("never") }
      Repeat {
        Say("once")
      } until: {
        count == 0
      }
      Repeat {
        Ask("Age?", into: age)
        Say("\(age)")
      } until: {
        age > 17
      }
      Repeat(while: age > 17) { Ask("Lower?", into: age).id("lower") }
    }
    #expect(try await said(flow, [3, 18, 20, 1]) == ["once", "3", "18", "finished"])
  }

  @Test("Break leaves the nearest loop, of each form, from inside branches and prompts")
  func breaks() async throws {
    let flow = Flow("f") {
      Store(0, into: count)
      Repeat(times: 2) {
        Repeat {
          Confirm("Another?", into: another) {
            Say("more")
          } otherwise: {
            Break()
          }
          Say("again")
        }
        Say("left")
      }
      Repeat {
        Say("until")
        Break()
      } until: {
        count > 0
      }
      Repeat(while: another.isSet) { When(!another) { Break() } }
      Repeat(times: 5) {
        Alert("A") {
          Button("Go") { Say("go") }
          Button("Stop") { Break() }
        }
      }
    }
    #expect(
      try await said(flow, ["yes", "no", "no", "Go", "Stop"]) == [
        "more", "again", "left", "left", "until", "go", "finished",
      ])
  }

  @Test("When takes one of its arms, or none")
  func branches() async throws {
    let flow = Flow("f") {
      Repeat(times: 3) {
        Ask("Age?", into: age)
        When(age < 18) {
          Say("young")
        } otherwise: {
          Say("grown")
        }
        When(age == 7) { Say("seven") }
        When(age > 90) {
        } otherwise: {
          Say("not so old")
        }
      }
    }
    #expect(
      try await said(flow, [7, 20, 91]) == [
        "young", "seven", "not so old", "grown", "not so old", "grown", "finished",
      ])
  }

  static let operators: [(String, Condition)] = {
    let seven = Key<Int>("seven")
    let eight = Key<Int>("eight")
    let text = Key<String>("text")
    let list = Key<[Int]>("list")
    let none = Key<String>("none")
    let ratio = Key<Double>("ratio")
    return [
      ("==", seven == 7), ("!=", seven != 8), ("<", seven < 8), ("<=", seven <= 7),
      (">", seven > 6), (">=", seven >= 7), ("key ==", seven == seven), ("key !=", seven != eight),
      ("key <", seven < eight), ("key <=", seven <= eight), ("key >", eight > seven),
      ("key >=", eight >= seven), ("not ==", !(seven == 8)), ("not <", !(seven < 7)),
      ("not <=", !(seven <= 6)), ("not >", !(seven > 7)), ("not >=", !(seven >= 8)),
      ("isSet", seven.isSet), ("not isSet", !none.isSet), ("contains", text.contains("ell")),
      ("contains nothing", text.contains("")), ("contains all", text.contains("hello")),
      ("not contains", !text.contains("elo")), ("not contains more", !text.contains("hello!")),
      ("list contains", list.contains(2)), ("list not contains", !list.contains(5)),
      ("not isEmpty", !text.isEmpty && !list.isEmpty), ("isEmpty", Key<String>("blank").isEmpty),
      ("multiple", eight.isMultiple(of: 4)), ("not multiple", !eight.isMultiple(of: 3)),
      ("multiple of -1", Key<Int>("least").isMultiple(of: -1)),
      ("multiple of 0", !eight.isMultiple(of: 0)), ("ratio", ratio > 0.4 && ratio < 0.6),
      ("or", seven == 8 || seven == 7), ("and", !(seven == 8 && none == "x")),
      ("or stops early", seven == 7 || none == "x"), ("text order", text > "hel"),
    ]
  }()

  @Test("holds", arguments: operators)
  func holds(name: String, condition: Condition) async throws {
    let none = Key<String>("none")
    let flow = Flow("f") {
      Store(7, into: Key<Int>("seven"))
      Store(8, into: Key<Int>("eight"))
      Store(.min, into: Key<Int>("least"))
      Store("hello", into: Key<String>("text"))
      Store("", into: Key<String>("blank"))
      Store([1, 2], into: Key<[Int]>("list"))
      Store(0.5, into: Key<Double>("ratio"))
      When(condition) {
        Say("holds")
      } otherwise: {
        Say("fails")
      }
      When(!condition) {
        Say("fails")
      } otherwise: {
        Say("holds")
      }
      When(none.isSet) { Store("", into: none) }
    }
    #expect(try await said(flow) == ["holds", "holds", "finished"])
  }

  @Test("Finish and Fail end the whole flow, from a sub-flow too")
  func ends() async throws {
    func flow(_ end: any FlowContent) -> Flow {
      Flow("f") {
        Flow("outer") {
          Repeat(times: 2) {
            Say("in")
            Flow("inner") { end }
          }
        }
        Say("never")
      }
    }
    #expect(try await said(flow(Finish(name: "saved"))) == ["in", "finished: saved"])
    #expect(try await said(flow(Finish())) == ["in", "finished"])
    #expect(try await said(flow(Fail("no network"))) == ["in", "failed: no network"])
    let failed = Flow("f") {
      Store("Bob", into: name)
      Fail("Sorry, \(name).")
    }
    guard case .failed(let failure) = try Run(failed).outcome else {
      Issue.record("it didn't fail")
      return
    }
    #expect(failure.reason == .declared && failure.message == "Sorry, Bob.")
    #expect(failure.place?.line == #line - 7)
  }

  @Test("a step is named by the rounds of the loops around it, a sub-flow's too")
  func performances() throws {
    let flow = Flow("f") {
      Repeat(times: 2) {
        Ask("Age?", into: age)
        Flow("in") { Repeat(times: 2) { Do("work") { _ in } } }
      }
    }
    var run = try Run(flow)
    var names: [String] = []
    while let need = run.nextNeed {
      names.append(need.name)
      try run.resolve(need, with: need.kind == .action ? .performed(run.answers) : .answer(1))
    }
    #expect(
      names == [
        "age", "in/work", "in/work@1.2", "age@2", "in/work@2.1", "in/work@2.2",
      ])
  }
}
