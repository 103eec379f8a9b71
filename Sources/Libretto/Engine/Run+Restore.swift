// Restoring: the memo is folded from lines if something was taken back, and the run is performed
// over it from the start.

extension Run {
  /// Switches to looking entries up: those taken so far are in the order of the lines.
  mutating func remember() {
    guard !remembers else { return }
    memo = Memo(lines)
    memo.beginPerformance()
    for line in lines where isTaken(line) { memo.take(line.name) }
    remembers = true
  }

  /// The same for a run that is going on: it knows which questions are closed that no line closes,
  /// such as those of a cancelled operation.
  mutating func rememberGoingOn() {
    guard !remembers else { return }
    forgetClosed()
    let opened = opened
    remember()
    memo.keep(opened: opened)
  }

  /// Whether a performance takes an entry: work that is tried again is still open.
  func isTaken(_ line: Line) -> Bool {
    guard line.kind == .failed || line.kind == .elapsed,
      let retries = program.retries(ofStep: line.step)
    else { return line.kind.isOutcome }
    let tries = line.detail?.work?.tries ?? 0
    return line.kind == .failed && (tries == 0 || tries > retries)
  }

  /// Performs the program over the memo from its start.
  mutating func performAnew() {
    remember()
    saidFirst = []
    repeat { performOnce() } while schedule.openGroups > 0 && findSaidFirst()
  }

  private mutating func performOnce() {
    if !unwritten.isEmpty { writeSaid() }
    let before = isQuiet ? nil : (statuses: schedule.strands.map(\.status), needs: needs)
    let wasQuiet = isQuiet
    isQuiet = true
    lastWork = max(lastWork, memo.lastWork)
    lastSecret = max(lastSecret, memo.lastSecret)
    repeat {
      memo.beginPerformance()
      opened = memo.opened
      restart()
      isPerforming = true
      advance()
      if schedule.openGroups > 0 { settle() }
      isPerforming = false
    } while dropUnreached()
    directUndos()
    forgetClosed()
    isQuiet = wasQuiet
    if let before { tellChanges(since: before.statuses, before.needs) }
  }

  /// A time limit counts as long as its question or wait is open without interruption.
  mutating func forgetClosed() {
    guard !opened.isEmpty, !isMigrating, ending == nil else { return }
    let needs = (schedule.openGroups > 0 ? schedule.strands.map(\.need) : [strand.need])
      .compactMap { $0 }
    // A text that is said first doesn't close what follows it.
    if needs.contains(where: { $0.kind == .say }) { return }
    let open = Set(needs.map(\.stepName))
    opened = opened.filter { open.contains($0.key) }
    if remembers { memo.keep(opened: opened) }
  }

  private mutating func restart() {
    active = 0
    strand = Strand(slots: Array(repeating: nil, count: program.keys.all.count))
    schedule = Schedule(program)
    counters = Array(repeating: 0, count: program.counters)
    settling = nil
    backing = nil
    ending = nil
    stepsSincePrompt = 0
    if !passed.isEmpty { passed = [] }
    held = []
    for number in asked.indices where !asked[number].isEmpty { asked[number] = [] }
    strand.told = -1
  }

  /// Reports what has happened to operations since then.
  private mutating func tellChanges(since before: [Strand.Status], _ needs: [Need]) {
    guard !before.isEmpty else { return }
    let now = self.needs
    for need in needs where !now.contains(need) { events.append(.withdrawn(need)) }
    for number in program.byRank {
      let operation = program.operations[number]
      let (old, new) = (before[number + 1], schedule.strands[number + 1])
      if old == .waiting || old == .done, new.status == .running || new.status == .recovering {
        events.append(.started(id: operation.id, name: operation.name))
      }
      if old == .running || old == .recovering, new.status == .done, schedule.openGroups > 0 {
        events.append(
          new.found != nil
            ? .cancelled(id: operation.id, name: operation.name)
            : .ended(id: operation.id, name: operation.name))
      }
    }
    if schedule.openGroups > 0 {
      for need in now where need.strand > 0 && !needs.contains(need) {
        events.append(.needed(need))
      }
    }
  }

  // MARK: Restoring

  /// Makes a run from the lines of a journal or a token.
  init(
    _ program: Program, _ limits: Limits, id: String, started: Int, lines: [Line],
    secrets: [SecretName: Value] = [:], at time: Int
  ) {
    self.init(program, limits, id: id, started: started)
    prepare(lines, secrets, at: time)
    defer { isSweeping = false }
    if lines.isEmpty {
      perform()
      return
    }
    isQuiet = true
    if program.operations.isEmpty {
      row = 0
      strand.told = -1
      advance()
    }
    if program.operations.isEmpty, row ?? lines.count == lines.count {
      row = nil
      forgetClosed()
    } else {
      // Nothing stays of how far it came: steps back of the flow, and the numbers of secrets.
      self = Run(program, limits, id: id, started: started)
      prepare(lines, secrets, at: time)
      isQuiet = true
      performAnew()
    }
    isQuiet = false
    arrive()
    events = []
  }

  private mutating func prepare(
    _ lines: [Line], _ secrets: [SecretName: Value], at time: Int
  ) {
    isSweeping = true
    self.lines = lines
    restoredCount = lines.count
    if !secrets.isEmpty { self.secrets = HeldSecrets(secrets) }
    now = time
  }

  /// The smallest set of lines that makes this run.
  var compactLines: [Line] {
    if remembers {
      let lines = memo.lines
      return lines + saidLines(after: lines)
    }
    if !hasClocks { return lines }
    return lines.filter { $0.kind != .opened || opened[$0.name] != nil }
  }
}
