/// What is known of the answers at one place of a flow, before a run comes there.
struct Knowledge: Hashable {
  /// What is known of one answer; nothing is known to be set where there is no entry.
  enum Known: Hashable {
    case value(Value)
    /// It is set, to whatever.
    case set
    /// It may be set.
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

  /// What is known where two ways meet.
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

  /// A text with what is known in its placeholders, and the names of the keys in the others.
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

  /// Whether a condition holds; nil where that is not known.
  /// - Parameter isLenient: whether it does not hold where it reads what nothing has set.
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
  /// The names of the keys that the step and those in it write; nil where work writes what it likes.
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
