import Testing

@testable import LibrettoCore

/// What is known about answers, compared with a plain dictionary in random walks.
struct KnowledgeTests {
  private typealias Plain = [Int: Knowledge.Known]

  private static let known: [Knowledge.Known?] = [
    nil, .unknown, .set, .value("a"), .value("b"), .value(1),
  ]

  private static func joined(_ some: Plain, _ other: Plain) -> Plain {
    var result = some
    for key in Set(some.keys).union(other.keys) where some[key] != other[key] {
      switch (some[key], other[key]) {
      case (nil, _), (_, nil), (.unknown, _), (_, .unknown): result[key] = .unknown
      default: result[key] = .set
      }
    }
    return result
  }

  @Test("sets, forgets, joins and compares as a dictionary does", arguments: [0, 3, 16, 17, 300])
  func walk(_ count: Int) {
    let keys = (0..<count).map { Key<String>("k\($0)").reference }
    var generator = SeededGenerator(seed: UInt64(count))
    var copies = [(Knowledge(KeySpace(keys, secrets: [])), Plain())]
    for _ in 0..<2000 {
      var (knowledge, plain) = copies[Int.random(in: 0..<copies.count, using: &generator)]
      // One of two is no key.
      let slot = Bool.random(using: &generator) ? -1 : keys.indices.randomElement(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        knowledge.forgetAll()
        for slot in keys.indices { plain[slot] = .unknown }
      case 1:
        let (other, same) = copies[Int.random(in: 0..<copies.count, using: &generator)]
        knowledge = knowledge.joined(other)
        plain = Self.joined(plain, same)
      case 2:
        knowledge.forget(keys.indices.prefix(3))
        for slot in keys.indices.prefix(3) { plain[slot] = .unknown }
      default:
        let value = Self.known.randomElement(using: &generator) ?? nil
        knowledge[slot ?? -1] = value
        if let slot, slot >= 0 { plain[slot] = value }
      }
      for slot in keys.indices { #expect(knowledge[slot] == plain[slot]) }
      for (other, same) in copies { #expect((knowledge == other) == (plain == same)) }
      if copies.count < 6 {
        copies.append((knowledge, plain))
      } else {
        copies[0] = (knowledge, plain)
      }
      copies.shuffle(using: &generator)
    }
  }
}
