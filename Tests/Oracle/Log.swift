/// What happened in a walk, as somebody saw it who watched the person and the world.
///
/// It knows which values the person had in sight with each answer, what work was given, what it
/// did, and which decisions were taken. It remembers nothing of how a run stands: that is asked of
/// it anew each time, and each answer is read from the events alone.
struct Log: Sendable {
  enum Event: Sendable {
    /// A question was answered, or its time was up.
    case answered(JudgeAnswer?)
    case dismissed
    case elapsed
    /// An effect began, with the answers that it was given.
    case began(given: JudgeAnswers)
    case ended(JudgeAnswers)
    /// It failed; a final failure is not tried again.
    case failed(isFinal: Bool)
    /// It took too long, and nobody knows what it did.
    case doubted
    /// The run has cancelled it; it is being performed all the same.
    case cancelled
    /// It threw an error after the run had cancelled it.
    case cut
    case didNotRun
    /// What only computes, or loads.
    case computed(Computed)
    case decided(undoes: Bool)
    /// It was to be done again, or somebody was asked about it, so no edit has let it stand.
    case asked
    /// The run has come past it, as it stands.
    case passed
    case kept
    case undoing, undone, undoFailed, undoAgain, didNotUndo
    /// An undo that failed is left; then the effect remains, or is performed again as it stands.
    case left(remains: Bool)
    case told
    /// A step back, or another process, lets it be done once more.
    case dropped
    /// An edit of the flow let it stand: when it was made, or when the run came there.
    case accepted(atOnce: Bool, isFailure: Bool)
    /// An edit of the flow may have let it stand where nobody saw it, and have put work before it.
    case mayStand(isBehindNew: Bool)
    /// What the world did, whoever has noted it: with what the work looked at, and wrote.
    case did(JudgeAnswers, JudgeAnswers)
    case undid
  }

  enum Computed: Hashable, Sendable, Codable {
    case data(Int)
    case empty
    case failed
    case wrote(JudgeAnswers)
  }

  /// Under which values something was given or done, in which edition of the flow.
  struct Ground: Sendable {
    var inputs: JudgeInputs
    var edition: Int
    /// Whether it may be that only the values count, and not which work came before.
    var isLoose = false
    /// Whether it may be one under which an edit let it stand, and nobody knows.
    var isUnseen = false
  }

  struct Entry: Sendable {
    let event: Event
    let ground: Ground
    let time: Int
  }

  /// A step back that the person took, or the flow.
  struct Back: Sendable {
    let time: Int
    let to: String?
    /// The operation that it was in; empty outside of operations.
    let strand: String
    /// Whether nothing else was open beside.
    let isAlone: Bool
    /// The questions at which it changed nothing: the flow did not have them, or the step back led to
    /// where a step behind them may cancel.
    var kept: Set<String> = []
  }

  private(set) var entries: [String: [Entry]] = [:]
  /// What was noted at names that the flow does not have: another version may have them.
  private(set) var hidden: [String: [Entry]] = [:]
  private(set) var backs: [Back] = []
  /// How many events there were: the time of the next one.
  private(set) var time = 0
  /// The number of the flow's edition, and when the process was started.
  private(set) var edition = 0
  private(set) var started = 0
  /// The secrets that the process knows.
  private(set) var secrets: Set<Int> = []
  /// How often each secret was given again, since the process didn't know it.
  private(set) var again: [Int: Int] = [:]

  mutating func note(_ name: String, _ event: Event, _ inputs: JudgeInputs = JudgeInputs()) {
    time += 1
    var inputs = inputs
    // What a later edition asks for is nothing that was read.
    if inputs.isAll, let had = values(of: name, acceptedBy: event) {
      inputs.values = inputs.values.filter { had[$0.key] != nil }
    }
    entries[name, default: []].append(
      Entry(event: event, ground: Ground(inputs: inputs, edition: edition), time: time))
    if case .answered(.typed(.secret(let number))) = event { know(number) }
  }

  /// Under which values work was performed that an edit accepts; nil where none does.
  private func values(of name: String, acceptedBy event: Event) -> JudgeAnswers? {
    switch event {
    case .accepted, .mayStand: break
    default: return nil
    }
    return entries[name]?.last {
      switch $0.event {
      case .began, .computed: true
      default: false
      }
    }?.ground.inputs.values
  }

  /// - Parameter kept: the questions at which it changes nothing.
  mutating func back(
    to name: String?, dropped: [String], kept: [String], strand: String, isAlone: Bool
  ) {
    for name in dropped { note(name, .dropped) }
    time += 1
    backs.append(
      Back(
        time: time, to: name, strand: strand, isAlone: isAlone,
        kept: Set(hidden.keys).union(kept)))
  }

  /// A secret was given, or given again.
  mutating func know(_ secret: Int) {
    time += 1
    if secrets.insert(secret).inserted { again[secret] = again[secret].map { $0 + 1 } ?? 0 }
  }

  /// Values as the process has them: it may have forgotten secrets.
  func held(_ values: JudgeAnswers) -> JudgeAnswers {
    values.mapValues { value in
      if case .secret(let number) = value, !secrets.contains(number) { .unset } else { value }
    }
  }

  /// The process ends, and another one takes the run up.
  mutating func restart() {
    time += 1
    (started, secrets) = (time, [])
  }

  /// Takes the names of an edited flow; what stands for nothing in it is out of sight.
  mutating func edit(_ rename: (String) -> String?) {
    time += 1
    edition += 1
    entries = Dictionary(
      entries.compactMap { name, entries in rename(name).map { ($0, entries) } }
    ) { $1 }
    backs = backs.map {
      Back(
        time: $0.time, to: $0.to.flatMap(rename), strand: rename($0.strand) ?? "gone",
        isAlone: $0.isAlone, kept: Set($0.kept.compactMap(rename)))
    }
  }

  /// Takes the names of another version of the flow; what stands for nothing in it waits for one
  /// in which it does.
  mutating func move(_ isKnown: (String) -> Bool) {
    time += 1
    edition += 1
    let all = entries.merging(hidden) { $1 }
    entries = all.filter { isKnown($0.key) }
    hidden = all.filter { !isKnown($0.key) }
  }

  /// Whether something stands under all that it was given under, and that an edit let it stand under.
  func holdsUnderAll(_ grounds: [Ground], _ inputs: JudgeInputs) -> Bool {
    grounds.allSatisfy {
      $0.inputs.isSame(as: inputs, isOlder: $0.edition < edition || $0.isLoose)
    }
  }

  func holds(_ grounds: some Sequence<Ground>, _ inputs: JudgeInputs) -> Bool {
    grounds.contains {
      !$0.isUnseen && $0.inputs.isSame(as: inputs, isOlder: $0.edition < edition)
    }
  }

  /// Whether something may hold that an edit of the flow has accepted: perhaps only values count.
  func mayHold(_ grounds: [Ground], _ inputs: JudgeInputs) -> Bool {
    grounds.contains { ($0.isLoose || $0.isUnseen) && $0.inputs.isSame(as: inputs, isOlder: true) }
  }

  /// How many tries of the same work came before one: an edit doesn't begin it anew. Where it may
  /// have let a failure stand, and nobody saw that, there may have been none.
  private func tries(
    _ tries: ClosedRange<Int>, _ grounds: [Ground], before inputs: JudgeInputs
  ) -> ClosedRange<Int> {
    let same = grounds.filter { $0.isLoose || $0.inputs.before == inputs.before }
    if holds(same, inputs) { return tries }
    return mayHold(same, inputs) ? 0...tries.upperBound : 0...0
  }

  /// Whether something was given or done at a name, and not taken away.
  func isThere(_ name: String) -> Bool {
    let deed = deed(name)
    return deed.isThere || deed.failed != nil || answer(name) != nil || computation(name) != nil
      || ground(of: name) != nil
  }

  func isOlder(_ grounds: [Ground]) -> Bool {
    grounds.allSatisfy { $0.isUnseen || $0.edition < edition }
  }
}

// MARK: - What a person, or the world, would say

extension Log {
  struct Answer: Sendable {
    /// Nil if the time was up.
    let answer: JudgeAnswer?
    var grounds: [Ground]
    let time: Int
  }

  /// The last answer that was given to a question, and not taken away by a step back.
  func answer(_ name: String) -> Answer? {
    var found: Answer?
    for entry in entries[name] ?? [] {
      switch entry.event {
      case .answered(let answer):
        found = Answer(answer: answer, grounds: [entry.ground], time: entry.time)
      case .dropped: found = nil
      case .accepted(let atOnce, _):
        // One that was out when the flow was edited may also stand as it was given.
        if atOnce { found?.grounds = [] }
        // Once the run has come past it, nothing is left to guess.
        found?.grounds.removeAll {
          $0.isUnseen && !$0.inputs.isSame(as: entry.ground.inputs)
        }
        found?.grounds.append(
          Ground(inputs: entry.ground.inputs, edition: entry.ground.edition, isLoose: !atOnce))
      case .mayStand(let isLoose): found?.grounds.add(entry.ground, isLoose)
      default: break
      }
    }
    return found
  }

  /// Under what work was begun the last time, and an edit may have let it stand since.
  func groundsOfBegun(_ name: String) -> [Ground] {
    var found: [Ground] = []
    for entry in entries[name] ?? [] {
      switch entry.event {
      case .began: found = [entry.ground]
      case .accepted, .mayStand: found.append(entry.ground)
      default: break
      }
    }
    return found
  }

  /// Whether a step back has led to a question, nobody has answered it since, and no other step
  /// back has led on from there.
  func isOut(_ name: String, _ places: JudgePlaces) -> Bool {
    guard let answer = answer(name),
      let last = backs.lastIndex(where: { $0.to == name && $0.time > answer.time })
    else { return false }
    return backs[(last + 1)...].allSatisfy { back in
      back.kept.contains(name) || !back.isAlone && !places.isInside(name, operation: back.strand)
    }
  }

  /// The question that was answered with a secret.
  func question(of secret: Int) -> String? {
    entries.keys.first { answer($0)?.answer == .typed(.secret(secret)) }
  }

  /// Under which values a notice was dismissed; whether a wait has elapsed.
  func ground(of name: String) -> Ground? {
    var found: Ground?
    for entry in entries[name] ?? [] {
      switch entry.event {
      case .dismissed, .elapsed: found = entry.ground
      case .accepted, .mayStand: break
      // The pause of work counts only until the work goes on.
      default: found = nil
      }
    }
    return found
  }

  struct Computation: Sendable {
    var outcome: Computed
    var grounds: [Ground]
    var time: Int
    /// How often it failed in turn, at least and at most.
    var tries = 0...0
    /// Whether the pause before its next try is over.
    var isDue = false
  }

  func computation(_ name: String) -> Computation? {
    var found: Computation?
    for entry in entries[name] ?? [] {
      switch entry.event {
      case .computed(let outcome):
        var next = Computation(outcome: outcome, grounds: [entry.ground], time: entry.time)
        if outcome == .failed {
          let before = found.map { tries($0.tries, $0.grounds, before: entry.ground.inputs) }
          next.tries = (before ?? 0...0).plusOne
        }
        found = next
      case .elapsed: found?.isDue = true
      case .dropped: found = nil
      case .accepted(let atOnce, _): found?.grounds.accept(entry.ground, atOnce)
      case .mayStand(let isLoose): found?.grounds.add(entry.ground, isLoose)
      // Whether what failed is tried again or begun anew can't be seen.
      case .asked where found?.outcome != .failed: found?.grounds.remove(entry.ground)
      default: break
      }
    }
    return found
  }

  /// What was done at one name, and what is known of it.
  struct Deed: Sendable {
    /// It was done, and the run was told so.
    struct Done: Sendable {
      var wrote: JudgeAnswers
      var given: JudgeAnswers
      /// Under what it was done, or a decision has accepted it.
      var grounds: [Ground]
      let time: Int
    }
    /// It was begun, and nobody has said how it ended.
    struct Begun: Sendable {
      var grounds: [Ground]
      let given: JudgeAnswers
      let time: Int
      var tries = 0...0
      var isInFlight = true
      var isCut = false
      /// Whether the run has cancelled it, and it is being performed all the same.
      var isCancelled = false
      var isTold = false
    }
    struct Failed: Sendable {
      var grounds: [Ground]
      let time: Int
      let tries: ClosedRange<Int>
      /// Whether the pause before its next try is over.
      var isDue = false
    }
    var done: Done?
    var begun: Begun?
    var failed: Failed?
    /// A decision to do it again.
    var decision: (undoes: Bool, ground: Ground)?
    /// Whether it waits to be carried out.
    var isDecided = false
    /// An undo has begun; whether it is in flight.
    var undoing: Bool?
    var undoFailed = false
    /// It is to be tried again, since somebody said so: it may be half undone.
    var isUndoDue = false
    /// Somebody was told that it remains.
    var isTold = false
    /// When the run was last past it, as it stands.
    var passedAt = 0

    var isThere: Bool { done != nil || begun != nil }
    var isSettled: Bool { begun?.isTold ?? isTold }
  }

  func deed(_ name: String) -> Deed { deed(entries[name] ?? []) }

  private func deed(_ entries: [Entry]) -> Deed {
    var deed = Deed()
    for entry in entries { note(entry, in: &deed) }
    return deed
  }

  /// Whether it may be that an edit has let work stand, and nobody has seen it.
  func mayStandUnseen(_ name: String) -> Bool {
    [deed(name).done?.grounds, computation(name)?.grounds].contains {
      $0?.contains(where: \.isUnseen) == true
    }
  }

  /// Whether work was begun, and never ended, that the flow does not have.
  var hasHiddenBegun: Bool { hidden.values.contains { deed($0).begun != nil } }

  private func note(_ entry: Entry, in deed: inout Deed) {
    let isNow = entry.time > started
    switch entry.event {
    case .began(let given):
      var begun = Deed.Begun(grounds: [entry.ground], given: given, time: entry.time)
      if let failed = deed.failed {
        begun.tries = tries(failed.tries, failed.grounds, before: entry.ground.inputs)
      }
      begun.isInFlight = isNow
      (deed.begun, deed.failed) = (begun, nil)
    case .ended(let wrote):
      guard let begun = deed.begun else { return }
      let done = Deed.Done(
        wrote: wrote, given: begun.given.merging(wrote) { $1 }, grounds: begun.grounds,
        time: begun.time)
      deed = Deed(done: done)
    case .failed(let isFinal):
      guard let begun = deed.begun else { return }
      deed.failed = Deed.Failed(
        grounds: begun.grounds, time: begun.time,
        tries: isFinal ? 1_000...1_000 : begun.tries.plusOne)
      deed.begun = nil
    case .cancelled: deed.begun?.isCancelled = isNow
    case .elapsed: deed.failed?.isDue = true
    case .doubted: deed.begun?.isInFlight = false
    case .cut:
      if deed.undoing != nil { deed.undoing = false }
      deed.begun?.isInFlight = false
      deed.begun?.isCut = true
    case .didNotRun: deed.begun = nil
    case .decided(let undoes):
      deed.decision = (undoes, entry.ground)
      deed.isDecided = true
    case .asked: deed.done?.grounds.remove(entry.ground)
    case .passed: (deed.isDecided, deed.passedAt) = (false, entry.time)
    case .kept:
      (deed.decision, deed.isDecided) = (nil, false)
      deed.done?.grounds.append(entry.ground)
    case .undoing: (deed.undoing, deed.isUndoDue) = (isNow, false)
    case .undone: deed = Deed()
    case .undoFailed: (deed.undoing, deed.undoFailed) = (nil, true)
    case .undoAgain: (deed.undoing, deed.undoFailed, deed.isUndoDue) = (nil, false, true)
    case .didNotUndo: deed.undoing = nil
    case .left(let remains):
      deed.undoFailed = false
      if remains { deed.isTold = true } else { deed.decision?.undoes = false }
    case .told:
      if deed.begun != nil { deed.begun?.isTold = true } else { deed.isTold = true }
      deed.failed = nil
    case .dropped: deed.failed = nil
    case .accepted(let atOnce, let isFailure):
      // What was done stands under what it was given, too.
      if isFailure {
        deed.failed?.grounds.accept(entry.ground, atOnce)
      } else {
        deed.done?.grounds.accept(entry.ground, atOnce)
        if atOnce { deed.failed = nil }
      }
    case .mayStand(let isLoose):
      deed.begun?.grounds.add(entry.ground, isLoose)
      deed.failed?.grounds.add(entry.ground, isLoose)
      // What somebody has decided to do again, no edit accepts.
      let isAgain = deed.decision.map {
        $0.ground.inputs.isSame(as: entry.ground.inputs, isOlder: true)
      }
      if !deed.isDecided, isAgain != true { deed.done?.grounds.add(entry.ground, isLoose) }
    default: break
    }
  }

  /// Whether work that has failed was begun anew, and is there in a later round: then it is done, and
  /// its failure is past.
  func isOvercome(_ name: String, _ places: JudgePlaces) -> Bool {
    later(name, places) != nil
  }

  /// What was done in the later round in which it is there.
  func later(_ name: String, _ places: JudgePlaces) -> Deed? {
    guard let work = places.step(name)?.work, work.isHandled, !work.isPure else { return nil }
    var last = name
    // An edit may have dropped what failed between them.
    for _ in 0..<100 {
      guard let next = places.next(last) else { return nil }
      let deed = deed(next)
      if deed.isThere { return deed }
      last = next
    }
    return nil
  }

  /// Whether what has failed was computed or loaded in a later round since.
  func isLoadedLater(_ name: String, _ places: JudgePlaces) -> Bool {
    let failed = computation(name)?.time ?? 0
    var last = name
    while let next = places.next(last), let later = computation(next) {
      if later.outcome != .failed, later.time > failed { return true }
      last = next
    }
    return false
  }

  // MARK: The world

  /// What work has done that nobody has undone: what it looked at, and wrote.
  func live(_ name: String) -> (seen: JudgeAnswers, wrote: JudgeAnswers)? {
    var live: (JudgeAnswers, JudgeAnswers)?
    for entry in entries[name] ?? [] {
      switch entry.event {
      case .did(let seen, let wrote): live = (seen, wrote)
      case .undid: live = nil
      default: break
      }
    }
    return live
  }

  /// Whether a decision has let work be done once more since it was done last.
  func isAgreed(_ name: String) -> Bool {
    let last = entries[name]?.last {
      switch $0.event {
      case .did, .decided(undoes: false), .left(remains: false): true
      default: false
      }
    }
    if case .did? = last?.event { return false }
    return last != nil
  }

  /// What the last performance wrote, if it was done although nobody could note it.
  func unnoted(_ name: String) -> JudgeAnswers? {
    let last = entries[name]?.last {
      switch $0.event {
      case .began, .did: true
      default: false
      }
    }
    if case .did(_, let wrote)? = last?.event { return wrote }
    return nil
  }
}

extension ClosedRange<Int> {
  fileprivate var plusOne: ClosedRange { lowerBound + 1...upperBound + 1 }
}

extension [Log.Ground] {
  /// Adds what an edit accepted; from then on, all of them count as given in that edition.
  fileprivate mutating func accept(_ ground: Log.Ground, _ atOnce: Bool) {
    self = (self + [ground]).map {
      Log.Ground(
        inputs: $0.inputs, edition: ground.edition, isLoose: !atOnce, isUnseen: $0.isUnseen)
    }
  }

  /// Takes away what an edit would have accepted unseen.
  fileprivate mutating func remove(_ ground: Log.Ground) {
    removeAll { $0.isUnseen && $0.inputs.isSame(as: ground.inputs, isOlder: $0.isLoose) }
  }

  /// Adds what an edit may have accepted unseen.
  fileprivate mutating func add(_ ground: Log.Ground, _ isLoose: Bool) {
    append(
      Log.Ground(
        inputs: ground.inputs, edition: ground.edition, isLoose: isLoose, isUnseen: true))
  }
}
