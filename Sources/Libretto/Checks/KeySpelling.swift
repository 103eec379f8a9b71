/// The name of a key has the same characters everywhere.
///
/// Swift treats “é” and “e” with a combining accent as equal; answers and JSON compare exactly.
///
///     Ask("Café?", into: Key("caf\u{E9}"))
///     Say("\(Key<String>("cafe\u{301}"))")  // let cafe = Key<String>("cafe"), once
enum KeySpelling: KeyRule {
  static let code = "key-spelling"

  static func problem(of use: KeyUse, first: KeyUse?) -> Diagnostic? {
    guard let first, !first.key.name.isIdenticalText(to: use.key.name) else { return nil }
    return problem(
      "the key “\(use.key.name)” is spelled with different characters at \(first.place)",
      at: use.place)
  }
}
