import TestSupport
import Testing

@testable import LibrettoCore
@testable import LibrettoKnowledge

/// The answers of an executable model, which was judged against an interpreter that tries everything:
/// for the Playground, for twenty nasty flows and for random ones. For random flows, what that
/// interpreter saw is kept too, so that what is known here beyond the model is judged as well.
@Suite("Against the model") struct ModelTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let flow: Flow
    /// The outcomes that the model proves impossible, each with its path.
    let impossible: Set<String>
    let findings: [String]
    let testCount: Int
    let coveredCount: Int
    /// The outcomes and the paths of the failing steps that trying everything has shown; nil if that
    /// wasn't done.
    var tried: (performed: Set<String>, failing: Set<String>, isWhole: Bool)?

    var testDescription: String { name }

    /// Of the random flows, whose names are numbers, the tests look at one of five, and `.ci/run` at all.
    static let isWhole = environmentVariable("LIBRETTO_MODEL") != nil

    static let all: [Case] = {
      let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
      guard let text = textOfFile("/\(path)/Model/flows.jsonl") else { return [] }
      let lines = text.split(separator: "\n").enumerated()
      return lines.compactMap { number, line in
        guard case .object(let object)? = try? JSONReader.read(Array(line.utf8)),
          case .string(let name)? = object["name"], let document = object["flow"],
          case .array(let impossible)? = object["impossible"],
          case .array(let findings)? = object["findings"],
          case .integer(let tests)? = object["tests"],
          case .integer(let covered)? = object["covered"],
          isWhole || number % 5 == 0 || name.first?.isNumber == false,
          let flow = try? Flow(json: document.text)
        else { return nil }
        var item = Case(
          name: name, flow: flow, impossible: Set(impossible.compactMap(\.string)),
          findings: findings.compactMap(\.string), testCount: tests, coveredCount: covered)
        if case .array(let performed)? = object["performed"],
          case .array(let failing)? = object["failing"],
          case .bool(let isWhole)? = object["isWhole"]
        {
          item.tried = (
            Set(performed.compactMap(\.string)), Set(failing.compactMap(\.string)), isWhole
          )
        }
        return item
      }
    }()

    /// What is known of each, looked at once for all tests.
    static let known = all.map { Known($0.flow, today: "2026-11-23") }
  }

  /// The findings that a walk shows.
  private static let faults: Set = [
    "unset-key", "division-by-zero", "nothing-to-choose", "no-answer-fits",
  ]

  @Test("What the model proves is proved, and what is found besides is never contradicted")
  func sameVerdicts() throws {
    #expect(Case.all.count > (Case.isWhole ? 190 : 60))
    var (triedCount, wholeCount) = (0, 0)
    for (item, known) in zip(Case.all, Case.known) {
      let seen = Seen(known.space)
      #expect(seen.outcomes.isDisjoint(with: item.impossible), "\(item.name)")
      let found = known.findings.map { ($0.place?.description ?? "", $0.code) }
      let told = Set(found.map { "\($0.0) \($0.1)" })
      let missing = item.findings.filter { !told.contains($0) && !seen.explains($0, told) }
      #expect(missing == [], "\(item.name)")
      guard let tried = item.tried else { continue }
      triedCount += 1
      if !known.isPartial {
        #expect(tried.performed.subtracting(seen.outcomes) == [], "\(item.name)")
      }
      let failing = Set(found.filter { Self.faults.contains($0.1) }.map(\.0))
      #expect(tried.failing.subtracting(failing) == [], "\(item.name)")
      guard tried.isWhole else { continue }
      wholeCount += 1
      #expect(failing.subtracting(tried.failing) == [], "\(item.name)")
    }
    #expect(triedCount > (Case.isWhole ? 150 : 30) && wholeCount > (Case.isWhole ? 80 : 15))
  }

  /// What the states of a flow show of each step, by its path.
  private struct Seen {
    private(set) var outcomes: Set<String> = []
    private var reached: Set<String> = []
    /// The loops whose conditions are tested.
    private var tested: Set<String> = []
    /// The steps after which no end is reached, though nothing fails.
    private var endless: Set<String> = []

    init(_ space: Space) {
      let graph = space.graph
      for (number, state) in space.states.enumerated() {
        let place = graph.place(state.node)?.description ?? "$"
        reached.insert(place)
        if case .loop = graph.nodes[state.node].kind { tested.insert(place) }
        if space.isSure[number], !space.canEnd[number] { endless.insert(place) }
        for edge in space.edges[number] where edge.outcome != .fault {
          let words =
            if case .selected(let index) = edge.outcome { "\(index)" } else {
              graph.words(edge.outcome, of: state.node)
            }
          outcomes.insert("\(place) \(words)")
        }
      }
    }

    /// Whether a finding of the model isn't one here because more is known: nothing leads to its step,
    /// and only the topmost such step is told; a loop that never ends is told as that alone; and where
    /// every way behind a loop fails, the failure is told.
    func explains(_ finding: String, _ told: Set<String>) -> Bool {
      let words = finding.split(separator: " ").map(String.init)
      guard words.count == 2 else { return false }
      let (place, code) = (words[0], words[1])
      if ModelTests.faults.contains(code) || code == "missing-case" { return false }
      if !reached.contains(place) { return true }
      return switch code {
      case "constant-condition": told.contains("\(place) endless-loop")
      case "needless-loop": !tested.contains(place)
      case "endless-loop":
        outcomes.contains("\(place) end")
          && !endless.contains { $0 == place || $0.hasPrefix(place + ".") }
      default: false
      }
    }
  }

  @Test("Each test of each suite is performed as predicted, and suites are as small as the model’s")
  func performed() async throws {
    var (count, withoutValues) = (0, 0)
    var sizes = (mine: 0, model: 0)
    for (number, item) in Case.all.enumerated() {
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
    #expect(count > (Case.isWhole ? 400 : 150) && withoutValues * 100 < count)
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
