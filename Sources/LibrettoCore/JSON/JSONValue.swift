/// A JSON document or a part of one. An integer isn't a `.number`.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// A number without a fraction or an exponent.
  case integer(Int)
  /// A number with a fraction or an exponent; the reader returns only finite ones.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// Equality by code units, with a list of values to compare instead of recursion: in a debug build,
/// a synthesized `==` would overflow a thread's stack at about 500 levels.
extension JSONValue: Hashable {
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pending: [(JSONValue, JSONValue)] = []
    guard isEqual(left, right, leaving: &pending) else { return false }
    while let (left, right) = pending.popLast() {
      guard isEqual(left, right, leaving: &pending) else { return false }
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    var pending: [JSONValue] = []
    hashTop(into: &hasher, leaving: &pending)
    while let value = pending.popLast() {
      value.hashTop(into: &hasher, leaving: &pending)
    }
  }

  private static func isEqual(
    _ left: JSONValue, _ right: JSONValue, leaving pending: inout [(JSONValue, JSONValue)]
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left.isIdenticalText(to: right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      pending.append(contentsOf: zip(left, right))
      return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) {
        guard left.name.isIdenticalText(to: right.name) else { return false }
        pending.append((left.value, right.value))
      }
      return true
    default: return false
    }
  }

  private func hashTop(into hasher: inout Hasher, leaving pending: inout [JSONValue]) {
    switch self {
    case .null:
      hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .number(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(4)
      hasher.combine(text: value)
    case .array(let elements):
      hasher.combine(5)
      hasher.combine(elements.count)
      pending.append(contentsOf: elements)
    case .object(let members):
      hasher.combine(6)
      hasher.combine(members.count)
      for member in members {
        hasher.combine(text: member.name)
        pending.append(member.value)
      }
    }
  }
}

/// The members of a JSON object in the order in which they were written, with unique names.
///
/// Names are compared by code units. Two objects are equal if they have the same members in the
/// same order.
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// Up to this number of members, a linear search is faster than an index.
  private static let unindexed = 16

  private var members: [Member] = []

  /// An open-addressed table of positions in `members` plus one, zero for free slots. Its size is a
  /// power of two and at least twice the number of members. Empty for few members.
  private var slots: [Int] = []

  package subscript(name: String) -> JSONValue? {
    index(of: name).map { members[$0].value }
  }

  package func contains(_ name: String) -> Bool {
    index(of: name) != nil
  }

  /// Adds a member at the end; returns false and changes nothing if the name exists.
  mutating func append(_ name: String, _ value: JSONValue) -> Bool {
    guard !contains(name) else { return false }
    appendUnchecked(name, value)
    return true
  }

  /// Adds a member whose name the caller knows to be new, without searching for it.
  mutating func appendUnchecked(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
    guard members.count > Self.unindexed else { return }
    guard members.count * 2 <= slots.count else { return rebuildSlots() }
    place(members.count - 1)
  }
}

extension JSONObject {
  func index(of name: String) -> Int? {
    guard !slots.isEmpty else {
      return members.firstIndex { $0.name.isIdenticalText(to: name) }
    }
    var slot = firstSlot(for: name)
    while slots[slot] != 0 {
      let position = slots[slot] - 1
      if members[position].name.isIdenticalText(to: name) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// `Hasher` is seeded for each process, so a hostile text can't contain names that collide.
  private func firstSlot(for name: String) -> Int {
    var hasher = Hasher()
    hasher.combine(text: name)
    return hasher.finalize() & (slots.count - 1)
  }

  private mutating func place(_ position: Int) {
    var slot = firstSlot(for: members[position].name)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = position + 1
  }

  private mutating func rebuildSlots() {
    slots = Array(repeating: 0, count: Swift.max(64, slots.count * 2))
    for position in members.indices { place(position) }
  }
}

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { members.count }
  package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == .object(right)
  }

  package func hash(into hasher: inout Hasher) {
    JSONValue.object(self).hash(into: &hasher)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A repeated name keeps its first value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { _ = append(name, value) }
  }
}
