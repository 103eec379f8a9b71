import Testing

@testable import LibrettoAnalysis

/// Elements that are taken by label, compared with a plain search.
struct LeftoversTests {
  @Test("takes the first with the label, or the first of all, until none is left")
  func walk() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var plain = (0..<Int.random(in: 0..<12, using: &generator)).map { number in
        (number, Bool.random(using: &generator) ? number % 3 : nil)
      }
      var leftovers = Leftovers(plain) { $0.1 }
      for _ in 0..<15 {
        let label = [nil, 0, 1, 2, 9].randomElement(using: &generator) ?? nil
        let place = plain.firstIndex { $0.1 == label && label != nil } ?? plain.indices.first
        #expect(leftovers.take(label)?.0 == place.map { plain[$0].0 })
        if let place { plain.remove(at: place) }
      }
    }
  }
}
