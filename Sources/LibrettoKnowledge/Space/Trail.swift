import LibrettoCore

// What a step back finds. Work that was performed before it holds or is stale, by what it reads. So a
// state knows the work since the question before the last one, and, after a step back, the work before
// it that hasn't come again; both as a list of numbers.

/// Work, in order.
struct Trail {
  private static let (question, failure) = (-1, -2)

  private var parts: [Int] = []

  init() {}

  /// - Returns: nil if it isn't known.
  init?(_ known: Expression?) {
    guard case .constant(.list(let values))? = known else { return nil }
    parts = values.compactMap { if case .int(let number) = $0 { number } else { nil } }
  }

  /// The trail as a state has it.
  var expression: Expression { .constant(.list(parts.map(Value.int))) }

  /// What a state has in its place, if it isn't known.
  static func unknown(_ why: String) -> Expression { .constant(.string(why)) }

  /// Why it isn't known.
  static func why(_ known: Expression?) -> String {
    if case .constant(.string(let why))? = known { why } else { "a limit was reached before it" }
  }

  var isEmpty: Bool { parts.allSatisfy { $0 < 0 } }
  /// Whether work has written what is read later, or failed.
  var hasWritten: Bool { hasFailed || parts.contains { $0 >= 0 && $0 % 2 == 1 } }
  var hasFailed: Bool { parts.contains(Self.failure) }

  /// A question is asked: what was done before the one before it doesn't count any more.
  mutating func ask() {
    let last = parts.lastIndex(of: Self.question).map { parts.suffix(from: $0 + 1) } ?? parts[...]
    parts = last + [Self.question]
  }

  /// Work has failed: a step back takes that out, so it is performed again.
  mutating func fail() { if !hasFailed { parts.append(Self.failure) } }

  /// - Returns: the trail with the work of a node; nil if it was performed twice.
  func adding(_ node: Int, hasWritten: Bool) -> Trail? {
    if parts.contains(where: { $0 >= 0 && $0 / 2 == node }) { return nil }
    var trail = self
    trail.parts.append(node * 2 + (hasWritten ? 1 : 0))
    return trail
  }

  /// The work behind the last question, or behind the one before it, and what was there before.
  func done(sinceLast: Bool, besides memo: Trail) -> Trail {
    var trail = Trail()
    let last = sinceLast ? parts.lastIndex(of: Self.question) : nil
    let since = last.map { parts.suffix(from: $0 + 1) } ?? parts[...]
    trail.parts = (memo.parts + since).filter { $0 >= 0 }
    return trail
  }

  /// A step back: to a question, and along the same way of it or another one.
  struct Turn {
    let question: Int
    let isSame: Bool
  }

  /// The step back over this work, if there was one.
  var turn: Turn? {
    get {
      guard let head = parts.first, head < Self.failure else { return nil }
      let code = Self.failure - 1 - head
      return Turn(question: code / 2, isSame: code % 2 == 1)
    }
    set {
      parts.removeAll { $0 < Self.failure }
      guard let newValue else { return }
      parts.insert(Self.failure - 1 - newValue.question * 2 - (newValue.isSame ? 1 : 0), at: 0)
    }
  }

  /// Takes out the work of a node.
  /// - Returns: whether it has written what is read later; nil if it isn't there.
  mutating func take(_ node: Int) -> Bool? {
    guard let place = parts.firstIndex(where: { $0 >= 0 && $0 / 2 == node }) else { return nil }
    let hasWritten = parts.remove(at: place) % 2 == 1
    // What it wrote was read by what came behind it.
    if hasWritten { fail() }
    return hasWritten
  }
}
