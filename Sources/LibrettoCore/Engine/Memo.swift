/// What a run remembers: its lines, and for each name the last outcome and what it was given under.
///
/// A run is its program performed from the start, with each need resolved from the memo if an entry
/// there still holds. The memo is one fold over lines: ``add(_:)`` takes a line. Without a line, it
/// only changes where another version is taken over, which settles what its entries are worth, and
/// where a session is restored, which forgets what was heard. A journal, a token and a live run are
/// three ways to store the same lines, and ``compact(taken:)`` is the inverse of the fold: the fewest
/// lines that make the same memo.
///
/// An entry is a *place*: that of the line with the outcome. So an answer costs its line and a
/// number in the index. What is out of the ordinary stands beside it: work has an ``Effect``, whose
/// states are a table, and an answer may be out, or have taken the place of another one.
struct Memo: Sendable {
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
      /// Somebody has decided to try an undo again that was begun, or has failed: it may be half undone,
      /// so it doesn't stand, whatever the answers are by then.
      case undoDue
      case failed, timedOut
      /// It failed, and the pause before its next try is over.
      case due
    }

    let name: StepName
    /// The place of the line that ended or began it.
    var place: Int
    var status = Status.begun
    /// What its line says of it; kept aside, since effects are looked up often.
    private var done = Aside<Line.Work>()
    /// When it began; nil if that wasn't noted.
    var began: Timestamp?
    /// What was decided about it; nil if nothing was.
    var decided = Aside<Decided>()
    /// Whether the flow no longer leads to it, and the person was told.
    var stays = false
    var isLoose = false
    /// The time at which it was last found to hold, counted in lines.
    var order = 0
    /// Its earlier outcome, from before it was begun again.
    var old: [Effect] = []

    /// A decision to perform an effect again, if these are its inputs.
    struct Again: Sendable {
      let inputs: WorkInputs
      /// Whether it is undone first.
      var undoes: Bool
      /// Whether the run has come past it again since: then it is in force, as it stands.
      var isHeld = false
      /// Whether it was made in another version of the flow.
      let isLoose: Bool
    }

    /// What was decided about an effect.
    struct Decided: Sendable {
      /// The inputs under which decisions kept it, or edits let it stand.
      var kept: [WorkInputs] = []
      /// The last decision to perform it again.
      var again: Again?
      /// Why its undo failed.
      var undoFailure = ""
    }

    init(_ name: StepName, _ place: Int, _ work: Line.Work) {
      self.name = name
      self.place = place
      self.work = work
    }

    var work: Line.Work {
      _read { yield done[or: Line.Work()] }
      _modify { yield &done[or: Line.Work()] }
    }
    var kept: [WorkInputs] { decided.box?.content.kept ?? [] }
    var again: Again? { decided.box?.content.again }
    var undoFailure: String { decided.box?.content.undoFailure ?? "" }
    /// Whether a decision to do it again waits to be carried out.
    var isToBeDoneAgain: Bool { again?.isHeld == false }

    var hasBegun: Bool { status == .begun || status == .cut }
    var hasFailed: Bool { status == .failed || status == .timedOut || status == .due }
    var isInForce: Bool { !hasBegun && !hasFailed }

    /// Whether it may have read a key, now or the time before.
    func hasRead(_ key: String) -> Bool {
      work.inputs?.covers(CollectionOfOne(key)) == true || old.contains { $0.hasRead(key) }
    }
  }

  /// A performance that was begun but didn't run, and when it began, if that is known.
  struct Retry: Sendable {
    let number: Int
    let began: Timestamp?
    /// What it was given, and what edits have accepted; under other answers, it is another performance.
    /// Empty if nobody knows.
    let inputs: [WorkInputs]
    /// Whether another version of the flow has begun it.
    let isLoose: Bool
  }

  /// What work was performed under that is gone, and when it went: the writes of an effect that was
  /// undone, or a cancel.
  struct Loss: Sendable {
    let name: StepName
    let number: Int
    /// What was written; none for a cancel.
    let keys: [String]
    /// The work that it concerns; none for all.
    var works: [StepName]
    let order: Int

    var isOfCancel: Bool { keys.isEmpty }
  }

  /// The events so far, or the fewest lines that make the memo from which the run was restored.
  private(set) var lines: [Line] = []
  /// The places of the entries.
  private var index = NameIndex()
  /// What is known of work, in the order in which it was first performed; nil for what is gone.
  private(set) var effects: [Effect?] = []
  private var effectNumbers = NameIndex()
  /// The places of answers that a step back took out: they will be asked again, with the answer
  /// offered.
  private(set) var out: Set<Int> = []
  /// The work over which a step back has gone, and that the run hasn't come past since.
  private var goneOver: Set<StepName> = []
  /// When the value of an entry took the place of another one; for a first value, the last
  /// ``turn`` before it.
  private var changes: [StepName: Int] = [:]
  /// The steps whose entries say where a cancelled operation was found.
  private(set) var founds: [StepName] = []
  /// When each open prompt with a time limit, or wait, was opened.
  private(set) var opened: [StepName: Timestamp] = [:]
  /// The places of the lines that say what was said last: in the flow itself, and in each operation.
  private var heardLast = -1
  private var heardInside: [StepName: Int] = [:]
  /// How often each secret has been given again.
  private(set) var epochs: [StepName: Int] = [:]
  /// The numbers of work that was begun but didn't run: a retry is the same performance.
  private(set) var retries: [StepName: Retry] = [:]
  /// The last numbers given to work and to secrets.
  private(set) var lastWork = 0
  private(set) var lastSecret = 0
  private var lastWorkName: StepName?
  /// The time of the last step back, undo or edit. What is answered for the first time after it may
  /// come before work that was done before it.
  private(set) var turn = 0
  /// Effects that were undone after something had read them, and cancels behind which work was performed.
  private var losses: [Loss] = []
  /// The first line that has become shorter, since what it said doesn't count any more.
  private(set) var firstShortened = Int.max
  /// Whether each line so far is the outcome of a new name, in force: nothing was taken back.
  private(set) var isStraight = true

  /// Keeps the memo in memory, as that of ``RunState`` does.
  private let anchor: (any Sendable)? = nil

  init() {}

  init(_ lines: [Line]) {
    self.lines = lines
    index = NameIndex(upTo: lines.reduce(-1) { max($0, $1.step) })
    for place in lines.indices
    where !lines.isPlain(at: place)
      || !addPlain(StepName(step: lines[place].step, rounds: lines[place].rounds), at: place)
    {
      fold(place)
    }
  }

  // MARK: Looking up

  /// How many names have an entry.
  var count: Int { index.count }

  /// The place of the entry for a name.
  func place(_ name: StepName) -> Int? { index[name] }

  /// Whether the line at a place is the entry for a name, as can be seen without the index.
  @inline(__always)
  func isNext(_ place: Int, _ name: StepName) -> Bool {
    isStraight && place < lines.count && lines[place].kind == .answered
      && lines[place].step == name.step && lines[place].rounds == name.rounds
  }

  /// The line of the entry for a name.
  func entry(_ name: StepName) -> Line? { index[name].map { lines[$0] } }

  /// Whether the line at a place is an entry, and no later one has taken its place.
  func isEntry(_ place: Int) -> Bool { index[lines[place].name] == place }

  /// The places of all entries.
  var places: [Int] { index.places }

  func isOut(_ place: Int) -> Bool { !out.isEmpty && out.contains(place) }

  func effect(_ name: StepName) -> Effect? {
    effects.isEmpty ? nil : effectNumbers[name].flatMap { effects[$0] }
  }

  /// The effect in force for a name: the earlier one, if performing it again failed.
  func standing(_ name: StepName) -> Effect? {
    guard let effect = effect(name) else { return nil }
    return effect.hasFailed ? effect.old.last : effect
  }

  /// When an entry was written, counted in lines; for work, when it was last found to hold.
  func order(_ place: Int) -> Int { effect(lines[place].name)?.order ?? place + 1 }

  /// When the value of an entry last took the place of another one.
  func changed(_ place: Int) -> Int { changes.isEmpty ? 0 : changes[lines[place].name] ?? 0 }

  /// What was said last in a strand.
  func heard(in strand: StepName) -> [Imprint] {
    let place = strand.step < 0 ? heardLast : heardInside[strand] ?? -1
    return place < 0 ? [] : lines[place].detail?.sight?.marks ?? []
  }

  /// Forgets what was said last in a strand.
  mutating func forgetHeard(in strand: StepName) {
    if strand.step < 0 { heardLast = -1 } else { heardInside[strand] = nil }
  }

  /// The number of the last secret from a source.
  func secretNumber(_ name: StepName, _ key: String?) -> Int? {
    if let key {
      let effect = effect(name)
      return effect?.work.secrets[key] ?? effect?.old.last?.work.secrets[key]
    }
    guard let line = entry(name), line.kind == .secret, case .int(let number) = line.value else {
      return nil
    }
    return number
  }

  /// How often the last answer to a secret question has been given again; nil if it has none.
  func secretEpoch(_ name: StepName) -> Int? {
    secretNumber(name, nil).map { _ in epochs[name] ?? 0 }
  }

  // MARK: The fold

  /// Adds a line.
  mutating func add(_ line: Line) {
    lines.append(line)
    fold(lines.count - 1)
  }

  /// Adds a line that the run makes. Its parts are given beside it, and it is made in the array:
  /// copying it would take a tenth of the time of an answer.
  @inline(__always)
  mutating func add(
    _ name: StepName, _ kind: Line.Kind, _ detail: Line.Detail?, _ line: @autoclosure () -> Line
  ) {
    let isFolded = kind == .answered && detail == nil && addPlain(name, at: lines.count)
    lines.append(line())
    if !isFolded { fold(lines.count - 1) }
  }

  /// Folds a plain line if it is the first answer to a question, and nothing was taken back before
  /// it; returns false for all other lines.
  @inline(__always)
  private mutating func addPlain(_ name: StepName, at place: Int) -> Bool {
    isStraight && opened.isEmpty && index.insert(name, place)
  }

  /// Marks lines as parts of one event: in a file, they stand together or not at all.
  mutating func join(after first: Int) {
    for place in lines.indices.dropFirst(first + 1) { lines[place].isJoined = true }
  }

  private mutating func fold(_ place: Int) {
    let line = lines[place]
    let name = line.name
    if isStraight, !goesStraightOn(line) { isStraight = false }
    if !goneOver.isEmpty, line.comesPastWork { goneOver.remove(name) }
    if let sight = line.detail?.sight {
      if sight.strand.step < 0 { heardLast = place } else { heardInside[sight.strand] = place }
    }
    switch line.kind {
    case .opened: opened[name] = line.time
    case .closed: opened[name] = nil
    case .answered, .secret, .timedOut, .dismissed, .found: put(place)
    case .elapsed where effect(name) == nil: put(place)
    case .givenAgain:
      if case .int(let epoch) = line.value { epochs[name] = epoch }
    case .back: back(line, place)
    case .said: break
    case .gone:
      guard let work = line.detail?.work else { return }
      number(work, name)
      let works = line.detail?.names?.dropped ?? []
      if work.writes.isEmpty { return lose(name, behind: works, at: place) }
      lose(work, name, of: works, at: place)
    case .held:
      guard let number = effectNumbers[name] else { return }
      effects[number]?.order = place + 1
      effects[number]?.hold(under: line.detail?.work?.accepted)
    default: noteWork(line, place)
    }
  }

  private func goesStraightOn(_ line: Line) -> Bool {
    switch line.kind {
    case .opened, .closed, .said: return true
    case .answered, .secret, .timedOut, .dismissed, .began, .loaded, .elapsed:
      return !line.isOut && !line.isLoose && index[line.name] == nil
    case .ended:
      return !line.isLoose && (index[line.name] == nil || effect(line.name)?.status == .begun)
    default: return false
    }
  }

  /// Makes a line the entry of its name.
  /// - Parameter isSame: whether it has the value of the entry before it; nil to compare.
  private mutating func put(_ place: Int, isSame: Bool? = nil) {
    let line = lines[place]
    let name = line.name
    if !opened.isEmpty { opened[name] = nil }
    if case .int(let number) = line.value, line.kind == .secret {
      lastSecret = max(lastSecret, number)
      if secretNumber(name, nil) != number { epochs[name] = nil }
    }
    let before = index[name]
    if line.isChanged {
      changes[name] = place + 1
    } else if let before {
      let isSame =
        isSame
        ?? (lines[before].kind == line.kind && lines[before].form == line.form
          && lines[before].value == line.value)
      if !isSame { changes[name] = place + 1 }
    } else if turn > 0 {
      changes[name] = turn
    }
    if let before { out.remove(before) }
    if line.isOut { out.insert(place) }
    if line.kind == .found, before == nil { founds.append(name) }
    index[name] = place
  }

  /// Notes a line about work: the table says what becomes of it, and here is what else it carries.
  private mutating func noteWork(_ line: Line, _ place: Int) {
    let (name, kind, work) = (line.name, line.kind, line.detail?.work)
    if kind == .undone { turn = place + 1 }
    if kind == .elapsed { opened[name] = nil }
    if kind == .didNotRun, let work {
      number(work, name)
      // A compact memo has a line for each of the inputs.
      let known = retries[name].flatMap { $0.number == work.number ? $0.inputs : nil } ?? []
      retries[name] = Retry(
        number: work.number, began: line.time, inputs: known + (work.inputs.map { [$0] } ?? []),
        isLoose: line.isLoose)
    }
    var before = effect(name)
    if Effect.status(of: before, after: kind) == nil,
      Effect.status(of: standing(name), after: kind) != nil
    {
      revive(name)
      before = effect(name)
    }
    guard let status = Effect.status(of: before, after: kind) else { return }
    switch kind {
    case .began: begin(line, place)
    case .ended, .loaded, .failed, .workTimedOut: end(line, as: status, place)
    case .didNotRun, .undone:
      guard let before else { return }
      if !revive(name) { remove(name, at: place) }
      if kind == .undone { return lose(before.work, name, at: place) }
      retries[name] = Retry(
        number: before.work.number, began: before.began,
        inputs: (before.work.inputs.map { [$0] } ?? []) + before.kept,
        isLoose: before.isLoose || line.isLoose)
    default:
      guard let number = effectNumbers[name] else { return }
      effects[number]?.take(line, as: status)
      // Decided now, so all earlier answers are older.
      if kind == .kept { effects[number]?.order = place + 1 }
    }
  }

  private mutating func begin(_ line: Line, _ place: Int) {
    guard let work = line.detail?.work else { return }
    retries[line.name] = nil
    number(work, line.name)
    var effect = Effect(line.name, place, work)
    (effect.began, effect.isLoose) = (line.time, line.isLoose)
    let old = self.effect(line.name)
    if let old { effect.old = old.isInForce ? [old] : old.old }
    // What comes after a failure takes its place, also if it comes to the same as before that.
    put(effect, isSame: !(old?.hasFailed ?? false))
  }

  private mutating func end(_ line: Line, as status: Effect.Status, _ place: Int) {
    var work = line.detail?.work ?? Line.Work()
    number(work, line.name)
    let known = effect(line.name)
    let begun = known?.hasBegun == true ? known : nil
    let before = begun == nil ? known : begun?.old.last
    // Work behind a failure may depend on which performance has failed.
    let isSame =
      before.map {
        status == .ended && !$0.hasFailed && $0.work.writes == work.writes
          && $0.work.secrets.isEmpty
      } ?? true
    if let begun {
      work.number = begun.work.number
      work.given = begun.work.given ?? work.given
      if work.inputs == nil { work.inputs = begun.work.inputs }
      shorten(begun.place)
    }
    // What all the answers were counts only until somebody knows how it ended.
    work.inputs = work.inputs?.inShort
    var effect = Effect(line.name, place, work)
    (effect.status, effect.began, effect.isLoose) = (status, begun?.began, line.isLoose)
    // What an edit has accepted since it began concerns only what it was seen to read.
    for kept in begun?.kept ?? [] {
      effect.keep(line.detail?.work?.inputs.map { kept.of($0) } ?? kept)
    }
    // If performing it again fails, the earlier effect remains in force.
    if let begun, status != .ended { effect.old = begun.old }
    // It holds under what it was given when it began, whenever somebody says that it ended.
    put(effect, isSame: isSame, order: begun?.order)
  }

  private mutating func shorten(_ place: Int) {
    guard let detail = lines[place].detail, var work = detail.work, let inputs = work.inputs,
      inputs.inShort != inputs
    else { return }
    work.inputs = inputs.inShort
    firstShortened = min(firstShortened, place)
    lines[place].detail = Line.Detail(
      shown: detail.shown, work: work, names: detail.names, sight: detail.sight)
  }

  private mutating func put(_ effect: Effect, isSame: Bool, order: Int? = nil) {
    var effect = effect
    effect.order = order ?? effect.place + 1
    if let number = effectNumbers[effect.name] {
      effects[number] = effect
    } else {
      effectNumbers[effect.name] = effects.count
      effects.append(effect)
    }
    put(effect.place, isSame: isSame)
  }

  /// Restores the effect from before the work was begun again; returns false if there is none.
  @discardableResult
  private mutating func revive(_ name: StepName) -> Bool {
    guard let number = effectNumbers[name], let old = effects[number]?.old.last else {
      return false
    }
    effects[number] = old
    index[name] = old.place
    return true
  }

  private mutating func remove(_ name: StepName, at now: Int) {
    guard let place = index.remove(name) else { return }
    if let number = effectNumbers.remove(name) { effects[number] = nil }
    if lines[place].kind == .found {
      founds.removeAll { $0 == name }
      if lines[place].value != RunState.ended {
        lose(name, behind: effects.compactMap { $0?.order ?? 0 > place ? $0?.name : nil }, at: now)
      }
    }
    out.remove(place)
    changes[name] = nil
    opened[name] = nil
  }

  /// Records the numbers of work, so that a run never uses a number twice.
  private mutating func number(_ work: Line.Work, _ name: StepName) {
    if work.number >= lastWork { (lastWork, lastWorkName) = (work.number, name) }
    for number in work.secrets.values { lastSecret = max(lastSecret, number) }
  }

  /// Records what is lost with an undone effect, if something in force read it: no edit can make
  /// that valid.
  /// - Parameter works: the work that it concerns; none for all.
  private mutating func lose(
    _ work: Line.Work, _ name: StepName, of works: [StepName] = [], at place: Int
  ) {
    let keys = work.writes.map(\.key).filter { key in
      effects.indices.contains { place in
        effects[place]?.hasRead(key) == true
          && (works.isEmpty || works.contains { $0 == effects[place]?.name })
      }
    }
    if keys.isEmpty { return }
    losses.append(
      Loss(name: name, number: work.number, keys: keys, works: works, order: place + 1))
  }

  /// Records that a cancel is gone, and which work was performed or held behind it.
  private mutating func lose(_ cancel: StepName, behind works: [StepName], at place: Int) {
    let known = Set(works)
    for number in losses.indices where losses[number].isOfCancel && losses[number].name == cancel {
      losses[number].works.removeAll(where: known.contains)
    }
    losses.removeAll { $0.isOfCancel && $0.works.isEmpty }
    guard !works.isEmpty else { return }
    losses.append(Loss(name: cancel, number: 0, keys: [], works: works, order: place + 1))
  }

  /// The cancels behind which work was performed, and that are gone since.
  func cancelsLost(to name: StepName, since order: Int) -> [StepName] {
    losses.reversed().prefix { $0.order > order }
      .filter { $0.isOfCancel && $0.works.contains(name) }.map(\.name)
  }

  /// Whether anything that work read has been undone since.
  func hasLost(_ inputs: WorkInputs, of name: StepName, since order: Int) -> Bool {
    losses.reversed().prefix { $0.order > order }.contains { loss in
      (loss.works.isEmpty || loss.works.contains(name))
        && inputs.covers(loss.keys)
    }
  }

  /// The work over which a step back to some questions goes, and none has gone since it was last come
  /// past; nil if there is no work.
  func over(_ questions: [StepName], _ program: Program) -> [StepName]? {
    let works = effects.compactMap { $0?.name }
    return works.isEmpty
      ? nil
      : works.filter { work in
        !goneOver.contains(work) && questions.contains { program.canSee(work, $0) }
      }
  }

  private mutating func back(_ line: Line, _ place: Int) {
    turn = place + 1
    guard let names = line.detail?.names else { return }
    goneOver.formUnion(names.over ?? [])
    if let from = names.from { opened[from] = nil }
    for name in names.restored {
      if let place = index[name] { out.remove(place) }
    }
    for name in names.out {
      guard let place = index[name] else { continue }
      if lines[place].kind.isOfQuestion {
        out.insert(place)
        opened[name] = nil
      } else {
        remove(name, at: place)
      }
    }
    for name in names.dropped {
      if effect(name)?.hasFailed == true { dropFailure(name) } else { remove(name, at: place) }
    }
  }

  /// Forgets a failure; what had been done before is there again.
  mutating func dropFailure(_ name: StepName) {
    if !revive(name) { remove(name, at: lines.count) }
  }

  // MARK: An edited flow

  /// Accepts the current inputs for an effect; from now on, it belongs to this version.
  /// - Parameter isOfFailure: whether what was taken is a failure, and not what stands under it.
  mutating func accept(_ name: StepName, _ inputs: WorkInputs, isOfFailure: Bool) {
    if !isOfFailure, effect(name)?.hasFailed ?? false { revive(name) }
    guard let number = effectNumbers[name], var effect = effects[number] else { return }
    effect.isLoose = false
    // It holds now, whatever has changed since it was performed.
    effect.order = lines.count + 1
    if inputs.after == nil { effect.forgetBefore() }
    // What another version declared to read says nothing about this one.
    effect.dropKept { $0.all == nil && $0.reads.map(\.key) != inputs.reads.map(\.key) }
    if effect.work.inputs != inputs { effect.keep(inputs) }
    effects[number] = effect
  }

  /// Records the inputs that apply to an answer now.
  mutating func settle(_ place: Int, _ shown: Shown) {
    lines[place].detail = Line.Detail(shown: shown)
    lines[place].isLoose = false
  }

  /// Counts an edit like a step back, behind what it accepts: the next version finds newer answers
  /// after it.
  mutating func noteEdit() { turn = lines.count + 2 }

  // MARK: Writing

  /// The fewest lines that make this memo: what is in force and what waits, in the order in which it
  /// came about.
  /// - Parameters:
  ///   - taken: the entries that performing the flow has taken, in order.
  ///   - isWhole: whether there are no other entries, which this version of the flow can't hold.
  func compact(taken: [Int] = [], isWhole: Bool = true) -> [Line] {
    let isTaken = Set(taken)
    let waiting = places.filter { !isTaken.contains($0) }
    let waitingWork = waiting.filter { effect(lines[$0].name) != nil }.map(order).sorted()
    // What changed after work that waits is said to have changed; nothing else depends on it. Of work
    // that this version doesn't have, the age isn't known.
    let oldest = isWhole ? waitingWork.first ?? .max : 0
    var pieces: [Piece] = []
    pieces.reserveCapacity(count)
    let isStraight = waiting.isEmpty && losses.isEmpty && founds.isEmpty
    for place in taken.filter(isEntry) + waiting {
      let (age, changed) = (age(place, isTaken: isTaken.contains(place)), changed(place))
      let isNews = changed > oldest
      // With a value that is older than its line, and than work that waits, it is written twice.
      let isOlder = isNews && waitingWork.contains { changed < $0 && $0 < age }
      if isOlder { pieces.append(Piece(age: changed, place: place, isChanged: true)) }
      pieces.append(Piece(age: age, place: place, isChanged: isNews && !isOlder))
    }
    for (number, loss) in losses.enumerated() {
      pieces.append(Piece(age: loss.order, place: -1 - number))
    }
    if !isStraight { pieces.sort { ($0.age, $0.place) < ($1.age, $1.place) } }
    var compact: [Line] = []
    compact.reserveCapacity(count)
    // What was taken before such a line holds: a version that doesn't know the line must not doubt it.
    var holding: [StepName] = []
    var last: (line: Int, effects: Int)?
    for piece in pieces {
      if piece.place < 0 {
        if write(losses[-1 - piece.place], &compact) { last = (compact.count, holding.count) }
        continue
      }
      write(piece.place, piece.isChanged, &compact)
      if piece.isChanged { last = (compact.count, holding.count) }
      let name = lines[piece.place].name
      if effect(name) != nil, isTaken.contains(piece.place) { holding.append(name) }
    }
    // What is answered for the first time from now on may come before work that waits.
    let first = effects.lazy.compactMap { $0?.order }.min() ?? .max
    let isEdited = turn > lines.count
    if turn > first, !waitingWork.isEmpty || isEdited || !isWhole, let name = lastWorkName {
      let back = Line.Detail(names: Line.Names())
      compact.append(Line(name, .back, compact.last?.time ?? .epoch, detail: back))
      if !isEdited { last = (compact.count, holding.count) }
    }
    if let last {
      let time = compact[last.line - 1].time
      let held = holding[..<last.effects].map { Line($0, .held, time) }
      compact.insert(contentsOf: held, at: last.line)
    }
    for (name, time) in opened.sorted(by: { ($0.value, $0.key.step) < ($1.value, $1.key.step) }) {
      compact.append(Line(name, .opened, time))
    }
    for (name, retry) in retries.sorted(by: { $0.value.number < $1.value.number }) {
      for inputs in retry.inputs.isEmpty ? [nil] : retry.inputs.map(Optional.some) {
        var line = Line(
          name, .didNotRun, retry.began ?? .epoch,
          detail: Line.Detail(work: Line.Work(number: retry.number, inputs: inputs)))
        line.isLoose = retry.isLoose
        compact.append(line)
      }
    }
    return numbered(compact)
  }

  /// What a compact memo writes, in the order in which it came about.
  private struct Piece {
    let age: Int
    /// The place of an entry; −1 and less for a loss.
    let place: Int
    var isChanged = false
  }

  /// When an entry came to be, counted in lines; work when it was last found to hold, but a failure that
  /// was taken when it failed.
  private func age(_ place: Int, isTaken: Bool) -> Int {
    isTaken && effect(lines[place].name)?.hasFailed == true ? place + 1 : order(place)
  }

  /// Writes a loss; of a cancel, only the work counts that hasn't been found to hold since.
  /// - Returns: whether there is any.
  private func write(_ loss: Loss, _ compact: inout [Line]) -> Bool {
    var works = loss.works
    if loss.isOfCancel { works.removeAll { effect($0)?.order ?? .max > loss.order } }
    if loss.isOfCancel, works.isEmpty { return false }
    compact.append(.gone(loss.name, number: loss.number, keys: loss.keys, works: works))
    return true
  }

  private func write(_ place: Int, _ isChanged: Bool, _ compact: inout [Line]) {
    let name = lines[place].name
    defer {
      if let epoch = epochs[name] {
        compact.append(Line(name, .givenAgain, lines[place].time, value: .int(epoch)))
      }
    }
    guard let effect = effect(name) else {
      var line = lines[place]
      line.isJoined = false
      line.isOut = isOut(place)
      line.isChanged = isChanged
      return compact.append(line)
    }
    let first = compact.count
    write(effect, &compact)
    let kind = lines[place].kind
    if isChanged, let last = compact[first...].lastIndex(where: { $0.kind == kind }) {
      compact[last].isChanged = true
    }
  }

  private func write(_ effect: Effect, _ compact: inout [Line]) {
    for old in effect.old { write(old, &compact) }
    let line = lines[effect.place]
    func add(_ kind: Line.Kind, _ work: Line.Work = Line.Work(), _ isLoose: Bool = false) {
      var line = Line(effect.name, kind, line.time, detail: Line.Detail(work: work))
      line.isLoose = isLoose
      compact.append(line)
    }
    if let began = effect.began {
      var work = Line.Work(number: effect.work.number)
      work.given = effect.work.given
      if effect.hasBegun { work.inputs = effect.work.inputs }
      var first = Line(effect.name, .began, began, detail: Line.Detail(work: work))
      first.isLoose = effect.isLoose
      compact.append(first)
    }
    if !effect.hasBegun { add(line.kind, effect.work, effect.isLoose) }
    if effect.status == .cut { add(.cut) }
    if effect.status == .due { add(.elapsed) }
    // A decision is about an effect in force, and would take a failure away.
    for kept in effect.kept { add(effect.isInForce ? .kept : .held, Line.Work(accepted: kept)) }
    if let again = effect.again {
      add(again.undoes ? .undoAgain : .again, Line.Work(accepted: again.inputs), again.isLoose)
      if again.isHeld { add(.held) }
    }
    if effect.status == .undoing || effect.status == .undoDue { add(.undoBegan) }
    if effect.status == .undoDue { add(.undoAgain) }
    if effect.status == .undoFailed { add(.undoFailed, Line.Work(message: effect.undoFailure)) }
    if effect.stays { add(.stays) }
  }

  /// Lines with the last numbers given to work and to secrets, if the entries that had them are
  /// gone.
  ///
  /// Otherwise, a restored run would use a number twice: new work would have the key of work that
  /// was undone, and a new secret would count as the previous one.
  private func numbered(_ lines: [Line]) -> [Line] {
    var (work, secret) = (0, 0)
    for line in lines {
      if line.kind == .secret, case .int(let number) = line.value { secret = max(secret, number) }
      guard let done = line.detail?.work else { continue }
      work = max(work, done.number)
      secret = done.secrets.values.reduce(secret, max)
    }
    // Only work depends on secrets; without work, the numbers of secrets don't matter.
    guard work < lastWork || secret < lastSecret, let name = lastWorkName else { return lines }
    return [.gone(name, number: lastWork, secret: secret < lastSecret ? lastSecret : 0)] + lines
  }

  /// The strands in which something was said, with what was said last.
  var sights: [Sight] {
    let main = heard(in: StepName(step: -1, rounds: .first))
    let first =
      heardLast < 0 ? [] : [Sight(strand: StepName(step: -1, rounds: .first), marks: main)]
    return first
      + heardInside.keys.sorted().map { Sight(strand: $0, marks: heard(in: $0)) }
  }
}

extension Memo.Effect {
  /// What a line makes of work; nil means that the status stays as it is, and the line adds something
  /// to it. A line that isn't here for a status changes nothing, whatever a journal says.
  ///
  /// Work that is absent again leaves what was there before it. A failure stands over the effect that
  /// was in force; a line that fits only that one is about it, and removes the failure.
  static let table: [(line: Line.Kind, from: [Status], to: Status?)] = [
    (.began, Status.allCases, .begun),
    (.ended, Status.allCases, .ended),
    (.loaded, Status.allCases, .ended),
    (.failed, Status.allCases, .failed),
    (.workTimedOut, Status.allCases, .timedOut),
    (.elapsed, [.failed], .due),
    (.cut, [.begun], .cut),
    (.didNotRun, [.begun, .cut], .absent),
    (.kept, [.ended], nil),
    (.again, [.ended], nil),
    (.undoAgain, [.ended], nil),
    (.undoAgain, [.undoing, .undoFailed], .undoDue),
    (.undoBegan, [.ended, .undoDue], .undoing),
    (.undoFailed, [.ended, .undoing, .undoDue], .undoFailed),
    (.didNotUndo, [.undoing, .undoFailed], .ended),
    (.left, [.undoFailed], .ended),
    (.undone, [.ended, .undoing, .undoFailed, .undoDue], .absent),
    (.stays, [.begun, .cut, .ended, .undoing, .undoFailed], nil),
  ]

  /// What a line makes of an effect; nil if it doesn't fit.
  static func status(of effect: Self?, after line: Line.Kind) -> Status? {
    let status = effect?.status ?? .absent
    return table.first { $0.line == line && $0.from.contains(status) }.map { $0.to ?? status }
  }

  /// It doesn't matter any more which work came before it.
  fileprivate mutating func forgetBefore() {
    work.inputs?.after = nil
    for place in kept.indices { decided[or: Decided()].kept[place].after = nil }
  }

  fileprivate mutating func dropKept(where isDropped: (WorkInputs) -> Bool) {
    if !kept.isEmpty { decided[or: Decided()].kept.removeAll(where: isDropped) }
  }

  /// Lets it hold under other inputs, too: what was decided once is not asked again.
  fileprivate mutating func keep(_ inputs: WorkInputs) {
    if !kept.contains(inputs) { decided[or: Decided()].kept.append(inputs) }
  }

  /// Notes that it holds, as an edit has found under these inputs, or the run.
  fileprivate mutating func hold(under inputs: WorkInputs?) {
    if let inputs { return keep(inputs) }
    if again != nil { decided[or: Decided()].again?.isHeld = true }
  }

  /// Takes a line that goes on with the same performance.
  fileprivate mutating func take(_ line: Line, as status: Status) {
    self.status = status
    let work = line.detail?.work
    if again != nil { decided[or: Decided()].again?.isHeld = false }
    switch line.kind {
    case .kept:
      if let inputs = work?.accepted { keep(inputs) }
      decided[or: Decided()].again = nil
    case .again, .undoAgain:
      guard let inputs = work?.accepted else { break }
      decided[or: Decided()].again = Again(
        inputs: inputs, undoes: line.kind == .undoAgain, isLoose: line.isLoose)
    case .undoFailed: decided[or: Decided()].undoFailure = work?.message ?? ""
    case .left where again?.undoes == true: decided[or: Decided()].again?.undoes = false
    case .left, .stays: stays = true
    default: break
    }
  }
}

/// Places by name. Most steps are in no loop, or in one: tables have those, by step and by round.
struct NameIndex: Sendable {
  /// The places of the first rounds, by step.
  private var first: [Int32] = []
  /// Those of further rounds, by step.
  private var further: [[Int32]] = []
  /// Those of nested loops, whose rounds are far apart as numbers.
  private var others: [StepName: Int32] = [:]
  private(set) var count = 0

  init() {}

  /// - Parameter last: the highest step that will have an entry, or −1.
  init(upTo last: Int32) { first = Array(repeating: -1, count: Int(last) + 1) }

  subscript(name: StepName) -> Int? {
    get {
      let (step, round) = (Int(name.step), name.rounds.bits)
      if step < 0 { return nil }
      if round == 0 { return step < first.count && first[step] >= 0 ? Int(first[step]) : nil }
      if step < further.count, round <= UInt64(further[step].count) {
        let place = further[step][Int(round) - 1]
        if place >= 0 { return Int(place) }
      }
      return others.isEmpty ? nil : others[name].map(Int.init)
    }
    set {
      guard let newValue else {
        _ = remove(name)
        return
      }
      if insert(name, newValue) { return }
      if others.isEmpty || others[name] == nil {
        setInTables(name, Int32(truncatingIfNeeded: newValue))
      } else {
        others[name] = Int32(truncatingIfNeeded: newValue)
      }
    }
  }

  /// All places, in order.
  var places: [Int] {
    let all = first + further.joined() + others.values
    return all.lazy.filter { $0 >= 0 }.map(Int.init).sorted()
  }

  private mutating func setInTables(_ name: StepName, _ place: Int32) {
    if name.rounds == .first {
      first[Int(name.step)] = place
    } else {
      further[Int(name.step)][Int(name.rounds.bits) - 1] = place
    }
  }

  /// Inserts a place if the name has none; returns whether it had none.
  @inline(__always)
  mutating func insert(_ name: StepName, _ place: Int) -> Bool {
    let (step, round) = (Int(name.step), name.rounds.bits)
    if round == 0, step >= 0, step < first.count, first[step] < 0, others.isEmpty {
      first[step] = Int32(truncatingIfNeeded: place)
      count += 1
      return true
    }
    // The next round of a loop, as nearly always.
    if step >= 0, step < further.count, round == UInt64(further[step].count) &+ 1, others.isEmpty {
      further[step].append(Int32(truncatingIfNeeded: place))
      count += 1
      return true
    }
    return insertAnywhere(name, place)
  }

  private mutating func insertAnywhere(_ name: StepName, _ place: Int) -> Bool {
    guard name.step >= 0, self[name] == nil else { return false }
    count += 1
    let (step, round) = (Int(name.step), name.rounds.bits)
    if round == 0 {
      while first.count <= step { first.append(-1) }
    } else {
      let size = step < further.count ? UInt64(further[step].count) : 0
      // A round that is a little ahead leaves a gap; one that is far ahead isn't in a table.
      guard round <= size * 2 + 8 else {
        others[name] = Int32(truncatingIfNeeded: place)
        return true
      }
      while further.count <= step { further.append([]) }
      while UInt64(further[step].count) < round { further[step].append(-1) }
    }
    setInTables(name, Int32(truncatingIfNeeded: place))
    return true
  }

  mutating func remove(_ name: StepName) -> Int? {
    guard let place = self[name] else { return nil }
    count -= 1
    if others.removeValue(forKey: name) == nil { setInTables(name, -1) }
    return place
  }
}

extension Line.Kind {
  /// Whether it is the outcome of a question to which a step back can lead.
  var isOfQuestion: Bool { self == .answered || self == .secret || self == .timedOut }
}
