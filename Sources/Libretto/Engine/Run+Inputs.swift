// What questions and work were given under: what was shown, and what was read.

extension Run {
  /// The inputs of work.
  func inputs(
    _ declared: [KeyReference]?, _ reads: ReadKeys?, isLoad: Bool = false
  ) -> WorkInputs {
    if let declared { return inputs(of: Set(declared.map(\.name)), strand, isLoad: isLoad) }
    guard let names = reads?.names else {
      return WorkInputs(all: digest(strand), after: strand.lastWork)
    }
    var inputs = inputs(of: names, strand, isLoad: isLoad)
    inputs.after = strand.lastWork
    return inputs
  }

  func inputs(
    of names: Set<String>, _ strand: Strand, isLoad: Bool = false
  ) -> WorkInputs {
    WorkInputs(reads: names.sorted().map { input($0, strand, isLoad: isLoad) })
  }

  func input(_ name: String, _ strand: Strand, isLoad: Bool) -> WorkInputs.Read {
    guard let slot = program.keys.slots[name] else {
      return WorkInputs.Read(key: name, value: strand.others[name])
    }
    if program.keys.secrets.contains(name) {
      return WorkInputs.Read(
        key: name, value: nil, secret: stamp(strand.secrets[slot], isLoad: isLoad))
    }
    return WorkInputs.Read(key: name, value: strand.slots[slot])
  }

  /// The number that represents a secret. A secret that was given again counts as the same for
  /// effects, and as a different one for what is only computed from it.
  func stamp(_ secret: Strand.SecretState?, isLoad: Bool) -> Int {
    guard let secret else { return 0 }
    let epoch = isLoad ? memo.epochs[secret.name] ?? 0 : 0
    return secret.number &* 65536 &+ epoch
  }

  /// The current values of the same inputs.
  func current(_ inputs: WorkInputs, isLoad: Bool = false) -> WorkInputs {
    var now = inputs
    now.reads = inputs.reads.map { input($0.key, strand, isLoad: isLoad) }
    if inputs.all != nil { now.all = digest(strand) }
    if inputs.after != nil { now.after = strand.lastWork }
    return now
  }

  /// The current inputs of work that another version of the flow takes over. If the work depends on
  /// all answers, these are the existing ones: a question added in this version isn't an input.
  func acceptable(_ inputs: WorkInputs, isLoad: Bool) -> WorkInputs {
    var now = current(inputs, isLoad: isLoad)
    guard inputs.all != nil else { return now }
    now.all = nil
    var names = Set(strand.others.keys)
    for (slot, value) in strand.slots.enumerated() where value != nil {
      names.insert(program.keys[slot].name)
    }
    now.reads = self.inputs(of: names, strand, isLoad: isLoad).reads
    return now
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
  func holds(_ effect: Memo.Effect, isLoad: Bool = false) -> Bool {
    guard let inputs = effect.work.inputs else { return false }
    if isSame(inputs, effect.isLoose, isLoad: isLoad) { return true }
    return effect.kept.map { isSame($0, effect.isLoose, isLoad: isLoad) } ?? false
  }

  func isSame(_ inputs: WorkInputs, _ isLoose: Bool, isLoad: Bool) -> Bool {
    let now = current(inputs, isLoad: isLoad)
    if inputs == now { return true }
    guard inputs.all == now.all, isLoose || inputs.after == now.after else { return false }
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

  mutating func noteNotice(_ index: Int) { see(program.prompts[index].reads, -1 - index) }

  /// Records something that the person has in sight at the next question.
  mutating func see(_ reads: [Int], _ what: Int) {
    for slot in reads { strand.shown.reads.append(read(slot)) }
    var digest = Digest()
    digest.add(strand.shown.said)
    digest.add(UInt64(bitPattern: Int64(what)))
    strand.shown.said = digest.imprint
  }

  func read(_ slot: Int) -> Shown.Read {
    let digest =
      strand.secrets[slot].map { Imprint(short: UInt32(truncatingIfNeeded: $0.number)) }
      ?? Digest.imprint(strand.slots[slot], isSet: program.sets.contains(slot))
    return Shown.Read(slot: Int32(truncatingIfNeeded: slot), digest: digest)
  }

  func shownNow(_ index: Int) -> Shown {
    // An alert without buttons is said, not answered.
    var shown = program.facts[index].shape == .notice ? Shown() : strand.shown
    for slot in program.prompts[index].reads { shown.reads.append(read(slot)) }
    for slot in program.prompts[index].conditionReads { shown.reads.append(read(slot)) }
    if program.prompts[index].source >= 0 {
      shown.reads.append(read(program.prompts[index].source))
    }
    for place in shownFields(index) {
      let slot = program.prompts[program.prompts[index].fields[place].prompt].slot
      if slot >= 0 { shown.reads.append(read(slot)) }
    }
    return shown
  }

  /// The same as a part of a line; nil if there is nothing in sight.
  @inline(__always)
  func shownDetail(_ index: Int) -> Line.Detail? {
    if program.facts[index].showsNothing, strand.shown.isEmpty { return nil }
    return newDetail(index)
  }

  func newDetail(_ index: Int) -> Line.Detail? {
    let shown = shownNow(index)
    if shown.isEmpty { return nil }
    let isNotice = program.facts[index].shape == .notice
    if isNotice || strand.sight.isEmpty { return Line.Detail(shown: shown) }
    return Line.Detail(
      shown: shown, sight: Sight(strand: strand.name, marks: strand.sight.map(\.mark)))
  }
}
