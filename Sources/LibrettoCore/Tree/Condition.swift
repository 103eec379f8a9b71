/// A question about the answers so far, as data: it can be exported, checked and explored.
///
/// You write conditions with the usual operators on keys.
///
/// ```swift
/// When(age < 18 && name != "Bob") { Say("Too young.") }
/// ```
public struct Condition: Hashable, Sendable {
  /// The forms of a condition.
  package indirect enum Form: Hashable, Sendable {
    /// A key's answer compared with a value or another key's answer.
    case compare(KeyReference, Comparison, Operand)
    /// Two calculations, compared.
    case calculate(Calculation, Comparison, Calculation)
    /// Whether the key has an answer.
    case isSet(KeyReference)
    /// Whether the key's answer is an empty text or an empty list, or there is no answer.
    case isEmpty(KeyReference)
    /// Whether the key's answer is a multiple of a number.
    case isMultiple(KeyReference, of: Int)
    /// Whether the key's answer, a text or a list, contains a value.
    case contains(KeyReference, Value)
    /// Whether a pattern matches the whole of the key's answer, which is a text.
    case matches(KeyReference, Pattern)
    /// Whether all of the conditions hold.
    case all([Form])
    /// Whether at least one of the conditions holds.
    case any([Form])
    /// Whether the condition doesn't hold.
    case not(Form)
  }

  /// The operators for comparing two values.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The two are the same.
    case equal = "=="
    /// The two differ.
    case notEqual = "!="
    /// The first comes before the second.
    case less = "<"
    /// The first comes before the second or is the same.
    case lessOrEqual = "<="
    /// The first comes after the second.
    case greater = ">"
    /// The first comes after the second or is the same.
    case greaterOrEqual = ">="
  }

  /// The right-hand side of a comparison.
  package enum Operand: Hashable, Sendable {
    /// A value given in the flow.
    case value(Value)
    /// The answer for another key.
    case key(KeyReference)
  }

  /// The form of the condition.
  package let form: Form
  /// The depth of nested conditions; a flow refuses more than its depth limit.
  let depth: Int

  init(_ form: Form, depth: Int = 1) {
    // Past the limit the parts are dropped, so nothing ever recurses into them; the depth stays,
    // and because of it the flow is refused when it is built.
    self.form = depth > Limits.depth ? .all([]) : form
    self.depth = depth
  }

  /// Two calculations, compared; a key's answer and a value or another answer need no calculation.
  init(_ some: Calculation, _ comparison: Comparison, _ other: Calculation) {
    switch (some.form, other.form) {
    case (.answer(let key), .value(let value)):
      self.init(.compare(key, comparison, .value(value)))
    case (.answer(let key), .answer(let other)):
      self.init(.compare(key, comparison, .key(other)))
    default: self.init(.calculate(some, comparison, other))
    }
  }
}

extension Condition.Form {
  /// The keys that it reads, and for each whether only `isSet` is used on it.
  package var reads: [(key: KeyReference, onlyIsSet: Bool)] {
    switch self {
    case .compare(let key, _, .key(let other)): [(key, false), (other, false)]
    case .calculate(let some, _, let other): (some.form.keys + other.form.keys).map { ($0, false) }
    case .compare(let key, _, .value), .isEmpty(let key), .isMultiple(let key, _),
      .contains(let key, _), .matches(let key, _):
      [(key, false)]
    case .isSet(let key): [(key, true)]
    case .all(let forms), .any(let forms): forms.flatMap(\.reads)
    case .not(let form): form.reads
    }
  }
}

extension Condition.Form {
  /// The keys that it compares with values given in the flow, and those values.
  var comparisons: [(key: KeyReference, value: Value)] {
    switch self {
    case .compare(let key, _, .value(let value)): [(key, value)]
    case .contains(let key, let value):
      if case .list = key.type { [(key, .list([value]))] } else { [(key, value)] }
    case .compare, .calculate, .isSet, .isEmpty, .isMultiple, .matches: []
    case .all(let forms), .any(let forms): forms.flatMap(\.comparisons)
    case .not(let form): form.comparisons
    }
  }
}

extension Condition.Form {
  /// The patterns that it uses.
  var patterns: [Pattern] {
    switch self {
    case .matches(_, let pattern): [pattern]
    case .compare, .calculate, .isSet, .isEmpty, .isMultiple, .contains: []
    case .all(let forms), .any(let forms): forms.flatMap(\.patterns)
    case .not(let form): form.patterns
    }
  }
}

extension Condition.Form {
  /// The calculations in it.
  var calculations: [Calculation] {
    switch self {
    case .calculate(let some, _, let other): [some, other]
    case .compare, .isSet, .isEmpty, .isMultiple, .contains, .matches: []
    case .all(let forms), .any(let forms): forms.flatMap(\.calculations)
    case .not(let form): form.calculations
    }
  }
}

extension Condition {
  /// The condition as you would write it in Swift.
  public var description: String { form.description }
}

extension Condition.Form: CustomStringConvertible {
  /// The condition as you would write it in Swift.
  public var description: String {
    switch self {
    case .compare(let key, let comparison, .value(let value)):
      "\(key.name) \(comparison.rawValue) \(value.inSwift)"
    case .compare(let key, let comparison, .key(let other)):
      "\(key.name) \(comparison.rawValue) \(other.name)"
    case .calculate(let some, let comparison, let other):
      "\(some) \(comparison.rawValue) \(other)"
    case .isSet(let key): "\(key.name).isSet"
    case .isEmpty(let key): "\(key.name).isEmpty"
    case .isMultiple(let key, let divisor): "\(key.name).isMultiple(of: \(divisor))"
    case .contains(let key, let value): "\(key.name).contains(\(value.inSwift))"
    case .matches(let key, let pattern):
      "\(key.name).matches(\(Value.string(pattern.source).inSwift))"
    case .all(let forms): forms.map(\.operand).joined(separator: " && ")
    case .any(let forms): forms.map(\.operand).joined(separator: " || ")
    case .not(let form):
      switch form {
      case .compare, .calculate: "!(\(form))"
      default: "!\(form.operand)"
      }
    }
  }

  private var operand: String {
    switch self {
    case .all, .any: "(\(description))"
    case .compare, .calculate, .isSet, .isEmpty, .isMultiple, .contains, .matches, .not:
      description
    }
  }
}

extension Value {
  /// The value as a Swift literal, for conditions in outlines and errors.
  package var inSwift: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .string(let value):
      "\"" + value.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" } + "\""
    case .list(let values): "[" + values.map(\.inSwift).joined(separator: ", ") + "]"
    case .int, .double: description
    }
  }
}
