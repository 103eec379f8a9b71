/// The keys of a flow: one type for each name.
struct KeyTable {
  private(set) var order: [KeyReference] = []
  private var first: [String: (key: KeyReference, place: Place)] = [:]

  /// The type of a key; nil where the flow does not use it.
  func type(of name: String) -> ValueType? { first[name]?.key.type }

  /// Takes note of a use of a key, and tells what is wrong with it.
  mutating func add(_ key: KeyReference, at place: Place) -> [String] {
    guard let known = first[key.name] else {
      first[key.name] = (key, place)
      order.append(key)
      let isName =
        !key.name.isEmpty
        && key.name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      return isName
        ? [] : ["“\(key.name)” can't be a key: use letters, digits, “-”, “_” and “.”"]
    }
    // Swift takes “é” for “e” with an accent; answers and JSON go by the exact characters.
    if !known.key.name.isIdenticalText(to: key.name) {
      return ["the key “\(key.name)” is spelled with other characters at \(known.place)"]
    }
    guard known.key.type != key.type else { return [] }
    return [
      "the key “\(key.name)” is \(key.type) here and \(known.key.type) at \(known.place); "
        + "one name has one type"
    ]
  }
}
