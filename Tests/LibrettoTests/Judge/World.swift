/// What the world did, and what the person saw: the ground truth that no memo is asked for.
///
/// It knows each effect that was performed and not undone, with the answers that it was given, and
/// of each answer under which values it was given. Whatever a run stands on has to agree with it.
struct World: Sendable {
  /// An effect that was performed, and not undone since.
  struct Performance: Sendable {
    /// The answers that it looked at.
    var seen: JudgeAnswers
    var wrote: JudgeAnswers
  }

  /// The values under which something was given or performed, or a decision accepted it.
  struct Ground: Sendable {
    var inputs: JudgeInputs
    var isOlder = false
  }

  private(set) var live: [String: Performance] = [:]
  private(set) var truth: [String: [Ground]] = [:]
  /// Effects that are known to remain.
  private(set) var left: Set<String> = []
  /// Effects that a decision performs once more.
  private(set) var agreed: Set<String> = []
  /// What was done when the process was killed before it could be noted.
  private var unnoted: [String: JudgeAnswers] = [:]
  private var performances = 0

  // MARK: What happens

  mutating func see(_ name: String, _ inputs: JudgeInputs) {
    truth[name] = [Ground(inputs: inputs)]
  }

  /// Performs an effect.
  /// - Returns: what it writes: the same for the same answers, unless it is a counter.
  mutating func perform(
    _ name: String, _ work: JudgeStep.Work, _ seen: JudgeAnswers, _ inputs: JudgeInputs
  ) throws(WalkFailure) -> JudgeAnswers {
    if live[name] != nil, !agreed.contains(name) {
      throw WalkFailure("performed twice", "\(name) was performed, and nobody undid it")
    }
    performances += 1
    agreed.remove(name)
    left.remove(name)
    var wrote = compute(work, seen)
    if work.isFresh { wrote = wrote.mapValues { _ in .int(performances % 3) } }
    live[name] = Performance(seen: seen, wrote: wrote)
    see(name, inputs)
    return wrote
  }

  /// What work writes for the answers that it looked at.
  func compute(_ work: JudgeStep.Work, _ seen: JudgeAnswers) -> JudgeAnswers {
    let value = Int(JudgeHash.of(JudgeHash.words(seen)) % 3)
    return Dictionary(uniqueKeysWithValues: work.writes.map { ($0, .int(value)) })
  }

  /// The process is killed while an effect is performed.
  mutating func kill(_ name: String, wrote: JudgeAnswers?) { unnoted[name] = wrote }

  /// Somebody looks whether what was begun has happened: what it wrote, or nil.
  mutating func look(_ name: String) -> JudgeAnswers? { unnoted.removeValue(forKey: name) }

  mutating func undo(_ name: String, given: JudgeAnswers) throws(WalkFailure) {
    guard let done = live[name] else {
      throw WalkFailure("undone and not there", name)
    }
    let wanted = done.seen.merging(done.wrote) { $1 }
    if given != wanted {
      throw WalkFailure(
        "an undo is given other answers",
        "\(name) is undone with \(JudgeHash.words(given)), done with \(JudgeHash.words(wanted))")
    }
    live[name] = nil
    truth[name] = nil
    left.remove(name)
    agreed.remove(name)
  }

  mutating func agree(_ name: String) { agreed.insert(name) }
  mutating func leave(_ name: String) { left.insert(name) }

  mutating func accept(_ name: String, _ inputs: JudgeInputs) {
    guard let first = truth[name]?.first else { return }
    truth[name] = [first, Ground(inputs: inputs, isOlder: first.isOlder)]
  }

  /// Takes the names of an edited flow; what stands for nothing in it remains.
  mutating func edit(_ places: JudgePlaces, _ rename: (String) -> String) {
    truth = truth.renamed(rename).mapValues { grounds in
      grounds.map { Ground(inputs: $0.inputs, isOlder: true) }
    }
    live = live.renamed(rename)
    left = Set(left.map(rename))
    agreed = Set(agreed.map(rename))
    for name in live.keys where places.position(name) == nil { left.insert(name) }
  }

  // MARK: What has to hold

  /// Whether all that a run stands on was given under the values that it stands under, or those
  /// that a decision accepted; and whether all that was done is in force or known to remain.
  func check(_ state: JudgeState) throws(WalkFailure) {
    for taken in state.taken where taken.isQuestion || taken.entry.isEffect {
      if taken.entry.isEffect, live[taken.name] == nil {
        throw WalkFailure("in force and not performed", taken.name)
      }
      let grounds = truth[taken.name] ?? []
      guard !grounds.contains(where: { $0.inputs.isSame(as: taken.inputs, isOlder: $0.isOlder) })
      else { continue }
      throw WalkFailure(
        "stands under other values",
        "\(taken.name) stands under \(taken.inputs.words), was given under "
          + grounds.map(\.inputs.words).joined(separator: " or "))
    }
    guard state.isOver, case .finished? = state.outcome else { return }
    let forgotten = Set(live.keys).subtracting(state.taken.map(\.name)).subtracting(left)
    if !forgotten.isEmpty {
      throw WalkFailure("done and forgotten", forgotten.sorted().joined(separator: ", "))
    }
  }
}

extension Dictionary where Key == String {
  fileprivate func renamed(_ rename: (String) -> String) -> Self {
    Dictionary(map { (rename($0), $1) }) { first, _ in first }
  }
}

/// Why a walk failed: which rule was broken, and how.
struct WalkFailure: Error, Sendable {
  let rule: String
  let words: String

  init(_ rule: String, _ words: String) { (self.rule, self.words) = (rule, words) }
}

/// A hash that is the same in every process, and values in words.
enum JudgeHash {
  static func of(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func words(_ answers: JudgeAnswers) -> String {
    answers.sorted { $0.key < $1.key }.map { "\($0)=\($1.words)" }.joined(separator: " ")
  }
}

extension JudgeValue {
  var words: String {
    switch self {
    case .unset: "nothing"
    case .secret(let number): "secret\(number)"
    default: shown
    }
  }
}

extension JudgeInputs {
  var words: String {
    "(" + JudgeHash.words(values)
      + said.map { " | \($0.name) \(JudgeHash.words($0.values))" }.joined()
      + (before.map { " | behind \($0)" } ?? "") + ")"
  }
}
