/// Gives the lines of a saved run the names of the current flow.
struct Mapping {
  let program: Program
  let renames: Renames?
  private(set) var remarks: [ResumeRemark] = []
  private var told: Set<String> = []
  /// Whether nothing is said of unknown steps: a higher version of the flow knows them.
  let isBehind: Bool
  private var kept = ForeignFold()
  private var unheld: Set<StepName> = []
  /// The last number of work whose step is gone.
  private(set) var lastNumber = 0
  /// The effects whose steps are gone, by name.
  private var vanished: [String: SavedLine.SavedWork] = [:]

  /// - Parameter version: the version of the flow that saved the run.
  init(_ program: Program, _ renames: Renames?, from version: Int?) {
    self.program = program
    self.renames = renames
    isBehind = (version ?? 0) > (program.version ?? .max)
  }

  /// What this version of the flow can't hold.
  var foreign: ForeignLines {
    ForeignLines(saved: kept.all, names: unheld, hasBegun: kept.hasBegun)
  }

  private func name(_ old: String) -> StepName? {
    let (id, rounds) = StepName.split(old)
    guard let step = program.ids.steps[renames?.id(id) ?? id] else { return nil }
    return program.name(step, rounds)
  }

  /// The steps at which a line of an edited flow's run says that an operation was cancelled.
  func closed(by saved: SavedLine) -> [StepName] {
    guard renames != nil, saved.kind == .found, case .list(let names) = saved.value else {
      return []
    }
    return names.compactMap { name($0.description) }
  }

  mutating func line(_ saved: SavedLine) -> Line? {
    var known = name(saved.name)
    if saved.kind == .back { kept.back(saved) }
    if known == nil, saved.kind == .back, !program.steps.isEmpty {
      // The question to which it led is gone, but what it put back isn't.
      known = StepName(step: 0, rounds: .first)
    }
    let original = saved
    // This ensures that no number is used twice, and that nothing depends on what was undone.
    var saved = saved
    if known == nil, saved.kind == .undone {
      saved.work = saved.work ?? vanished.removeValue(forKey: saved.name)
      known = program.bearer
    }
    if known == nil { lastNumber = max(lastNumber, saved.work?.number ?? 0) }
    if known == nil, saved.kind == .began || saved.kind == .ended, let work = saved.work {
      var gone = work
      gone.number = max(work.number, vanished[saved.name]?.number ?? 0)
      vanished[saved.name] = gone
    }
    guard let name = known,
      renames != nil || !saved.isKept,
      saved.kind == .back || saved.kind == .undone && saved.work != nil
        || saved.kind.fits(program.steps[Int(name.step)].kind)
    else {
      keep(original, at: known)
      return nil
    }
    var line = Line(name, saved.kind, saved.time, value: saved.value, form: saved.form)
    line.isOut = saved.isOut
    line.isLoose = saved.isLoose || renames != nil
    line.isJoined = saved.isJoined && renames == nil
    line.isChanged = saved.isChanged
    if let renames {
      let id = program.steps[Int(name.step)].id
      switch (saved.form, saved.value) {
      case (.choice, .string(let old)): line.value = .string(renames.choice(old, of: id))
      case (.choices, .list(let old)):
        line.value = .list(old.map { .string(renames.choice($0.description, of: id)) })
      default: break
      }
    }
    var shown = Shown(said: saved.said)
    for read in saved.shown {
      guard let slot = program.keys.slots[read.key] else { continue }
      shown.reads.append(Shown.Read(slot: Int32(slot), digest: read.digest))
    }
    var names: Line.Names?
    if saved.kind == .back {
      var known = Line.Names()
      known.out = saved.out.compactMap { self.name($0) }
      known.restored = saved.restored.compactMap { self.name($0) }
      known.dropped = saved.dropped.compactMap { self.name($0) }
      known.from = saved.from.flatMap { self.name($0) }
      names = known
    }
    let work = saved.work.map { self.work(of: $0, saved.kind, saved.isLoose) }
    // Which text is which is known only within a version.
    let sight = renames == nil ? program.sight(saved.sight, of: line) : nil
    if saved.kind == .said, sight == nil { return nil }
    if !shown.isEmpty || work != nil || names != nil || sight != nil {
      line.detail = Line.Detail(shown: shown, work: work, names: names, sight: sight)
    }
    return line
  }

  private func work(
    of saved: SavedLine.SavedWork, _ kind: Line.Kind, _ isLoose: Bool
  ) -> Line.Work {
    var work = Line.Work(number: saved.number)
    switch kind {
    case .kept, .again, .undoAgain: work.accepted = saved.inputs
    default: work.inputs = saved.inputs
    }
    work.given = saved.given.map(program.snapshot)
    work.writes = saved.writes
    work.secrets = saved.secrets
    work.message = saved.message
    work.tries = saved.tries
    work.wasLoose = isLoose
    return work
  }

  /// Keeps a line for the versions that can hold it.
  private mutating func keep(_ line: SavedLine, at name: StepName?) {
    if let name { unheld.insert(name) }
    let isGone = renames?.gone.contains(StepName.split(line.name).id) ?? false
    if !isGone && !line.shows(program.keys.secrets) { kept.take(line) }
    if !isBehind, renames != nil || !line.isKept { vanish(line) }
  }

  private mutating func vanish(_ saved: SavedLine) {
    let isEffect: Bool
    switch saved.kind {
    case .answered, .secret: isEffect = false
    case .ended, .began: isEffect = true
    default: return
    }
    guard told.insert(saved.name).inserted else { return }
    remarks.append(
      ResumeRemark(
        kind: isEffect ? .effectVanished : .vanished, name: saved.name,
        description: Self.gone(
          "“\(saved.name)”", known: program.ids.steps[id(of: saved.name)], program,
          isEffect: isEffect)))
  }

  private func id(of name: String) -> String {
    let id = StepName.split(name).id
    return renames?.id(id) ?? id
  }
}

extension Mapping {
  /// The remark about a step that is gone, or of which only a round of a loop is gone.
  static func gone(
    _ name: String, known step: Int?, _ program: Program, isEffect: Bool
  ) -> String {
    let end = isEffect ? "what it did stays as it is" : "its answer is not used"
    guard let step else { return "\(name) is no longer in the flow; \(end)" }
    let title = program.title(StepName(step: Int32(step), rounds: .first))
    let rest = isEffect ? "what it did there stays as it is" : "its answer there is not used"
    return "“\(title)” is no longer in the loops that it was in; \(rest)"
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
