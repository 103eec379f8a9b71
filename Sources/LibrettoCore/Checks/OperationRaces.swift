/// Operations that can run at the same time don't race: no two of them visibly write one key, and
/// none reads a key that another writes. Which answer is kept or read would be a matter of luck.
///
///     Operation("a") { Ask("?", into: name) }
///     Operation("b") { Say("\(name)") }  // Operation("b", after: "a") { … }
///
/// The steps of inner operations count as steps of the outer ones. Work that doesn't declare what
/// it reads or writes isn't checked.
struct OperationRaces: FlowRule {
  static let code = "operation-race"

  private var groups: [Group] = []
  private var operations: [Member] = []

  /// A group of operations, and how each of them uses keys.
  private struct Group {
    var members: [Int] = []
    var writers: [String: [Int]] = [:]
    /// The writers of keys for how something ended; two writers are allowed.
    var endings: [String: [Int]] = [:]
    var reads: [Read] = []
    /// The last reader of each key.
    var readers: [String: Int] = [:]
  }

  private struct Member {
    let name: String
    let after: [String]
    let place: FlowLocation?
    let group: Int
    /// Its place in the group.
    let index: Int
    /// The operation that contains the group; −1 for none.
    let around: Int

    /// A declaration of this operation that also waits for another one.
    func declaration(after other: String) -> String {
      let names = (after.count > 5 ? [] : after) + [other]
      let list = names.map { Value.string($0).inSwift }.joined(separator: ", ")
      let rest = after.count > 5 ? "…, " : ""
      return "Operation(\(Value.string(name).inSwift), after: \(rest)\(list))"
    }
  }

  /// The first step of an operation that reads a key.
  private struct Read {
    let key: String
    let operation: Int
    let step: Node
    let place: FlowLocation?
  }

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    guard flow.hasOperations else { return [] }
    var races = OperationRaces()
    races.collect(flow.steps, flow.sources.map(\.place))
    return races.groups.flatMap { races.problems(in: $0) }
  }

  private mutating func collect(_ nodes: [Node], _ sources: [FlowLocation]) {
    // Without recursion, in the order in which the flow was assembled.
    var open = nodes.reversed().map { (node: $0, group: -1, operation: -1) }
    var number = 0
    while let (node, group, operation) = open.popLast() {
      let place = sources.indices.contains(number) ? sources[number] : nil
      number += 1
      var inner = (group: group, operation: operation)
      switch node.kind {
      case .operations:
        inner.group = groups.count
        groups.append(Group())
      case .operation(let declared):
        inner.operation = operations.count
        operations.append(
          Member(
            name: declared.name, after: declared.after, place: place, group: group,
            index: groups[group].members.count, around: operation))
        groups[group].members.append(inner.operation)
        ends([declared.error, declared.state], inner.operation)
      default: if operation >= 0 { step(node, operation, place) }
      }
      for branch in node.branches.reversed() {
        open += branch.steps.reversed().map { ($0, inner.group, inner.operation) }
      }
    }
  }

  private mutating func step(_ node: Node, _ operation: Int, _ place: FlowLocation?) {
    for key in node.kind.keysWritten {
      around(operation) { group, index in group.writers.note(index, key.name) }
    }
    switch node.kind {
    case .load(let load): ends(load.endings, operation)
    case .action(let action) where node.handlesFailure: ends([action.error], operation)
    default: break
    }
    for key in node.kind.keysRead {
      around(operation) { group, index in
        guard group.readers.updateValue(index, forKey: key.name) != index else { return }
        group.reads.append(Read(key: key.name, operation: index, step: node, place: place))
      }
    }
  }

  private mutating func ends(_ keys: [KeyReference], _ operation: Int) {
    for key in keys {
      around(operation) { group, index in group.endings.note(index, key.name) }
    }
  }

  /// Calls a block for an operation and each enclosing one, with its group and its index in it.
  private mutating func around(_ operation: Int, _ block: (inout Group, Int) -> Void) {
    var operation = operation
    while operation >= 0 {
      block(&groups[operations[operation].group], operations[operation].index)
      operation = operations[operation].around
    }
  }

  // MARK: Problems

  private func problems(in group: Group) -> [Diagnostic] {
    let members = group.members.map { operations[$0] }
    let order = OperationOrder(members.map { ($0.name, $0.after) })
    return clashes(in: group, members, order) + overheard(in: group, members, order)
  }

  /// Returns a problem for each two operations that write the same key.
  private func clashes(
    in group: Group, _ members: [Member], _ order: OperationOrder
  ) -> [Diagnostic] {
    var pairs: [(Int, Int)] = []
    var keys: [String] = []
    for (key, writers) in group.writers.sorted(by: { $0.key < $1.key }) where writers.count > 1 {
      let row = writers.sorted { order.ranks[$0] < order.ranks[$1] }
      pairs += Self.pairs(row)
      keys += [String](repeating: key, count: pairs.count - keys.count)
    }
    return zip(zip(pairs, keys), order.canRunTogether(pairs)).compactMap { found, isClash in
      guard isClash else { return nil }
      let ((first, second), key) = found
      let (one, other) = (members[min(first, second)], members[max(first, second)])
      return Self.problem(
        "the operations “\(one.name)” and “\(other.name)” can run at the same time, and both write the key "
          + "“\(key)”; make one wait for the other, or use different keys",
        at: other.place)
    }
  }

  /// Returns the pairs to check: all pairs of a few operations, only neighbours of many.
  ///
  /// In an order that fits the waiting, it is enough that each waits for the one before it.
  private static func pairs(_ row: [Int]) -> [(Int, Int)] {
    if row.count > 20 { return Array(zip(row, row.dropFirst())) }
    return row.indices.flatMap { second in row[..<second].map { ($0, row[second]) } }
  }

  /// Returns a problem for each operation that reads a key that another one writes.
  ///
  /// The writers of a key wait for one another, or they have been refused. So it is enough to check
  /// the last writer before the reader and the first one after it.
  private func overheard(
    in group: Group, _ members: [Member], _ order: OperationOrder
  ) -> [Diagnostic] {
    var writers: [String: [Int]] = [:]
    var pairs: [(Int, Int)] = []
    var reads: [Read] = []
    for read in group.reads {
      if writers[read.key] == nil {
        let all = Set(group.writers[read.key] ?? []).union(group.endings[read.key] ?? [])
        writers[read.key] = all.sorted { order.ranks[$0] < order.ranks[$1] }
      }
      guard let row = writers[read.key], !row.isEmpty else { continue }
      let rank = order.ranks[read.operation]
      let behind = row.firstPlace { order.ranks[$0] >= rank }
      // An operation reads its own writes, and no other one can write the key at the same time.
      if behind < row.count, order.ranks[row[behind]] == rank { continue }
      for index in [behind - 1, behind] where row.indices.contains(index) {
        pairs.append((row[index], read.operation))
        reads.append(read)
      }
    }
    return zip(zip(pairs, reads), order.canRunTogether(pairs)).compactMap { found, isRace in
      guard isRace else { return nil }
      let ((writes, reads), read) = found
      let (writer, reader) = (members[writes], members[reads])
      let isAnswer = group.writers[read.key] != nil
      return Self.problem(
        "\(read.step.words) in the operation “\(reader.name)” reads the key “\(read.key)”, which the "
          + "operation “\(writer.name)” writes, and the two can run at the same time; write "
          + reader.declaration(after: writer.name)
          + (isAnswer ? ", or use different keys" : ""),
        at: read.place ?? reader.place)
    }
  }
}

extension [String: [Int]] {
  /// Adds an operation under a key, once; calls for the same operation come in a row.
  fileprivate mutating func note(_ operation: Int, _ key: String) {
    if self[key]?.last != operation { self[key, default: []].append(operation) }
  }
}

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
