extension Prompt.Rule {
  /// The values given in the rule.
  var values: [Value] {
    switch kind {
    case .notEmpty, .length, .matches: []
    case .range(let minimum, let maximum, _): [minimum, maximum].compactMap { $0 }
    case .oneOf(let values): values
    }
  }

  /// The rule's requirement in a sentence without keys; ``Rule`` messages take precedence.
  /// - Parameter type: the type of the answer; a list has values, a text has characters.
  func words(for type: ValueType) -> String {
    switch kind {
    case .notEmpty: return "Give an answer that is not empty."
    case .length(let minimum, let maximum): return Self.words(minimum, maximum, type)
    case .range(let minimum?, let maximum?, true):
      return "Give \(minimum.quoted) or more, and less than \(maximum.quoted)."
    case .range(let minimum?, let maximum?, false):
      return "Give \(minimum.quoted) to \(maximum.quoted)."
    case .range(let minimum?, nil, _): return "Give \(minimum.quoted) or more."
    case .range(nil, let maximum?, let excludes):
      return excludes ? "Give less than \(maximum.quoted)." : "Give \(maximum.quoted) or less."
    case .range(nil, nil, _): return "Give an answer."
    case .oneOf(let values):
      return "Give one of " + values.map(\.quoted).joined(separator: ", ") + "."
    case .matches(let pattern): return "Give an answer that matches \(pattern.source)."
    }
  }

  private static func words(_ minimum: Int?, _ maximum: Int?, _ type: ValueType) -> String {
    func counted(_ count: Int) -> String {
      let noun = if case .list = type { "value" } else { "character" }
      return "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum:
      return "Give exactly \(counted(minimum))."
    case (let minimum?, let maximum?): return "Give \(minimum) to \(counted(maximum))."
    case (let minimum?, nil): return "Give at least \(counted(minimum))."
    case (nil, let maximum?): return "Give at most \(counted(maximum))."
    case (nil, nil): return "Give an answer."
    }
  }
}
