// What a strand takes from the memo: whether an entry still holds, and what follows from it.
//
// An entry holds while its inputs have the values that they had. For a question, these are what it
// shows and what was said before it (`Shown`); for work, what it was seen to read, or declares to
// (`WorkInputs`). There is one function for each, `Shown.isHeld(by:)` and `holds(_:_:isLoad:)`.

extension RunState {
  enum Recalled { case taken, stopped, open }
  enum RecalledWork {
    case taken, stopped
    case open(Need.Kind)
  }

  // MARK: Prompts

  /// Takes the outcome of a prompt, if there is one and it holds.
  mutating func recallPrompt(_ index: Int, _ name: StepName) -> Recalled {
    guard let place = untaken(name) else { return .open }
    let isPlain =
      memo.lines.isPlain(at: place) && program.facts[index].showsNothing && strand.shown.isEmpty
    guard isPlain || holds(place, index), !memo.isOut(place) || goesOnPastOut() else {
      return .open
    }
    switch memo.lines[place].kind {
    case .answered:
      guard !program.facts[index].isSecret, program.facts[index].shape != .notice,
        let (kept, way) = try? program.settle(
          memo.lines[place].given, index, strand.slots, isRecorded: true)
      else { return .open }
      take(place, name)
      put(index, kept, way)
    case .secret:
      guard program.facts[index].isSecret, case .int(let number) = memo.lines[place].value else {
        return .open
      }
      var value = secrets[Run.SecretName(name: name)]
      if let known = value {
        guard
          let (kept, _) = try? program.settle(
            .typed(known), index, strand.slots, isRecorded: true)
        else { return .open }
        value = kept ?? .null
      }
      take(place, name)
      put(index, value ?? .null, -1)
      hold(number, of: name, slot: program.prompts[index].slot, isUnknown: value == nil)
    case .timedOut:
      let target = program.prompts[index].timedOut
      guard target >= 0 || isFailureHandled || isFresh(name),
        program.prompts[index].prompt.timeout != nil
      else { return .open }
      take(place, name)
      passQuestion(to: target < 0 ? strand.counter : target, keeping: nil, in: -1)
      if target >= 0 { return .taken }
      require(.prompt, index, name)
      if let need = strand.need { fail(full(need).timedOut { render($0) }) }
      return .stopped
    case .dismissed:
      guard program.prompts[index].isNotice else { return .open }
      take(place)
      see(program.prompts[index].reads, -1 - index)
      strand.counter = program.prompts[index].targets.last ?? strand.counter + 1
    default: return .open
    }
    return .taken
  }

  /// Whether what is out is taken as if it weren't: a migration leaves the answers unchanged.
  private mutating func goesOnPastOut() -> Bool {
    if policy.isMigrating, migration.heard[active] == nil {
      migration.heard[active] = strand.sight.prefix(strand.settled).map(\.mark)
    }
    return policy.isMigrating
  }

  /// Whether the outcome of a question holds.
  private mutating func holds(_ place: Int, _ index: Int) -> Bool {
    // Across versions texts don't count; but a notice that came before a failure didn't tell of it.
    // Where both were kept for another version, only the time tells.
    if program.prompts[index].isNotice, let failed = failure(around: index), failed.place > place,
      memo.lines[failed.place].time >= memo.lines[place].time
    {
      return false
    }
    if policy.isMigrating { return true }
    if policy == .looking {
      shownWith[place] = program.prompts[index].shown.map { ($0, strand.slots[$0]) }
    }
    let shown = shownNow(index, strand)
    var holds = shown.isHeld(by: memo.lines[place])
    // Earlier builds didn't note which failure it was, or not as another thing than a text.
    if !holds, program.prompts[index].failed >= 0 {
      holds = [0, nil].contains { mark in
        shownNow(index, strand, failureMark: mark).isHeld(by: memo.lines[place])
      }
    }
    if memo.lines[place].isLoose, holds { standing[place] = shown }
    return holds
  }

  /// Keeps an answer and continues in its branch; −1 is the branch of a prompt without choices.
  @inline(__always)
  mutating func put(_ index: Int, _ kept: consuming Value?, _ way: Int) {
    let facts = program.facts[index]
    if facts.mark >= 0 { counters[Int(facts.mark)] = 1 }
    passQuestion(
      to: way < 0 ? Int(facts.next) : program.prompts[index].targets[way],
      keeping: kept, in: Int(facts.slot), staysOnPage: facts.mark >= 0)
  }

  /// Moves the strand on behind a question.
  @inline(__always)
  mutating func passQuestion(
    to next: Int, keeping kept: consuming Value?, in slot: Int, staysOnPage: Bool = false
  ) {
    // Of what the strand comes to now, something may have been said before.
    let told = recalls ? -1 : 0
    // In one piece: each way to the strand costs as much as what it does there.
    strand.pass(to: next, keeping: kept, in: slot, told: told, staysOnPage: staysOnPage)
  }

  /// Whether a surrounding operation continues with its failure branch if this strand fails.
  var isFailureHandled: Bool {
    program.path(active - 1).contains { isHandled(in: $0) }
  }

  // MARK: Work

  /// Takes the outcome of work, if there is one and it holds; otherwise, what is needed for it.
  mutating func recallWork(_ index: Int, _ name: StepName) -> RecalledWork {
    set(program.works[index].slot, nil)
    set(program.works[index].errorSlot, nil)
    set(program.works[index].stateSlot, nil)
    if program.works[index].tries >= 0 { counters[program.works[index].tries] = 0 }
    guard let place = untaken(name), let effect = memo.effect(name) else {
      let need = program.works[index].kind.need
      return recalls ? begunAnew(name) ?? .open(need) : .open(need)
    }
    return recall(effect, index, place)
  }

  private mutating func recall(
    _ effect: Memo.Effect, _ index: Int, _ place: Int
  ) -> RecalledWork {
    let kind = program.works[index].kind
    let name = effect.name
    // Under a failure that an edit has dropped stands what was to be done again, and was in a later
    // round.
    let isDoneAgain = effect.isToBeDoneAgain && isOvercome(name)
    let holds =
      policy.isMigrating && !isDoneAgain || holds(effect, strand, isLoad: kind != .effect)
    if effect.hasBegun {
      if kind != .effect { return .open(kind.need) }
      if policy.isMigrating { accept(effect, place) }
      let tries = program.works[index].tries
      if tries >= 0 { counters[tries] = effect.work.tries }
      return .open(isPerformed(name) ? .action : .begun)
    }
    if effect.hasFailed { return recall(failed: effect, holds, index, place) }
    if kind == .effect, let undo = undoing(effect) { return .open(undo) }
    // What has just come was checked before its line was written.
    let fits =
      isFresh(name) || policy.isMigrating && kind != .load || unfit(effect.work) == nil
    guard holds, fits else {
      return kind == .effect
        ? (isDoneAgain ? begunAnew(name) : nil) ?? stale(effect) : .open(kind.need)
    }
    take(place, effect)
    apply(effect.work, name, index)
    return ending == nil ? .taken : .stopped
  }

  /// Work that failed: its next try, its failure branch, or the failure of the strand; and else what
  /// had been done before stands.
  private mutating func recall(
    failed effect: Memo.Effect, _ holds: Bool, _ index: Int, _ place: Int
  ) -> RecalledWork {
    let need = program.works[index].kind.need
    if holds, program.works[index].isTriedAgain(after: effect.work.tries),
      !isMadeGood(effect)
    {
      if policy.isMigrating { accept(effect, place) }
      counters[program.works[index].tries] = effect.work.tries
      return .open(effect.status != .due && pause(of: index) > 0 ? .wait : need)
    }
    guard program.works[index].failure >= 0 || isFailureHandled || isFresh(effect.name), holds
    else {
      // What was there before has been done again in a later round.
      if let anew = begunAnew(effect.name) {
        pass(index, effect.work.number)
        return anew
      }
      return effect.old.last.map { recall($0, index, place) } ?? .open(need)
    }
    take(place, effect)
    pass(index, effect.work.number)
    require(need, index, effect.name)
    guard let open = strand.need.map(full) else { return .stopped }
    let message = effect.status == .timedOut ? nil : effect.work.message
    set(program.works[index].errorSlot, .string(message ?? open.tookTooLong))
    set(program.works[index].stateSlot, .string("failed"))
    strand.need = nil
    if program.works[index].failure >= 0 {
      strand.counter = program.works[index].failure
      return .taken
    }
    fail(message.map { open.failure($0) } ?? open.timedOut { render($0) }, message)
    return .stopped
  }

  /// Goes on in the next round of work that has no entry which holds, if it was begun anew there.
  private mutating func begunAnew(_ name: StepName) -> RecalledWork? {
    guard isOvercome(name), let round = program.steps[Int(name.step)].loops.last else { return nil }
    counters[round] += 1
    return .taken
  }

  /// Whether an effect that has failed was begun anew by a `TryAgain`, and is there in a later round:
  /// then its failure is past. A step back doesn't take it out, no edit tries it again, and where it no
  /// longer holds, the run goes on in the round in which the effect is. It would be performed once
  /// more otherwise.
  func isOvercome(_ name: StepName) -> Bool {
    guard let index = program.action(name.step) else { return false }
    return program.works[index].failure >= 0 && laterRound(of: name) != nil
  }

  /// The failures that are past, and whose branch leads no further than to something new, or away: an
  /// edit has changed it, and the run goes on in the round in which the effect is. Where an answer was
  /// given in the branch since the run last came past the effect, or somebody was ever told that it
  /// remains, a person has chosen to leave it; and of answers in an operation that was cancelled, nobody
  /// knows where they lead.
  var failuresLeft: [StepName] {
    let taken = takenPlaces
    return taken.map { memo.lines[$0].name }.filter { name in
      guard memo.effect(name)?.hasFailed == true, isOvercome(name),
        let later = laterRound(of: name), memo.standing(later.name)?.stays != true,
        let next = program.inNextRound(name)
      else { return false }
      let hasLedOn = [next, later.name].contains { memo.place($0).map(isTaken) ?? false }
      if hasLedOn { return false }
      let isCancelled = isInCancelled(
        program.steps[Int(name.step)].operation, program.position(name))
      return !needs.contains { $0.stepName == next || isDecision($0, inBranchOf: name) }
        && !taken.contains {
          isInBranch($0, of: name) && (isCancelled || memo.order($0) > later.order)
        }
    }
  }

  /// Whether something that was done in the branch of a failure is to be decided first.
  private func isDecision(_ need: Need.Core, inBranchOf work: StepName) -> Bool {
    let decisions: [Need.Kind] = [.stale, .begun, .undo, .undoBegun, .undoFailed]
    guard decisions.contains(need.kind), let index = program.action(work.step) else { return false }
    let code = program.works[index]
    return (code.failure..<code.end).contains(need.instruction)
      && program.position(need.stepName).rounds.starts(with: program.position(work).rounds)
  }

  /// Whether an answer was given in the branch of a failure.
  private func isInBranch(_ place: Int, of work: StepName) -> Bool {
    guard case .prompt(let index) = program.steps[Int(memo.lines[place].step)].kind, index >= 0,
      program.prompts[index].failed >= 0,
      program.works[program.prompts[index].failed].step == Int(work.step)
    else { return false }
    return program.position(memo.lines[place].name).rounds
      .starts(with: program.position(work).rounds)
  }

  /// Whether what has failed is there in a later round. A load is loaded again for other answers, and
  /// then only what was loaded since makes it good.
  private func isMadeGood(_ failed: Memo.Effect) -> Bool {
    guard let later = laterRound(of: failed.name) else { return false }
    return program.isEffect(failed.name.step)
      || memo.lines[later.place].time >= memo.lines[failed.place].time
  }

  /// The work in a later round that a `TryAgain` has begun.
  private func laterRound(of name: StepName) -> Memo.Effect? {
    guard let index = program.steps[Int(name.step)].kind.work, program.works[index].hasRounds,
      !memo.effects.isEmpty
    else { return nil }
    var rounds = program.position(name).rounds
    // An edit may have dropped what failed between them; no round is further than its performance.
    for _ in 0..<min(memo.lastWork, 100) {
      rounds[rounds.count - 1] += 1
      guard let next = Rounds(rounds) else { return nil }
      let effect = memo.effect(StepName(step: name.step, rounds: next))
      if let effect, !effect.hasFailed || !effect.old.isEmpty { return effect }
    }
    return nil
  }

  /// The pause before the next try of work, in milliseconds.
  func pause(of index: Int) -> Int {
    program.works[index].backoff.pause(before: counters[program.works[index].tries])
  }

  /// The need for an undo that was begun or has failed.
  func undoing(_ effect: Memo.Effect) -> Need.Kind? {
    switch effect.status {
    case .undoing: inFlight[effect.name] == nil ? .undoBegun : .undo
    case .undoFailed: .undoFailed
    // An edited flow may have no undo for it any more.
    case .undoDue: canBeUndone(effect) ? .undo : nil
    default: nil
    }
  }

  private func canBeUndone(_ effect: Memo.Effect) -> Bool {
    program.action(effect.name.step).map { program.works[$0].isUndoable } ?? false
  }

  /// The need for an effect that was performed under answers that have changed.
  private func stale(_ effect: Memo.Effect) -> RecalledWork {
    guard let again = effect.again, isFor(again, effect, strand),
      !again.undoes || canBeUndone(effect)
    else { return .open(.stale) }
    return .open(again.undoes ? .undo : .action)
  }

  /// The inputs for which a decision about an effect is made now. An edit makes work forget what came
  /// before it; what a person decides is for what comes before it now.
  func decided(_ effect: Memo.Effect, _ strand: Strand) -> WorkInputs? {
    guard var now = counted(effect).first.map({ current($0, strand) }) else { return nil }
    if program.declared(effect.name) == nil { now.after = strand.lastWork }
    return now
  }

  /// Whether a decision to perform an effect again is for what there is now.
  func isFor(_ again: Memo.Effect.Again, _ effect: Memo.Effect, _ strand: Strand) -> Bool {
    guard var now = decided(effect, strand) else { return false }
    // An edit may have put work before it, and lines of earlier releases don't say what came before.
    if again.isLoose || again.inputs.after == nil { now.after = again.inputs.after }
    return again.inputs == now
  }

  /// Sets what work set, and continues after it.
  ///
  /// If an action set a key that its step doesn't declare, the run ends. The action has ended all the
  /// same: it isn't tried again, and no branch handles it.
  private mutating func apply(_ work: Line.Work, _ name: StepName, _ index: Int) {
    if !strand.isCut, let failure = undeclaredWrite(work, index) { return end(.failed(failure)) }
    for write in work.writes {
      let secret =
        write.isSecret ? secrets[Run.SecretName(name: name, key: write.key)] : nil
      guard let slot = program.keys.slots[write.key] else {
        // A secret that this version doesn't know as one is in no line.
        strand.set(other: write.key, write.isSecret ? nil : write.value)
        continue
      }
      guard write.isSecret else {
        strand.set(
          slot,
          isFresh(name)
            ? write.value : write.value.flatMap { program.keys[slot].type.value(exactly: $0) })
        if strand.secrets[slot] != nil { strand.secrets[slot] = nil }
        continue
      }
      strand.set(slot, secret ?? .null)
      hold(
        work.secrets[write.key] ?? 0, of: name, key: write.key, slot: slot,
        isUnknown: secret == nil)
    }
    pass(index, work.number)
    guard program.works[index].isLoad else {
      strand.counter += 1
      return
    }
    let hasData = work.writes.first?.value != nil
    set(program.works[index].stateSlot, .string(hasData ? "data" : "empty"))
    strand.counter = hasData ? program.works[index].data : program.works[index].empty
  }

  /// Notes that work comes before what follows: state of the host's own may have passed on from it,
  /// unless it only computes.
  private mutating func pass(_ index: Int, _ number: Int) {
    strand.lastComputed = number
    if program.works[index].kind != .pure { strand.lastWork = number }
  }

  /// - Returns: the failure of work that set a key that its step doesn't declare; what an earlier
  ///   version of the flow let it set may be a key that this one doesn't have.
  private func undeclaredWrite(_ work: Line.Work, _ index: Int) -> Failure? {
    if program.works[index].isLoad || program.works[index].writes == nil { return nil }
    let key = work.writes.lazy.map(\.key).first {
      !program.works[index].declares($0)
        && ($0 == work.message || program.keys.slots[$0] != nil)
    }
    guard let key else { return nil }
    let action = program.works[index]
    return Failure(
      .action,
      message: "the action “\(action.name)” set the key “\(key)”, which it doesn't declare; "
        + "declare it with writes: [\(((action.writes ?? []).map(\.name) + [key]).listed(\.self))]",
      step: action.id, place: program.sources[strand.counter])
  }

  // MARK: Secrets

  /// Puts a secret into a slot.
  /// - Parameter isUnknown: whether its value is no longer stored.
  private mutating func hold(
    _ number: Int, of name: StepName, key: String? = nil, slot: Int, isUnknown: Bool
  ) {
    guard slot >= 0 else { return }
    strand.secrets[slot] = Strand.Sealed(
      number: number, epoch: memo.epochs[name] ?? 0, name: name, key: key, isUnknown: isUnknown)
  }

  /// Asks again for a secret that is no longer stored, before work that may read it; returns
  /// whether it asks.
  mutating func asksForSecrets(_ reads: [KeyReference]?) -> Bool {
    guard let (_, name, index) = unknownSecrets(reads, strand).first else { return false }
    require(.secret, index, name)
    return true
  }

  /// The secrets among those that a step reads that are no longer stored: their slots, where they come
  /// from, and the indices of their questions; −1 for one that an action has set.
  func unknownSecrets(
    _ reads: [KeyReference]?, _ strand: Strand
  ) -> [(slot: Int, name: StepName, index: Int)] {
    if strand.secrets.isEmpty { return [] }
    let slots = reads?.compactMap { program.keys.slots[$0.name] }
    let unknown = strand.secrets.filter { slot, secret in
      secret.isUnknown && (slots?.contains(slot) ?? true)
    }
    return unknown.sorted { $0.key < $1.key }.map { slot, secret in
      guard secret.key == nil, case .prompt(let prompt) = program.steps[Int(secret.name.step)].kind
      else { return (slot, secret.name, -1) }
      return (slot, secret.name, prompt)
    }
  }

  // MARK: Inputs

  /// The inputs of work.
  func inputs(
    _ declared: [KeyReference]?, _ reads: ReadKeys?, _ strand: Strand, isLoad: Bool = false
  ) -> WorkInputs {
    if let declared { return inputs(of: Set(declared.map(\.name)), strand, isLoad: isLoad) }
    let names = reads?.names
    var inputs = inputs(of: names ?? givenAgain(strand, isLoad), strand, isLoad: isLoad)
    if names == nil { inputs.all = digest(strand) }
    inputs.after = strand.lastWork
    return inputs
  }

  func inputs(
    of names: Set<String>, _ strand: Strand, isLoad: Bool = false
  ) -> WorkInputs {
    WorkInputs(reads: names.sorted().map { input($0, strand, isLoad: isLoad) })
  }

  /// The secrets that were given again: to what is only computed from all answers, they are others than
  /// those that the digest counts.
  private func givenAgain(_ strand: Strand, _ isLoad: Bool) -> Set<String> {
    if !isLoad || strand.secrets.isEmpty { return [] }
    return Set(strand.secrets.filter { $0.value.epoch > 0 }.map { program.keys[$0.key].name })
  }

  /// The inputs of work that is about to begin, of which nobody knows what it reads: all answers, which
  /// another version of the flow compares one by one. Secrets are only in the digest.
  func allInputs(_ strand: Strand) -> WorkInputs {
    var reads: [WorkInputs.Read] = strand.others.map { WorkInputs.Read(key: $0, value: $1) }
    for (slot, value) in strand.slots.enumerated() where value != nil && strand.secrets[slot] == nil
    {
      reads.append(WorkInputs.Read(key: program.keys[slot].name, value: value))
    }
    reads.sort { $0.key < $1.key }
    return WorkInputs(reads: reads, all: digest(strand), after: strand.lastWork)
  }

  func input(_ name: String, _ strand: Strand, isLoad: Bool) -> WorkInputs.Read {
    guard let slot = program.keys.slots[name] else {
      return WorkInputs.Read(key: name, value: strand.others[name])
    }
    if program.keys.secrets.contains(name) {
      return WorkInputs.Read(
        key: name, value: nil, secret: strand.secrets[slot]?.stamp(isLoad: isLoad) ?? 0)
    }
    return WorkInputs.Read(key: name, value: strand.slots[slot])
  }

  /// The current values of the same inputs.
  func current(
    _ inputs: WorkInputs, _ strand: Strand, isLoad: Bool = false
  ) -> WorkInputs {
    var now = inputs
    now.reads = inputs.reads.map { input($0.key, strand, isLoad: isLoad) }
    if inputs.all != nil {
      now.all = digest(strand)
      let again = givenAgain(strand, isLoad)
      if !again.isEmpty {
        let keys = again.union(inputs.reads.map(\.key))
        now.reads = self.inputs(of: keys, strand, isLoad: isLoad).reads
      }
    }
    // Lines of earlier releases count work that only computes, too.
    if let after = inputs.after, after != strand.lastComputed { now.after = strand.lastWork }
    return now
  }

  /// The current inputs of work that another version of the flow takes over: those that it declares
  /// now, or else those that it had. If the work depends on all answers, these are the existing ones,
  /// those that it was given, and those of questions that were left out: a question added in this
  /// version isn't an input.
  func acceptable(_ inputs: WorkInputs, of effect: Memo.Effect, _ strand: Strand) -> WorkInputs {
    let name = effect.name
    let isLoad = !program.isEffect(name.step)
    if let declared = program.declared(name) {
      return self.inputs(of: Set(declared), strand, isLoad: isLoad)
    }
    var now = current(inputs, strand, isLoad: isLoad)
    guard inputs.all != nil else {
      // What it read under a key that is gone may be under another name now: no answer has changed.
      let gone = inputs.reads.filter { isGone($0.key, strand) }.compactMap(\.value)
      if gone.isEmpty { return now }
      let names = program.keys.all.enumerated().lazy.filter { slot, _ in
        gone.contains {
          self.isSame($0, strand.slots[slot], isSet: self.program.sets.contains(slot))
        }
      }.map(\.element.name)
      let known = Set(inputs.reads.map(\.key))
      now.reads += self.inputs(of: Set(names).subtracting(known), strand, isLoad: isLoad).reads
      return now
    }
    now.all = nil
    var names = Set(strand.others.keys)
    for (slot, value) in strand.slots.enumerated()
    where value != nil || given(effect, slot) != nil || migration.asked.contains(slot) {
      names.insert(program.keys[slot].name)
    }
    now.reads = self.inputs(of: names, strand, isLoad: isLoad).reads
    return now
  }

  /// The same inputs, but what has no answer now as the work was given it: what sets it may have been
  /// passed, as new, and set it again.
  func asGiven(_ inputs: WorkInputs, to effect: Memo.Effect) -> WorkInputs {
    var inputs = inputs
    inputs.reads = inputs.reads.map { read in
      guard read.value == nil, let slot = program.keys.slots[read.key],
        let value = given(effect, slot)
      else { return read }
      return WorkInputs.Read(key: read.key, value: value)
    }
    return inputs
  }

  private func given(_ effect: Memo.Effect, _ slot: Int) -> Value? {
    let name = program.keys[slot].name
    if program.keys.secrets.contains(name) { return nil }
    if let given = effect.work.given?.slots, slot < given.count { return given[slot] }
    guard let inputs = effect.work.inputs, inputs.all != nil else { return nil }
    return inputs.reads.first { $0.key == name }?.value
  }

  /// Whether a key is one that this version doesn't have.
  func isGone(_ key: String, _ strand: Strand) -> Bool {
    program.keys.slots[key] == nil && strand.others[key] == nil
  }

  /// A write of an action that is no longer of its key's type.
  func unfit(_ work: Line.Work) -> Journal.Entry.Write? {
    work.writes.first { write in
      guard !write.isSecret, let value = write.value, let slot = program.keys.slots[write.key]
      else { return false }
      return program.keys[slot].type.value(exactly: value) == nil
    }
  }

  /// Whether an effect holds, so that its work doesn't have to be performed again.
  func holds(_ effect: Memo.Effect, _ strand: Strand, isLoad: Bool = false) -> Bool {
    guard let inputs = effect.work.inputs else { return false }
    // Somebody has decided to do it again: then all that it was done under counts.
    let isLoose = effect.isLoose && effect.again == nil
    if effect.kept.isEmpty { return isSame(inputs, strand, isLoose, isLoad: isLoad) }
    return counted(effect).contains { isSame($0, strand, isLoose, isLoad: isLoad) }
  }

  /// The inputs under which an effect stands. If another version declared what the work reads, only
  /// those count that have what it declares now.
  func counted(_ effect: Memo.Effect) -> [WorkInputs] {
    let all = (effect.work.inputs.map { [$0] } ?? []) + effect.kept
    guard all.count > 1, let declared = program.declared(effect.name) else { return all }
    let counted = all.filter { $0.all == nil && $0.reads.map(\.key) == declared }
    return counted.isEmpty ? all : counted
  }

  /// Whether the answers are those of some inputs, whatever work came before. The digest of another
  /// version says nothing here, so the answers themselves have to be the same.
  func isUnder(_ inputs: WorkInputs, _ strand: Strand, loosely: Bool) -> Bool {
    var inputs = inputs
    inputs.after = nil
    if loosely, inputs.all != nil {
      inputs.all = nil
      let now = allInputs(strand).reads.map(\.key)
      if inputs.reads.map(\.key) != now { return false }
    }
    return isSame(inputs, strand, false, isLoad: false)
  }

  private func isSame(
    _ inputs: WorkInputs, _ strand: Strand, _ isLoose: Bool, isLoad: Bool
  ) -> Bool {
    let now = current(inputs, strand, isLoad: isLoad)
    if inputs == now { return true }
    guard inputs.all == now.all, inputs.after == now.after,
      inputs.reads.count == now.reads.count
    else { return false }
    return zip(inputs.reads, now.reads).allSatisfy { old, new in
      if old == new { return true }
      let slot = program.keys.slots[old.key]
      // A key that this version doesn't have.
      if isLoose, slot == nil, new.value == nil { return true }
      guard old.secret == new.secret else { return false }
      let isSet = slot.map(program.sets.contains) ?? false
      return Digest.imprint(old.value, isSet: isSet) == Digest.imprint(new.value, isSet: isSet)
        && isSame(old.value, new.value, isSet: isSet)
    }
  }

  func isSame(_ old: Value?, _ new: Value?, isSet: Bool) -> Bool {
    switch (old, new) {
    case (nil, nil): true
    case (.double(let a)?, .double(let b)?): a == b || a.isNaN && b.isNaN
    case (.list(let a)?, .list(let b)?) where isSet:
      a.count == b.count && a.allSatisfy { b.contains($0) }
    default: old == new
    }
  }

  /// A digest of all answers of a strand.
  func digest(_ strand: Strand) -> UInt64 {
    var digest = Digest()
    for (slot, value) in strand.slots.enumerated() {
      guard let value else { continue }
      digest.add(program.keys[slot].name)
      if let secret = strand.secrets[slot] {
        digest.add(UInt64(bitPattern: Int64(secret.number)))
      } else {
        digest.add(value, isSet: program.sets.contains(slot))
      }
    }
    for (name, value) in strand.others.sorted(by: { $0.key < $1.key }) {
      digest.add(name)
      digest.add(value)
    }
    return digest.bits
  }

  // MARK: Questions

  /// Records something that the person has in sight at the next question.
  mutating func see(_ reads: [Int], _ what: Int) {
    for slot in reads { strand.shown.reads.append(read(slot, strand)) }
    var digest = Digest()
    digest.add(strand.shown.said)
    digest.add(UInt64(bitPattern: Int64(what)))
    strand.shown.said = digest.imprint
  }

  func read(_ slot: Int, _ strand: Strand) -> Shown.Read {
    let digest =
      strand.secrets[slot].map { Imprint(short: UInt32(truncatingIfNeeded: $0.number)) }
      ?? Digest.imprint(strand.slots[slot], isSet: program.sets.contains(slot))
    return Shown.Read(slot: Int32(truncatingIfNeeded: slot), digest: digest)
  }

  /// - Parameter failureMark: what tells the number of a failure from that of a text; nil if which
  ///   failure it is about is no part of it.
  func shownNow(
    _ index: Int, _ strand: Strand, failureMark: UInt64? = 1 << 62
  ) -> Shown {
    // An alert without buttons is said, not answered.
    var shown = program.facts[index].shape == .notice ? Shown() : strand.shown
    for slot in program.prompts[index].reads { shown.reads.append(read(slot, strand)) }
    for slot in program.prompts[index].conditionReads { shown.reads.append(read(slot, strand)) }
    if program.prompts[index].source >= 0 {
      shown.reads.append(read(program.prompts[index].source, strand))
    }
    for place in shownFields(index) {
      let slot = program.prompts[program.prompts[index].fields[place].prompt].slot
      if slot >= 0 { shown.reads.append(read(slot, strand)) }
    }
    if let failureMark, let failure = failure(around: index) {
      var digest = Digest()
      digest.add(shown.said)
      digest.add(failureMark | UInt64(failure.work.number))
      shown.said = digest.imprint
    }
    return shown
  }

  /// The performance whose failure a question is about, since it stands in the branch: what a person
  /// answers to a failure isn't the answer to another one, also if both are worded alike.
  private func failure(around index: Int) -> Memo.Effect? {
    let failed = program.prompts[index].failed
    guard failed >= 0 else { return nil }
    let step = program.works[failed].step
    let rounds = Rounds(program.steps[step].loops.map { max(1, counters[$0]) })
    return rounds.flatMap { memo.effect(StepName(step: Int32(step), rounds: $0)) }
  }

  /// The same as a part of a line; nil if there is nothing in sight.
  @inline(__always)
  func shownDetail(_ index: Int, in number: Int) -> Line.Detail? {
    if program.facts[index].showsNothing, strands[number].shown.isEmpty { return nil }
    return newDetail(index, strands[number])
  }

  private func newDetail(_ index: Int, _ strand: Strand) -> Line.Detail? {
    let shown = shownNow(index, strand)
    if shown.isEmpty { return nil }
    let isNotice = program.facts[index].shape == .notice
    if isNotice || strand.sight.isEmpty { return Line.Detail(shown: shown) }
    return Line.Detail(
      shown: shown, sight: Sight(strand: strand.name, marks: strand.sight.map(\.mark)))
  }
}

extension Shown {
  func isHeld(by line: Line) -> Bool {
    guard let detail = line.detail else { return isEmpty || line.isLoose }
    return detail.shown.holds(under: self, loosely: line.isLoose)
  }
}

extension Program {
  /// An operation behind those that contain it, the outermost first; nothing for −1, the flow itself.
  func path(_ operation: Int) -> [Int] { operation < 0 ? [] : paths[operation] }

  func isStep(_ step: Int, inOperation number: Int) -> Bool {
    isOperation(steps[step].operation, in: number)
  }

  /// Whether an operation is another one, or inside it.
  func isOperation(_ inner: Int, in number: Int) -> Bool { path(inner).contains(number) }

  func isStep(_ step: Int, inGroup group: Int) -> Bool {
    path(steps[step].operation).contains { operations[$0].group == group }
  }
}
