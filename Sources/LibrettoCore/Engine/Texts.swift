// What is said to a person. A text is a step with an entry: the values that it shows.
//
// The *sight* of a strand is what it has come past since its last answer; a form is one. Before
// anything is asked, performed, cancelled or ended in a strand, its sight must be the last thing that
// was said there; what differs is said, from the first difference on. What was said is in the lines:
// an answer's line has the sight that the answer was given in, and any other line has lines before
// it that say what was said since. So a live run and a restored one know the same.

/// What was said in a strand: a chain of digests, so that two are the same up to their last equal one.
struct Sight: Hashable, Sendable {
  /// The operation, or −1, and the rounds of the loops around its group.
  let strand: StepName
  var marks: [Imprint]
}

extension Sight {
  /// The sight of a line before it is known which strand it is of; nil if it has none.
  init?(saved marks: [Imprint]) {
    if marks.isEmpty { return nil }
    self.init(strand: StepName(step: -1, rounds: .first), marks: marks)
  }
}

extension RunState {
  /// A text that a strand has come past since its last answer.
  struct Seen: Sendable {
    let mark: Imprint
    let index: Int
    let instruction: Int
    /// The answers that it shows; nil for what was said where it stands.
    let slots: [Value?]?
    /// Identifies it for a host, if the run keeps the names of texts.
    let name: String
  }

  /// Comes past a text; returns whether it is said where it stands.
  ///
  /// As long as nothing was taken back, it can't have been said before. Otherwise, that is decided
  /// where the strand stops.
  mutating func comesTo(_ text: Int) -> Bool {
    if case .heading = program.texts[text].form { strand.part = text }
    if !recalls, policy.saysTexts, strand.sight.isEmpty || strand.told == strand.sight.count {
      return true
    }
    let name =
      tellsTexts
      ? textName(text, program.statement(text, strand.slots).words, in: strand, active) : ""
    if tellsTexts, recalls, !policy.isMigrating {
      passed.append(PassedText(name: name, place: takenCount))
    }
    see(text, strand.slots, name)
    strand.counter += 1
    return false
  }

  /// Adds a text to what the strand has in sight.
  private mutating func see(_ text: Int, _ slots: [Value?]?, _ name: String = "") {
    var digest = Digest()
    digest.add(strand.sight.last?.mark ?? .none)
    digest.add(UInt64(bitPattern: Int64(text)))
    for loop in program.loops[strand.counter] {
      digest.add(UInt64(bitPattern: Int64(max(1, counters[loop]))))
    }
    for slot in program.texts[text].reads { digest.add(read(slot, strand).digest) }
    strand.sight.append(
      Seen(
        mark: digest.imprint, index: text, instruction: strand.counter, slots: slots, name: name))
    if tellsTexts { strand.textCounts[text, default: 0] += 1 }
    see(program.texts[text].reads, text + 1)
  }

  /// Stops a strand that takes only entries; returns whether it is one.
  mutating func stopsCut() -> Bool {
    if strand.isCut { strand.need = nil }
    return strand.isCut
  }

  /// Says what is in sight and wasn't said last; returns whether the strand stops here, to say that
  /// or because it takes only entries.
  mutating func stopsToSay() -> Bool {
    if stopsCut() { return true }
    if !policy.saysTexts || strand.sight.isEmpty { return false }
    strand.told = told(in: strand)
    guard strand.told < strand.sight.count else { return false }
    let next = strand.sight[strand.told]
    say(next.index, at: next.instruction)
    return true
  }

  /// The same before operations start. While the run is performed from its start, it may only come
  /// past them; whether it stops there is known at the end.
  mutating func stopsToSayBeforeGroup() -> Bool {
    if strand.isCut { return false }
    return !isPerforming || saidFirst.contains(strand.name) ? stopsToSay() : false
  }

  /// Finds what must be said before operations at which the run stands; returns whether there is
  /// more than before.
  mutating func findSaidFirst() -> Bool {
    if !policy.saysTexts { return false }
    var isFound = false
    for (group, code) in program.groups.enumerated() where schedule.openOperations[group] > 0 {
      let number = code.parent + 1
      if strands[number].sight.isEmpty || strands[number].isCut { continue }
      let told = told(in: strands[number])
      strands[number].told = told
      if told < strands[number].sight.count,
        saidFirst.insert(strands[number].name).inserted
      {
        isFound = true
      }
    }
    return isFound
  }

  mutating func say(_ text: Int, at instruction: Int) {
    strand.need = Need.Core(
      kind: .say, step: -1, rounds: Rounds(bits: strand.saidCount), instruction: instruction,
      index: text, strand: active)
  }

  /// Goes on from a text that the person has heard.
  mutating func hear(in number: Int) {
    if schedule.openGroups > 0 { active = number }
    if strand.sight.isEmpty || strand.told == strand.sight.count {
      see(strand.need?.index ?? 0, nil)
      strand.told = strand.sight.count - 1
      strand.counter += 1
      strand.steps += 1
    }
    strand.told += 1
    strand.saidCount += 1
    if !unwritten.contains(number) { unwritten.append(number) }
    clearNeed()
    advance()
    settle()
  }

  /// How many of the texts in sight were the last that was said in the strand.
  private func told(in strand: Strand) -> Int {
    if strand.told >= 0 || strand.sight.isEmpty { return max(0, strand.told) }
    let marks = strand.sight
    let heard = memo.heard(in: strand.name)
    // A digest covers those before it.
    var (same, end) = (0, min(marks.count, heard.count))
    if end > 0, marks[end - 1].mark.fits(heard[end - 1]) { same = end }
    while same < end {
      let middle = (same + end) / 2
      if marks[middle].mark.fits(heard[middle]) { same = middle + 1 } else { end = middle }
    }
    // Where texts have gone and none has come, the last of what remains is said again.
    return same == marks.count && same < heard.count ? same - 1 : same
  }

  // MARK: Lines

  /// A line that says what was said in a strand.
  func line(for sight: Sight, at time: Timestamp) -> Line? {
    program.bearer(ofStrand: sight.strand).map { bearer in
      Line(
        bearer, .said, time, value: .int(Int(sight.strand.step) + 1),
        detail: Line.Detail(sight: sight))
    }
  }

  /// What was said so far in a strand since its last answer.
  func sightTold(in number: Int) -> Sight {
    let strand = strands[number]
    return Sight(
      strand: strand.name, marks: strand.sight.prefix(max(0, strand.told)).map(\.mark))
  }

  /// Keeps what was said in the last round of an operation that starts again: no line has it yet.
  mutating func leaveSight(of number: Int) {
    guard let place = unwritten.firstIndex(of: number) else { return }
    unwritten.remove(at: place)
    left.append(sightTold(in: number))
  }

  /// The fewest lines that make this state.
  func compactLines(at time: Timestamp, isWhole: Bool) -> [Line] {
    let lines = memo.compact(taken: takenPlaces, isWhole: isWhole)
    var told: [StepName: [Imprint]] = [:]
    for line in lines {
      if let sight = line.detail?.sight { told[sight.strand] = sight.marks }
    }
    // And what they don't tell about what was said.
    return lines
      + memo.sights.filter { told[$0.strand] != $0.marks }.compactMap { line(for: $0, at: time) }
  }

  /// For a memo of another version, what was heard: the texts before what was taken.
  func passedSights(at time: Timestamp) -> [Line] {
    strands.enumerated().compactMap { number, strand in
      let marks =
        migration.heard[number] ?? strand.sight.prefix(strand.settled).map(\.mark)
      return marks.isEmpty ? nil : line(for: Sight(strand: strand.name, marks: marks), at: time)
    }
  }

  // MARK: For a host that shows where the run is

  /// A text that was come past in this performance.
  struct PassedText: Sendable {
    let name: String
    /// How many entries had been taken before it.
    let place: Int
  }

  /// The names of the steps that the run has come past, and of the texts between them that it
  /// doesn't say now, in order.
  var passedNames: [String] {
    let coming = Set(strands.flatMap { $0.sight.dropFirst(max(0, $0.told)).map(\.name) })
    var texts = passed.filter { !coming.contains($0.name) }[...]
    var names: [String] = []
    for (place, entry) in takenPlaces.enumerated() {
      while let text = texts.first, text.place <= place {
        names.append(text.name)
        texts.removeFirst()
      }
      names.append(program.string(memo.lines[entry].name))
    }
    return names + texts.map(\.name)
  }

  /// Identifies the text of a need among those of the run; it isn't the name of a step.
  func textName(of need: Need) -> String {
    let strand = strand(of: need)
    return strand.nextSaid?.name
      ?? textName(
        need.index, program.statement(need.index, strand.slots).words, in: strand, need.strand)
  }

  /// The name of the text that a strand comes to: which one it is, how often it was there before,
  /// and its words.
  private func textName(
    _ text: Int, _ words: String, in strand: Strand, _ number: Int
  ) -> String {
    "\n\(number).\(text).\(strand.textCounts[text] ?? 0) \(words)"
  }
}

extension Strand {
  /// The text that it says next, of those that it has come past.
  var nextSaid: RunState.Seen? { told >= 0 && told < sight.count ? sight[told] : nil }
}

extension Program {
  /// The strand in which a step is performed.
  func strand(of name: StepName) -> StepName {
    strand(steps[Int(name.step)].operation, position(name).rounds)
  }

  /// The strand of an operation; −1 is the flow itself.
  /// - Parameter rounds: the rounds of the loops around it, and perhaps further ones.
  func strand(_ operation: Int, _ rounds: [Int]) -> StepName {
    guard operation >= 0 else { return StepName(step: -1, rounds: .first) }
    let count = loops[groups[operations[operation].group].start].count
    return StepName(
      step: Int32(truncatingIfNeeded: operation),
      rounds: Rounds(rounds.prefix(count)) ?? .first)
  }

  /// A step in the same loops, by whose name lines name a strand.
  func bearer(ofStrand strand: StepName) -> StepName? {
    let number = Int(strand.step)
    guard let step = strandSteps[number + 1] else { return nil }
    let around = number < 0 ? 0 : loops[groups[operations[number].group].start].count
    let inner = steps[step].loops.count - around
    return name(step, strand.rounds.unpacked(around) + Array(repeating: 1, count: inner))
  }

  /// The sight in a line that was read; nil if it has none.
  func sight(_ marks: [Imprint], of line: Line) -> Sight? {
    guard line.kind == .said else {
      return marks.isEmpty ? nil : Sight(strand: strand(of: line.name), marks: marks)
    }
    guard case .int(let number) = line.value, number >= 0, number <= operations.count else {
      return nil
    }
    return Sight(strand: strand(number - 1, position(line.name).rounds), marks: marks)
  }
}
