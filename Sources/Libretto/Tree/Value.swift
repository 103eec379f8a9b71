/// An answer as data, independent of the Swift type as which it is read.
///
/// Values compare exactly: two strings are equal when their bytes are, two numbers when their bits
/// are. Therefore, equal values have equal JSON.
public enum Value: Sendable {
  /// No value: an optional answer that was left out.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number with a fraction.
  case double(Double)
  /// Text.
  case string(String)
  /// Several values, in order.
  case list([Value])
}

extension Value: Hashable {
  /// Whether two values are the same, bit for bit.
  public static func == (lhs: Value, rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.isIdenticalText(to: b)
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Feeds the value's exact content into a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(text: value)
    case .list(let values): hasher.combine(values)
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as shown to a person in a text.
  public var description: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "yes" : "no"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): value
    case .list(let values): values.map(\.description).joined(separator: ", ")
    }
  }
}

extension Value {
  /// Whether the value is null, an empty text or an empty list.
  public var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let value): value.isEmpty
    case .list(let values): values.isEmpty
    case .bool, .int, .double: false
    }
  }

  /// The value as an error quotes it: text in quotation marks, everything else plain.
  var quoted: String {
    switch self {
    case .null: "nothing"
    case .string(let value): "“\(value.shortened)”"
    case .bool(let value): value ? "true" : "false"
    case .list(let values):
      "[" + values.listed(\.quoted) + "]"
    case .int, .double: description
    }
  }

  /// Whether two answers are the same, as Swift's `==` has it: texts by canonical equivalence, so
  /// that a typed “é” is the same however the keyboard composed it, and numbers by size.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    default: self == other || order(to: other) == .same
    }
  }

  /// The order of the two values, or nil if their kinds can't be ordered.
  func order(to other: Value) -> Ordering? {
    switch (self, other) {
    case (.int(let a), .int(let b)): Ordering(a, b)
    case (.double(let a), .double(let b)): Ordering(a, b)
    case (.int(let a), .double(let b)): Ordering(Double(a), b)
    case (.double(let a), .int(let b)): Ordering(a, Double(b))
    case (.string(let a), .string(let b)): Ordering(a, b)
    case (.bool(let a), .bool(let b)): Ordering(a ? 1 : 0, b ? 1 : 0)
    default: nil
    }
  }
}

/// The order of two values.
enum Ordering: Sendable {
  case ascending, same, descending

  init<T: Comparable>(_ a: T, _ b: T) {
    self = a < b ? .ascending : (a == b ? .same : .descending)
  }
}
