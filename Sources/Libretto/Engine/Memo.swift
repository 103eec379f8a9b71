/// What a run remembers: the last outcome for each name, and what it was given under.
///
/// A run is its program performed from the start, with each need resolved from the memo if an entry
/// there still holds. The memo is a fold over lines, ``note(_:)``; a journal, a token and a live
/// run are three ways to store those lines. ``lines`` is the inverse: the smallest set of lines
/// that makes the same memo.
struct Memo: Sendable {
  struct Entry: Sendable {
    /// The outcome; for an effect, the line that ended or began it.
    var line: Line
    /// Whether it will be asked again, with the answer offered.
    var isOut = false
    /// The index in ``effects``; −1 if the entry isn't work.
    var effect = -1
    /// The last performance in which it was taken.
    var pass: Int32 = 0
    /// The time at which it was written, counted in lines; for work, at which it was last found to
    /// hold.
    var order = 0
    /// The time at which its value took the place of another one; for the first value, that of the
    /// last ``Memo/turn`` before it.
    var changed = 0
  }

  /// What is known of an action or a load apart from its outcome.
  struct Effect: Sendable {
    /// What has become of work; ``table`` has how lines change it.
    enum Status: Sendable, CaseIterable {
      /// There is no entry.
      case absent
      case begun
      /// The run cancelled it before it ended: that is decided where the run comes to it again, and
      /// nobody is asked because the run has passed it.
      case cut
      case ended
      case undoing, undoFailed
      case failed, timedOut
      /// It failed, and the pause before its next try is over.
      case due
    }

    var status = Status.begun
    var work: Line.Work
    /// When it began; nil if that wasn't noted.
    var began: Int?
    /// The inputs under which a decision kept it.
    var kept: WorkInputs?
    /// The inputs under which a decision was made to perform it again.
    var consent: WorkInputs?
    /// The inputs under which a decision was made to undo it first.
    var undo: WorkInputs?
    /// Why its undo failed.
    var undoFailure = ""
    /// Whether the flow no longer leads to it, and the person was told.
    var stays = false
    var isLoose = false
    var hasBegun: Bool { status == .begun || status == .cut }
    var hasFailed: Bool { status == .failed || status == .timedOut || status == .due }
    var isInForce: Bool { !hasBegun && !hasFailed }
    /// Its earlier outcomes, from before it was begun again.
    var old: [Saved] = []
  }

  /// An entry that waits for the outcome of a newer one.
  struct Saved: Sendable {
    let line: Line
    let effect: Effect
  }

  /// A performance that was begun but didn't run, and when it began, if that is known.
  struct Retry: Sendable {
    let number: Int
    let began: Int?
  }

  /// The writes of an effect that was undone, and when it was undone.
  struct Loss: Sendable {
    let name: StepName
    let number: Int
    let keys: [String]
    let order: Int
  }

  var entries: [Entry?] = []
  var index: [StepName: Int] = [:]
  var effects: [Effect] = []
  /// The places of the entries for work.
  var works: [Int] = []
  /// The places of the entries that say where a cancelled operation was found.
  var founds: [Int] = []
  /// When each open prompt with a time limit, or wait, was opened.
  var opened: [StepName: Int] = [:]
  /// What was said last in each strand.
  var heard: [StepName: [Imprint]] = [:]
  /// How often each secret has been given again.
  var epochs: [StepName: Int] = [:]
  /// The numbers of work that was begun but didn't run: a retry is the same performance.
  var retries: [StepName: Retry] = [:]
  /// The last numbers given to work and to secrets.
  var lastWork = 0
  var lastSecret = 0
  var lastWorkName: StepName?
  /// The time of the last step back, undo or edit. What is answered for the first time after it may
  /// come before work that was done before it.
  var turn = 0
  /// Effects that were undone after something had read them.
  var losses: [Loss] = []
  /// The current performance, and the entries it has taken so far, in order.
  var pass: Int32 = 0
  var taken: [Int] = []
  var count = 0

  init() {}

  init(_ lines: [Line]) {
    entries.reserveCapacity(lines.count)
    index.reserveCapacity(lines.count)
    for line in lines { note(line) }
  }

  // MARK: Looking up

  func place(_ name: StepName) -> Int? { index[name] }

  subscript(place: Int) -> Entry? { entries[place] }

  func effect(_ name: StepName) -> Effect? {
    guard let place = index[name], let number = entries[place]?.effect, number >= 0 else {
      return nil
    }
    return effects[number]
  }

  /// The effect in force for a name: the earlier one, if performing it again failed.
  func standing(_ name: StepName) -> Effect? {
    guard let effect = effect(name) else { return nil }
    return effect.hasFailed ? effect.old.last?.effect : effect
  }

  func isTaken(_ place: Int) -> Bool { entries[place]?.pass == pass && pass > 0 }

  // MARK: Performing

  mutating func beginPerformance() {
    pass += 1
    taken = []
  }

  mutating func take(_ place: Int) {
    guard entries[place]?.pass != pass else { return }
    entries[place]?.pass = pass
    taken.append(place)
  }

  mutating func take(_ name: StepName) {
    if let place = index[name] { take(place) }
  }

  /// Marks entries as not taken.
  mutating func putBack(_ places: Set<Int>) {
    if places.isEmpty { return }
    for place in places { entries[place]?.pass = 0 }
    taken.removeAll(where: places.contains)
  }

  /// Forgets the times of everything that is no longer open; if it is opened again, its time starts
  /// over.
  mutating func keep(opened: [StepName: Int]) { self.opened = opened }

  // MARK: Migrating

  /// Accepts the current inputs for an effect; from now on, it belongs to this version.
  /// - Parameter isOfFailure: whether what was taken is a failure, and not what stands under it.
  mutating func accept(_ place: Int, _ inputs: WorkInputs, isOfFailure: Bool) {
    guard let entry = entries[place], entry.effect >= 0 else { return }
    if !isOfFailure, effects[entry.effect].hasFailed { revive(entry.line.name) }
    let number = entry.effect
    effects[number].isLoose = false
    // A decision is about an effect; for a failure, only the failure belongs to these inputs.
    if isOfFailure {
      effects[number].work.inputs = inputs
    } else {
      effects[number].kept = inputs
    }
  }

  /// Restores what the steps that cancel had found before the run was performed.
  mutating func restoreFinds(of before: Memo) {
    for place in founds {
      guard let name = entries[place]?.line.name else { continue }
      if let known = before.place(name), let old = before[known] {
        entries[place]?.line = old.line
      } else {
        remove(name)
      }
    }
  }

  /// Records the inputs that apply to an answer now.
  mutating func settle(_ place: Int, _ shown: Shown) {
    guard entries[place]?.effect ?? 0 < 0 else { return }
    entries[place]?.line.detail = Line.Detail(shown: shown)
    entries[place]?.line.isLoose = false
  }
}
