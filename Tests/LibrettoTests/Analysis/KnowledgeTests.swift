import Testing

@testable import Libretto

/// What is known about answers, compared with a plain dictionary in random walks.
struct KnowledgeTests {
  private typealias Plain = [String: Knowledge.Known]

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
    let names = (0..<count).map { "k\($0)" }
    var generator = SeededGenerator(seed: UInt64(count))
    var copies = [(Knowledge(names), Plain())]
    for _ in 0..<2000 {
      var (knowledge, plain) = copies[Int.random(in: 0..<copies.count, using: &generator)]
      // One of two keys isn't a key of the flow.
      let key = Bool.random(using: &generator) ? "other" : names.randomElement(using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        knowledge.forgetAll()
        for name in names { plain[name] = .unknown }
      case 1:
        let (other, same) = copies[Int.random(in: 0..<copies.count, using: &generator)]
        knowledge = knowledge.joined(other)
        plain = Self.joined(plain, same)
      case 2:
        knowledge.forget(names.prefix(3))
        for name in names.prefix(3) { plain[name] = .unknown }
      default:
        let value = Self.known.randomElement(using: &generator) ?? nil
        knowledge[key ?? "other"] = value
        plain[key ?? "other"] = value
      }
      for name in names + ["other", "never"] {
        #expect(knowledge[name] == plain[name])
      }
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

/// The order of operations, and the open work beside them, compared with a plain search.
struct OperationWalkTests {
  @Test("in the order of waiting; beside open work unless it waits for all of it")
  func walk() {
    var generator = SeededGenerator(seed: 11)
    let key = Key<Int>("k")
    for count in 0..<120 {
      let size = count % 12 == 0 ? 150 : count % 12
      var after: [[Int]] = []
      var isOpen: [Bool] = []
      for index in 0..<size {
        after.append((0..<index).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
        isOpen.append(Int.random(in: 0..<3, using: &generator) != 0)
      }
      var closed = Node.Action("closed", result: key.reference)
      closed.writes = []
      let nodes = (0..<size).map { [closed] index in
        let work =
          isOpen[index]
          ? Node(.action(Node.Action("open")))
          : Node(.action(closed))
        return Node(
          .operation(Node.Operation("o\(index)", after: after[index].map { "o\($0)" })), nil,
          [Node.Branch(.body, [work])])
      }
      let walk = OperationWalk(nodes)
      #expect(walk.order.sorted() == Array(0..<size))
      var ancestors: [Set<Int>] = []
      for index in 0..<size {
        ancestors.append(after[index].reduce(into: []) { $0.formUnion(ancestors[$1].union([$1])) })
        let place = walk.order.firstIndex(of: index) ?? 0
        #expect(ancestors[index].isSubset(of: walk.order[..<place]))
        let isBeside = (0..<size).contains {
          isOpen[$0] && $0 != index && !ancestors[index].contains($0)
        }
        #expect(walk.isBesideOpenWork(index) == isBeside)
      }
    }
  }

  @Test("operations that wait for each other, or for none that there is, are left out")
  func circle() {
    let nodes = [("a", ["b"]), ("b", ["a"]), ("c", ["d"]), ("e", [])].map { name, after in
      Node(.operation(Node.Operation(name, after: after)), nil, [Node.Branch(.body, [])])
    }
    #expect(OperationWalk(nodes).order == [3])
  }
}
