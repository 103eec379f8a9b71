/// Equality by code units, with a list of values to compare instead of recursion: in a debug build,
/// a synthesized `==` would overflow a thread's stack at about 500 levels.
extension JSONValue: Hashable {
  static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pending: [(JSONValue, JSONValue)] = []
    guard isEqual(left, right, leaving: &pending) else { return false }
    while let (left, right) = pending.popLast() {
      guard isEqual(left, right, leaving: &pending) else { return false }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
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
    case (.string(let left), .string(let right)): return left.hasSameUnits(as: right)
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      pending.append(contentsOf: zip(left, right))
      return true
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) {
        guard left.name.hasSameUnits(as: right.name) else { return false }
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
      value.hashUnits(into: &hasher)
    case .array(let elements):
      hasher.combine(5)
      hasher.combine(elements.count)
      pending.append(contentsOf: elements)
    case .object(let members):
      hasher.combine(6)
      hasher.combine(members.count)
      for member in members {
        member.name.hashUnits(into: &hasher)
        pending.append(member.value)
      }
    }
  }
}
