// Going on with a saved run: by plain replay where the flow is as it was, else by keeping what
// still fits, by id.

extension Run {
  /// Goes on with a saved run, in the same flow or in a version of it that was edited.
  ///
  /// Answers whose steps still exist are taken over by id; ``Answerable/id(_:was:_:)`` maps a step
  /// that was renamed. An answer that does not fit any more is asked for again, with a remark.
  /// Actions that were performed are not performed again.
  /// - Parameters:
  ///   - flow: the flow as it is now.
  ///   - saved: the saved run.
  ///   - secrets: the secrets that were given, which a journal does not hold, by
  ///     ``SavedRun/secretNames``.
  ///   - limits: the bounds of the run; the flow's own unless told.
  ///   - time: when, in milliseconds since 1970.
  /// - Throws: ``InvalidFlow``; ``Rejection`` where the journal is none of this flow, or not whole.
  public static func resuming(
    _ flow: Flow, _ saved: SavedRun, secrets: [String: Value] = [:], limits: Limits? = nil,
    at time: Int = 0
  ) throws -> (run: Run, remarks: [ResumeRemark]) {
    guard saved.flow == flow.name else {
      throw Rejection(
        message: "This is a saved run of the flow “\(saved.flow)”, not of “\(flow.name)”.")
    }
    var run = try Run(flow, limits: limits)
    run.secrets = secrets
    let fingerprint = try flow.fingerprint
    let isSame = saved.versions.allSatisfy { $0.fingerprint == fingerprint }
    var remarks =
      isSame
      ? try run.replaying(saved, secrets) : run.keeping(saved, flow, fingerprint, at: time)
    let renames = isSame ? nil : Renames(flow.tree)
    for old in saved.journal.unended {
      // The step is performed under the name that it has now.
      let (id, performance) = JournalLines.split(old)
      let name = renames.map { Journal.Entry($0.id(id), performance, .began, 0).name } ?? old
      remarks.append(
        ResumeRemark(
          kind: .begun, name: name,
          description: "“\(name)” was begun, and it is not known whether it ended"))
    }
    if let outcome = run.outcome {
      remarks.append(
        ResumeRemark(kind: .ended, name: "", description: "the run has ended already: \(outcome)"))
    }
    return (run, remarks)
  }

  /// The flow is as it was: what happened is replayed, up to a failure that may not happen again.
  private mutating func replaying(
    _ saved: SavedRun, _ secrets: [String: Value]
  ) throws(Rejection) -> [ResumeRemark] {
    var inForce = saved.journal.inForce
    let start = self
    try replay(inForce: inForce, secrets: secrets)
    var remarks: [ResumeRemark] = []
    if case .failed = outcome, let last = inForce.last, last.event.isFailure {
      self = start
      inForce.removeAll { $0.name == last.name }
      try replay(inForce: inForce, secrets: secrets)
      remarks.append(
        ResumeRemark(
          kind: .failedBefore, name: last.name,
          description: "“\(last.name)” failed before; it is performed again"))
    }
    journal = saved.journal
    // What a step back kept and nobody has come to since.
    kept = keptBySteps(back: saved.journal)
    takeKept(at: saved.lastTime ?? 0)
    return remarks
  }

  /// What the steps back of a journal keep, at its end.
  private func keptBySteps(back journal: Journal) -> Kept? {
    guard journal.entries.contains(where: { $0.event.isBack }) else { return nil }
    let table = StepTable(program)
    let leadBack = program.backs.values.reduce(into: Set<Int>()) { $0.formUnion($1) }
    var current: [String: Journal.Entry] = [:]
    var undone: Set<String> = []
    var kept = Kept()
    for entry in journal.entries {
      switch entry.event {
      case .began: continue
      case .undone: undone.insert(entry.name)
      case .back(let drops):
        // As in `goBack`: a question that was only passed over is asked no more, but what was
        // undone is performed again.
        kept.asked = kept.asked.filter { kept.entries[$0]?.event.isPerformed ?? false }
        for name in drops {
          guard let dropped = current.removeValue(forKey: name) else { continue }
          kept.entries[name] = dropped
          // An answer that led back would lead back again.
          let step = table.prompt(dropped.id).map { program.prompts[$0].step }
          if step.map(leadBack.contains) ?? undone.contains(name) { kept.asked.insert(name) }
        }
        kept.asked.insert(entry.name)
        undone = []
      default:
        current[entry.name] = entry
        guard let old = kept.entries.removeValue(forKey: entry.name) else { continue }
        kept.asked.remove(entry.name)
        if old.event != entry.event { kept.changes.note(entry, old, program, table) }
      }
    }
    return kept.entries.isEmpty ? nil : kept
  }

  /// The flow was edited: what still fits is kept.
  private mutating func keeping(
    _ saved: SavedRun, _ flow: Flow, _ fingerprint: String, at time: Int
  ) -> [ResumeRemark] {
    let renames = Renames(flow.tree)
    let table = StepTable(program)
    // Entries of the version that is performed now have its ids already.
    let own = saved.versions.last { $0.fingerprint == fingerprint }?.start ?? .max
    let ownNames = Set(saved.journal.entries.dropFirst(own).map(\.name))
    var kept = Kept()
    kept.isResuming = true
    var remarks: [ResumeRemark] = []
    for old in saved.journal.inForce {
      let entry = ownNames.contains(old.name) ? old : old.renamed(renames)
      if let remark = remark(on: entry, old.name, table) {
        if !remarks.contains(remark) { remarks.append(remark) }
        if remark.kind == .asksAgain, entry.event.isKept { kept.asked.insert(entry.name) }
        if remark.kind != .asksAgain { continue }
      }
      if entry.event.isKept { kept.entries[entry.name] = entry }
    }
    self.kept = kept.entries.isEmpty ? nil : kept
    journal = saved.journal
    catchUp(at: time)
    return remarks
  }

  /// Takes what is kept, passing over what was said before a step that has a kept entry.
  private mutating func catchUp(at time: Int) {
    takeKept(at: time)
    var ahead = self
    while ahead.kept != nil, let need = ahead.nextNeed {
      let entries = ahead.journal.entries.count
      do throws(Rejection) {
        switch need.kind {
        case .say: try ahead.resolve(need, .shown, at: time)
        case .wait: try ahead.resolve(need, .elapsed, at: time)
        case .prompt, .notice, .action, .load, .back: return
        }
      } catch { return }
      if ahead.journal.entries.count > entries { self = ahead }
    }
  }

  /// Why an entry can't be taken over; nil where it may be.
  private func remark(
    on entry: Journal.Entry, _ oldName: String, _ table: StepTable
  ) -> ResumeRemark? {
    func asksAgain(_ why: String) -> ResumeRemark {
      ResumeRemark(
        kind: .asksAgain, name: entry.name,
        description: "“\(entry.name)” is asked again: \(why)")
    }
    func gone(_ kind: ResumeRemark.Kind, _ what: String) -> ResumeRemark {
      ResumeRemark(
        kind: kind, name: oldName, description: "“\(oldName)” is gone from the flow; \(what)")
    }
    switch entry.event {
    case .answered(let value):
      guard let place = table.prompt(entry.id) else {
        return gone(.vanished, "its answer is not used")
      }
      // What only the run itself can tell is checked when the run comes there.
      let code = program.prompts[place]
      if code.isNotice || code.source >= 0 || code.prompt.kind == .form { return nil }
      if code.isSecret { return asksAgain("it is a secret now") }
      do throws(Rejection) {
        try check(prompt: place, value)
        return nil
      } catch {
        return asksAgain(error.message)
      }
    case .answeredSecretly:
      guard let place = table.prompt(entry.id) else {
        return gone(.vanished, "its answer is not used")
      }
      return program.prompts[place].isSecret ? nil : asksAgain("it was a secret, and is none now")
    case .timedOut, .failed, .undone, .back: return nil
    case .began, .performed:
      if table.isLoad(entry.id) { return nil }
      if table.action(entry.id) != nil { return unfit(entry) }
      return gone(.effectVanished, "what it did stays as it is")
    }
  }
}

extension Run {
  /// That what an action set has another type now: only a person knows what to do then.
  private func unfit(_ entry: Journal.Entry) -> ResumeRemark? {
    guard case .performed(let writes) = entry.event else { return nil }
    for write in writes where !write.isSecret {
      guard let value = write.value, let slot = program.keys.slots[write.key] else { continue }
      let type = program.keys[slot].type
      guard type.fitting(value) == nil else { continue }
      let given = program.keys.secrets.contains(write.key) ? "a secret" : value.quoted
      return ResumeRemark(
        kind: .begun, name: entry.name,
        description: "“\(entry.name)” was performed, and what it set fits no more: the key "
          + "“\(write.key)” was set to \(given), which is not \(type)")
    }
    return nil
  }
}

extension SavedRun {
  /// The names of the secrets that were given and that a journal does not hold, in order; those
  /// that an action wrote as the action's name and the key's: `check/word`.
  public var secretNames: [String] {
    journal.inForce.flatMap { entry -> [String] in
      switch entry.event {
      case .answeredSecretly: [entry.name]
      case .performed(let writes): writes.filter(\.isSecret).map { "\(entry.name)/\($0.key)" }
      default: []
      }
    }
  }
}

extension Journal {
  /// The actions that were begun and did not end.
  var unended: [String] {
    var open: [String] = []
    for entry in inForce {
      open.removeAll { $0 == entry.name }
      if entry.event == .began { open.append(entry.name) }
    }
    return open
  }
}

extension Changes {
  /// Takes note of what a step that was performed anew changed.
  fileprivate mutating func note(
    _ entry: Journal.Entry, _ old: Journal.Entry, _ program: Program, _ table: StepTable
  ) {
    if let place = table.prompt(entry.id) {
      prompts.insert(program.prompts[place].step)
      if program.prompts[place].slot >= 0 { keys.insert(program.prompts[place].slot) }
    }
    for event in [entry.event, old.event] {
      guard case .performed(let writes) = event else { continue }
      for write in writes { if let slot = program.keys.slots[write.key] { keys.insert(slot) } }
    }
  }
}

extension Journal.Entry.Event {
  fileprivate var isBack: Bool { if case .back = self { true } else { false } }

  fileprivate var isPerformed: Bool { if case .performed = self { true } else { false } }

  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .timedOut: true
    default: false
    }
  }

  fileprivate var isKept: Bool {
    switch self {
    case .answered, .answeredSecretly, .performed, .timedOut: true
    case .began, .failed, .undone, .back: false
    }
  }
}

extension Journal.Entry {
  /// The entry as it would be with the ids that steps and choices have now.
  func renamed(_ renames: Renames) -> Journal.Entry {
    let id = renames.id(self.id)
    var event = event
    switch event {
    case .answered(.string(let choice)):
      event = .answered(.string(renames.choice(choice, of: id)))
    case .answered(.list(let choices)):
      event = .answered(
        .list(
          choices.map {
            if case .string(let choice) = $0 { .string(renames.choice(choice, of: id)) } else { $0 }
          }))
    default: break
    }
    return Journal.Entry(id, performance, event, time)
  }
}
