import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Finding titles") struct FuzzyMatcherTests {
  private static let titles = [
    "Berlin", "New Berlin", "Oberlin", "Bern-Lindau", "Zürich", "aab aaab", "",
  ]

  @Test(
    "The closest first",
    arguments: [
      ("berlin", [0, 1, 2, 3]), ("lin", [3, 0, 1, 2]), ("BL", [0, 1, 2, 3]), ("ü", [3, 4]),
      ("zrch", [4]),
      ("zu", [4]), ("zü", [4]), ("aaab", [5]), ("x", []), ("", [0, 1, 2, 3, 4, 5, 6]),
      ("b n", [0, 1, 2, 3]),
    ] as [(String, [Int32])])
  func find(text: String, wanted: [Int32]) {
    var matcher = FuzzyMatcher(Self.titles.map { ($0, nil) })
    let found = matcher.find(text)
    #expect(found == wanted)
  }

  @Test("What is typed on, and taken back, finds the same as typed at once")
  func narrowed() {
    var typed = FuzzyMatcher(Self.options)
    let texts = [
      "b", "be", "ber", "berl", "ber", "bl", "", "z", "o", "on", "on ", "on t", "on th", "onth",
      "o",
    ]
    for text in texts {
      var fresh = FuzzyMatcher(Self.options)
      let (one, other) = (typed.find(text), fresh.find(text))
      #expect(one == other)
    }
  }

  private static let options = [
    (title: "Berlin", detail: Optional("on the Spree")), ("Bern", "on the Aare"),
    ("Spreewald", nil), ("Ounce", ""),
  ]

  @Test(
    "Descriptions are found by whole words of what is typed, behind the titles",
    arguments: [
      ("spree", [2, 0]), ("the on", [0, 1]), ("ote", []), ("on th", [0, 1]), ("aar", [1]),
    ] as [(String, [Int32])])
  func descriptions(text: String, wanted: [Int32]) {
    var matcher = FuzzyMatcher(Self.options)
    let found = matcher.find(text)
    #expect(found == wanted)
  }

  @Test("A long filter over a long title that nearly fits")
  func long() {
    var matcher = FuzzyMatcher([(String(repeating: "a", count: 200_000), nil)])
    let found = matcher.find(String(repeating: "a", count: 50_000) + "b")
    #expect(found == [])
    let title = String(repeating: "a", count: 20_000)
    let pieces = FuzzyMatcher.pieces(
      of: title, matching: String(repeating: "a", count: 10_000) + "b")
    #expect(pieces?.map(\.0).joined() == title)
  }

  @Test("What is marked")
  func marks() {
    func joined(_ pieces: [(String, isMatch: Bool)]) -> String {
      pieces.map { $0.isMatch ? "[\($0.0)]" : $0.0 }.joined()
    }
    func marked(_ title: String, _ text: String) -> String? {
      FuzzyMatcher.pieces(of: title, matching: text).map(joined)
    }
    #expect(marked("New Berlin", "ber") == "New [Ber]lin")
    #expect(marked("Zürich", "zrc") == "[Z]ü[r]i[c]h")
    #expect(marked("Zürich", "zu") == "[Zü]rich")
    #expect(marked("Bern", "") == "Bern")
    #expect(marked("👨‍👩‍👧 a", "a") == "👨‍👩‍👧 [a]")
    #expect(marked("Bern", "brr") == nil)
    #expect(joined(FuzzyMatcher.words(in: "on the Aare", matching: "aa on")) == "[on] the [Aa]re")
  }
}

extension FuzzyMatcher {
  fileprivate init(_ options: [(title: String, detail: String?)]) {
    self.init(
      options.map {
        Question.Choice(
          id: $0.title, title: $0.title, role: .normal, shortcut: nil, value: nil,
          detail: $0.detail, refusal: nil, answer: nil)
      })
  }
}
