import Foundation
import Testing

@testable import LibrettoCore
@testable import LibrettoKnowledge

/// The answers of an executable model, which was judged against an interpreter that tries everything:
/// for the Playground, for twenty nasty flows and for random ones.
@Suite("Against the model") struct ModelTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let flow: Flow
    /// The outcomes that the model proves impossible, each with its path.
    let impossible: Set<String>
    let findings: [String]
    let testCount: Int
    let coveredCount: Int

    var testDescription: String { name }

    static let all: [Case] = {
      let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
      guard
        let text = try? String(contentsOfFile: "/\(path)/Model/flows.jsonl", encoding: .utf8)
      else { return [] }
      return text.split(separator: "\n").compactMap { line in
        guard case .object(let object)? = try? JSONReader.read(Array(line.utf8)),
          case .string(let name)? = object["name"], let document = object["flow"],
          case .array(let impossible)? = object["impossible"],
          case .array(let findings)? = object["findings"],
          case .integer(let tests)? = object["tests"],
          case .integer(let covered)? = object["covered"],
          let flow = try? Flow(json: document.text)
        else { return nil }
        return Case(
          name: name, flow: flow, impossible: Set(impossible.compactMap(\.string)),
          findings: findings.compactMap(\.string), testCount: tests, coveredCount: covered)
      }
    }()

    /// What is known of each, looked at once for all tests.
    static let known = all.map { Known($0.flow, today: "2026-11-23") }
  }

  @Test("Nothing that the model proves impossible is possible, and its findings are found")
  func sameVerdicts() throws {
    #expect(Case.all.count > 150)
    var more = 0
    for (item, known) in zip(Case.all, Case.known) {
      let space = known.space
      var seen: Set<String> = []
      for (state, edges) in zip(space.states, space.edges) {
        let place = space.graph.place(state.node)?.description ?? "$"
        for edge in edges where edge.outcome != .fault {
          let words =
            switch edge.outcome {
            case .selected(let index): "\(index)"
            default: space.graph.words(edge.outcome, of: state.node)
            }
          seen.insert("\(place) \(words)")
        }
      }
      #expect(seen.isDisjoint(with: item.impossible), "\(item.name)")
      let found = known.findings.map { "\($0.place?.description ?? "") \($0.code)" }
      let faults = ["unset-key", "division-by-zero", "nothing-to-choose", "no-answer-fits"]
      let missing = item.findings.filter { finding in
        !found.contains(finding) && faults.contains { finding.hasSuffix($0) }
      }
      #expect(missing == [], "\(item.name)")
      if Set(found) != Set(item.findings) { more += 1 }
    }
    // More is proved here than by the model in some flows, and what lies behind it isn't told then.
    #expect(more * 3 < Case.all.count)
  }

  @Test("Each test of each suite is performed as predicted, and suites are as small as the model’s")
  func performed() async throws {
    var (count, withoutValues) = (0, 0)
    var sizes = (mine: 0, model: 0)
    // Of the random flows, whose names are numbers, every other one is performed.
    for (number, item) in Case.all.enumerated()
    where number % 2 == 0 || item.name.first?.isNumber == false {
      let search = SuiteSearch(Case.known[number].space, .classes)
      if search.covered.count == item.coveredCount {
        sizes.mine += search.walks.count
        sizes.model += item.testCount
      }
      var space = search.space
      for walk in search.walks {
        guard let answers = space.answers(walk.moves),
          let predicted = Events(walk.moves, in: &space)
        else {
          withoutValues += 1
          continue
        }
        count += 1
        let result = try await answers.script.perform(item.flow)
        // What long rounds say isn't predicted.
        if walk.moves.contains(where: { space.edges[$0.state][$0.edge].isLong }) { continue }
        #expect(
          predicted.fits(Events(result.transcript), inAnyOrder: space.graph.hasOperations),
          "\(item.name): \(predicted)\n\(result.transcript)")
        let trace = Trace(
          space, .classes,
          Dictionary(uniqueKeysWithValues: answers.answers.map { ($0.id, $0.answers) }),
          today: answers.today ?? "2026-11-23")
        if trace.stop == nil, !space.graph.hasOperations {
          let covers = Set(walk.covers.members.map { search.items[$0] })
          #expect(covers.subtracting(trace.items) == [], "\(item.name)")
        }
      }
    }
    // States are told apart a little differently, so a suite can have one more or one less.
    #expect(sizes.mine * 100 <= sizes.model * 104)
    #expect(count > 400 && withoutValues * 100 < count)
  }
}

extension JSONValue {
  fileprivate var text: String {
    var writer = JSONWriter(pretty: false)
    writer.value(self)
    return writer.text
  }

  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
