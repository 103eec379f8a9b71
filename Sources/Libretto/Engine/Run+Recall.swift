// What a run takes from its memo: whether an entry still holds, and what is said on the way to it.

extension Run {
  enum Recalled { case taken, stopped, open }
  enum RecalledWork {
    case taken, stopped
    case open(Need.Kind)
  }

  /// The place of the next line, where lines are expected in order.
  mutating func nextPlace() -> Int? {
    guard case .lines(var next) = recall else { return nil }
    while next < lines.count, lines[next].kind == .opened || lines[next].kind == .said {
      if lines[next].kind == .opened { opened[lines[next].name] = lines[next].time }
      next += 1
    }
    recall = next < lines.count ? .lines(next) : .nothing
    return next < lines.count ? next : nil
  }

  mutating func nextLine() -> Line? { nextPlace().map { lines[$0] } }

  mutating func passLine(_ count: Int = 1) {
    guard case .lines(let next) = recall else { return }
    if !opened.isEmpty { opened[lines[next].name] = nil }
    recall = .lines(next + count)
  }

  /// The lines are not in the expected order, so they must be folded into a memo.
  mutating func unfit() {
    recall = .unfit
    strand.need = nil
  }

  // MARK: Prompts

  mutating func recallPrompt(_ index: Int, _ name: StepName) -> Recalled {
    if case .lines = recall {
      guard let place = nextPlace() else { return .open }
      guard lines[place].name == name, !lines[place].isOut, !lines[place].isLoose else {
        unfit()
        return .stopped
      }
      if takeStraight(place, index) { return .taken }
      let result = take(lines[place], index) { $0.passLine() }
      guard result == .open else { return result }
      unfit()
      return .stopped
    }
    guard remembers, let place = memo.place(name), let entry = memo[place],
      entry.effect < 0, !entry.isOut, !memo.isTaken(place)
    else { return .open }
    if entry.line.isLoose, !isMigrating { standing[place] = shownNow(index) }
    return take(entry.line, index) { $0.take(place: place) }
  }

  /// Takes the next line if it is an ordinary answer to a question that shows no answers, as most
  /// are.
  mutating func takeStraight(_ place: Int, _ index: Int) -> Bool {
    let facts = program.facts[index]
    guard lines[place].kind == .answered, lines[place].detail == nil, facts.showsNothing,
      strand.shown.isEmpty, !facts.isSecret, facts.shape != .notice
    else { return false }
    guard
      let (kept, way) = try? program.settle(
        lines[place].given, index, strand.slots, isRecorded: true)
    else {
      return false
    }
    if !asked.isEmpty { asked[active].append(lines[place].name) }
    passLine()
    put(index, kept, way)
    return true
  }

  /// Takes an outcome of a prompt if it holds.
  mutating func take(
    _ line: Line, _ index: Int, _ taking: (inout Run) -> Void
  ) -> Recalled {
    guard isMigrating || shownNow(index).isHeld(by: line) else { return .open }
    func take(_ run: inout Run) {
      taking(&run)
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
    if case .lines = recall {
      guard let line = nextLine() else { return .open }
      guard line.name == name, line.kind == .elapsed else {
        unfit()
        return .stopped
      }
      passLine()
    } else {
      guard remembers, let place = memo.place(name), !memo.isTaken(place),
        memo[place]?.line.kind == .elapsed
      else { return .open }
      take(place: place)
    }
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
