// What is said to a person, and the inputs of a question: what it showed.

extension Run {
  /// Whether the person may have heard what is said now, because a step after it may have been
  /// taken.
  var mayHaveSaid: Bool {
    switch recall {
    case .nothing, .unfit: false
    case .lines(let next): next < lines.count
    case .memo: memo.hasMore
    }
  }

  /// Says what was skipped before a step that is not taken; returns whether something is said.
  /// - Parameter name: the step; if it was asked after the same words, the person heard them.
  mutating func stopsToSay(_ name: StepName?) -> Bool {
    guard let first = strand.unsaid.first else { return false }
    if isMigrating {
      strand.unsaid = []
      return false
    }
    if let name, remembers, let place = memo.place(name), let entry = memo[place],
      entry.effect < 0, wasHeard(entry.line.shown)
    {
      passTexts(isTaken: false)
      return false
    }
    say(first)
    return true
  }

  func wasHeard(_ shown: Shown) -> Bool {
    shown.said == strand.shown.said
      && shown.reads.starts(with: strand.shown.reads)
  }

  mutating func say(_ unsaid: Strand.Unsaid) {
    strand.need = Need.Core(
      kind: .say, step: -1, rounds: Rounds(bits: strand.saidCount),
      instruction: unsaid.instruction, index: unsaid.index, strand: active)
  }

  /// The same before operations start: if something in them was answered, the words before them
  /// were heard.
  mutating func stopsToSay(before group: Int) -> Bool {
    guard !strand.unsaid.isEmpty else { return false }
    if remembers, hasEntry(where: { self.program.isStep($0, inGroup: group) }) {
      passTexts(isTaken: false)
    }
    return stopsToSay(nil)
  }

  /// The same at the end of an operation: if something after it was answered, its last words were
  /// heard.
  mutating func stopsToSay(atEndOf number: Int) -> Bool {
    guard !strand.unsaid.isEmpty else { return false }
    let group = program.operations[number].group
    let end = position(program.groups[group].start)
    let later = program.followers(of: number)
    let isHeard =
      remembers
      && hasEntry { step in
        if self.program.isStep(step, inGroup: group) {
          return later.contains { self.program.isStep(step, inOperation: $0) }
        }
        return false
      }
    let isPassed =
      remembers
      && memo.entries.contains { entry in
        guard let name = entry?.line.name,
          !self.program.isStep(Int(name.step), inGroup: group)
        else { return false }
        return end < self.program.position(name)
      }
    if isHeard || isPassed { passTexts(isTaken: false) }
    return stopsToSay(nil)
  }

  func hasEntry(where test: (Int) -> Bool) -> Bool {
    memo.entries.contains { $0.map { test(Int($0.line.step)) } ?? false }
  }

  mutating func noteSaid(_ text: Int) {
    strand.saidCount += 1
    if tellsTexts { strand.textCounts[text, default: 0] += 1 }
    see(program.texts[text].reads, text + 1)
  }

  mutating func noteNotice(_ index: Int) { see(program.prompts[index].reads, -1 - index) }

  /// Records something that the person has in sight at the next question.
  mutating func see(_ reads: [Int], _ what: Int) {
    for slot in reads { strand.shown.reads.append(read(slot)) }
    var digest = Digest()
    digest.add(UInt64(strand.shown.said))
    digest.add(UInt64(bitPattern: Int64(what)))
    strand.shown.said = digest.short
  }

  // MARK: Inputs of a question

  func read(_ slot: Int) -> Shown.Read {
    let digest =
      strand.secrets[slot].map { UInt32(truncatingIfNeeded: $0.number) }
      ?? Digest.short(strand.slots[slot], isSet: program.sets.contains(slot))
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
    return shown.isEmpty ? nil : Line.Detail(shown: shown)
  }
}
