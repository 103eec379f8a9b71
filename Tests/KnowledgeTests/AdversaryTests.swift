import LibrettoCore
import Testing

@testable import LibrettoKnowledge

private let n = Key<Int>("n")
private let s = Key<String>("s")
private let signs = "</script><!-- \"q\" 'x' & ;#35; %% `y` \u{202E}abc\u{202C} שלום {{z}}"

/// Flows that are as bad as they can be: what is known of them is whole or says where it was cut, and
/// it doesn't take for ever.
@Suite("Adversaries", .timeLimit(.minutes(5))) struct AdversaryTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let flow: Flow
    /// Whether everything can be looked at.
    var isWhole = true

    init(_ name: String, isWhole: Bool = true, @FlowBuilder _ steps: () -> Steps) {
      testDescription = name
      self.isWhole = isWhole
      flow = Flow(name, steps)
    }
  }

  private static let patterns: [Pattern] = [
    "(a{1,90}b{0,90}){1,11}", "(a{1,50}c{0,50}){1,20}", "([a-c]{1,60}d?){1,15}", "(a|b|ab){20,300}",
  ]

  private static func nested(_ depth: Int) -> Flow {
    depth == 0
      ? Flow("in") { Say("deep") }
      : Flow("in") { Confirm("Deeper?") { nested(depth - 1) } }
  }

  static let cases = [
    Case("as deep as flows can be") { nested(30) },
    Case("texts with the signs of pages and pictures") {
      Say("\(signs)")
      Choose("\(signs)", into: s) {
        Option("a \(signs)") { Say("\(signs)") }
        Option("b")
      }
      Finish("\(signs)", name: signs)
    },
    Case("a title of a megabyte") {
      Ask(Text(stringLiteral: String(repeating: "word ", count: 200_000)), into: s)
    },
    Case("hundreds of options") {
      Choose("Which?", into: s) { for number in 0..<400 { Option("Option \(number)") } }
      When(s == "Option 77") { Say("77") }
    },
    Case("a number that doubles until it is too large") {
      Store(1, into: n)
      Repeat(while: n > 0) { Store(n * 2, into: n) }
    },
    Case("an answer that doubles", isWhole: false) {
      Ask("?", into: n).validate(.range(1...9))
      Repeat {
        Store(n * 2, into: n)
      } until: {
        n > 1_000_000
      }
    },
    Case("forty cases of a number without bounds") {
      Ask("?", into: n)
      Switch(n) { for number in 0..<40 { LibrettoCore.Case(number) { Say("\(number)") } } }
    },
    Case("thirty cases of a text") {
      Ask("?", into: s)
      Switch(s) { for number in 0..<30 { LibrettoCore.Case("v\(number)") { Say("\(number)") } } }
    },
    Case("repeats in a pattern") {
      Ask("?", into: s).validate(.matches("(a{1,90}b{0,90}){1,11}"))
    },
  ]

  @Test("What is known is whole or partial, and each picture of it is one", arguments: cases)
  func known(_ item: Case) throws {
    #expect(item.flow.problems.isEmpty)
    let known = try item.flow.explore(today: "2026-11-23")
    #expect(known.frontier.isEmpty == item.isWhole, "\(known.frontier)")
    #expect(known.storyboard.hasSuffix("</html>\n") && known.storyboard.utf8.count < 3_000_000)
    #expect(known.diagram.hasSuffix("</svg>\n"))
    #expect(known.mermaid.hasPrefix("flowchart TD\n"))
    for raw in ["<!-- \"", "\u{202E}", "#35;", "`y`"] {
      #expect(!known.mermaid.contains(raw) || raw == "#35;", "\(raw)")
    }
    let suite = known.suite()
    #expect(suite.coveredCount <= suite.count)
  }

  @Test("A search for tests that stops at its limit says so, and goes on from there")
  func searchLimit() throws {
    let known = try Flow("many") {
      Choose("Which?", into: s) { for number in 0..<150 { Option("Option \(number)") } }
    }.explore(today: "2026-11-23")
    let first = Suite(known, .classes, looks: 1_000)
    #expect(first.tests.count == 100)
    #expect(first.limit == "the search for tests stopped at its limit, 1000 answers looked at")
    let covered = first.tests.reduce(into: Set<Item>()) { covered, test in
      let given = test.answers.answers.map { ($0.id, $0.answers) }
      let answers = Dictionary(uniqueKeysWithValues: given)
      covered.formUnion(known.coverage(of: answers, today: "2026-11-23", .classes).items)
    }
    let second = Suite(known, .classes, covered: covered, looks: 1_000)
    #expect(second.tests.count == 50)
    #expect(second.limit == nil)
    #expect(second.gaps.isEmpty)
    #expect(second.coveredCount == second.count)
  }

  @Test("Large patterns on one key are a limit that is told")
  func patterns() throws {
    let known = try Flow("patterns") {
      Ask("?", into: s)
      for pattern in Self.patterns { When(s.matches(pattern)) { Say("It fits.") } }
    }.explore(today: "2026-11-23")
    #expect(known.frontier.contains { $0.hasSuffix("it depends on a text with too many forms") })
  }
}
