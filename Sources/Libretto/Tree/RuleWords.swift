extension Calculation {
  /// The value, or the calculation if it isn't known yet.
  fileprivate var words: String { given?.quoted ?? description }

  /// The value without quotation marks, or the calculation.
  fileprivate var plain: String { given?.description ?? description }
}

extension Prompt.Rule {
  /// The values given in the rule.
  var values: [Value] {
    switch kind {
    case .notEmpty, .length, .matches, .among, .equals, .differs, .daysFromToday, .path: []
    case .range(let minimum, let maximum, _):
      [minimum, maximum].compactMap { $0?.given }
    case .oneOf(let values): values
    }
  }

  /// A range with both bounds in words, as in “1 to 5”; nil for another rule.
  var scale: String? {
    guard case .range(let minimum?, let maximum?, false) = kind else { return nil }
    return "\(minimum.words) to \(maximum.words)"
  }

  /// The rule's requirement in a sentence without keys; ``Rule`` messages take precedence.
  /// - Parameter type: the type of the answer; a list has values, a text has characters.
  func words(for type: ValueType) -> String {
    switch kind {
    case .notEmpty: return "Give an answer that is not empty."
    case .length(let minimum, let maximum): return Self.words(minimum, maximum, type)
    case .range(let minimum, let maximum, let excludes)
    where type.innermost == .day || type.innermost == .time:
      return Self.words(minimum?.plain, maximum?.plain, excludes, type.innermost)
    case .range(let minimum?, let maximum?, true):
      return "Give \(minimum.words) or more, and less than \(maximum.words)."
    case .range(.some, .some, false): return "Give \(scale ?? "")."
    case .range(let minimum?, nil, _): return "Give \(minimum.words) or more."
    case .range(nil, let maximum?, let excludes):
      return excludes ? "Give less than \(maximum.words)." : "Give \(maximum.words) or less."
    case .range(nil, nil, _): return "Give an answer."
    case .oneOf(let values):
      return "Give one of \(values.listed(\.quoted))."
    case .among(let key): return "Give one of the values of “\(key.name)”."
    case .equals(let key): return "Give the same answer as for “\(key.name)”."
    case .differs(let key): return "Give another answer than for “\(key.name)”."
    case .matches(let pattern): return "Give an answer that matches \(pattern.source)."
    case .daysFromToday(let minimum, let maximum): return Self.dayWords(minimum, maximum)
    case .path([.missing]): return "Give a path at which there is nothing yet."
    case .path([.file]): return "Give the path of a file that exists."
    case .path([.folder]): return "Give the path of a folder that exists."
    case .path(let states):
      return states.contains(.missing)
        ? "Give a path that is not a \(states.contains(.file) ? "folder" : "file")."
        : "Give the path of a file or folder that exists."
    }
  }

  private static func words(
    _ minimum: String?, _ maximum: String?, _ excludes: Bool, _ type: ValueType
  ) -> String {
    let noun = type == .day ? "day" : "time"
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      return "Give a \(noun) from \(minimum) to \(excludes ? "before " : "")\(maximum)."
    case (let minimum?, nil): return "Give \(minimum) or a later \(noun)."
    case (nil, let maximum?):
      return excludes
        ? "Give a \(noun) before \(maximum)." : "Give \(maximum) or an earlier \(noun)."
    case (nil, nil): return "Give a \(noun)."
    }
  }

  private static func dayWords(_ minimum: Int?, _ maximum: Int?) -> String {
    func day(_ days: Int) -> String {
      switch days {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      case ..<0: "\(days.magnitude) days ago"
      default: "\(days) days from today"
      }
    }
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum == maximum: return "Give \(day(minimum))."
    case (let minimum?, let maximum?): return "Give a day from \(day(minimum)) to \(day(maximum))."
    case (let minimum?, nil): return "Give \(day(minimum)) or a later day."
    case (nil, let maximum?): return "Give \(day(maximum)) or an earlier day."
    case (nil, nil): return "Give a day."
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
