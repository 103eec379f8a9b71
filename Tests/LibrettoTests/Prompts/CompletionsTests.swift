import Testing

@testable import LibrettoTerminal

@Suite("What tab completes") struct CompletionsTests {
  private let cities = Completions(["Bern", "Berlin", "Basel", "Zürich"])

  @Test("As far as all that fits agrees; the case of the beginning doesn't matter")
  func words() {
    #expect(cities.complete("z") == .init(text: "Zürich"))
    #expect(cities.complete("be") == .init(text: "Ber", offers: ["Bern", "Berlin"]))
    #expect(cities.complete("Ber") == .init(text: "Ber", offers: ["Bern", "Berlin"]))
    #expect(cities.complete("x") == .init(text: "x", isEmpty: true))
    #expect(
      cities.complete("") == .init(text: "", offers: ["Bern", "Berlin", "Basel", "Zürich"]))
  }

  @Test("Nothing to complete")
  func nothing() {
    #expect(Completions().isEmpty)
    #expect(Completions().complete("a") == .init(text: "a", isEmpty: true))
    #expect(!cities.isEmpty)
  }

  @Test("Paths are found from what is typed")
  func paths() {
    let completions = Completions(paths: { text in
      ["docs/", "drafts/"].filter { $0.hasPrefix(text) }
    })
    #expect(!completions.isEmpty)
    #expect(completions.complete("d") == .init(text: "d", offers: ["docs/", "drafts/"]))
    #expect(completions.complete("do") == .init(text: "docs/"))
  }
}
