/// What is known beforehand of what comes from outside: answers, and the results of work.
protocol Foresight {
  /// Whether a run is certain to fail where a step reads a key that isn't set; else the walk goes on
  /// there as if the key had an answer.
  static var failsUnset: Bool { get }
  /// How much it has learnt, so that a round which brought something new is told from one that didn't.
  var learnt: Int { get }

  /// What the person answers to a question, by its number in the program.
  mutating func answer(_ prompt: Int, _ outlook: Outlook) -> Foreseen
  mutating func result(ofWork work: Int, _ outlook: Outlook) -> Foreseen
}

/// What comes of a question or of work.
enum Foreseen {
  /// Everything that can.
  case anything
  /// Some answer or result: it doesn't fail, and its time isn't up.
  case answered
  /// This answer, or this result of a load.
  case answer(Given)
  /// An action ends, and sets these keys.
  case ended([(slot: Int, known: Knowledge.Known?)])
  /// Work fails, or the time of a question is up.
  case failed
  /// The run ends there.
  case wrong
}

/// What is known at a place before a run gets there.
struct Outlook {
  /// Stands for many rounds of a loop.
  static let many = -1

  let known: Knowledge
  /// The rounds of the loops around the place, the outermost first.
  let rounds: [Int]
  /// Whether all ways lead through it.
  let isSure: Bool

  /// The name of a step in these rounds; nil if they aren't known.
  func name(_ id: String) -> String? {
    if rounds.contains(Self.many) { return nil }
    return rounds.contains { $0 > 1 }
      ? id + "@" + rounds.map { "\($0)" }.joined(separator: ".") : id
  }
}

/// Nothing is known beforehand, so that everything can come.
struct Unforeseen: Foresight {
  static var failsUnset: Bool { true }
  var learnt: Int { 0 }

  func answer(_ prompt: Int, _ outlook: Outlook) -> Foreseen { .anything }
  func result(ofWork work: Int, _ outlook: Outlook) -> Foreseen { .anything }
}
