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
    /// The time at which it was written, counted in lines.
    var order = 0
  }

  /// What is known of an action or a load apart from its outcome.
  struct Effect: Sendable {
    enum Status: Sendable { case begun, ended, failed, timedOut }
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
    var isUndoing = false
    var undoFailure: String?
    /// Whether the flow no longer leads to it, and the person was told.
    var stays = false
    /// For a load, whether the pause after the last try is over.
    var isPauseOver = false
    /// For a failure, whether the answers that it read have changed since, so that trying it again
    /// is a new performance.
    var isOutgrown = false
    var isLoose = false
    var hasFailed: Bool { status == .failed || status == .timedOut }
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

  private(set) var entries: [Entry?] = []
  private var index: [StepName: Int] = [:]
  private(set) var effects: [Effect] = []
  /// The places of the entries for work.
  private(set) var works: [Int] = []
  /// The places of the entries that say where a cancelled operation was found.
  private(set) var founds: [Int] = []
  /// When each open prompt with a time limit, or wait, was opened.
  private(set) var opened: [StepName: Int] = [:]
  /// How often each secret has been given again.
  private(set) var epochs: [StepName: Int] = [:]
  /// The numbers of work that was begun but didn't run: a retry is the same performance.
  private(set) var retries: [StepName: Retry] = [:]
  /// The last numbers given to work and to secrets.
  private(set) var lastWork = 0
  private(set) var lastSecret = 0
  private(set) var lastWorkName: StepName?
  /// Effects that were undone after something had read them.
  private(set) var losses: [Loss] = []
  /// The current performance, and the entries it has taken so far, in order.
  private(set) var pass: Int32 = 0
  private(set) var taken: [Int] = []
  private var count = 0

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

  /// Whether some entries haven't been taken in this performance.
  var hasMore: Bool { taken.count < index.count }

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

  /// Notes whether the answers that failed work read have changed since.
  mutating func outgrow(_ name: StepName, _ isOutgrown: Bool) {
    change(name) { $0.isOutgrown = isOutgrown }
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

  // MARK: The fold

  mutating func note(_ line: Line) {
    let name = line.name
    count += 1
    if line.kind.isDecision, effect(name)?.hasFailed == true { revive(name) }
    switch line.kind {
    case .opened: opened[name] = line.time
    case .answered, .secret, .timedOut, .dismissed, .found: put(line)
    case .elapsed:
      if let place = index[name], let number = entries[place]?.effect, number >= 0 {
        effects[number].isPauseOver = true
      } else {
        put(line)
      }
    case .began: begin(line)
    case .ended, .failed, .workTimedOut, .loaded: end(line)
    case .kept:
      change(name) {
        $0.kept = line.detail?.work?.accepted
        ($0.consent, $0.undo) = (nil, nil)
      }
      // Decided now, so all earlier answers are older.
      if let place = index[name] { entries[place]?.order = count }
    case .again: change(name) { $0.consent = line.detail?.work?.accepted }
    case .undoAgain: change(name) { $0.undo = line.detail?.work?.accepted }
    case .undoBegan:
      change(name) {
        $0.isUndoing = true
        $0.undoFailure = nil
      }
    case .undoFailed:
      change(name) {
        $0.isUndoing = false
        $0.undoFailure = line.detail?.work?.message ?? ""
      }
    case .didNotUndo:
      change(name) {
        $0.isUndoing = false
        $0.undoFailure = nil
      }
    case .left:
      change(name) {
        $0.undoFailure = nil
        if let undo = $0.undo {
          ($0.consent, $0.undo) = (undo, nil)
        } else {
          $0.stays = true
        }
      }
    case .stays: change(name) { $0.stays = true }
    case .undone:
      // A line with numbers undoes nothing: it reports something that is already gone.
      if let work = line.detail?.work {
        number(work, name)
        lose(work, name)
      } else {
        let undone = effect(name)
        remove(name)
        if let undone, undone.status == .ended { lose(undone.work, name) }
      }
    case .didNotRun:
      if let work = line.detail?.work {
        number(work, name)
        retries[name] = Retry(number: work.number, began: line.time)
      }
      restoreOld(name)
    case .givenAgain:
      if case .int(let epoch) = line.value { epochs[name] = epoch }
    case .back: back(line)
    }
  }

  private mutating func put(_ line: Line, effect: Int = -1) {
    let name = line.name
    opened[name] = nil
    if case .int(let number) = line.value, line.kind == .secret {
      lastSecret = max(lastSecret, number)
      epochs[name] = nil
    }
    if let place = index[name] {
      let old = entries[place]?.effect ?? -1
      let pass = entries[place]?.pass ?? 0
      if effect >= 0, old < 0 { works.append(place) }
      entries[place] = Entry(
        line: line, isOut: line.isOut, effect: effect >= 0 ? effect : old, pass: pass,
        order: count)
    } else {
      index[name] = entries.count
      if effect >= 0 { works.append(entries.count) }
      if line.kind == .found { founds.append(entries.count) }
      entries.append(Entry(line: line, isOut: line.isOut, effect: effect, order: count))
    }
  }

  /// Records the numbers of work, so that a run never uses a number twice.
  private mutating func number(_ work: Line.Work, _ name: StepName) {
    if work.number >= lastWork { (lastWork, lastWorkName) = (work.number, name) }
    for number in work.secrets.values { lastSecret = max(lastSecret, number) }
  }

  /// Records what is lost with an undone effect, if something in force read it: no edit can make
  /// that valid.
  private mutating func lose(_ work: Line.Work, _ name: StepName) {
    let keys = work.writes.map(\.key).filter { key in
      works.contains { place in
        guard let entry = entries[place],
          let inputs = effects[entry.effect].work.inputs
        else { return false }
        return inputs.all != nil || inputs.reads.contains { $0.key == key }
      }
    }
    if keys.isEmpty { return }
    losses.append(Loss(name: name, number: work.number, keys: keys, order: count))
  }

  /// Whether anything that the work read has been undone since.
  func hasLost(_ inputs: WorkInputs, since order: Int) -> Bool {
    losses.contains { loss in
      loss.order > order
        && (inputs.all != nil || inputs.reads.contains { loss.keys.contains($0.key) })
    }
  }

  private mutating func begin(_ line: Line) {
    guard let work = line.detail?.work else { return }
    retries[line.name] = nil
    number(work, line.name)
    var effect = Effect(work: work, began: line.time, isLoose: line.isLoose)
    if let place = index[line.name], let entry = entries[place], entry.effect >= 0 {
      let old = effects[entry.effect]
      effect.old = old.status == .ended ? [Saved(line: entry.line, effect: old)] : old.old
    }
    effects.append(effect)
    put(line, effect: effects.count - 1)
  }

  private mutating func end(_ line: Line) {
    var work = line.detail?.work ?? Line.Work()
    number(work, line.name)
    let status: Effect.Status =
      switch line.kind {
      case .failed: .failed
      case .workTimedOut: .timedOut
      default: .ended
      }
    var effect = Effect(status: status, work: work, isLoose: line.isLoose)
    if let place = index[line.name], let entry = entries[place], entry.effect >= 0,
      effects[entry.effect].status == .begun
    {
      let begun = effects[entry.effect]
      work.number = begun.work.number
      work.given = begun.work.given
      if work.inputs == nil { work.inputs = begun.work.inputs }
      effect = Effect(status: status, work: work, began: begun.began, isLoose: line.isLoose)
      // If performing it again fails, the earlier effect remains in force.
      if status != .ended { effect.old = begun.old }
      effects[entry.effect] = effect
      put(line, effect: entry.effect)
    } else {
      effects.append(effect)
      put(line, effect: effects.count - 1)
    }
  }

  private mutating func change(_ name: StepName, _ change: (inout Effect) -> Void) {
    guard let place = index[name], let number = entries[place]?.effect, number >= 0 else { return }
    change(&effects[number])
  }

  private mutating func remove(_ name: StepName) {
    guard let place = index.removeValue(forKey: name) else { return }
    if entries[place]?.pass == pass { taken.removeAll { $0 == place } }
    if entries[place]?.effect ?? -1 >= 0 { works.removeAll { $0 == place } }
    if entries[place]?.line.kind == .found { founds.removeAll { $0 == place } }
    entries[place] = nil
    opened[name] = nil
  }

  private mutating func restoreOld(_ name: StepName) {
    guard let place = index[name], let entry = entries[place], entry.effect >= 0,
      effects[entry.effect].status == .begun
    else { return }
    let effect = effects[entry.effect]
    retries[name] = Retry(number: effect.work.number, began: effect.began)
    if !revive(name) { remove(name) }
  }

  /// Restores the effect from before the work was begun again; returns false if there is none.
  @discardableResult
  mutating func revive(_ name: StepName) -> Bool {
    guard let place = index[name], let entry = entries[place], entry.effect >= 0,
      let old = effects[entry.effect].old.last
    else { return false }
    effects[entry.effect] = old.effect
    entries[place]?.line = old.line
    return true
  }

  private mutating func back(_ line: Line) {
    guard let names = line.detail?.names else { return }
    if let from = names.from { opened[from] = nil }
    for name in names.restored {
      if let place = index[name] { entries[place]?.isOut = false }
    }
    for name in names.out {
      guard let place = index[name], let entry = entries[place] else { continue }
      if entry.effect < 0, entry.line.kind.isOfQuestion {
        entries[place]?.isOut = true
        opened[name] = nil
      } else {
        remove(name)
      }
    }
    for name in names.dropped {
      if effect(name)?.hasFailed != true || !revive(name) { remove(name) }
    }
  }

  // MARK: Migrating

  /// Accepts the current inputs for an effect; from now on, it belongs to this version.
  mutating func accept(_ place: Int, _ inputs: WorkInputs) {
    guard let number = entries[place]?.effect, number >= 0 else { return }
    effects[number].isLoose = false
    // A decision is about an effect; for a failure, only the failure belongs to these inputs.
    if effects[number].hasFailed {
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
    entries[place]?.line.detail = shown.isEmpty ? nil : Line.Detail(shown: shown)
    entries[place]?.line.isLoose = false
  }
}

extension Line.Kind {
  /// Whether the line is a decision about an effect, or its undo.
  fileprivate var isDecision: Bool {
    switch self {
    case .kept, .again, .undoAgain, .undoBegan, .undone, .undoFailed, .left, .didNotUndo, .stays:
      true
    default: false
    }
  }
}
