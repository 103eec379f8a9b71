/// A key has the same type everywhere in the flow.
///
///     Ask("Age?", into: Key<Int>("age"))
///     Say("\(Key<String>("age"))")  // let age = Key<Int>("age"), once
enum KeyType: KeyRule {
  static let code = "key-type"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    guard let first, first.key.type != use.key.type else { return nil }
    return problem(
      "the key “\(use.key.name)” is \(use.key.type) here and \(first.key.type) at \(first.place); "
        + "one name has one type", at: use.place)
  }
}
