/// A possible order of the operations of a group, and which of them wait for which.
struct OperationOrder {
  /// The rank of each operation in an order in which it comes after the ones that it waits for.
  private(set) var ranks: [Int]
  /// By rank, the ranks of the operations that it names.
  private var named: [[Int]] = []

  init(_ operations: [(name: String, after: [String])]) {
    let numbers = Dictionary(operations.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let after = operations.map { $0.after.compactMap { numbers[$0] } }
    var waiting = after.map(\.count)
    var dependants = [[Int]](repeating: [], count: operations.count)
    for (index, others) in after.enumerated() {
      for other in others { dependants[other].append(index) }
    }
    // Operations in a cycle have been refused, and come last.
    ranks = [Int](repeating: operations.count, count: operations.count)
    var open = operations.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < open.count {
      ranks[open[next]] = next
      for dependant in dependants[open[next]] {
        waiting[dependant] -= 1
        if waiting[dependant] == 0 { open.append(dependant) }
      }
      next += 1
    }
    named = open.map { after[$0].map { ranks[$0] } }
  }

  /// Returns which pairs can run at the same time: neither waits for the other, even indirectly.
  ///
  /// The graph is traversed once for each 512 operations, with one bit for each in a mask of what
  /// an operation waits for, and only between the two operations of each pair.
  func canRunTogether(_ pairs: [(Int, Int)]) -> [Bool] {
    let asked = pairs.map { pair in
      let (one, other) = (ranks[pair.0], ranks[pair.1])
      return (low: min(one, other), high: max(one, other))
    }
    var result = [Bool](repeating: false, count: pairs.count)
    var bits = [SIMD8<UInt64>](repeating: SIMD8(), count: named.count)
    var rest = pairs.indices.filter { asked[$0].high < named.count && asked[$0].low >= 0 }[...]
    rest.sort { asked[$0].low < asked[$1].low }
    while let first = rest.first {
      var lows: [Int] = []
      var last = 0
      let batch = rest.prefix { index in
        if lows.last != asked[index].low {
          if lows.count == 512 { return false }
          lows.append(asked[index].low)
        }
        last = max(last, asked[index].high)
        return true
      }
      rest = rest.dropFirst(batch.count)
      let start = asked[first].low
      var next = 0
      for rank in start...last {
        var mask = SIMD8<UInt64>()
        for other in named[rank] where other >= start { mask |= bits[other] }
        if next < lows.count, lows[next] == rank {
          mask[next / 64] |= 1 << UInt64(next % 64)
          next += 1
        }
        bits[rank] = mask
      }
      var bit = -1
      for index in batch {
        if bit < 0 || lows[bit] != asked[index].low { bit += 1 }
        result[index] = bits[asked[index].high][bit / 64] & 1 << UInt64(bit % 64) == 0
      }
    }
    return result
  }
}
