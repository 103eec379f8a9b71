// What an edit of the flow does to a run.

extension Judge {
  /// Takes the run over with an edited flow.
  /// - Parameter isAccepted: whether the engine lets work stand without asking about it.
  mutating func edit(_ edited: JudgeFlow, _ isAccepted: (String) -> Bool = { _ in true }) {
    let memo = migrated(to: edited)
    let renames = JudgeRenames(edited)
    var found = memo
    var whole = Performer(memo: found, secrets: secrets, isLenient: true).perform(edited)
    while let cancel = whole.needs.filter({ $0.kind == .cancel })
      .min(by: { $0.position.isBefore($1.position) })
    {
      found[cancel.name] = JudgeEntry(
        JudgeEntry.Content(outcome: .found(cancel.found ?? .waiting)))
      whole = Performer(memo: found, secrets: secrets, isLenient: true).perform(edited)
    }
    let before = statesBefore(except: Set(whole.needs.map(\.name)), renames)
    var held = Set(
      before.flatMap { $0.taken.filter { $0.entry.holds(under: $0.inputs) } }
        .map { renames.name($0.name) }
    ).union(unmet.map(renames.name))
    let reached = Set(before.flatMap(\.taken).map { renames.name($0.name) })
    flow = edited
    places = JudgePlaces(edited)
    // What held before, and is come to, now stands under what it now reads.
    var accepted = memo
    if self.memo.keys.contains(where: { memo[renames.name($0)] == nil }) { takenBackAt = clock }
    doneAt = Dictionary(doneAt.map { (renames.name($0), $1) }) { max($0, $1) }
    givenAt = Dictionary(givenAt.map { (renames.name($0), $1) }) { max($0, $1) }
    // Whether work held that was not come to can't be said here. An engine may let it stand if it is
    // newer than all before it.
    for taken in whole.taken where taken.entry.content.serial > 0 {
      let done = doneAt[taken.name] ?? 0
      let isNewest = whole.taken.allSatisfy {
        !$0.position.isBefore(taken.position)
          || max(givenAt[$0.name] ?? 0, doneAt[$0.name] ?? 0) <= done
      }
      if !reached.contains(taken.name), isNewest, isAccepted(taken.name) { held.insert(taken.name) }
    }
    beforeEdit = [:]
    for taken in whole.taken where taken.entry.content.serial > 0 && held.contains(taken.name) {
      beforeEdit[taken.name] = accepted[taken.name]
      accepted.change(taken.name) { ($0.accepted, $0.isOlder) = (taken.inputs, false) }
    }
    note(.edited(accepted))
    renounce(mayBeAsked.filter { !isAccepted($0) })
    // What is asked in this version, and was answered in another, stands under what it shows now.
    accepted = self.memo
    for taken in state.taken where taken.isQuestion && taken.entry.content.isOlder {
      accepted.change(taken.name) { ($0.inputs, $0.isOlder) = (taken.inputs, false) }
    }
    note(.edited(accepted))
    unmet = held.subtracting(whole.taken.map(\.name)).filter {
      (self.memo[$0]?.content.serial ?? 0) > 0
    }
  }

  /// What the last edit accepted, and an engine may ask about all the same: since it was done,
  /// something has been taken back or undone, and no entry says that it was found to hold then.
  private var mayBeAsked: Set<String> {
    Set(
      beforeEdit.keys.filter { name in
        let done = doneAt[name] ?? 0
        return done < takenBackAt
          || state.taken.contains { other in
            max(givenAt[other.name] ?? 0, doneAt[other.name] ?? 0) > done
              && places.position(name).map(other.position.isBefore) ?? false
          }
      })
  }

  /// Takes back that an edit accepted something.
  private mutating func renounce(_ names: Set<String>) {
    if names.isEmpty { return }
    var memo = memo
    for name in names { memo[name] = beforeEdit[name] }
    note(.edited(memo))
  }

  /// Where the run stands before an edit, with the answers as they are. Once more, a question that
  /// was out, and that nobody asks any more because of the edit, counts as it was answered; where an
  /// operation was cancelled at it, it does not.
  private func statesBefore(except open: Set<String>, _ renames: JudgeRenames) -> [JudgeState] {
    var whole = memo
    for (name, entry) in memo
    where entry.content.status == .out && !open.contains(renames.name(name)) {
      whole.change(name) { $0.status = .holds }
    }
    return [memo, whole].map {
      Performer(memo: $0, secrets: secrets, isLenient: true).perform(flow)
    }
  }

  private func migrated(to edited: JudgeFlow) -> JudgeMemo {
    let places = JudgePlaces(edited)
    let renames = JudgeRenames(edited)
    var migrated: JudgeMemo = [:]
    for (name, entry) in memo {
      let name = renames.name(name)
      guard places.position(name) != nil else { continue }
      migrated[name] = entry.with { $0.isOlder = true }
    }
    return migrated
  }
}
