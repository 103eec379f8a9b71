/// What is known about the answers at one place of a flow, before a run gets there.
///
/// It is a tree of which copies share what is the same: setting, comparing and joining cost only as
/// much as has changed since.
package struct Knowledge: Equatable {
  /// What is known about one answer; nil if the answer is known not to be set.
  ///
  /// A value is below `set`, and everything is below `unknown`: two that differ meet at the lowest
  /// that is above both.
  package enum Known: Hashable, Sendable {
    case value(Value)
    /// The answer is set; its value is unknown.
    case set
    /// The answer may be set.
    case unknown
  }

  private let keys: KeySpace
  private var root: Node
  /// The tree in which nothing is known.
  private let blank: Node

  /// Nothing is set.
  package init(_ keys: KeySpace) {
    self.keys = keys
    var (levels, room) = (0, 16)
    while room < keys.all.count { (levels, room) = (levels + 1, room * 16) }
    root = Node(nil, 0, levels: levels)
    blank = Node(.unknown, keys.all.count, levels: levels)
  }

  /// What is known of the key with a number; a number below 0 is that of no key.
  subscript(slot: Int) -> Known? {
    get { root[slot] }
    set { if slot >= 0, root[slot] != newValue { root = root.setting(slot, newValue) } }
  }

  mutating func forget(_ slots: some Sequence<Int>) {
    for slot in slots { self[slot] = .unknown }
  }

  /// Forgets the answers for all keys of the flow.
  mutating func forgetAll() { root = blank }

  /// What is known where two ways meet.
  func joined(_ other: Knowledge) -> Knowledge {
    var result = self
    result.root = root.joined(other.root)
    return result
  }

  package static func == (some: Knowledge, other: Knowledge) -> Bool {
    some.root.isSame(as: other.root)
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
    private let values: [Known?]
    private let nodes: [Node]
    /// How far the number of a slot is shifted to get its place here.
    private let shift: Int

    private init(_ values: [Known?], _ nodes: [Node] = [], shift: Int = 0) {
      (self.values, self.nodes, self.shift) = (values, nodes, shift)
    }

    /// A tree in which the same is known about the first answers, and the rest isn't set. Nodes that
    /// are alike are one node, so making it costs a node a level.
    convenience init(_ known: Known?, _ count: Int, levels: Int) {
      if levels == 0 {
        self.init((0..<16).map { $0 < count ? known : nil })
      } else {
        let room = 1 << (4 * levels)
        var nodes: [Node] = []
        for place in 0..<16 {
          let rest = min(room, max(0, count - place * room))
          let isLikeLast = rest == min(room, max(0, count - (place - 1) * room))
          nodes.append(
            place > 0 && isLikeLast ? nodes[place - 1] : Node(known, rest, levels: levels - 1))
        }
        self.init([], nodes, shift: 4 * levels)
      }
    }

    subscript(slot: Int) -> Known? {
      let place = (slot >> shift) & 15
      return shift == 0 ? values[place] : nodes[place][slot]
    }

    func setting(_ slot: Int, _ known: Known?) -> Node {
      let place = (slot >> shift) & 15
      var (values, nodes) = (values, nodes)
      if shift == 0 {
        values[place] = known
      } else {
        nodes[place] = nodes[place].setting(slot, known)
      }
      return Node(values, nodes, shift: shift)
    }

    func joined(_ other: Node) -> Node {
      if self === other { return self }
      return Node(
        zip(values, other.values).map { Knowledge.joined($0, $1) },
        zip(nodes, other.nodes).map { $0.joined($1) }, shift: shift)
    }

    func isSame(as other: Node) -> Bool {
      self === other
        || values == other.values && zip(nodes, other.nodes).allSatisfy { $0.isSame(as: $1) }
    }
  }

  // MARK: What follows from it

  /// The answer for a key, if it is known.
  package func value(_ key: KeyReference) -> Value? {
    if let slot = keys.slots[key.name], case .value(let value) = self[slot] { value } else { nil }
  }

  /// A text with its placeholders filled in as far as the answers are known; the others show the
  /// names of their keys.
  package func render(_ text: Text) -> String {
    text.pieces.map { piece in
      switch piece {
      case .literal(let literal): literal
      case .placeholder(let key): value(key)?.description ?? "{\(key.name)}"
      case .calculation(let calculation):
        calculation.known(value)?.description ?? "{\(calculation)}"
      }
    }
    .joined()
  }

  /// What is known of the value of a calculation.
  struct Result<Of> {
    var known: Of?
    /// The key that it reads and that isn't set, if it is certain that the run fails so.
    var unset: Int?
    /// Whether the run can fail there.
    var mayFail = false
  }

  /// Whether a condition holds. Its parts are looked at in the order of a run, which stops at the
  /// first that decides.
  /// - Parameter desk: room for the answers of all keys, empty before and after.
  func holds(_ code: ConditionCode, _ desk: inout [Value?]) -> Result<Bool> {
    switch code {
    case .isSet(let slot):
      return Result(known: self[slot] == .unknown ? nil : self[slot] != nil)
    case .all(let parts): return holds(parts, until: false, &desk)
    case .any(let parts): return holds(parts, until: true, &desk)
    case .not(let part):
      var result = holds(part, &desk)
      result.known?.toggle()
      return result
    case .known(let part):
      let result = holds(part, &desk)
      return Result(known: result.unset == nil ? result.known : false)
    default: return known(&desk) { slots throws(Incalculable) in try code.holds(slots) }
    }
  }

  /// - Parameter deciding: the result of a part that decides the whole.
  private func holds(
    _ parts: [ConditionCode], until deciding: Bool, _ desk: inout [Value?]
  ) -> Result<Bool> {
    var result = Result(known: !deciding)
    for part in parts {
      let part = holds(part, &desk)
      if part.unset != nil, result.known != nil { return part }
      result.mayFail = result.mayFail || part.mayFail
      // Where a later part fails, the run has failed or an earlier part has decided.
      if part.known == deciding || part.unset != nil {
        result.known = deciding
        return result
      }
      if part.known == nil { result.known = nil }
    }
    return result
  }

  func value(_ code: CalculationCode, _ desk: inout [Value?]) -> Result<Value> {
    known(&desk) { slots throws(Incalculable) in try code.value(slots) }
  }

  /// Evaluates a calculation. An answer is put on the desk when it is read; null stands for an answer
  /// that isn't known, and then the result isn't either.
  private func known<Of>(
    _ desk: inout [Value?], _ result: ([Value?]) throws(Incalculable) -> Of
  ) -> Result<Of> {
    var (read, isOpen, mayFail) = ([Int](), false, false)
    defer { for slot in read { desk[slot] = nil } }
    while true {
      do throws(Incalculable) {
        let value = try result(desk)
        return Result(known: isOpen ? nil : value, mayFail: mayFail)
      } catch {
        guard case .unset(let slot) = error else { return Result(mayFail: true) }
        guard let known = self[slot] else { return Result(unset: slot, mayFail: true) }
        read.append(slot)
        desk[slot] = if case .value(let value) = known { value } else { .null }
        if case .value = known {} else { isOpen = true }
        if known == .unknown { mayFail = true }
      }
    }
  }

  /// Whether a run that reads these keys can fail so.
  func lacks(_ slots: [Int]) -> Bool {
    slots.contains { self[$0] == nil || self[$0] == .unknown }
  }
}
