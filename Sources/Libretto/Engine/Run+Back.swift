// Going back, and going on with answers that were given before. There is one mechanism for both: a
// fresh run, the entries that are in force replayed up to a step, and the later ones kept. Whenever
// the run comes to a step with a kept entry that does not depend on a change, it takes the entry by
// itself and notes it in the journal again.

/// One step back: to which question, and over what.
public struct BackStep: Hashable, Sendable {
  /// The name of the question to which it leads: `age`, or `age#2`.
  public let question: String
  /// The names of the actions that were performed since, the newest first.
  public let effects: [String]
  /// What is in force no more, the question's own answer first.
  let drops: [String]
  /// What is asked in any case: the question, and that whose answer led to the step.
  let asks: Set<String>
}

extension Run {
  /// What a step back from a need leads to; nil where no question stands before it.
  ///
  /// It never leaves an operation. Actions that say what they read, and do not read the answer to
  /// which the step leads, are not among its effects.
  /// - Parameters:
  ///   - need: one of the run's ``needs``.
  ///   - toAround: whether to go only to the question in whose branch the need stands.
  public func backStep(from need: Need, toAround: Bool = false) -> BackStep? {
    let inForce = journal.inForce
    let table = StepTable(program)
    let around = need.kind == .back ? program.backs[need.instruction] ?? [] : []
    let own = inForce.indices.filter { table.isInside(inForce[$0].id, need.strand) }
    guard
      let target = own.last(where: { index in
        guard inForce[index].isAnswer, let place = table.prompt(inForce[index].id) else {
          return false
        }
        let prompt = program.prompts[place]
        let isAround =
          around.contains(prompt.step) || !prompt.dependence.prompts.isDisjoint(with: around)
        return !prompt.isNotice && isAround == toAround
          && isOfThisRound(inForce[index], need.strand)
      })
    else { return nil }
    let dropped = own.filter { $0 >= target }
    var changes = Changes()
    if let place = table.prompt(inForce[target].id) {
      changes.prompts.insert(program.prompts[place].step)
      if program.prompts[place].slot >= 0 { changes.keys.insert(program.prompts[place].slot) }
    }
    let effects = dropped.filter { index in
      guard case .performed = inForce[index].event,
        let action = table.action(inForce[index].id)
      else { return false }
      return action.dependence.isTouched(by: changes)
    }
    var seen: Set<String> = []
    let led = dropped.filter { index in
      table.prompt(inForce[index].id).map { around.contains(program.prompts[$0].step) } ?? false
    }
    return BackStep(
      question: inForce[target].name, effects: effects.reversed().map { inForce[$0].name },
      drops: dropped.map { inForce[$0].name }.filter { seen.insert($0).inserted },
      asks: Set(([target] + led).map { inForce[$0].name }))
  }

  /// An operation that stands in a loop has been there before; only what it did this time counts.
  private func isOfThisRound(_ entry: Journal.Entry, _ strand: Int) -> Bool {
    guard strand > 0, let start = operationStarts[strand - 1] else { return true }
    return journal.lastIndex(of: entry.name).map { $0 >= start } ?? true
  }

  /// Notes that what an action did has been taken back; ``goBack(_:at:)`` follows.
  /// - Parameters:
  ///   - name: one of the step's ``BackStep/effects``.
  ///   - time: when, in milliseconds since 1970.
  public mutating func noteUndone(_ name: String, at time: Int = 0) {
    let (id, performance) = JournalLines.split(name)
    append(Journal.Entry(id, performance, .undone, time))
  }

  /// Goes back. What depended on the answer is asked again, with the old answer offered; what did
  /// not is taken again without a question.
  /// - Parameters:
  ///   - step: what ``backStep(from:toAround:)`` gave for a need of this run.
  ///   - time: when, in milliseconds since 1970.
  /// - Throws: ``Rejection`` where the step is none of this run.
  public mutating func goBack(_ step: BackStep, at time: Int = 0) throws(Rejection) {
    var stays: [Journal.Entry] = []
    var dropped = Kept()
    let drops = Set(step.drops)
    for entry in journal.inForce(withUndone: true) {
      if drops.contains(entry.name) {
        if entry.event != .began { dropped.entries[entry.name] = entry }
      } else {
        stays.append(entry)
      }
    }
    // What an earlier step back kept is still there, where it has not been reached since.
    for (name, entry) in kept?.entries ?? [:] where dropped.entries[name] == nil {
      dropped.entries[name] = entry
    }
    dropped.asked = step.asks.union(journal.undoneSinceBack)
    for name in kept?.asked ?? [] {
      // What an earlier step back undid has not been performed since.
      if case .performed? = kept?.entries[name]?.event { dropped.asked.insert(name) }
    }
    dropped.changes = kept?.changes ?? Changes()
    var fresh = Run(program, limits)
    fresh.secrets = secrets
    try fresh.replay(inForce: stays, secrets: secrets)
    // What was said before the question has been said; a way that does not lead there is not gone.
    var ahead = fresh
    if let target = dropped.entries[step.question], (try? ahead.need(for: target)) != nil {
      fresh = ahead
    }
    fresh.kept = dropped
    let (id, performance) = JournalLines.split(step.question)
    fresh.journal = journal
    fresh.append(Journal.Entry(id, performance, .back(drops: step.drops), time))
    self = fresh
    takeKept(at: time)
  }

  /// Whether a question has been answered, so that there may be something to go back to.
  var mayGoBack: Bool {
    // Only a step back takes answers out of force, and only until what it kept has been reached.
    (kept == nil ? journal.entries : journal.inForce).contains(where: \.isAnswer)
  }

  /// Takes kept entries for as long as the run comes to steps that have one.
  mutating func takeKept(at time: Int) {
    while let (need, entry) = nextKept() {
      do throws(Rejection) {
        try take(entry, for: need, at: time)
      } catch {
        // It does not fit any more: it is asked again, with the old answer offered.
        kept?.asked.insert(entry.name)
      }
    }
    if kept?.entries.isEmpty == true { kept = nil }
  }

  private func nextKept() -> (need: Need, entry: Journal.Entry)? {
    guard let kept else { return nil }
    for need in isParallel ? needs : nextNeed.map({ [$0] }) ?? [] {
      guard let entry = kept.entries[need.name], !kept.asked.contains(entry.name) else { continue }
      switch (need.kind, entry.event) {
      case (.prompt, .answered), (.prompt, .answeredSecretly), (.notice, .answered):
        if !program.prompts[need.index].dependence.isTouched(by: kept.changes) {
          return (need, entry)
        }
      case (.prompt, .timedOut):
        // Going back, the person has time again.
        if kept.isResuming { return (need, entry) }
      case (.action, .performed):
        let dependence = program.actions[need.index].dependence
        if kept.isResuming || !dependence.isTouched(by: kept.changes) { return (need, entry) }
      case (.load, .performed):
        if !program.loads[need.index].dependence.isTouched(by: kept.changes) {
          return (need, entry)
        }
      default: continue
      }
    }
    return nil
  }

  private mutating func take(
    _ entry: Journal.Entry, for need: Need, at time: Int
  ) throws(Rejection) {
    switch entry.event {
    case .answered where need.kind == .notice: try resolve(need, .dismissed, at: time)
    case .answered(let value): try resolve(need, .answer(value), at: time)
    case .answeredSecretly:
      guard let secret = secrets[entry.name] else {
        throw Rejection(message: "The secret “\(entry.name)” has to be given again.")
      }
      try resolve(need, .answer(secret), at: time)
    case .performed(let writes) where need.kind == .load:
      try resolve(need, .loaded(writes.first?.value), at: time)
    case .performed(let writes):
      var written = answers
      for write in writes {
        written.write(
          write.isSecret ? secrets["\(entry.name)/\(write.key)"] : write.value, write.key)
      }
      try resolve(need, .performed(written), at: time)
    case .timedOut: try resolve(need, .timedOut, at: time)
    case .began, .undone, .back, .failed: break
    }
  }

  /// Takes note of what a step that had a kept entry changed, now that it has been resolved anew.
  mutating func noteChange(_ need: Need, _ event: Journal.Entry.Event) {
    guard kept != nil else { return }
    let old = kept?.entries.removeValue(forKey: need.name)
    kept?.asked.remove(need.name)
    let isOtherSecret = kept?.otherSecrets.remove(need.name) != nil
    if old?.event == event, !isOtherSecret { return }
    switch need.kind {
    case .prompt:
      let code = program.prompts[need.index]
      kept?.changes.prompts.insert(code.step)
      if code.slot >= 0 { kept?.changes.keys.insert(code.slot) }
    case .load: kept?.changes.keys.insert(program.loads[need.index].slot)
    case .action:
      for write in (old?.event.writes ?? []) + event.writes {
        if let slot = program.keys.slots[write.key] { kept?.changes.keys.insert(slot) }
      }
    case .say, .notice, .wait, .back: break
    }
    if kept?.entries.isEmpty == true { kept = nil }
  }

  /// The answer that a question had before, where it is asked again.
  func offered(for need: Need) -> Value? {
    guard case .answered(let value)? = kept?.entries[need.name]?.event else { return nil }
    do throws(Rejection) {
      try check(need, value)
      return value
    } catch {
      return nil
    }
  }
}

extension Journal.Entry.Event {
  fileprivate var writes: [Journal.Entry.Write] {
    if case .performed(let writes) = self { writes } else { [] }
  }
}

extension Journal.Entry {
  /// Whether a question was answered by it, or its time was up.
  fileprivate var isAnswer: Bool {
    switch event {
    case .answered, .answeredSecretly, .timedOut: true
    case .began, .performed, .failed, .undone, .back: false
    }
  }
}

extension Journal {
  /// The entries that are in force: those that no step back has dropped, in order.
  ///
  /// Where the journal ends between an undoing and the step back that it was done for, the action
  /// is in force no more, nor is what came after it.
  public var inForce: [Entry] { inForce(withUndone: false) }

  /// - Parameter withUndone: whether what has been undone for a step back to come counts still.
  func inForce(withUndone: Bool) -> [Entry] {
    var result: [Entry?] = []
    var places: [String: [Int]] = [:]
    var undone: [Int] = []
    for entry in entries {
      switch entry.event {
      case .back(let drops):
        for name in drops {
          for place in places.removeValue(forKey: name) ?? [] { result[place] = nil }
        }
        undone = []
      case .undone:
        if let first = places[entry.name]?.first { undone.append(first) }
      default:
        places[entry.name, default: []].append(result.count)
        result.append(entry)
      }
    }
    if !withUndone, let first = undone.min() { result.removeSubrange(first...) }
    return result.compactMap { $0 }
  }

  /// The actions that were undone for the step back that is taken now.
  fileprivate var undoneSinceBack: Set<String> {
    var names: Set<String> = []
    for entry in entries.reversed() {
      if case .back = entry.event { break }
      if entry.event == .undone { names.insert(entry.name) }
    }
    return names
  }

  fileprivate func lastIndex(of name: String) -> Int? {
    entries.lastIndex { $0.name == name }
  }
}
