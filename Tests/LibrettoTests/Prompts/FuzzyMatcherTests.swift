import Testing

@testable import LibrettoTerminal

@Suite("Finding titles") struct FuzzyMatcherTests {
  private static let titles = [
    "Berlin", "New Berlin", "Oberlin", "Bern-Lindau", "Zürich", "aab aaab", "",
  ]

  @Test(
    "The closest first",
    arguments: [
      ("berlin", [0, 1, 2, 3]), ("lin", [3, 0, 1, 2]), ("BL", [0, 1, 2, 3]), ("ü", [4]),
      ("zrch", [4]),
      ("aaab", [5]), ("x", []), ("", [0, 1, 2, 3, 4, 5, 6]), ("b n", [0, 1, 2, 3]),
    ] as [(String, [Int32])])
  func find(text: String, wanted: [Int32]) {
    var matcher = FuzzyMatcher(Self.titles)
    let found = matcher.find(text)
    #expect(found == wanted)
  }

  @Test("What is typed on, and taken back, finds the same as typed at once")
  func narrowed() {
    var typed = FuzzyMatcher(Self.titles)
    for text in ["b", "be", "ber", "berl", "ber", "bl", "", "z"] {
      var fresh = FuzzyMatcher(Self.titles)
      let (one, other) = (typed.find(text), fresh.find(text))
      #expect(one == other)
    }
  }

  @Test("A long filter over a long title that nearly fits")
  func long() {
    var matcher = FuzzyMatcher([String(repeating: "a", count: 200_000)])
    let found = matcher.find(String(repeating: "a", count: 50_000) + "b")
    #expect(found == [])
    let title = String(repeating: "a", count: 20_000)
    let pieces = FuzzyMatcher.pieces(
      of: title, matching: String(repeating: "a", count: 10_000) + "b")
    #expect(pieces.map(\.0).joined() == title)
  }

  @Test("What is marked")
  func marks() {
    func marked(_ title: String, _ text: String) -> String {
      FuzzyMatcher.pieces(of: title, matching: text).map { $0.isMatch ? "[\($0.0)]" : $0.0 }
        .joined()
    }
    #expect(marked("New Berlin", "ber") == "New [Ber]lin")
    #expect(marked("Zürich", "zrc") == "[Z]ü[r]i[c]h")
    #expect(marked("Bern", "") == "Bern")
    #expect(marked("👨‍👩‍👧 a", "a") == "👨‍👩‍👧 [a]")
  }
}
