/// Gives the lines of a saved run the numbers of the current flow.
///
/// This is the only place that knows how versions of a flow differ: which step has which id now,
/// what this version can't hold and keeps for the others, and what a person is told of that.
struct Mapping {
  let program: Program
  let renames: Renames?
  private let saved: SavedLines
  /// The steps that saved names stand for, and those of lines that other versions have left.
  private let (naming, keptNaming): (Naming, Naming)
  private(set) var remarks: [ResumeRemark] = []
  private var told: Set<SavedName> = []
  /// The work of which the saved run doesn't know what it did, or whether it was undone.
  private lazy var undecided = saved.lines.reduce(into: Set<SavedName>()) { names, line in
    switch line.kind {
    case .began, .undoBegan: names.insert(saved.saved(line.name))
    case .ended, .failed, .workTimedOut, .didNotRun, .didNotUndo, .undone, .undoFailed, .left:
      names.remove(saved.saved(line.name))
    default: break
    }
  }
  /// Whether nothing is said of unknown steps: a higher version of the flow knows them.
  private let isBehind: Bool
  /// What this version can't hold: a memo by the saved names.
  private var kept = Memo()
  /// The number that stands for a name in it: of several, the first.
  private var numbers: [SavedName: StepName] = [:]
  private var unheld: Set<StepName> = []
  /// The questions among them, with the names of their last answers.
  private var unheldQuestions: [StepName: SavedName] = [:]
  /// The last numbers of work and of secrets whose steps are gone.
  private var (lastNumber, lastSecret) = (0, 0)
  /// The last outcomes of questions and work that are gone.
  private var outcomes: [SavedName: Line] = [:]
  /// How many saved lines there were before the last steps back that dropped an answer or a failure.
  private var drops: [SavedName: Int] = [:]
  /// The saved lines from the last step back over work to their first answers: work that was first
  /// performed there stands before them.
  private var before: [SavedName: Range<Int>] = [:]
  /// How many saved lines there were so far, and behind the first performance of each work.
  private var count = 0
  private var works: [StepName: Int] = [:]
  /// The last step back over work, the work over which one went that nobody has come past since, and
  /// what the last put in doubt.
  private var turn: (count: Int, place: Int)?
  private var goneOver: Set<StepName> = []
  private var doubted: Set<StepName> = []
  /// The effects whose steps are gone.
  private var vanished: [SavedName: Line.Work] = [:]
  /// The names whose last round is the action's own.
  private let ownRounds: Set<SavedName>
  /// The ids of the version that saved the run by the earlier ones that it knew.
  private let later: [String: String]
  private let others: Renames
  /// Of steps that several effects have become, the ids of those in force, the last one last.
  private var owners: [StepName: [SavedName]] = [:]

  /// - Parameters:
  ///   - renames: the renamed ids of an edited flow; nil for the version that saved the run.
  ///   - saved: the lines to map.
  ///   - version: the version of the flow that saved the run.
  ///   - known: the ids of that version by the earlier ones that it knew: it used their names for
  ///     other steps, or for none.
  init(
    _ program: Program, _ renames: Renames?, _ saved: SavedLines, from version: Int?,
    knowing known: [String: String] = [:]
  ) {
    self.program = program
    self.renames = renames?.leavingOut(known)
    self.saved = saved
    later = known
    others = Renames(known)
    isBehind = (version ?? 0) > (program.version ?? .max)
    ownRounds = Set(saved.lines.filter(\.hasOwnRound).map { saved.saved($0.name) })
    naming = Naming(program, self.renames, isShort: saved.isShort, known, isBehind: isBehind)
    let hasKept = !known.isEmpty && saved.lines.contains(where: \.isKept)
    keptNaming = hasKept ? Naming(program, renames, isShort: saved.isShort) : naming
  }

  /// What this version of the flow can't hold.
  var foreign: ForeignLines {
    var content = saved
    // The run itself knows the numbers that are taken, and where it went back.
    content.lines = kept.compact().filter { $0.kind != .gone && $0.kind != .back }
    for place in content.lines.indices {
      content.lines[place].isKept = true
      content.lines[place].hasOwnRound = ownRounds.contains(saved.saved(content.lines[place].name))
    }
    let hasBegun = kept.effects.contains { $0?.status == .begun }
    return ForeignLines(content: content, unheld: unheld, hasBegun: hasBegun)
  }

  /// The questions to which an answer is in force that this version can't hold.
  var unheldAnswers: Set<StepName> {
    Set(unheldQuestions.filter { numbers[$0.value].flatMap(kept.place) != nil }.keys)
  }

  /// The lines that this version of the flow can hold, and what the others leave behind.
  mutating func lines() -> [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(saved.lines.count)
    for (place, line) in saved.lines.enumerated() where line.kind == .back {
      for name in line.detail?.names?.dropped ?? [] { drops[saved.saved(name)] = place }
    }
    owners = merged
    for line in saved.lines {
      count += 1
      guard let known = self.line(line, behind: &lines) else { continue }
      if known.comesPastWork {
        // What another version couldn't hold comes first, wherever it was performed.
        if works[known.name] == nil { works[known.name] = line.isKept ? -1 : count }
        goneOver.remove(known.name)
      }
      lines.append(known)
    }
    // No number of work or of a secret is used again.
    if lastNumber > 0 || lastSecret > 0, let bearer = program.bearer {
      lines.insert(.gone(bearer, number: lastNumber, secret: lastSecret), at: 0)
    }
    return lines
  }

  /// The steps that several effects have become, with those that are in force, the last of them last;
  /// what is kept for other versions comes first.
  private var merged: [StepName: [SavedName]] {
    if renames == nil { return [:] }
    var ends: [StepName: [SavedName: Int]] = [:]
    for (place, line) in saved.lines.enumerated() {
      let name = saved.saved(line.name)
      guard line.isOfNumberedWork || line.kind == .undone,
        let step = self.name(name, isKept: line.isKept),
        program.isEffect(step.step)
      else { continue }
      let id = SavedName(id: name.parts.id, short: name.short)
      switch line.kind {
      case .ended: ends[step, default: [:]][id] = line.isKept ? place - saved.lines.count : place
      case .undone: ends[step, default: [:]][id] = .min
      default: if ends[step]?[id] == nil { ends[step, default: [:]][id] = .min }
      }
    }
    return ends.filter { $0.value.count > 1 && $0.value.contains { $0.value > .min } }
      .mapValues { ids in
        ids.filter { $0.value > .min }.sorted { $0.value < $1.value }.map(\.key)
      }
  }

  // MARK: Names

  /// - Parameter isKept: whether only other versions can hold it: it has the rounds of their loops.
  private func name(_ old: SavedName, isKept: Bool = false) -> StepName? {
    (isKept ? keptNaming : naming).step(old)
      .flatMap { program.name($0, rounds(of: old, at: $0)) }
  }

  /// The rounds of a name in the loops that are around its step now. Those that a `TryAgain` begins
  /// come and go with the branch for the failure of an action.
  private func rounds(of old: SavedName, at step: Int) -> [Int]? {
    let (code, rounds) = (program.steps[step], old.parts.rounds)
    guard let rounds, !rounds.isEmpty, case .action = code.kind else { return rounds }
    let (had, has) = (ownRounds.contains(old), program.hasOwnRounds(code))
    if had, !has { return Array(rounds.dropLast()) }
    // Earlier builds didn't say whose the last one is.
    return !had && has && rounds.count < code.loops.count ? rounds + [1] : rounds
  }

  private func slot(_ key: SavedName) -> Int? {
    key.isShort ? program.ids.keys[key.short] : program.keys.slots[key.id]
  }

  /// Whether the entries of a step aren't kept.
  private func isGone(_ name: SavedName) -> Bool {
    guard let gone = renames?.gone, !gone.isEmpty else { return false }
    return name.isShort
      ? gone.contains { $0.shortForm == name.short } : gone.contains(name.parts.id)
  }

  /// An answer with the ids that its choices have now.
  ///
  /// A choice by a short form that no choice has is lost: only the version that has it knows its id,
  /// and the id is empty here.
  private func value(_ line: Line, at step: Int32) -> (value: Value, isLost: Bool) {
    var isLost = false
    func choice(_ old: Value) -> Value {
      let prompt = program.steps[Int(step)].id
      guard case .int(let short) = old else {
        if let (known, isLater) = known(old.description, of: prompt),
          isBehind || isLater && isBack(to: known, from: old.description, step)
        {
          if isLater { return .string(known) }
          isLost = true
          return .string("")
        }
        return renames.map { .string($0.choice(old.description, of: prompt)) } ?? old
      }
      let form = UInt32(truncatingIfNeeded: short)
      let renamed = renames?.choices(of: prompt).first { $0.key.shortForm == form }?.value
      let found = renamed ?? program.choice(form, of: step) ?? earlier(form, of: prompt, step)
      if found == nil { isLost = true }
      return .string(found ?? "")
    }
    switch (line.form, line.value) {
    case (.choice, let old): return (choice(old), isLost)
    case (.choices, .list(let old)): return (.list(old.map(choice)), isLost)
    default: return (line.value, false)
    }
  }

  /// What a later version calls an option: one that it has renamed, or something that this version
  /// doesn't have.
  private func known(_ option: String, of prompt: String) -> (id: String, isLater: Bool)? {
    let path = others.id(prompt) + "/"
    if let old = later.first(where: { $0.value == path + option && $0.key.hasPrefix(path) })?.key {
      return (String(old.dropFirst(path.count)), true)
    }
    return later[path + option] == nil ? nil : (option, false)
  }

  /// The earlier id of an option of which a token has only the short form of the later one.
  private func earlier(_ form: UInt32, of prompt: String, _ step: Int32) -> String? {
    let path = others.id(prompt) + "/"
    return later.first { old, new in
      old.hasPrefix(path) && new.hasPrefix(path)
        && String(new.dropFirst(path.count)).shortForm == form
    }
    .map { String($0.key.dropFirst(path.count)) }
    .flatMap { isBehind || isBack(to: $0, from: nil, step) ? $0 : nil }
  }

  /// Whether the flow has gone back to the earlier id of an option: it doesn't have the other one, and
  /// that version called nothing else so.
  private func isBack(to known: String, from option: String?, _ step: Int32) -> Bool {
    option.map { program.choice($0.shortForm, of: step) == nil } ?? true
      && program.choice(known.shortForm, of: step) != nil
      && later["=" + others.id(program.steps[Int(step)].id) + "/" + known] == nil
  }

  // MARK: Lines

  /// - Parameter lines: the lines before it.
  private mutating func line(_ old: Line, behind lines: inout [Line]) -> Line? {
    let name = saved.saved(old.name)
    var known = self.name(name, isKept: old.isKept)
    if let step = known, old.kind != .back, let ids = owners[step] {
      let id = SavedName(id: name.parts.id, short: name.short)
      // Of what isn't in force, nothing is left.
      if !ids.contains(id) {
        lastNumber = max(lastNumber, old.detail?.work?.number ?? 0)
        return nil
      }
      if ids.last != id { known = nil }
    }
    if old.kind == .back {
      let over =
        old.detail?.names?.over.map { $0.compactMap { self.name(saved.saved($0)) } }
        ?? Array(works.keys)
      if !over.isEmpty {
        turn = (count, lines.count)
        goneOver.formUnion(over)
        doubted = []
      }
      if !numbers.isEmpty { note(old) }
      // The question to which it led is gone, but what it put back isn't.
      if known == nil, !program.steps.isEmpty { known = StepName(step: 0, rounds: .first) }
    }
    var work = old.detail?.work
    // This ensures that no number is used twice, and that nothing depends on what was undone.
    var kind = old.kind
    if known == nil, kind == .undone || kind == .gone {
      if kind == .undone, numbers[name] != nil { note(old) }
      kind = .gone
      work = work ?? vanished.removeValue(forKey: name)
      known = program.bearer
    }
    if known == nil, old.kind == .began || old.kind == .ended, var gone = work {
      gone.number = max(gone.number, vanished[name]?.number ?? 0)
      vanished[name] = gone
    }
    guard let known, renames != nil || !old.isKept,
      kind != .gone || work != nil, kind.fits(program.steps[Int(known.step)].kind)
    else {
      keep(old, name, at: known)
      lastNumber = max(lastNumber, work?.number ?? 0)
      lastSecret = work?.secrets.values.reduce(lastSecret, max) ?? lastSecret
      if old.kind == .secret, case .int(let number) = old.value {
        lastSecret = max(lastSecret, number)
      }
      if old.kind.isOutcome, !isDropped(old, name) { tellLoss(of: old, name, in: &lines) }
      return nil
    }
    let (value, isLost) = value(old, at: known.step)
    var line = Line(known, kind, old.time, value: value, form: old.form)
    if isLost {
      keep(old, name, at: known, as: line)
      if !isDropped(old, name) { tellLoss(of: old, name, in: &lines) }
      return nil
    }
    line.isOut = old.isOut
    line.isLoose = old.isLoose || renames != nil
    line.isJoined = old.isJoined && renames == nil
    line.isChanged = old.isChanged
    if kind == .loaded, case .load(let index) = program.steps[Int(known.step)].kind,
      let key = program.works[index].result?.name, let write = work?.writes.first, !write.isSecret
    {
      // Like an answer, what was loaded is kept under the key that the load has now.
      work?.writes = [Journal.Entry.Write(key, write.value)]
    }
    if let given = work?.given { work?.given = program.snapshot(given.others) }
    var shown = Shown(said: old.shown.said)
    for read in old.shown.reads {
      guard let slot = slot(saved.saved(key: read.slot)) else { continue }
      shown.reads.append(Shown.Read(slot: Int32(slot), digest: read.digest))
    }
    let names = old.detail?.names?.renumbered { self.name(saved.saved($0)) }
    // A loss that concerns only work that is gone concerns none.
    if kind == .gone, names?.dropped.isEmpty ?? false, old.detail?.names?.dropped.isEmpty == false {
      work?.writes = []
    }
    // Which text is which is known only within a version.
    let marks = old.detail?.sight?.marks ?? []
    let sight = renames == nil ? program.sight(marks, of: line) : nil
    if line.kind == .said, sight == nil { return nil }
    line.detail = Line.Detail(shown: shown, work: work, names: names, sight: sight)
    return line
  }

  /// Tells that an answer, or what work has set, is gone, if work that was done before may have been
  /// stale because of it: it is new, and a step back went over the work.
  private mutating func tellLoss(of last: Line, _ name: SavedName, in lines: inout [Line]) {
    let standing = before[name] ?? (last.isChanged ? count : turn?.count ?? 0)..<count
    before[name] = standing
    let isSame = outcomes.updateValue(last, forKey: name)?.hasOutcome(of: last) ?? false
    if isSame, !last.isChanged { return }
    guard let place = last.isChanged ? lines.count : turn?.place else { return }
    let concerned = works.filter { name, place in
      !doubted.contains(name) && !standing.contains(place)
        && (last.isChanged || goneOver.contains(name))
    }.keys
    guard let bearer = program.bearer, !concerned.isEmpty else { return }
    if !last.isChanged { doubted.formUnion(concerned) }
    // Any key may have been set by it.
    let loss = Line.gone(
      bearer, number: 1, keys: program.keys.all.map(\.name),
      works: concerned.count == works.count ? [] : concerned.sorted(), at: last.time)
    lines.insert(loss, at: place)
  }

  /// Whether a step back of the flow has deleted an answer since, or a step back a failure.
  private func isDropped(_ last: Line, _ name: SavedName) -> Bool {
    last.kind != .ended && last.kind != .loaded && count <= drops[name] ?? 0
  }

  // MARK: What this version can't hold

  /// Keeps a line for the versions that can hold it, and tells of it.
  /// - Parameters:
  ///   - known: its step, if this version has it.
  ///   - mapped: the line in this version, if only a choice in it is unknown.
  private mutating func keep(
    _ line: Line, _ name: SavedName, at known: StepName?, as mapped: Line? = nil
  ) {
    // What was opened is closed as long as this version performs the run.
    if line.kind == .opened { return }
    if let known {
      unheld.insert(known)
      if line.kind == .answered { unheldQuestions[known] = name }
    }
    if !isGone(name), let line = withoutSecrets(line) { note(line) }
    guard renames != nil || !line.isKept else { return }
    if let mapped, case .prompt(let index) = program.steps[Int(mapped.step)].kind,
      let why = program.misfit(mapped.given, index)
    {
      remarks.append(program.asksAgain(mapped.name, why))
    } else if !isBehind {
      vanish(line, name)
    }
  }

  /// Notes a line in the memo of what is kept, in which each name has one number.
  private mutating func note(_ old: Line) {
    func number(_ name: StepName) -> StepName {
      let saved = saved.saved(name)
      let number = numbers[saved] ?? name
      numbers[saved] = number
      return number
    }
    var line = old
    line.step = number(old.name).step
    if let names = old.detail?.names {
      line.detail = Line.Detail(work: old.detail?.work, names: names.renumbered(number))
    }
    kept.add(line)
  }

  /// The line as it may be kept; nil if it may not.
  private func withoutSecrets(_ line: Line) -> Line? {
    if !showsSecret(line) { return line }
    guard let detail = line.detail, var work = detail.work, work.inputs?.all != nil else {
      return nil
    }
    // Of all the answers that work was given, nothing may be kept, nor their digest.
    work.inputs = WorkInputs(all: 0, after: work.inputs?.after)
    var short = line
    short.detail = Line.Detail(
      shown: detail.shown, work: work, names: detail.names, sight: detail.sight)
    return showsSecret(short) ? nil : short
  }

  /// Whether it has the value of a key in clear, or a digest of it, that is secret in this flow.
  private func showsSecret(_ line: Line) -> Bool {
    let secrets = program.keys.secrets
    if secrets.isEmpty { return false }
    func isSecret(_ read: Shown.Read) -> Bool {
      let key = saved.saved(key: read.slot)
      return secrets.contains(slot(key).map { program.keys[$0].name } ?? key.id)
    }
    if line.shown.reads.contains(where: isSecret) { return true }
    guard let work = line.detail?.work else { return false }
    let inputs = (work.inputs?.reads ?? []) + (work.accepted?.reads ?? [])
    return work.writes.contains { !$0.isSecret && $0.value != nil && secrets.contains($0.key) }
      || inputs.contains { $0.value != nil && secrets.contains($0.key) }
      || work.given?.others.keys.contains(where: secrets.contains) ?? false
  }

  /// A name in full, as far as the token or the flow has it anywhere: most questions have the id of
  /// their key, which others may read.
  private func written(_ name: SavedName) -> SavedName {
    if !name.isShort { return name }
    let works = saved.lines.lazy.compactMap { $0.detail?.work }
    let known = works.flatMap { work in
      let reads = (work.inputs?.reads ?? []) + (work.accepted?.reads ?? [])
      return reads.map(\.key) + work.writes.map(\.key) + (work.given?.others.keys.sorted() ?? [])
    }
    func isMeant(_ id: String) -> Bool { id.shortForm == name.short }
    let id = known.first(where: isMeant) ?? program.keys.slots.keys.first(where: isMeant)
    return id.map { SavedName(id: $0, rounds: name.rounds) } ?? name
  }

  private mutating func vanish(_ line: Line, _ name: SavedName) {
    let isEffect: Bool
    switch line.kind {
    case .answered, .secret: isEffect = false
    case .ended, .began: isEffect = true
    default: return
    }
    let isBegun = undecided.contains(name)
    // One that became a step of which another one is there.
    let isMerged = self.name(name) != nil
    let name = written(name)
    guard told.insert(name).inserted else { return }
    let words =
      name.isShort
      ? Sentence(isEffect ? .performedAction : .answeredQuestion) : Sentence(.quote, name.text)
    var sentence = Sentence(isBegun ? .begunGone : isEffect ? .effectGone : .answerGone, words)
    if !isMerged, let step = naming.step(name) {
      let title = program.title(StepName(step: Int32(step), rounds: .first))
      sentence = Sentence(
        isBegun ? .begunOutOfLoops : isEffect ? .effectOutOfLoops : .answerOutOfLoops, title)
    }
    remarks.append(
      ResumeRemark(
        kind: isEffect ? .effectVanished : .vanished, name: name.isShort ? "" : name.text,
        sentence))
  }
}

/// Which steps of a flow the names of a saved run stand for.
private struct Naming {
  private let program: Program
  private let renames: Renames?
  /// Steps that had another id, by the short form of that id; nil for one that several had.
  private var short: [UInt32: Int?] = [:]
  /// Steps that a later version, which saved the run, has under other ids.
  private var later: [String: Int?] = [:]

  init(
    _ program: Program, _ renames: Renames?, isShort: Bool, _ known: [String: String] = [:],
    isBehind: Bool = false
  ) {
    (self.program, self.renames) = (program, renames)
    guard let renames else { return }
    if isShort {
      for (step, code) in program.steps.enumerated() {
        for old in renames.earlier(of: code.id) {
          let other = short.updateValue(step, forKey: old.shortForm)
          if let other, other != step { short.updateValue(nil, forKey: old.shortForm) }
        }
      }
    }
    if known.isEmpty { return }
    // What a later version calls by an old id is something that this one doesn't have.
    for old in known.keys where isBehind && !old.hasPrefix("=") {
      later.updateValue(nil, forKey: old)
      short.updateValue(nil, forKey: old.shortForm)
    }
    // Without numbers, nobody knows which of two versions came first; but a flow that has only the
    // earlier id, which the other version didn't use again, has gone back to it.
    let others = Renames(known)
    for (step, code) in program.steps.enumerated() {
      let id = others.id(code.id)
      if id == code.id { continue }
      let isBack =
        program.ids.steps[renames.id(id)] == nil && known["=" + code.id] == nil
        && renames.earlier(of: code.id).isEmpty
      guard isBack || isBehind && renames.id(code.id) == code.id else { continue }
      later[id] = step
      short[id.shortForm] = step
    }
  }

  func step(_ name: SavedName) -> Int? {
    if name.isShort { return short[name.short] ?? program.ids.steps[name.short] }
    let id = name.parts.id
    return later[id] ?? program.ids.steps[renames?.id(id) ?? id]
  }
}

extension Program {
  /// The text that a person reads for a step: its title or name.
  func title(_ name: StepName) -> String {
    let step = steps[Int(name.step)]
    switch step.kind {
    case .prompt(let index) where index >= 0: return prompts[index].prompt.title.literals.shortened
    case .action(let index), .load(let index): return works[index].name
    case .prompt, .wait, .cancel: return step.id
    }
  }

  /// Answers by the slots of this flow.
  func snapshot(_ named: [String: Value]) -> Snapshot {
    var snapshot = Snapshot(slots: Array(repeating: nil, count: keys.all.count), others: [:])
    for (name, value) in named {
      if let slot = keys.slots[name] {
        snapshot.slots[slot] = value
      } else {
        snapshot.others[name] = value
      }
    }
    return snapshot
  }

  /// Secrets by their sources.
  func secretNames(_ secrets: [String: Value]) -> [Run.SecretName: Value] {
    var known: [Run.SecretName: Value] = [:]
    for (text, value) in secrets {
      if let name = name(text), case .prompt = steps[Int(name.step)].kind {
        known[Run.SecretName(name: name)] = value
      } else if let slash = text.lastIndex(of: "/"), let name = name(String(text[..<slash])) {
        known[Run.SecretName(name: name, key: String(text[text.index(after: slash)...]))] = value
      }
    }
    return known
  }
}

extension Line {
  fileprivate var isOfNumberedWork: Bool { kind != .gone && detail?.work?.number ?? 0 > 0 }

  /// Whether another outcome of the same step leads to the same answers.
  fileprivate func hasOutcome(of other: Line) -> Bool {
    let (work, its) = (detail?.work, other.detail?.work)
    return kind == other.kind && value == other.value && work?.writes == its?.writes
      && work?.secrets == its?.secrets
  }
}

extension Line.Kind {
  /// Whether it is the outcome of a question or of work, on which what comes behind may depend.
  fileprivate var isOutcome: Bool {
    switch self {
    case .ended, .loaded, .failed, .workTimedOut: true
    default: isOfQuestion
    }
  }
}

extension Program {
  /// A step to carry numbers whose own step is gone: one with work, if there is any.
  var bearer: StepName? {
    let work = steps.firstIndex { $0.kind.work != nil } ?? 0
    return steps.isEmpty ? nil : StepName(step: Int32(work), rounds: .first)
  }
}

/// The steps and choices that had other ids in earlier versions of the flow.
///
/// All ids are mapped at once, so two steps can exchange their ids. The id of a step inside another
/// step or a choice starts with the outer id and changes with it. Inside a sub-flow, earlier ids
/// are relative to the sub-flow, whatever its own id was.
package struct Renames {
  /// The ids of steps by their earlier ids, relative to their sub-flow; grouped by sub-flow, with
  /// an empty key for the flow itself.
  private var steps: [String: [String: String]] = [:]
  /// The ids of choices by their earlier ids, grouped by prompt.
  private var choices: [String: [String: String]] = [:]
  private var flows: Set<String> = []
  /// The ids of steps whose entries aren't kept.
  let gone: Set<String>
  /// The earliest ids of steps, by the current ones.
  private var firsts: [String: String] = [:]
  /// The length of the longest id in the tables; longer parts of a path aren't looked up.
  private var reach = 0

  package init(_ tree: Tree) {
    gone = Set(tree.gone)
    var lists = [(flow: "", nodes: tree.steps)]
    while let (flow, nodes) = lists.popLast() {
      for node in nodes {
        note(node, in: flow)
        var inner = flow
        if case .subflow = node.kind { inner = node.id ?? "" }
        lists += node.filled.map { (inner, $0.steps) }
      }
    }
  }

  /// - Parameter all: the ids of another version by the earlier ones, in full.
  fileprivate init(_ all: [String: String]) {
    gone = []
    for (old, new) in all where !old.hasPrefix("=") {
      // What both begin with is what contains the step.
      var flow = new[..<(new.lastIndex(of: "/") ?? new.startIndex)]
      while !flow.isEmpty, !old.hasPrefix(flow + "/") {
        flow = flow[..<(flow.lastIndex(of: "/") ?? flow.startIndex)]
      }
      if !flow.isEmpty { flows.insert(String(flow)) }
      let own = flow.isEmpty ? old : String(old.dropFirst(flow.count + 1))
      steps[String(flow), default: [:]][own] = new
      reach = max(reach, own.utf8.count, flow.utf8.count)
    }
  }

  private mutating func note(_ node: Node, in flow: String) {
    guard let id = node.id else { return }
    note(node.was, id, in: flow)
    switch node.kind {
    case .prompt(let prompt):
      for choice in prompt.choices {
        if let was = choice.was.last { firsts[id + "/" + choice.id] = first(id) + "/" + was }
        for was in choice.was {
          choices[id, default: [:]][was] = choice.id
          reach = max(reach, id.utf8.count, was.utf8.count)
        }
      }
    case .subflow:
      flows.insert(id)
      reach = max(reach, id.utf8.count)
    default: break
    }
  }

  private mutating func note(_ was: [String], _ id: String, in flow: String) {
    for was in was {
      let isInFlow = !flow.isEmpty && was.hasPrefix(flow + "/")
      let own = isInFlow ? String(was.dropFirst(flow.count + 1)) : was
      steps[isInFlow ? flow : "", default: [:]][own] = id
      firsts[id] = isInFlow ? first(flow) + "/" + own : own
      reach = max(reach, own.utf8.count)
    }
  }

  var hasAny: Bool { !steps.isEmpty || !choices.isEmpty }

  /// The current ids of steps and choices by their earlier ones, in full.
  package var all: [String: String] {
    var all: [String: String] = [:]
    for (flow, renamed) in steps {
      for (old, new) in renamed { all[flow.isEmpty ? old : flow + "/" + old] = new }
    }
    for (prompt, renamed) in choices {
      for (old, new) in renamed { all[prompt + "/" + old] = prompt + "/" + new }
    }
    return all
  }

  /// The id that a step had first, as far as it is named.
  func first(_ id: String) -> String {
    var path = id[...]
    while firsts[String(path)] == nil {
      guard let slash = path.lastIndex(of: "/") else { return id }
      path = path[..<slash]
    }
    return (firsts[String(path)] ?? "") + id.dropFirst(path.count)
  }

  /// The same without the earlier ids that a version knew of the same step or choice, under the id that
  /// it has now or had then: what that version calls so is something else.
  package func leavingOut(_ known: [String: String]) -> Renames {
    if known.isEmpty { return self }
    // What contains it may have had another id then.
    func isNew(_ outer: String, _ old: String, _ new: Substring) -> Bool {
      let lead = outer.isEmpty ? "" : outer + "/"
      return ([outer] + earlier(of: outer)).allSatisfy { outer in
        let its = outer.isEmpty ? "" : outer + "/"
        return known[its + old].map { $0 != its + new && id($0) != lead + new } ?? true
      }
    }
    var rest = self
    rest.steps = [:]
    for (flow, renamed) in steps {
      let new = renamed.filter {
        isNew(flow, $0.key, flow.isEmpty ? $0.value[...] : $0.value[...].dropPath(flow.utf8.count))
      }
      if !new.isEmpty { rest.steps[flow] = new }
    }
    rest.choices = [:]
    for (prompt, renamed) in choices {
      let new = renamed.filter { isNew(prompt, $0.key, $0.value[...]) }
      if !new.isEmpty { rest.choices[prompt] = new }
    }
    return rest
  }

  /// The current id of a step, found by the longest part of its path that was renamed.
  package func id(_ old: String) -> String {
    if !hasAny { return old }
    var path = ""
    var rest = old[...]
    repeat {
      // Into one sub-flow after the other.
      let flow = path
      if let renamed = steps[flow], let (length, new) = longest(rest, in: renamed) {
        path = new
        rest = rest.dropPath(length)
      }
      while !rest.isEmpty, path == flow || !flows.contains(path) {
        guard path.utf8.count <= reach else { return path + "/" + rest }
        if let renamed = choices[path], let (length, new) = longest(rest, in: renamed) {
          path += "/" + new
          rest = rest.dropPath(length)
        } else {
          let component = rest.utf8.prefix { $0 != UInt8(ascii: "/") }
          path += (path.isEmpty ? "" : "/") + String(Substring(component))
          rest = rest.dropPath(component.count)
        }
      }
    } while !rest.isEmpty
    return path
  }

  /// The longest part of a path, from its beginning to a slash, that is in a table.
  private func longest(
    _ path: Substring, in table: [String: String]
  ) -> (length: Int, new: String)? {
    var part = path.utf8[...]
    if part.count > reach {
      part = part.prefix(reach + 1)
      part = part.lastIndex(of: UInt8(ascii: "/")).map { part[..<$0] } ?? part.prefix(0)
    }
    while !part.isEmpty {
      if let new = table[String(Substring(part))] { return (part.count, new) }
      part = part.lastIndex(of: UInt8(ascii: "/")).map { part[..<$0] } ?? part.prefix(0)
    }
    return nil
  }

  /// The ids that a step may have had before, from its own earlier ids and those of the steps that
  /// contain it.
  func earlier(of id: String) -> [String] {
    var found: [String] = []
    for (flow, renamed) in steps {
      for (old, new) in renamed where id == new || id.hasPrefix(new + "/") {
        let rest = id.dropFirst(new.count)
        if flow.isEmpty {
          found.append(old + rest)
        } else {
          // What contains it may have had another id, too.
          found += ([flow] + earlier(of: flow)).map { $0 + "/" + old + rest }
        }
      }
    }
    for (prompt, renamed) in choices where id.hasPrefix(prompt + "/") {
      for (old, new) in renamed {
        let path = prompt + "/" + new
        guard id.hasPrefix(path + "/") else { continue }
        found += ([prompt] + earlier(of: prompt)).map { $0 + "/" + old + id.dropFirst(path.count) }
      }
    }
    return found
  }

  /// The ids that the choices of a prompt had before, each with its current id.
  func choices(of prompt: String) -> [String: String] { choices[prompt] ?? [:] }

  /// The current id of a choice of a prompt.
  /// - Parameter prompt: the current id of the prompt.
  package func choice(_ old: String, of prompt: String) -> String {
    return choices[prompt]?[old] ?? old
  }
}

extension Substring {
  /// The rest of a path after a beginning of this many bytes and a slash.
  fileprivate func dropPath(_ length: Int) -> Substring { Substring(utf8.dropFirst(length + 1)) }
}

/// Entries of a saved run that this version of the flow can't hold: their step isn't in it, or not
/// with that kind of answer, that option or that many rounds.
///
/// They aren't in force. They are written again with the rest, so a version that can hold them finds
/// them: while a new version is rolled out, a run goes back and forth between two.
struct ForeignLines: Sendable {
  var content = SavedLines()
  /// Those that a journal can have.
  var texts: [Line] { content.isShort ? [] : content.lines }
  /// The steps of this flow that have such an entry.
  var unheld: Set<StepName> = []
  /// Whether there is work among them that was begun and has not ended.
  var hasBegun = false

  /// The highest version that has saved the run, as long as this one doesn't hold all of it.
  var version: Int?

  var isEmpty: Bool { content.lines.isEmpty && version == nil }
}

/// The run was saved by a higher version of the flow, and this one would ask for an answer or
/// perform work that is there already, or end while work is open that it doesn't know; or, in
/// ``Conversations``, the run is at a question that this version doesn't have.
///
/// Continue the run with the version that saved it.
public struct NewerVersion: Error, Hashable, Sendable, CustomStringConvertible {
  /// The version that saved the run.
  public let saved: Int
  /// The version of the flow that was to continue it.
  public let current: Int
  /// The names of the steps that this version would ask or perform again.
  public let steps: [String]
  /// Whether the run is at a question that this version doesn't have.
  package var isAsking = false

  /// What happened, and what to do.
  public var description: String { Words.english(sentence) }

  /// The same, for any language.
  package var sentence: Sentence {
    if isAsking { return Sentence(.newerIsAsking, saved, current, saved) }
    return steps.isEmpty
      ? Sentence(.newerWouldEnd, saved, current, saved)
      : Sentence(.newerWouldRepeat, saved, current, steps.map(\.inQuotes).listed(), saved)
  }
}

extension Run {
  /// The version that a save names: the highest one whose entries it has.
  var savedVersion: Int? {
    program.version.map { max($0, foreign.version ?? 0) } ?? foreign.version
  }

  /// Takes what this version can't hold, and refuses to continue if a higher version has saved what
  /// this one would begin again.
  /// - Parameters:
  ///   - saved: the version that the save names; nil if versions aren't counted.
  ///   - misfits: the steps whose answers don't fit; nil to look for them.
  mutating func take(
    _ foreign: ForeignLines, from saved: Int?, misfits: Set<StepName>? = nil
  ) throws(NewerVersion) {
    if !foreign.isEmpty { self.foreign = foreign }
    guard let saved, let current = program.version, saved > current else { return }
    let known = foreign.unheld.union(misfits ?? Set(state.misfits.map(\.step)))
    if known.isEmpty, !foreign.hasBegun { return }
    (self.foreign.version, self.foreign.unheld) = (saved, known)
    // Texts may come before what it would begin again, and cancels that it no longer comes to.
    var beyond = self
    beyond.state = RunState.performing(
      program, state.limits, over: memo, .beyondTexts, state.known)
    beyond.rest()
    let again = beyond.state.needs.filter { known.contains($0.stepName) }
      .map { program.string($0.stepName) }
    if !again.isEmpty || beyond.state.ending != nil && foreign.hasBegun {
      throw NewerVersion(saved: saved, current: current, steps: again)
    }
  }

  /// Why a lower version of the flow must not resolve a need, or has come to an end where it must not
  /// end; nil if it may.
  func newer(at need: Need?) -> NewerVersion? {
    guard let saved = foreign.version, let current = program.version, saved > current else {
      return nil
    }
    if let need, foreign.unheld.contains(need.stepName), need.kind != .notice {
      return NewerVersion(saved: saved, current: current, steps: [need.name])
    }
    guard need == nil, foreign.hasBegun, state.ending != nil else { return nil }
    return NewerVersion(saved: saved, current: current, steps: [])
  }
}
