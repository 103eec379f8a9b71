/// The keys of a flow, each with its first use, which determines its type.
struct KeyTable {
  private(set) var order: [KeyReference] = []
  private var first: [String: KeyUse] = [:]

  /// The type of a key; nil if the flow doesn't use it.
  func type(of name: String) -> ValueType? { first[name]?.key.type }

  /// Records a use of a key, and returns the first use, or nil if this is the first.
  mutating func note(_ use: KeyUse) -> KeyUse? {
    if let known = first[use.key.name] { return known }
    first[use.key.name] = use
    order.append(use.key)
    return nil
  }
}
