import Testing

@testable import LibrettoCore

/// Small patterns and texts, compared with a matcher that does nothing but what is defined.
struct PatternOracleTests {
  /// A pattern as it is meant.
  indirect enum Meaning {
    case scalar(Character)
    case oneOf(String, inverted: Bool)
    case any
    case start
    case end
    case sequence([Meaning])
    case either([Meaning])
    case repeated(Meaning, Int, Int?)

    var source: String {
      switch self {
      case .scalar(let scalar): String(scalar)
      case .oneOf(let members, let inverted): "[\(inverted ? "^" : "")\(members)]"
      case .any: "."
      case .start: "^"
      case .end: "$"
      case .sequence(let parts): parts.map(\.source).joined()
      case .either(let parts): "(" + parts.map(\.source).joined(separator: "|") + ")"
      case .repeated(let part, let least, let most): "(?:\(part.source))" + Self.times(least, most)
      }
    }

    private static func times(_ least: Int, _ most: Int?) -> String {
      switch (least, most) {
      case (0, nil): "*"
      case (1, nil): "+"
      case (0, 1): "?"
      case (let least, nil): "{\(least),}"
      case (let least, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
      }
    }

    /// Every place where a match that begins at a place can end.
    func ends(_ text: [Character], from place: Int) -> Set<Int> {
      func one(_ test: (Character) -> Bool) -> Set<Int> {
        place < text.count && test(text[place]) ? [place + 1] : []
      }
      switch self {
      case .scalar(let scalar): return one { $0 == scalar }
      case .oneOf(let members, let inverted): return one { members.contains($0) != inverted }
      case .any: return one { $0 != "\n" }
      case .start: return place == 0 ? [place] : []
      case .end: return place == text.count ? [place] : []
      case .sequence(let parts):
        return parts.reduce([place]) { places, part in
          Set(places.flatMap { part.ends(text, from: $0) })
        }
      case .either(let parts): return Set(parts.flatMap { $0.ends(text, from: place) })
      case .repeated(let part, let least, let most):
        var places: Set<Int> = [place]
        var result: Set<Int> = least == 0 ? places : []
        // In a text this short, more times than this lead nowhere new.
        for count in 1...max(most ?? least + text.count + 1, 1) where most != 0 {
          places = Set(places.flatMap { part.ends(text, from: $0) })
          if count >= least { result.formUnion(places) }
        }
        return result
      }
    }

    static func random(_ depth: Int, _ generator: inout SeededGenerator) -> Meaning {
      switch Int.random(in: 0..<(depth == 0 ? 6 : 12), using: &generator) {
      case 0...2: return .scalar(["a", "b", "é"].randomElement(using: &generator) ?? "a")
      case 3:
        return .oneOf(
          ["ab", "bé", "\n"].randomElement(using: &generator) ?? "a",
          inverted: .random(using: &generator))
      case 4: return .any
      case 5: return Bool.random(using: &generator) ? .start : .end
      case 6...7: return .sequence(parts(0...3, depth, &generator))
      case 8...9: return .either(parts(1...3, depth, &generator))
      default:
        let least = Int.random(in: 0...2, using: &generator)
        let most = least + Int.random(in: 0...2, using: &generator)
        return .repeated(
          random(depth - 1, &generator), least, Bool.random(using: &generator) ? nil : most)
      }
    }

    private static func parts(
      _ count: ClosedRange<Int>, _ depth: Int, _ generator: inout SeededGenerator
    ) -> [Meaning] {
      (0..<Int.random(in: count, using: &generator)).map { _ in random(depth - 1, &generator) }
    }
  }

  @Test("all texts of up to four scalars against generated patterns", arguments: 0..<8)
  func agree(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var texts: [[Character]] = [[]]
    var longest = texts
    for _ in 0..<4 {
      longest = longest.flatMap { text in ["a", "b", "é", "\n"].map { text + [$0] } }
      texts += longest
    }
    for _ in 0..<60 {
      let meaning = Meaning.random(3, &generator)
      let matcher = PatternMatcher(try PatternParser.program(meaning.source))
      let automaton = try #require(matcher.automaton, "“\(meaning.source)”")
      for characters in texts {
        let text = String(characters)
        let expected = meaning.ends(characters, from: 0).contains(characters.count)
        let found = (automaton.matches(text), matcher.simulate(text).matches)
        if found != (expected, expected) {
          Issue.record("“\(meaning.source)” on \(text.debugDescription): \(found), not \(expected)")
        }
      }
    }
  }
}
