import Testing

@testable import LibrettoCore

@Suite("Options of a list are data: nothing is declared for each")
struct ListedOptionsTests {
  static let word = Key<String>("word")

  @Test("an option that no steps follow has a branch for whoever walks, and none in the tree")
  func branches() throws {
    let flow = Flow("f") {
      Alert("A") {
        Field("F", into: Self.word)
        Button("No", role: .cancel)
        Button("Yes") { Say("Yes.") }
        Button("Perhaps")
      }.timeout(.seconds(1)) { Say("Late.") }
    }
    let alert = try #require(flow.tree.steps.first)
    #expect(alert.filled.map(\.part) == [.questions, .choice(1), .timedOut])
    #expect(
      alert.branches.map(\.part) == [.questions, .choice(0), .choice(1), .choice(2), .timedOut])
    #expect(alert.branches.map(\.steps.count) == [1, 0, 1, 0, 1])
    #expect((-1...3).map { alert[.choice($0)]?.count } == [nil, 0, 1, 0, nil])
  }

  @Test("the tree of a list is the one that is read from its JSON")
  func json() throws {
    let flow = Flow("f") { Choose("Which?", from: ["a", "B c", "C#"], into: Self.word) }
    let read = try Flow(json: JSONExporter().bytes(flow))
    #expect(read.tree == flow.tree)
    #expect(read.tree.hashValue == flow.tree.hashValue)
    let choice = try #require(flow.tree.steps.first)
    #expect(choice.filled.isEmpty && choice.branches.count == 3)
  }

  @Test("options that are declared follow those of the list, with their steps and defaults")
  func mixed() async throws {
    let flow = Flow("f") {
      Choose("Which?", from: ["a", "b"], into: Self.word) < [Option("c") < [Say("See.")]]
      Choose("And?", from: ["a", "b"], into: Key<String>("and")).default("b")
    }
    let result = try await flow.run(with: Scripted(["c", .preset]))
    #expect(
      result.transcript == """
        CHOOSE   Which?
                 [a] [b] [c]
        PERSON   c
        SAY      See.
        CHOOSE   And?
                 [a] [b]
        PERSON   b
        END      finished

        """)
  }

  @Test("two values with one id, and one without any, are found at the question")
  func ids() {
    let flow = Flow("f") {
      Choose(
        "Which?", from: ["a b", "A_b", ""], into: Self.word, fileID: "Lists/List.swift", line: 7)
        < [Option("a b").id("a-b")]
    }
    #expect(
      flow.problems.map(\.description) == [
        "List.swift:7: the options “a b” and “A_b” of the list have the same id, “a-b”; declare one "
          + "as an Option with another .id(\"…\")",
        "List.swift:7: no id can be made from the empty value of the option “” of the list; declare "
          + "it as an Option with an .id(\"…\")",
        "ListedOptionsTests.swift:63: the id “a-b” is also the id of the choice at List.swift:7 "
          + "beside it; give one of the two another id, such as .id(\"a-b-2\")",
      ])
  }
}
