/// What is known about the answers at one place of a flow, before a run gets there.
///
/// It is a tree of which copies share what is the same: a walk copies, compares and joins what it
/// knows at each branching, and each of these costs only as much as has changed since.
struct Knowledge: Equatable {
  /// What is known about one answer; nil if the answer is known not to be set.
  enum Known: Hashable, Sendable {
    case value(Value)
    /// The answer is set; its value is unknown.
    case set
    /// The answer may be set.
    case unknown
  }

  /// The numbers of the flow's keys.
  private let slots: [String: Int]
  private var root: Node
  /// The tree in which nothing is known.
  private let blank: Node
  /// What is known about keys that the flow doesn't name.
  private var others: [String: Known] = [:]

  /// - Parameter keys: the names of the flow's keys.
  init(_ keys: [String]) {
    slots = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    let levels = Node.levels(for: keys.count)
    root = Node(nil, 0, levels: levels)
    blank = Node(.unknown, keys.count, levels: levels)
  }

  subscript(key: String) -> Known? {
    get { slots[key].map { root[$0] } ?? others[key] }
    set {
      guard let slot = slots[key] else {
        others[key] = newValue
        return
      }
      if root[slot] != newValue { root = root.setting(slot, newValue) }
    }
  }

  mutating func forget(_ keys: some Sequence<String>) {
    for key in keys { self[key] = .unknown }
  }

  /// Forgets the answers for all keys of the flow.
  mutating func forgetAll() { root = blank }

  /// What is known where two paths meet.
  func joined(_ other: Knowledge) -> Knowledge {
    var result = self
    result.root = root.joined(other.root)
    for key in Set(others.keys).union(other.others.keys) {
      result.others[key] = Self.joined(others[key], other.others[key])
    }
    return result
  }

  static func == (some: Knowledge, other: Knowledge) -> Bool {
    some.root.isSame(as: other.root) && some.others == other.others
  }

  fileprivate static func joined(_ some: Known?, _ other: Known?) -> Known? {
    if some == other { return some }
    return switch (some, other) {
    case (nil, _), (_, nil), (.unknown, _), (_, .unknown): .unknown
    default: .set
    }
  }

  /// Sixteen answers, or sixteen nodes. It never changes.
  private final class Node {
    /// The number of levels below; 0 for one with answers.
    let level: Int
    private let values: [Known?]
    private let nodes: [Node]

    private init(_ values: [Known?]) { (level, self.values, nodes) = (0, values, []) }

    private init(_ nodes: [Node], level: Int) {
      (self.level, values, self.nodes) = (level, [], nodes)
    }

    /// A tree in which the same is known about the first answers, and the rest isn't set.
    convenience init(_ known: Known?, _ count: Int, levels: Int) {
      if levels == 0 {
        self.init((0..<16).map { $0 < count ? known : nil })
        return
      }
      let room = 1 << (4 * levels)
      let (full, part) = (Node(known, room, levels: levels - 1), count % room)
      let last = part == 0 ? nil : Node(known, part, levels: levels - 1)
      let empty = Node(nil, 0, levels: levels - 1)
      let nodes = (0..<16).map { place in
        place < count / room ? full : place == count / room ? last ?? empty : empty
      }
      self.init(nodes, level: levels)
    }

    static func levels(for count: Int) -> Int {
      var levels = 0
      var room = 16
      while room < count { (levels, room) = (levels + 1, room * 16) }
      return levels
    }

    private func place(_ slot: Int) -> Int { (slot >> (4 * level)) & 15 }

    subscript(slot: Int) -> Known? {
      level == 0 ? values[place(slot)] : nodes[place(slot)][slot]
    }

    func setting(_ slot: Int, _ known: Known?) -> Node {
      if level == 0 {
        var values = values
        values[place(slot)] = known
        return Node(values)
      }
      var nodes = nodes
      nodes[place(slot)] = nodes[place(slot)].setting(slot, known)
      return Node(nodes, level: level)
    }

    func joined(_ other: Node) -> Node {
      if self === other { return self }
      if level == 0 { return Node(zip(values, other.values).map { Knowledge.joined($0, $1) }) }
      return Node(zip(nodes, other.nodes).map { $0.joined($1) }, level: level)
    }

    func isSame(as other: Node) -> Bool {
      if self === other { return true }
      if level == 0 { return values == other.values }
      return zip(nodes, other.nodes).allSatisfy { $0.isSame(as: $1) }
    }
  }

  /// A text with its placeholders filled in as far as the answers are known; the others show the
  /// names of their keys.
  func render(_ text: Text) -> String {
    text.pieces.map { piece in
      switch piece {
      case .literal(let literal): return literal
      case .placeholder(let key):
        guard case .value(let value) = self[key.name] else { return "{\(key.name)}" }
        return value.description
      case .calculation(let calculation):
        return calculation.known(value)?.description ?? "{\(calculation)}"
      }
    }
    .joined()
  }

  /// The answer for a key, if it is known.
  func value(_ key: KeyReference) -> Value? {
    if case .value(let value) = self[key.name] { value } else { nil }
  }

  /// Whether a condition holds; nil if that is unknown.
  /// - Parameter isLenient: whether a condition that reads an unset key doesn't hold.
  func holds(_ form: Condition.Form, isLenient: Bool = false) -> Bool? {
    switch form {
    case .all(let parts): all(parts.map { holds($0, isLenient: isLenient) })
    case .any(let parts):
      all(parts.map { holds($0, isLenient: isLenient).map { !$0 } }).map { !$0 }
    case .not(let part): holds(part, isLenient: isLenient).map { !$0 }
    case .isSet(let key): self[key.name] == .unknown ? nil : self[key.name] != nil
    case .compare(let key, let comparison, .value(let value)):
      test(.compare(0, comparison, value), key, isLenient: isLenient)
    case .compare(let key, let comparison, .key(let other)):
      test(.compareKeys(0, comparison, 1), key, other, isLenient: isLenient)
    case .calculate(let some, let comparison, let other):
      test(some, comparison, other, isLenient: isLenient)
    case .isEmpty(let key): test(.isEmpty(0), key, isLenient: isLenient)
    case .isMultiple(let key, let divisor):
      test(.isMultiple(0, of: divisor), key, isLenient: isLenient)
    case .contains(let key, let value): test(.contains(0, value), key, isLenient: isLenient)
    case .matches(let key, let pattern): test(.matches(0, pattern), key, isLenient: isLenient)
    }
  }

  private func all(_ parts: [Bool?]) -> Bool? {
    parts.contains(false) ? false : parts.contains(nil) ? nil : true
  }

  private func test(_ code: ConditionCode, _ keys: KeyReference..., isLenient: Bool) -> Bool? {
    var slots: [Value?] = []
    for key in keys {
      switch self[key.name] {
      case .value(let value): slots.append(value)
      case nil where isLenient: return false
      case nil, .set, .unknown: return nil
      }
    }
    return try? code.holds(slots)
  }

  private func test(
    _ some: Calculation, _ comparison: Condition.Comparison, _ other: Calculation, isLenient: Bool
  ) -> Bool? {
    let isUnset = { (key: KeyReference) in self[key.name] == nil }
    if isLenient, (some.form.keys + other.form.keys).contains(where: isUnset) { return false }
    guard let some = some.known(value), let other = other.known(value) else { return nil }
    return try? ConditionCode.calculate(.value(some), comparison, .value(other)).holds([])
  }
}

extension Node {
  /// The names of the keys that the step and the steps inside write; nil if its work can write any
  /// key.
  var writtenKeys: Set<String>? {
    guard let own = keysSet else { return nil }
    var keys = Set(own.map(\.name))
    for branch in branches {
      for node in branch.steps {
        guard let inner = node.writtenKeys else { return nil }
        keys.formUnion(inner)
      }
    }
    return keys
  }
}
