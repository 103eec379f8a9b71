/// What tab can complete a text to.
struct Completions: Sendable {
  /// The texts, from rules or from an answer.
  private let words: [String]
  /// Returns the paths that begin with a text; nil if the answer is no path.
  private let paths: (@Sendable (String) -> [String])?

  init(_ words: [String] = [], paths: (@Sendable (String) -> [String])? = nil) {
    self.words = words
    self.paths = paths
  }

  var isEmpty: Bool { words.isEmpty && paths == nil }

  struct Found: Hashable, Sendable {
    var text: String
    /// What it can go on with, if there are several ways.
    var offers: [String] = []
    var isEmpty = false
  }

  /// Completes a text as far as all that fits agrees.
  func complete(_ text: String) -> Found {
    let all = paths.map { $0(text) } ?? words
    let fitting = all.filter { text.isEmpty || $0.lowercased().hasPrefix(text.lowercased()) }
    guard let first = fitting.first else { return Found(text: text, isEmpty: true) }
    if fitting.count == 1 { return Found(text: first) }
    var common = first
    for other in fitting.dropFirst() {
      common = String(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    let isLonger = common.count > text.count
    return Found(text: isLonger ? common : text, offers: fitting)
  }
}

extension Question {
  /// The values that its rules name.
  var namedValues: [String] {
    if case .oneOf(let values) = plainType { return values.map(\.description) }
    for rule in constraints {
      if case .oneOf(let values) = rule.kind { return values.map(\.description) }
    }
    return []
  }

  /// Whether the answer is a path.
  var asksForPath: Bool {
    constraints.contains { if case .path = $0.kind { true } else { false } }
  }
}
