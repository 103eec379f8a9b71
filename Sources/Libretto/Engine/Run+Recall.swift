// What a run takes from its memo: whether an entry still holds, and what is said on the way to it.

extension Run {
  enum Recalled { case taken, stopped, open }
  enum RecalledWork {
    case taken, stopped
    case open(Need.Kind)
  }

  /// The entry for a name, if it is in force and has not been taken; for work, with what is known of
  /// it.
  ///
  /// It is looked up in the memo. While lines are expected in order, it is the next of them, and is
  /// folded by itself: if that one is for another name, is no plain outcome or doesn't hold, the rest
  /// isn't taken, and the run is made again over the memo.
  mutating func entry(
    _ name: StepName
  ) -> (place: Int, entry: Memo.Entry, effect: Memo.Effect?)? {
    if row != nil { return nextInRow(name) }
    guard remembers, let place = memo.place(name), let entry = memo[place], !memo.isTaken(place)
    else { return nil }
    return (place, entry, entry.effect < 0 ? nil : memo.effects[entry.effect])
  }

  private mutating func nextInRow(
    _ name: StepName
  ) -> (place: Int, entry: Memo.Entry, effect: Memo.Effect?)? {
    guard var place = row else { return nil }
    while place < lines.count, lines[place].kind == .opened || lines[place].kind == .said {
      if lines[place].kind == .opened { opened[lines[place].name] = lines[place].time }
      place += 1
    }
    row = place < lines.count ? place : nil
    guard row != nil, lines[place].name == name, !lines[place].isOut, !lines[place].isLoose
    else { return nil }
    let begun = lines[place].kind == .began ? lines[place] : nil
    if begun != nil, place + 1 < lines.count, lines[place + 1].name == name { place += 1 }
    let line = lines[place]
    switch line.kind {
    case .answered, .secret, .timedOut, .dismissed, .elapsed:
      return (place, Memo.Entry(line: line), nil)
    case .ended, .loaded:
      var work = line.detail?.work ?? Line.Work()
      if let begun, let first = begun.detail?.work {
        (work.number, work.given) = (first.number, first.given)
        if work.inputs == nil { work.inputs = first.inputs }
      }
      return (
        place, Memo.Entry(line: line),
        Memo.Effect(status: .ended, work: work, began: begun?.time)
      )
    default: return nil
    }
  }

  // MARK: Prompts

  mutating func recallPrompt(_ index: Int, _ name: StepName) -> Recalled {
    guard let (place, entry, effect) = entry(name), effect == nil, !entry.isOut else {
      return .open
    }
    if entry.line.isLoose, !isMigrating { standing[place] = shownNow(index) }
    return take(entry.line, at: place, index)
  }

  /// Takes an outcome of a prompt if it holds.
  private mutating func take(_ line: Line, at place: Int, _ index: Int) -> Recalled {
    let showsNothing = program.facts[index].showsNothing && strand.shown.isEmpty
    guard isMigrating || showsNothing && line.detail == nil || shownNow(index).isHeld(by: line)
    else { return .open }
    func take(_ run: inout Run) {
      run.take(place: place)
      if !run.asked.isEmpty, line.kind.isOfQuestion { run.asked[run.active].append(line.name) }
    }
    switch line.kind {
    case .answered:
      guard !program.prompts[index].isSecret, !program.prompts[index].isNotice,
        let (kept, way) = try? settle(line.given, index, isRecorded: true)
      else { return .open }
      take(&self)
      put(index, kept, way)
    case .secret:
      guard program.prompts[index].isSecret, case .int(let number) = line.value else {
        return .open
      }
      let name = SecretName(name: line.name)
      var value = secrets[name]
      if let known = value {
        guard let (kept, _) = try? settle(.typed(known), index, isRecorded: true) else {
          return .open
        }
        value = kept ?? .null
      }
      take(&self)
      put(index, value ?? .null, -1)
      hold(name, value, number, slot: program.prompts[index].slot)
    case .timedOut:
      let isHandled = program.prompts[index].timedOut >= 0 || isFailureHandled
      guard isHandled, program.prompts[index].prompt.timeout != nil else { return .open }
      take(&self)
      require(.prompt, index, line.name)
      guard let open = strand.need.map(full) else { return .open }
      if program.prompts[index].timedOut < 0 {
        timeOut(index, open)
        return .stopped
      }
      strand.need = nil
      passQuestion()
      strand.counter = program.prompts[index].timedOut
    case .dismissed:
      guard program.prompts[index].isNotice else { return .open }
      take(&self)
      passNotice(index)
    default: return .open
    }
    return .taken
  }

  /// Whether a surrounding operation continues with its failure branch if this strand fails.
  var isFailureHandled: Bool {
    var number = active - 1
    while number >= 0 {
      let status = number == active - 1 ? strand.status : schedule.strands[number + 1].status
      if program.operations[number].failure >= 0, status == .running { return true }
      number = program.operations[number].parent
    }
    return false
  }

  // MARK: Waits

  mutating func recallWait(_ name: StepName) -> Recalled {
    guard let (place, entry, _) = entry(name), entry.line.kind == .elapsed else { return .open }
    take(place: place)
    return .taken
  }
}

extension Shown {
  func isHeld(by line: Line) -> Bool {
    guard let detail = line.detail else { return isEmpty || line.isLoose }
    return detail.shown.holds(under: self, loosely: line.isLoose)
  }
}

extension Program {
  func isStep(_ step: Int, inOperation number: Int) -> Bool {
    isOperation(steps[step].operation, in: number)
  }

  /// Whether an operation is another one, or inside it.
  func isOperation(_ inner: Int, in number: Int) -> Bool {
    var operation = inner
    while operation >= 0 {
      if operation == number { return true }
      operation = operations[operation].parent
    }
    return false
  }

  func isStep(_ step: Int, inGroup group: Int) -> Bool {
    var operation = steps[step].operation
    while operation >= 0 {
      if operations[operation].group == group { return true }
      operation = operations[operation].parent
    }
    return false
  }

  /// The innermost operation that contains both operations; −1 for none.
  func common(_ first: Int, _ second: Int) -> Int {
    guard first >= 0, second >= 0 else { return -1 }
    return zip(paths[first], paths[second]).prefix { $0 == $1 }.last?.0 ?? -1
  }

  /// The operations that wait for another one, directly or indirectly.
  func followers(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    var open = operations[number].dependants
    while let next = open.popLast() {
      if found.insert(next).inserted { open += operations[next].dependants }
    }
    return found
  }
}
