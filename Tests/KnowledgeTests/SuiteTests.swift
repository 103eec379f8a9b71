import LibrettoCore
import TestSupport
import Testing

@testable import LibrettoKnowledge

private let more = Key<Bool>("more")
private let number = Key<Int>("number")

@Suite("Suites and paths") struct SuiteTests {
  @Test(
    "Two tests cover any number of independent forks, and fewer is impossible",
    arguments: [1, 10, 200])
  func independent(count: Int) throws {
    let known = try Flow.forks(count).explore()
    let suite = known.suite(.branches)
    #expect(suite.tests.count == 2 && suite.lowerBound == 2 && suite.gaps.isEmpty)
    #expect(suite.count == 2 * count && known.frontier.isEmpty)
  }

  @Test("The paths are counted without walking them, and walked one after the other")
  func paths() throws {
    let known = try Flow.forks(4).explore()
    #expect(known.pathCount == 16 && Set(known.paths.compactMap(\.json)).count == 16)
    #expect(try Flow.forks(200).explore().pathCountInDigits.count == 61)
    #expect(try Flow.forks(200).explore().pathCount == nil)
    #expect(Array(try Flow.forks(200).explore().paths.prefix(3)).count == 3)
  }

  @Test("Each path performs what it says")
  func performed() async throws {
    for path in try Flow.forks(3).explore().paths {
      let result = try #require(try await path.perform())
      #expect(result.isFinished)
    }
  }

  /// Of answers that one condition reads together, it matters which is the first that doesn't fit.
  @Test("Answers that one condition reads together are no crowd", arguments: [11, 40])
  func crowd(count: Int) async throws {
    let known = try Flow.crowd(count).explore(today: "2026-11-23")
    #expect(known.frontier.isEmpty && known.stateCount < 4 * count * count)
    let suite = known.suite(.branches)
    #expect(suite.count == 2 * count + 2 && suite.gaps.isEmpty)
    #expect(suite.tests.count == 2 && suite.lowerBound == 2)
    for test in suite.tests { #expect(try await test.script.perform(known.flow).isFinished) }
  }

  @Test("A test that exists is known by what it covers, and only the gap is filled")
  func gap() throws {
    let known = try Flow.forks(2).explore()
    let first: [String: [ScriptedAnswer]] = [
      "question-0": ["Yes"], "question-1": [ScriptedAnswer(.bool(true))],
    ]
    let coverage = known.coverage(of: first, today: .today, .branches)
    #expect(coverage.stop == nil)
    let suite = known.suite(.branches, beside: [coverage])
    #expect(suite.tests.map(\.name) == ["question-0-no-question-1-no"])
    #expect(
      known.gaps(.branches, [coverage]).gaps.map(\.what) == [
        "question-0 → no", "question-1 → no",
      ])
  }

  @Test("What no run to an end can cover is a gap with its reason")
  func noEnd() throws {
    let known = try Flow("fails") {
      Confirm("More?", into: more) { Repeat(while: more == true) { Say("Again.") } }
      Store(0, into: number)
      Store(10 / number, into: number)
    }.explore()
    let suite = known.suite(.branches)
    #expect(suite.tests.isEmpty && suite.coveredCount == 0)
    #expect(
      suite.gaps.map { "\($0.what): \($0.reason ?? "")" } == [
        "more → yes: no run with it comes to an end",
        "more → no: no run with it comes to an end",
        "more/yes: repeat while “more == true” → round: no run with it comes to an end",
      ])
  }

  @Test("One test is enough for a flow with nothing to cover")
  func nothingToCover() throws {
    let known = try Flow("short") { Say("Hello.") }.explore()
    #expect(known.suite().tests.map(\.name) == ["test"])
    let coverage = known.coverage(of: [:], today: .today, .classes)
    #expect(known.suite(.classes, beside: [coverage]).tests.isEmpty)
  }

  @Test("Each question is also given what its rules refuse, without a longer way")
  func refused() async throws {
    let flow = Flow("refused") {
      Ask("Name?", into: Key<String>("name")).validate(.notEmpty, .matches("[A-Z][a-z]+"))
      Ask("How many?", into: Key<Int>("count")).validate(.range(1...9))
      Ask("Postcode?", into: Key<String>("code")).validate(.matches("[0-9]{5}"))
    }
    let tests = try flow.explore(today: "2026-11-23").suite().tests
    #expect(
      tests.map { $0.json.split(whereSeparator: \.isWhitespace).joined(separator: " ") } == [
        #"""
        { "name": [ { "refused": "" }, { "refused": "A" }, "Aa" ], \#
        "count": [ { "refused": 0 }, { "refused": 10 }, 1 ], \#
        "code": [ { "refused": "1111" }, "11111" ] }
        """#
      ])
    for test in tests { #expect(try await test.script.perform(flow).isFinished) }
  }

  @Test("What is refused also lies beyond numbers with a fraction and days")
  func refusedBeyond() async throws {
    let flow = Flow("beyond") {
      Ask("How much?", into: Key<Double>("amount")).validate(.range(0.5...9.5))
      Ask("When?", into: Key<CalendarDay>("day")).validate(.daysFromToday(1...14))
    }
    let tests = try flow.explore(today: "2026-11-23").suite().tests
    let refused = tests.map { test in
      test.answers.answers.map { id, answers in
        let values = answers.compactMap { answer -> String? in
          if case .refused(let value) = answer.kind { "\(value)" } else { nil }
        }
        return "\(id): \(values.joined(separator: ", "))"
      }
    }
    #expect(refused.first == ["amount: -0.5, 10.5", "day: 2026-11-23, 2026-12-08"])
    #expect(refused.dropFirst().allSatisfy { $0 == ["amount: ", "day: "] })
    for test in tests { #expect(try await test.script.perform(flow).isFinished) }
  }

  @Test("An empty answer isn’t given as refused where it stands for the default")
  func emptyTakesDefault() async throws {
    let flow = Flow("default") {
      ChooseMany("Groups?", into: Key<[String]>("groups")) {
        Option("Dev").default()
        Option("Ops")
      }
      .atLeast(1)
      Ask("Name?", into: Key<String>("name")).default("Ada").validate(.notEmpty)
    }
    let tests = try flow.explore(today: "2026-11-23").suite().tests
    #expect(tests.count == 1)
    for test in tests { #expect(try await test.script.perform(flow).isFinished, "\(test.json)") }
  }

  @Test("Generating twice gives the same")
  func deterministic() throws {
    let one = try Flow.forks(6).explore(today: "2026-11-23").suite()
    let other = try Flow.forks(6).explore(today: "2026-11-23").suite()
    #expect(one.tests.map(\.json) == other.tests.map(\.json))
    #expect(one.tests.map(\.name) == other.tests.map(\.name))
  }
}
