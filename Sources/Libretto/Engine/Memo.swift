/// What is known of a run: of each name the last outcome, and under what it was given.
///
/// A run is its program performed from the start, each need resolved from the memo where an entry
/// there still holds. The memo is one fold over lines, ``note(_:)``; a journal, a token and a live
/// run are three ways to hold those lines. ``lines`` is the way back: the fewest lines that make the
/// same memo.
struct Memo: Sendable {
  struct Entry: Sendable {
    /// The outcome; of an effect the line that ended it, or began it.
    var line: Line
    /// To be asked again, with the answer offered.
    var isOut = false
    /// The place among ``effects``; −1 for what is no work.
    var effect = -1
    /// The performance in which it was taken last.
    var pass: Int32 = 0
    /// When it was written, counted in lines.
    var order = 0
  }

  /// What is known of an action or a load besides its outcome.
  struct Effect: Sendable {
    enum Status: Sendable { case begun, ended, failed, timedOut }
    var status = Status.begun
    var work: Line.Work
    /// When it was begun; nil where nobody said so.
    var began: Int?
    /// The inputs under which it was decided that it stays.
    var kept: WorkInputs?
    /// The inputs under which it was decided to perform it again.
    var consent: WorkInputs?
    /// Those under which it was decided to undo it first.
    var undo: WorkInputs?
    var isUndoing = false
    var undoFailure: String?
    /// Nothing asks for it any more, and that was told.
    var stays = false
    /// Of a load: whether the pause behind the last try is over.
    var isPauseOver = false
    /// Of what failed: whether what it read has changed since, so that to try it now is another
    /// performance.
    var isOutgrown = false
    var isLoose = false
    var hasFailed: Bool { status == .failed || status == .timedOut }
    /// What it was before it was begun anew.
    var old: [Saved] = []
  }

  /// An entry that waits for the outcome of a newer one.
  struct Saved: Sendable {
    let line: Line
    let effect: Effect
  }

  /// A performance that was begun and did not run, and when it was begun, where that is known.
  struct Retry: Sendable {
    let number: Int
    let began: Int?
  }

  /// What an effect wrote that was undone, and when that was.
  struct Loss: Sendable {
    let name: StepName
    let number: Int
    let keys: [String]
    let order: Int
  }

  private(set) var entries: [Entry?] = []
  private var index: [StepName: Int] = [:]
  private(set) var effects: [Effect] = []
  /// The places of the entries that are work.
  private(set) var works: [Int] = []
  /// The places of the entries that tell where a cancelled operation was found.
  private(set) var founds: [Int] = []
  /// Since when prompts and waits with a limit have been open.
  private(set) var opened: [StepName: Int] = [:]
  /// How often each secret has been given again.
  private(set) var epochs: [StepName: Int] = [:]
  /// The numbers of work that was begun and did not run: tried again, it is the same performance.
  private(set) var retries: [StepName: Retry] = [:]
  /// The numbers of the last work and the last secret.
  private(set) var lastWork = 0
  private(set) var lastSecret = 0
  private(set) var lastWorkName: StepName?
  /// What was undone after something had read it.
  private(set) var losses: [Loss] = []
  /// The present performance, and what it has taken so far, in order.
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

  /// What stands at a name: what had been done before stands when doing it again failed.
  func standing(_ name: StepName) -> Effect? {
    guard let effect = effect(name) else { return nil }
    return effect.hasFailed ? effect.old.last?.effect : effect
  }

  func isTaken(_ place: Int) -> Bool { entries[place]?.pass == pass && pass > 0 }

  /// Whether something has not been taken in this performance.
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

  /// Notes of work that failed whether what it read has changed since.
  mutating func outgrow(_ name: StepName, _ isOutgrown: Bool) {
    change(name) { $0.isOutgrown = isOutgrown }
  }

  /// Takes back that entries were taken.
  mutating func putBack(_ places: Set<Int>) {
    if places.isEmpty { return }
    for place in places { entries[place]?.pass = 0 }
    taken.removeAll(where: places.contains)
  }

  /// Forgets the times of what is not open any more: opened again, its time starts anew.
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
      // Decided now: whatever was answered before is older.
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
      // One with numbers undoes nothing: it tells of what is gone already.
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

  /// Takes note of the numbers that work has: none is given twice in a run.
  private mutating func number(_ work: Line.Work, _ name: StepName) {
    if work.number >= lastWork { (lastWork, lastWorkName) = (work.number, name) }
    for number in work.secrets.values { lastSecret = max(lastSecret, number) }
  }

  /// Takes note of what is gone with an effect that was undone, where something in force read it: no
  /// edit makes that stand.
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

  /// Whether something that some work read has been undone since.
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
      // What had been done before stands when doing it again fails.
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

  /// Puts back what had been done before work was begun anew; false where there is nothing.
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

  /// Accepts the inputs of now for an effect; from here on it is one of this version.
  mutating func accept(_ place: Int, _ inputs: WorkInputs) {
    guard let number = entries[place]?.effect, number >= 0 else { return }
    effects[number].isLoose = false
    // A decision is about what was done: of what failed only the failure stands under these.
    if effects[number].hasFailed {
      effects[number].work.inputs = inputs
    } else {
      effects[number].kept = inputs
    }
  }

  /// Puts back what the steps that cancel had found before the run was performed.
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

  /// Writes what an answer stands under now.
  mutating func settle(_ place: Int, _ shown: Shown) {
    guard entries[place]?.effect ?? 0 < 0 else { return }
    entries[place]?.line.detail = shown.isEmpty ? nil : Line.Detail(shown: shown)
    entries[place]?.line.isLoose = false
  }
}

extension Line.Kind {
  /// Whether it is a decision about what was done, or its undo.
  fileprivate var isDecision: Bool {
    switch self {
    case .kept, .again, .undoAgain, .undoBegan, .undone, .undoFailed, .left, .didNotUndo, .stays:
      true
    default: false
    }
  }
}
