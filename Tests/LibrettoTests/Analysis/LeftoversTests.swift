import Testing

@testable import LibrettoAnalysis

/// Elements that are taken by label, compared with a plain search, and by name.
struct LeftoversTests {
  @Test("takes the first with the label, until none is left")
  func walk() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var plain = (0..<Int.random(in: 0..<12, using: &generator)).map { number in
        (number, Bool.random(using: &generator) ? number % 3 : nil)
      }
      var leftovers = Leftovers(plain, label: \.1, names: { _ in [] })
      for _ in 0..<15 {
        let label = [nil, 0, 1, 2, 9].randomElement(using: &generator) ?? nil
        let place = plain.firstIndex { $0.1 == label && label != nil }
        #expect(leftovers.take(label)?.0 == place.map { plain[$0].0 })
        if let place { plain.remove(at: place) }
        #expect(leftovers.isEmpty == plain.isEmpty)
      }
    }
  }

  @Test("takes the one with a name like it, or the only one")
  func names() {
    var several = Leftovers(["test", "upload", "uploads"], label: { $0 }, names: { [$0] })
    #expect(several.take(like: ["tag"], isOnly: true) == nil)
    #expect(several.take(like: ["", "Upload"], isOnly: false) == "upload")
    #expect(several.take(like: ["upload"], isOnly: false) == "uploads")
    #expect(several.take(like: ["upload"], isOnly: true) == nil)
    var one = Leftovers(["test"], label: { $0 }, names: { [$0] })
    // Something else that is gone may be like it.
    #expect(one.take(like: ["tag"], isOnly: false) == nil)
    #expect(one.take(like: ["tag"], isOnly: true) == "test")
    #expect(one.take(like: ["test"], isOnly: true) == nil)
  }
}
