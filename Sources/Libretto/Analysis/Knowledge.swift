/// What is known about the answers at one place of a flow, before a run gets there.
struct Knowledge: Hashable {
  /// What is known about one answer; without an entry, the answer is known not to be set.
  enum Known: Hashable {
    case value(Value)
    /// The answer is set; its value is unknown.
    case set
    /// The answer may be set.
    case unknown
  }

  private var known: [String: Known] = [:]

  subscript(key: String) -> Known? {
    get { known[key] }
    set { known[key] = newValue }
  }

  mutating func forget(_ keys: some Sequence<String>) {
    for key in keys { known[key] = .unknown }
  }

  /// What is known where two paths meet.
  func joined(_ other: Knowledge) -> Knowledge {
    var result = self
    for key in Set(known.keys).union(other.known.keys) where known[key] != other.known[key] {
      switch (known[key], other.known[key]) {
      case (nil, _), (_, nil), (.unknown, _), (_, .unknown): result[key] = .unknown
      default: result[key] = .set
      }
    }
    return result
  }

  /// A text with its placeholders filled in as far as the answers are known; the others show the
  /// names of their keys.
  func render(_ text: Text) -> String {
    text.pieces.map { piece in
      switch piece {
      case .literal(let literal): return literal
      case .placeholder(let key):
        guard case .value(let value) = known[key.name] else { return "{\(key.name)}" }
        return value.description
      }
    }
    .joined()
  }

  /// Whether a condition holds; nil if that is unknown.
  /// - Parameter isLenient: whether a condition that reads an unset key doesn't hold.
  func holds(_ form: Condition.Form, isLenient: Bool = false) -> Bool? {
    switch form {
    case .all(let parts): all(parts.map { holds($0, isLenient: isLenient) })
    case .any(let parts):
      all(parts.map { holds($0, isLenient: isLenient).map { !$0 } }).map { !$0 }
    case .not(let part): holds(part, isLenient: isLenient).map { !$0 }
    case .isSet(let key): known[key.name] == .unknown ? nil : known[key.name] != nil
    case .compare(let key, let comparison, .value(let value)):
      test(.compare(0, comparison, value), key, isLenient: isLenient)
    case .compare(let key, let comparison, .key(let other)):
      test(.compareKeys(0, comparison, 1), key, other, isLenient: isLenient)
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
      switch known[key.name] {
      case .value(let value): slots.append(value)
      case nil where isLenient: return false
      case nil, .set, .unknown: return nil
      }
    }
    return try? code.holds(slots)
  }
}

extension Node {
  /// The names of the keys that the step and the steps inside write; nil if its work can write any
  /// key.
  var writtenKeys: Set<String>? {
    var keys: Set<String> = []
    switch self {
    case .prompt(let prompt): if let key = prompt.key { keys.insert(key.name) }
    case .action(let action):
      guard let key = action.result else { return nil }
      keys.insert(key.name)
    case .load(let load): keys.formUnion([load.key.name, load.error.name, load.state.name])
    case .operation(let operation):
      keys.formUnion([operation.error.name, operation.state.name])
    case .store(let key, _): keys.insert(key.name)
    default: break
    }
    for steps in branches {
      for node in steps {
        guard let inner = node.writtenKeys else { return nil }
        keys.formUnion(inner)
      }
    }
    return keys
  }
}
