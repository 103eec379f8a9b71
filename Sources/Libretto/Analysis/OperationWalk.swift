/// The operations of a group in the order of waiting, and what may run beside each of them.
struct OperationWalk {
  typealias Member = (node: Node, operation: Node.Operation)

  let members: [Member]
  /// The indices of the members, each after those that it waits for; members that wait for each
  /// other are left out.
  private(set) var order: [Int] = []
  /// The members whose work can write any key, numbered.
  private var open: [Int: Int] = [:]
  /// For each member, which of the open ones it waits for, directly or not, as bits.
  private var waited: [[UInt64]] = []

  init(_ group: [Node]) {
    members = group.compactMap { node in
      guard case .operation(let operation) = node.kind else { return nil }
      return (node, operation)
    }
    for (index, member) in members.enumerated() where member.node.writtenKeys == nil {
      open[index] = open.count
    }
    let places = Dictionary(members.enumerated().map { ($1.operation.name, $0) }) { first, _ in
      first
    }
    let after = members.map { $0.operation.after.map { places[$0] } }
    var dependants = [[Int]](repeating: [], count: members.count)
    var remaining = [Int](repeating: 0, count: members.count)
    for (index, places) in after.enumerated() {
      remaining[index] = places.count
      for case let place? in places { dependants[place].append(index) }
    }
    waited = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: (open.count + 63) / 64), count: members.count)
    // The first in the order of declaration that can start is the next.
    var free = RankSet(capacity: members.count)
    for (index, count) in remaining.enumerated() where count == 0 { free.insert(index) }
    while let index = free.first {
      free.remove(index)
      order.append(index)
      for case let place? in after[index] { wait(index, for: place) }
      for dependant in dependants[index] {
        remaining[dependant] -= 1
        if remaining[dependant] == 0 { free.insert(dependant) }
      }
    }
  }

  private mutating func wait(_ index: Int, for place: Int) {
    for word in waited[index].indices { waited[index][word] |= waited[place][word] }
    if let bit = open[place] { waited[index][bit / 64] |= 1 << UInt64(bit % 64) }
  }

  /// Whether there is open work that a member doesn't wait for and that isn't its own.
  func isBesideOpenWork(_ index: Int) -> Bool {
    if open.isEmpty { return false }
    let count = waited[index].reduce(open[index] == nil ? 0 : 1) { $0 + $1.nonzeroBitCount }
    return count < open.count
  }
}
