/// The keys of a flow, each with its first use, which says its type.
struct KeyTable {
  private(set) var order: [KeyReference] = []
  private var first: [String: KeyUse] = [:]

  /// The type of a key; nil where the flow does not use it.
  func type(of name: String) -> ValueType? { first[name]?.key.type }

  /// Takes note of a use of a key, and gives the first if there was one.
  mutating func note(_ use: KeyUse) -> KeyUse? {
    if let known = first[use.key.name] { return known }
    first[use.key.name] = use
    order.append(use.key)
    return nil
  }
}
