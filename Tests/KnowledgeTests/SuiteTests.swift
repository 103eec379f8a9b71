import LibrettoCore
import Testing

@testable import LibrettoKnowledge

private let more = Key<Bool>("more")

@Suite("Suites and paths") struct SuiteTests {
  private func forks(_ count: Int) -> Flow {
    Flow("forks") {
      for number in 0..<count {
        Confirm("Question \(number)?") {
          Say("yes \(number)")
        } otherwise: {
          Say("no \(number)")
        }
      }
    }
  }

  @Test(
    "Two tests cover any number of independent forks, and fewer is impossible",
    arguments: [1, 10, 200])
  func independent(count: Int) throws {
    let known = try forks(count).explore()
    let suite = known.suite(.branches)
    #expect(suite.tests.count == 2 && suite.lowerBound == 2 && suite.gaps.isEmpty)
    #expect(suite.count == 2 * count && known.frontier.isEmpty)
  }

  @Test("The paths are counted without walking them, and walked one after the other")
  func paths() throws {
    let known = try forks(4).explore()
    #expect(known.pathCount == 16 && Set(known.paths.compactMap(\.json)).count == 16)
    #expect(try forks(200).explore().pathCountInDigits.count == 61)
    #expect(try forks(200).explore().pathCount == nil)
    #expect(Array(try forks(200).explore().paths.prefix(3)).count == 3)
  }

  @Test("Each path performs what it says")
  func performed() async throws {
    for path in try forks(3).explore().paths {
      let result = try #require(try await path.perform())
      #expect(result.isFinished)
    }
  }

  /// The states are more than the limits allow, so walks go through widened ones.
  @Test("Answers that one condition reads together are covered beyond the limits")
  func crowd() async throws {
    let keys = (0..<11).map { Key<Int>("k\($0)") }
    let flow = Flow("crowd") {
      for key in keys {
        Ask("\(key.name)?", into: key).validate(.range(0...100))
        When(key < 50) {
          Say("low")
        } otherwise: {
          Say("high")
        }
      }
      When(keys.dropFirst().reduce(keys[0] < 50) { $0 && ($1 < 50) }) { Say("all") }
    }
    let space = Space(Graph(flow), today: "2026-11-23", cutsClasses: false)
    let search = SuiteSearch(space, .branches)
    #expect(search.covered.count == 24 && search.items.count == 24)
    #expect(!space.frontier.isEmpty && !space.isPartial)
    var copy = search.space
    for walk in search.walks {
      let found = copy.answers(walk.moves)
      let answers = try #require(found)
      #expect(try await answers.script.perform(flow).isFinished)
    }
  }

  @Test("A test that exists is known by what it covers, and only the gap is filled")
  func gap() throws {
    let known = try forks(2).explore()
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

  @Test("Each question is also given what its rules refuse, without a longer way")
  func refused() async throws {
    let flow = Flow("refused") {
      Ask("Name?", into: Key<String>("name")).validate(.notEmpty, .matches("[A-Z][a-z]+"))
      Ask("How many?", into: Key<Int>("count")).validate(.range(1...9))
    }
    let tests = try flow.explore(today: "2026-11-23").suite().tests
    #expect(
      tests.map { $0.json.split(whereSeparator: \.isWhitespace).joined(separator: " ") } == [
        #"{ "name": [ { "refused": "" }, { "refused": "?" }, "Aa" ], "#
          + #""count": [ { "refused": 0 }, { "refused": 10 }, 1 ] }"#
      ])
    for test in tests { #expect(try await test.script.perform(flow).isFinished) }
  }

  @Test("Generating twice gives the same")
  func deterministic() throws {
    let one = try forks(6).explore(today: "2026-11-23").suite()
    let other = try forks(6).explore(today: "2026-11-23").suite()
    #expect(one.tests.map(\.json) == other.tests.map(\.json))
    #expect(one.tests.map(\.name) == other.tests.map(\.name))
  }
}
