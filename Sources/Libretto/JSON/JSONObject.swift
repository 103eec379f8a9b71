/// The members of a JSON object in the order in which they were written, with unique names.
///
/// Names are compared by code units. Two objects are equal if they have the same members in the
/// same order.
struct JSONObject: Sendable {
  struct Member: Sendable {
    let name: String
    let value: JSONValue
  }

  /// Up to this number of members, a linear search is faster than an index.
  private static let unindexed = 16

  private var members: [Member] = []

  /// An open-addressed table of positions in `members` plus one, zero for free slots. Its size is a
  /// power of two and at least twice the number of members. Empty for few members.
  private var slots: [Int] = []

  subscript(name: String) -> JSONValue? {
    index(of: name).map { members[$0].value }
  }

  func contains(_ name: String) -> Bool {
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
      return members.firstIndex { $0.name.hasSameUnits(as: name) }
    }
    var slot = firstSlot(for: name)
    while slots[slot] != 0 {
      let position = slots[slot] - 1
      if members[position].name.hasSameUnits(as: name) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// `Hasher` is seeded for each process, so a hostile text can't contain names that collide.
  private func firstSlot(for name: String) -> Int {
    var hasher = Hasher()
    name.hashUnits(into: &hasher)
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
  var startIndex: Int { 0 }
  var endIndex: Int { members.count }
  subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
  static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == .object(right)
  }

  func hash(into hasher: inout Hasher) {
    JSONValue.object(self).hash(into: &hasher)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A repeated name keeps its first value.
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { _ = append(name, value) }
  }
}
