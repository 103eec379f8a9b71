/// Under which values something was given or performed.
struct JudgeInputs: Hashable, Sendable {
  /// A Say or notice that the person had in sight, with the values in it.
  struct Said: Hashable, Sendable {
    let name: String
    let values: JudgeAnswers
  }

  /// The values of the keys that were read.
  var values: JudgeAnswers = [:]
  /// What was said since the question before in the strand.
  var said: [Said] = []
  /// Which performance of work came before in the strand, where that counts; 0 for none.
  var before: Int?

  /// The values that the person saw, whatever showed them; the question's own count last.
  var sight: JudgeAnswers {
    var sight: JudgeAnswers = [:]
    for said in said { sight.merge(said.values) { $1 } }
    return sight.merging(values) { $1 }
  }

  /// Whether both are the same to whoever answers or works.
  /// - Parameter isOlder: whether these are of an earlier version of the flow; then only the keys
  ///   that both have are compared, and not which Says there were.
  func isSame(as today: JudgeInputs, isOlder: Bool = false) -> Bool {
    if isOlder {
      let (old, new) = (sight, today.sight)
      return old.allSatisfy { key, value in new[key].map { value.isSame(as: $0) } ?? true }
    }
    return before == today.before && Self.isSame(values, today.values)
      && said.count == today.said.count
      && zip(said, today.said).allSatisfy {
        $0.name == $1.name && Self.isSame($0.values, $1.values)
      }
  }

  private static func isSame(_ a: JudgeAnswers, _ b: JudgeAnswers) -> Bool {
    a.count == b.count
      && a.allSatisfy { key, value in b[key].map { value.isSame(as: $0) } ?? false }
  }
}

/// What the judge remembers of one name.
final class JudgeEntry: Sendable {
  enum Outcome: Hashable, Sendable, Codable {
    case answered(JudgeAnswer)
    case late
    case dismissed
    case elapsed
    case done(JudgeAnswers)
    /// What an action that only computes has set.
    case computed(JudgeAnswers)
    case data(Int)
    case empty
    case failed
    /// Where an operation stood that was cancelled.
    case found(JudgeStand)
  }

  enum Status: Hashable, Sendable {
    case holds
    /// A question that a step back has taken out.
    case out
    /// An effect of which nobody knows whether it ended.
    case began
  }

  /// What was decided about an effect that is stale, for these inputs.
  struct Decision: Hashable, Sendable {
    var undoes: Bool
    var inputs: JudgeInputs
  }

  struct Content: Hashable, Sendable {
    var outcome: Outcome
    var status = Status.holds
    var inputs = JudgeInputs()
    /// The inputs for which it was kept by a decision.
    var accepted: JudgeInputs?
    /// Whether it was made under an earlier version of the flow.
    var isOlder = false
    /// The number of the performance, of work.
    var serial = 0
    /// How many tries of a load or an action have failed.
    var tries = 0
    var decision: Decision?
    /// Whether it was cancelled while it was performed.
    var isCut = false
    /// Whether its undo was begun; whether it failed.
    var isUndoing = false
    var undoFailed = false
    /// Whether it was told that the effect remains.
    var isTold = false
    /// What an effect was given, for its undo.
    var given: JudgeAnswers = [:]
  }

  let content: Content
  /// What stands at the name until the effect that was begun has ended.
  let old: JudgeEntry?

  init(_ content: Content, old: JudgeEntry? = nil) {
    self.content = content
    self.old = old
  }

  func with(_ change: (inout Content) -> Void) -> JudgeEntry {
    var copy = content
    change(&copy)
    return JudgeEntry(copy, old: old)
  }

  /// Whether it stands under these inputs.
  func holds(under inputs: JudgeInputs) -> Bool {
    content.inputs.isSame(as: inputs, isOlder: content.isOlder)
      || content.accepted?.isSame(as: inputs, isOlder: content.isOlder) ?? false
  }

  var isEffect: Bool {
    if content.status == .began { return true }
    if case .done = content.outcome { return true }
    return false
  }

  /// Whether it failed or came too late, so that a step back takes it out.
  var isFailure: Bool { content.outcome == .failed || content.outcome == .late }

  /// Where an operation stood that was cancelled.
  var stand: JudgeStand? { if case .found(let stand) = content.outcome { stand } else { nil } }

  /// What work wrote.
  var wrote: JudgeAnswers {
    switch content.outcome {
    case .done(let wrote), .computed(let wrote): wrote
    default: [:]
    }
  }
}

/// Where an operation stands, as another one finds it.
enum JudgeStand: Hashable, Sendable, Codable {
  case waiting
  case ended
  case running
}

/// The judge's memo: what is remembered of each name.
typealias JudgeMemo = [String: JudgeEntry]

extension JudgeMemo {
  mutating func change(_ name: String, _ change: (inout JudgeEntry.Content) -> Void) {
    self[name] = self[name]?.with(change)
  }
}
