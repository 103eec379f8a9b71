/// Gives the lines of a saved run the numbers of the current flow.
///
/// This is the only place that knows how versions of a flow differ: which step has which id now,
/// what this version can't hold and keeps for the others, and what a person is told of that.
struct Mapping {
  let program: Program
  let renames: Renames?
  private let saved: SavedLines
  private(set) var remarks: [ResumeRemark] = []
  private var told: Set<SavedName> = []
  /// Whether nothing is said of unknown steps: a higher version of the flow knows them.
  private let isBehind: Bool
  /// What this version can't hold: a memo by the saved names.
  private var kept = Memo()
  /// The number that stands for a name in it: of several, the first.
  private var numbers: [SavedName: StepName] = [:]
  private var unheld: Set<StepName> = []
  /// The last number of work whose step is gone.
  private var lastNumber = 0
  /// The last answers to questions that are gone, and whether there was a step back before.
  private var answers: [SavedName: Value] = [:]
  private var hasGoneBack = false
  /// The effects whose steps are gone.
  private var vanished: [SavedName: Line.Work] = [:]
  /// Steps that had another id, by the short form of that id; nil for one that several had.
  private var earlier: [UInt32: Int?] = [:]

  /// - Parameters:
  ///   - renames: the renamed ids of an edited flow; nil for the version that saved the run.
  ///   - saved: the lines to map.
  ///   - version: the version of the flow that saved the run.
  init(_ program: Program, _ renames: Renames?, _ saved: SavedLines, from version: Int?) {
    self.program = program
    self.renames = renames
    self.saved = saved
    isBehind = (version ?? 0) > (program.version ?? .max)
    guard saved.isShort, let renames else { return }
    for (step, code) in program.steps.enumerated() {
      for old in renames.earlier(of: code.id) {
        let other = earlier.updateValue(step, forKey: old.shortForm)
        if let other, other != step { earlier.updateValue(nil, forKey: old.shortForm) }
      }
    }
  }

  /// What this version of the flow can't hold.
  var foreign: ForeignLines {
    var content = saved
    // The run itself knows the numbers that are taken, and where it went back.
    content.lines = kept.compact().filter { $0.kind != .undone && $0.kind != .back }
    for place in content.lines.indices { content.lines[place].isKept = true }
    let hasBegun = kept.effects.contains { $0?.status == .begun }
    return ForeignLines(content: content, unheld: unheld, hasBegun: hasBegun)
  }

  /// The lines that this version of the flow can hold, and what the others leave behind.
  mutating func lines() -> [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(saved.lines.count)
    // What was open in an operation when it was cancelled: its time starts over.
    var clocks: [StepName: Int] = [:]
    var closed: Set<Int> = []
    for line in saved.lines {
      for name in self.closed(by: line) {
        if let place = clocks.removeValue(forKey: name) { closed.insert(place) }
      }
      guard let known = self.line(line, behind: lines) else { continue }
      if known.kind == .opened { clocks[known.name] = lines.count }
      lines.append(known)
    }
    if !closed.isEmpty { lines = lines.indices.filter { !closed.contains($0) }.map { lines[$0] } }
    if let line = program.telling(number: lastNumber) { lines.insert(line, at: 0) }
    return lines
  }

  // MARK: Names

  private func step(_ name: SavedName) -> Int? {
    if name.isShort { return earlier[name.short] ?? program.ids.steps[name.short] }
    let id = name.parts.id
    return program.ids.steps[renames?.id(id) ?? id]
  }

  private func name(_ old: SavedName) -> StepName? {
    step(old).flatMap { program.name($0, old.parts.rounds) }
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
        return renames.map { .string($0.choice(old.description, of: prompt)) } ?? old
      }
      let form = UInt32(truncatingIfNeeded: short)
      let renamed = renames?.choices(of: prompt).first { $0.key.shortForm == form }?.value
      let known = renamed ?? program.choice(form, of: step)
      if known == nil { isLost = true }
      return .string(known ?? "")
    }
    switch (line.form, line.value) {
    case (.choice, let old): return (choice(old), isLost)
    case (.choices, .list(let old)): return (.list(old.map(choice)), isLost)
    default: return (line.value, false)
    }
  }

  /// The steps at which a line of an edited flow's run says that an operation was cancelled.
  private func closed(by line: Line) -> [StepName] {
    guard renames != nil, line.kind == .found, case .list(let names) = line.value else {
      return []
    }
    return names.compactMap { name(SavedName(id: $0.description, rounds: nil)) }
  }

  // MARK: Lines

  /// - Parameter lines: the lines before it.
  private mutating func line(_ old: Line, behind lines: [Line]) -> Line? {
    let name = saved.saved(old.name)
    var known = self.name(name)
    if old.kind == .back {
      hasGoneBack = true
      if !numbers.isEmpty { note(old) }
      // The question to which it led is gone, but what it put back isn't.
      if known == nil, !program.steps.isEmpty { known = StepName(step: 0, rounds: .first) }
    }
    var work = old.detail?.work
    // This ensures that no number is used twice, and that nothing depends on what was undone.
    if known == nil, old.kind == .undone {
      work = work ?? vanished.removeValue(forKey: name)
      known = program.bearer
    }
    if known == nil, old.kind == .began || old.kind == .ended, var gone = work {
      gone.number = max(gone.number, vanished[name]?.number ?? 0)
      vanished[name] = gone
    }
    guard let known, renames != nil || !old.isKept,
      old.kind == .back || old.kind == .undone && work != nil
        || old.kind.fits(program.steps[Int(known.step)].kind)
    else {
      keep(old, name, at: known)
      lastNumber = max(lastNumber, work?.number ?? 0)
      guard old.kind == .answered || old.kind == .secret else { return nil }
      // Work that was done before may have been stale because of this answer, if it took the place of
      // another one.
      let before = answers.updateValue(old.value, forKey: name)
      let isNew = old.isChanged || before.map { $0 != old.value } ?? hasGoneBack
      return isNew ? program.tellingLoss(at: old.time, behind: lines) : nil
    }
    let (value, isLost) = value(old, at: known.step)
    var line = Line(known, old.kind, old.time, value: value, form: old.form)
    if isLost {
      keep(old, name, at: known, as: line)
      return nil
    }
    line.isOut = old.isOut
    line.isLoose = old.isLoose || renames != nil
    line.isJoined = old.isJoined && renames == nil
    line.isChanged = old.isChanged
    if let given = work?.given { work?.given = program.snapshot(given.others) }
    work?.wasLoose = old.isLoose
    var shown = Shown(said: old.shown.said)
    for read in old.shown.reads {
      guard let slot = slot(saved.saved(key: read.slot)) else { continue }
      shown.reads.append(Shown.Read(slot: Int32(slot), digest: read.digest))
    }
    let names = old.detail?.names?.renumbered { self.name(saved.saved($0)) }
    // Which text is which is known only within a version.
    let marks = old.detail?.sight?.marks ?? []
    let sight = renames == nil ? program.sight(marks, of: line) : nil
    if line.kind == .said, sight == nil { return nil }
    line.detail = Line.Detail(shown: shown, work: work, names: names, sight: sight)
    return line
  }

  // MARK: What this version can't hold

  /// Keeps a line for the versions that can hold it, and tells of it.
  /// - Parameters:
  ///   - known: its step, if this version has it.
  ///   - mapped: the line in this version, if only a choice in it is unknown.
  private mutating func keep(
    _ line: Line, _ name: SavedName, at known: StepName?, as mapped: Line? = nil
  ) {
    if let known { unheld.insert(known) }
    if !isGone(name), !showsSecret(line) { note(line) }
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
      line.detail = Line.Detail(names: names.renumbered(number))
    }
    kept.add(line)
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
    return work.writes.contains { !$0.isSecret && secrets.contains($0.key) }
      || inputs.contains { $0.secret == 0 && secrets.contains($0.key) }
      || work.given?.others.keys.contains(where: secrets.contains) ?? false
  }

  private mutating func vanish(_ line: Line, _ name: SavedName) {
    let isEffect: Bool
    switch line.kind {
    case .answered, .secret: isEffect = false
    case .ended, .began: isEffect = true
    default: return
    }
    guard told.insert(name).inserted else { return }
    let kind = isEffect ? "an action that was performed" : "a question that was answered"
    let words = name.isShort ? kind : "“\(name.text)”"
    let end = isEffect ? "what it did stays as it is" : "its answer is not used"
    var description = "\(words) is no longer in the flow; \(end)"
    if let step = step(name) {
      let title = program.title(StepName(step: Int32(step), rounds: .first))
      let end = isEffect ? "what it did there stays as it is" : "its answer there is not used"
      description = "“\(title)” is no longer in the loops that it was in; \(end)"
    }
    remarks.append(
      ResumeRemark(
        kind: isEffect ? .effectVanished : .vanished, name: name.isShort ? "" : name.text,
        description: description))
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
