import LibrettoCore

// What tests should cover, and the fewest walks that do.
//
// A walk through the states is chosen by dynamic programming: of all walks, the one with the most items
// that no test covers yet. Then a test is dropped if the others can go other ways and cover what only
// it did. Items of which no walk has two are a lower bound, so that “fewer is impossible” is proved.

/// What a suite should cover.
public enum Criterion: String, Hashable, Sendable, CaseIterable {
  /// Each step.
  case steps
  /// Each outcome of each step.
  case branches
  /// Each outcome, each part of a condition both ways, and each class of answers: those that no rule
  /// and no condition tells apart.
  case classes
}

/// One thing that a suite should cover.
enum Item: Hashable, Sendable {
  case step(node: Int)
  case branch(node: Int, Turn)
  case part(node: Int, Atom)
  case answer(node: Int, AnswerClass)

  var node: Int {
    switch self {
    case .step(let node), .branch(let node, _), .part(let node, _), .answer(let node, _): node
    }
  }
}

extension Space {
  /// What a move covers.
  func items(_ state: Int, _ edge: Edge, _ criterion: Criterion) -> [Item] {
    items(node: states[state].node, edge, criterion)
  }

  /// What an edge of a node covers.
  func items(node: Int, _ edge: Edge, _ criterion: Criterion) -> [Item] {
    let info = graph.nodes[node]
    let node = info.same
    if criterion == .steps { return info.step < 0 ? [] : [.step(node: node)] }
    var items: [Item] = []
    var isBranch = graph.nodes[node].isBranching
    switch info.kind {
    case .choice, .chosen: isBranch = true
    default: break
    }
    if isBranch, edge.fault == nil { items.append(.branch(node: node, edge.outcome)) }
    if criterion == .classes {
      items += edge.atoms.map { .part(node: node, $0) }
      if let answerClass = edge.answerClass { items.append(.answer(node: node, answerClass)) }
    }
    return items
  }
}

/// The search for the fewest walks that cover all items.
struct SuiteSearch {
  struct Walk {
    var moves: [Move]
    var covers: Bits
  }

  /// The most tries to find values for a walk beyond a limit.
  private static let mostTries = 60
  private static let mostShrunk = 40
  /// The most edges that are looked at for a suite; what no test covers then is a gap.
  static let mostLooks = 5_000_000

  private(set) var space: Space
  let criterion: Criterion
  private(set) var items: [Item] = []
  private var numbers: [Item: Int] = [:]
  private var gains: [[[Int]]] = []
  private var usable: [[Int]] = []
  private(set) var walks: [Walk] = []
  private(set) var covered = Bits()
  /// No suite with fewer tests covers as much.
  private(set) var lowerBound = 0
  /// Whether the search has stopped at its limit.
  private(set) var isCut = false

  /// What other tests cover, and whether there are none.
  private let before: Set<Item>
  private let isAlone: Bool
  private let looks: Int

  /// - Parameters:
  ///   - before: what is covered already; nil if there are no other tests.
  ///   - looks: the most edges to look at.
  init(
    _ space: Space, _ criterion: Criterion, covered before: Set<Item>? = nil,
    looks: Int = mostLooks
  ) {
    self.space = space
    self.looks = looks
    self.criterion = criterion
    (self.before, isAlone) = (before ?? [], before == nil)
    usable = space.states.indices.map { space.isSure[$0] ? space.usable($0) : [] }
    gains = space.edges.map { $0.map { _ in [] } }
    for state in space.order.reversed() {
      for place in usable[state] { number(state, place) }
    }
    let sureCount = items.count
    search(sureCount)
    reachFurther()
    dropIdle()
    covered = Bits(items.count)
    for item in items.indices { covered.insert(item) }
    covered.subtract(wanted)
    for walk in walks { covered.formUnion(walk.covers) }
    // What happens on the way of a long edge isn't counted, so nothing is proved with it.
    let isLong = space.edges.contains { $0.contains(where: \.isLong) }
    let isProved = !isLong && !space.graph.unsureGroups.contains(where: \.isUnordered)
    lowerBound = max(isProved ? lowerBound : 0, min(1, walks.count))
  }

  private mutating func number(_ state: Int, _ place: Int) {
    gains[state][place] = space.items(state, space.edges[state][place], criterion).map { item in
      if let known = numbers[item] { return known }
      numbers[item] = items.count
      items.append(item)
      return items.count - 1
    }
  }

  private func walk(_ moves: [Move]) -> Walk {
    var covers = Bits(items.count)
    for move in moves { for item in gains[move.state][move.edge] { covers.insert(item) } }
    return Walk(moves: moves, covers: covers)
  }

  /// The walk with the most weight; of several, that with the likeliest answers and then the shortest.
  private func route(_ weights: [Int], _ usable: [[Int]]) -> Walk? {
    var best = [Int](repeating: .min, count: space.states.count)
    var pick = [Int](repeating: -1, count: space.states.count)
    for state in space.order {
      if space.isEnd(state) {
        best[state] = 0
        continue
      }
      for place in usable[state] {
        let edge = space.edges[state][place]
        let rest = best[edge.target]
        if rest == .min { continue }
        let gain = gains[state][place].reduce(0) { $0 + weights[$1] }
        let score = rest + gain << 36 - edge.cost << 24 - 1
        if pick[state] < 0 || score > best[state] { (best[state], pick[state]) = (score, place) }
      }
    }
    guard best[0] > .min else { return nil }
    var moves: [Move] = []
    var state = 0
    while !space.isEnd(state) {
      moves.append(Move(state: state, edge: pick[state]))
      state = space.edges[state][pick[state]].target
    }
    return walk(moves)
  }

  /// The items that other tests don't cover.
  private var wanted: Bits {
    var wanted = Bits(items.count)
    for item in items.indices where !before.contains(items[item]) { wanted.insert(item) }
    return wanted
  }

  private mutating func search(_ count: Int) {
    let open = wanted
    walks = greedy(open, nil)
    var covered = Bits(count)
    for walk in walks { covered.formUnion(walk.covers) }
    covered.formIntersection(open)
    isCut = covered.count < open.count && walks.count >= mostWalks
    lowerBound = bound(covered)
    if walks.count > lowerBound { walks = shrunk(walks, open) }
    for seed in 0..<(space.states.count < 3_000 ? 6 : 1) where walks.count > lowerBound {
      let other = shrunk(greedy(open, UInt64(seed + 1)), open)
      if other.count < walks.count { walks = other }
    }
  }

  private var mostWalks: Int { max(100, looks / max(1, usable.reduce(0) { $0 + $1.count })) }

  private func greedy(_ open: Bits, _ seed: UInt64?) -> [Walk] {
    var open = open
    var walks: [Walk] = []
    var random = seed ?? 0
    while !open.isEmpty, walks.count < mostWalks {
      var weights = [Int](repeating: 0, count: items.count)
      for item in open.members {
        weights[item] = 4
        if seed != nil {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          if random >> 62 == 0 { weights[item] = 3 }
        }
      }
      guard let walk = route(weights, usable) else { break }
      var new = walk.covers
      new.formIntersection(open)
      if new.isEmpty { break }
      open.subtract(walk.covers)
      walks.append(walk)
    }
    return walks
  }

  /// Drops a walk if the others can go other ways so that they cover what only it covers.
  private func shrunk(_ walks: [Walk], _ needed: Bits) -> [Walk] {
    if walks.count > Self.mostShrunk { return walks }
    for dropped in walks.indices {
      var rest = walks
      let gone = rest.remove(at: dropped)
      var open = gone.covers
      open.formIntersection(needed)
      for walk in rest { open.subtract(walk.covers) }
      for index in rest.indices where !open.isEmpty {
        var must = rest[index].covers
        must.formIntersection(needed)
        for (other, walk) in rest.enumerated() where other != index { must.subtract(walk.covers) }
        var weights = [Int](repeating: 0, count: items.count)
        for item in open.members { weights[item] = 1 }
        for item in must.members { weights[item] += 1_000 }
        guard let other = route(weights, usable) else { continue }
        var (lost, new) = (must, open)
        lost.subtract(other.covers)
        new.formIntersection(other.covers)
        if lost.isEmpty, !new.isEmpty {
          rest[index] = other
          open.subtract(other.covers)
        }
      }
      if open.isEmpty { return shrunk(rest, needed) }
    }
    return walks
  }

  /// The number of items that were found of which no walk has two.
  private func bound(_ covered: Bits) -> Int {
    let count = items.count
    if count == 0 { return 0 }
    var reach: [Bits] = space.states.map { _ in Bits() }
    var together = [Bits](repeating: Bits(count), count: count)
    for state in space.order {
      var all = Bits(count)
      for place in usable[state] {
        let target = space.edges[state][place].target
        var after = reach[target]
        for item in gains[state][place] { after.insert(item) }
        for item in gains[state][place] { together[item].formUnion(after) }
        all.formUnion(after)
      }
      reach[state] = all
    }
    for item in 0..<count {
      for other in together[item].members where !together[other].contains(item) {
        together[other].insert(item)
      }
    }
    let found = covered.members
    let sizes = together.map(\.count)
    let sorted = found.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    var best = 0
    for start in ([-1] + found).prefix(40) {
      var free = covered
      var chosen = 0
      func choose(_ item: Int) {
        chosen += 1
        free.subtract(together[item])
        free.remove(item)
      }
      if start >= 0 { choose(start) }
      for item in sorted where free.contains(item) { choose(item) }
      best = max(best, chosen)
    }
    return best
  }

  /// Looks for walks through widened states that cover more; each is performed with all that is known.
  private mutating func reachFurther() {
    if space.frontier.isEmpty, space.unknown.isEmpty { return }
    var banned: Set<Move> = []
    var tries = 0
    for state in space.order {
      for place in space.edges[state].indices
      where space.edges[state][place].target >= 0 && gains[state][place].isEmpty {
        number(state, place)
      }
    }
    var open = wanted
    for walk in walks { open.subtract(walk.covers) }
    while tries < Self.mostTries, !open.isEmpty {
      tries += 1
      let loose = space.states.indices.map { state in
        space.edges[state].indices.filter { place in
          let edge = space.edges[state][place]
          return edge.target >= 0 && edge.fault == nil && !space.closing[state].contains(place)
            && !banned.contains(Move(state: state, edge: place))
        }
      }
      var weights = [Int](repeating: 0, count: items.count)
      for item in open.members { weights[item] = 1 }
      guard let walk = route(weights, loose) else { break }
      var new = walk.covers
      new.formIntersection(open)
      if new.isEmpty { break }
      let (replay, failed) = space.replay(walk.moves)
      if let failed {
        banned.insert(failed)
        continue
      }
      open.subtract(walk.covers)
      if let replay, space.values(replay) != nil { walks.append(walk) }
    }
  }

  /// Removes the walks that cover nothing of their own.
  private mutating func dropIdle() {
    let sorted = walks.indices.sorted {
      (walks[$0].covers.count, $0) < (walks[$1].covers.count, $1)
    }
    var left = Set(walks.indices)
    for index in sorted where left.count > 1 {
      var own = walks[index].covers
      for other in left where other != index { own.subtract(walks[other].covers) }
      if own.isEmpty { left.remove(index) }
    }
    walks = walks.indices.filter(left.contains).map { walks[$0] }
    if walks.isEmpty, isAlone, let walk = route(items.map { _ in 0 }, usable) { walks = [walk] }
  }
}
