/// How many questions are still to come in a run: the fewest and the most on any way to its end.
///
/// It is counted from the end of the program to the place where the run is, each instruction once,
/// and once more for each loop around it: what follows from an instruction is what follows from those
/// that it leads to, and itself if it is a question. A condition counts only one way if it reads
/// nothing that can still be set. A page is one question. A loop with a number of rounds has as many
/// times what a round has. Any other loop with questions in it may have any number of rounds, so there
/// is no most; the fewest leave it after the round that has begun. What comes of failures, time
/// limits, cancels and steps back of the flow isn't foreseen.
package struct WayAhead: Sendable {
  /// The fewest and the most questions; no most means that nobody knows.
  package struct Count: Hashable, Sendable {
    package var least: Int
    package var most: Int?

    static let none = Count(least: 0, most: 0)

    static func + (one: Count, other: Count) -> Count {
      Count(
        least: one.least + other.least,
        most: one.most.flatMap { most in other.most.map { most + $0 } })
    }

    /// As often as that; what is too much to count is unknown.
    static func * (one: Count, times: Int) -> Count {
      let (least, isTooMuch) = one.least.multipliedReportingOverflow(by: times)
      guard !isTooMuch, least < 1 << 40 else { return Count(least: one.least, most: nil) }
      let most = one.most.map { $0.multipliedReportingOverflow(by: times) }
      return Count(
        least: least,
        most: most.flatMap { $0.overflow || $0.partialValue >= 1 << 40 ? nil : $0.partialValue })
    }

    /// Whichever way is taken.
    fileprivate func or(_ other: Count?) -> Count {
      guard let other else { return self }
      return Count(
        least: min(least, other.least),
        most: most.flatMap { most in other.most.map { max(most, $0) } })
    }
  }

  private let program: Program
  private let map: ProgramMap

  package init(_ program: Program) {
    self.program = program
    map = ProgramMap(program)
  }

  /// Counts the questions from one that is open, which counts too.
  /// - Parameters:
  ///   - instruction: where its strand is.
  ///   - slots: the answers as its strand has them.
  ///   - rounds: the rounds of the loops, by their counters.
  /// - Returns: the count; nil if no way to an end is foreseen.
  func questions(from instruction: Int, _ slots: [Value?], _ rounds: [Int]) -> Count? {
    let first = map.ranks[instruction]
    var walk = Walk(
      self, from: first, rounds, Answered(slots: slots, isOpen: open(from: instruction)))
    return walk.count(first..<map.order.count)
  }

  /// By slot, whether something can set the answer from an instruction on.
  private func open(from instruction: Int) -> [Bool] {
    let writes = map.writes(in: instruction..<program.instructions.count)
    let isAnything = !program.loops[instruction].isEmpty || writes.contains { $0.slot < 0 }
    var open = [Bool](repeating: isAnything, count: program.keys.all.count)
    for write in writes where write.slot >= 0 { open[write.slot] = true }
    return open
  }

  /// The answers so far, and which of them may still change.
  private struct Answered {
    let slots: [Value?]
    let isOpen: [Bool]

    /// Whether a condition holds; nil if that isn't certain yet.
    func holds(_ code: ConditionCode) -> Bool? {
      switch code {
      case .all(let parts):
        let known = parts.map(holds)
        return known.contains(false) ? false : known.contains(nil) ? nil : true
      case .any(let parts):
        let known = parts.map(holds)
        return known.contains(true) ? true : known.contains(nil) ? nil : false
      case .not(let part): return holds(part).map { !$0 }
      case .known(let part): return holds(part)
      case .compareKeys(let one, _, let other):
        return isOpen[one] || isOpen[other] ? nil : try? code.holds(slots)
      case .compare(let slot, _, _), .isSet(let slot), .isEmpty(let slot), .isMultiple(let slot, _),
        .contains(let slot, _), .matches(let slot, _):
        return isOpen[slot] ? nil : try? code.holds(slots)
      case .calculate: return nil
      }
    }
  }

  /// The counts by rank, from the last instruction on.
  private struct Walk {
    let program: Program
    let map: ProgramMap
    /// The rank at which the run is.
    let first: Int
    let rounds: [Int]
    let answers: Answered
    /// What a round has of the loops with a number of rounds, by the ranks of their heads.
    private var ofRounds: [Int: Count?] = [:]

    init(_ way: WayAhead, from first: Int, _ rounds: [Int], _ answers: Answered) {
      (program, map) = (way.program, way.map)
      (self.first, self.rounds, self.answers) = (first, rounds, answers)
    }

    /// The questions from the first of some instructions on, until they are left.
    mutating func count(_ ranks: Range<Int>) -> Count? {
      var counts = [Count?](repeating: nil, count: ranks.count)
      for rank in ranks.reversed() {
        counts[rank - ranks.lowerBound] = count(at: rank, ranks, counts)
      }
      return counts.first ?? Count.none
    }

    private mutating func count(at rank: Int, _ ranks: Range<Int>, _ counts: [Count?]) -> Count? {
      let instruction = map.order[rank]
      let isRound = ranks.upperBound < map.order.count
      func there(_ target: Int) -> Count? {
        ranks.contains(target) ? counts[target - ranks.lowerBound] : Count.none
      }
      func way(_ target: Int) -> Count? {
        let next = map.ranks[target]
        // In a round, its end is nothing more.
        return next > rank || isRound && next < ranks.lowerBound
          ? there(next) : leaving(next, rank, isRound: isRound, there)
      }
      func either(_ targets: some Sequence<Int>) -> Count? {
        var found: Count?
        for target in targets { found = way(target)?.or(found) ?? found }
        return found
      }
      switch program.instructions[instruction] {
      case .prompt(let index):
        let code = program.prompts[index]
        let isQuestion = !code.isNotice && code.page < 0
        let own = isQuestion ? 1 : 0
        return either(Set(code.targets)).map { $0 + Count(least: own, most: own) }
      case .work(let index):
        let code = program.works[index]
        return code.isLoad ? either([code.data, code.empty]) : way(instruction + 1)
      case .unless(let condition, let target):
        if let holds = answers.holds(program.conditions[condition]) {
          return way(holds ? instruction + 1 : target)
        }
        return either([instruction + 1, target])
      case .countLoop(_, let times, let exit): return way(times > 0 ? instruction + 1 : exit)
      case .jump(let target): return way(target)
      case .startOperations(let number):
        let group = program.groups[number]
        return group.operations.reduce(way(group.after)) { sum, operation in
          let own = there(map.ranks[program.operations[operation].start])
          return sum.flatMap { sum in own.map { sum + $0 } }
        }
      case .endOperation, .finish, .fail, .end: return Count.none
      case .back, .reload: return nil
      default: return way(instruction + 1)
      }
    }

    /// A way that leads back in a loop: the rounds that are left of their number, or the fewest; and
    /// what stands behind the loop.
    private mutating func leaving(
      _ head: Int, _ rank: Int, isRound: Bool, _ there: (Int) -> Count?
    ) -> Count? {
      guard let loop = program.loops[map.order[rank]].last else { return nil }
      let behind = map.rank(behind: loop)
      guard behind < map.order.count, var count = there(behind) else { return nil }
      if case .countLoop(let counter, let times, _) = program.instructions[map.order[head]] {
        // The run is in it, or comes to it later.
        let left = times - (head < first && !isRound ? rounds[counter] : 1)
        return left > 0 ? ofRound(head, behind).map { $0 * left + count } : count
      }
      let asks = map.order[head...rank].contains {
        guard case .prompt(let index) = program.instructions[$0] else { return false }
        return !program.prompts[index].isNotice
      }
      if asks { count.most = nil }
      return count
    }

    private mutating func ofRound(_ head: Int, _ behind: Int) -> Count? {
      if let known = ofRounds[head] { return known }
      let count = count(head + 1..<behind)
      ofRounds[head] = .some(count)
      return count
    }
  }
}

extension Run {
  /// How many questions the person has answered on the way here; a page is one.
  var questionsPassed: Int {
    state.takenPlaces.count { place in
      guard case .prompt(let index) = program.steps[Int(lines[place].step)].kind
      else { return false }
      return lines[place].kind.isOfQuestion && program.prompts[index].page < 0
    }
  }

  /// How far the run has come at a question that is open.
  func progress(at need: Need, _ way: WayAhead) -> RunProgress? {
    guard need.kind == .prompt else { return nil }
    let strand = state.strand(of: need)
    return RunProgress(
      part: strand.part < 0
        ? nil : program.statement(strand.part, strand.slots, language).words,
      passed: questionsPassed,
      coming: isParallel
        ? state.questionsComing(way)
        : way.questions(from: need.instruction, strand.slots, state.counters))
  }
}

extension RunState {
  /// The questions to come while operations are open: those of each operation, and those behind them.
  fileprivate func questionsComing(_ way: WayAhead) -> WayAhead.Count? {
    var sum = WayAhead.Count(least: 0, most: 0)
    for (number, strand) in strands.enumerated() where number == 0 || strand.status != .done {
      let count: WayAhead.Count?
      if let group = openGroup(of: number - 1) {
        count = way.questions(from: program.groups[group].after, strand.slots, counters)
      } else if strand.status == .waiting {
        let operation = program.operations[number - 1]
        let parent = strands[program.groups[operation.group].parent + 1]
        count = way.questions(from: operation.start, parent.slots, counters)
      } else {
        count = way.questions(from: strand.counter, strand.slots, counters)
      }
      guard let count else { return nil }
      sum = sum + count
    }
    return sum
  }
}

/// Where a run is: under which heading, and how far, in questions.
package struct RunProgress: Hashable, Sendable {
  /// The heading under which the run is; nil if there was none.
  package var part: String?
  /// The number of questions that the person has answered on the way.
  package var passed: Int
  /// Those that are still to come, with the one that is open; nil if nobody knows.
  package var coming: WayAhead.Count?

  /// The number of the question that is open.
  package var number: Int { passed + 1 }
  /// The number of all questions, if it is known.
  package var total: Int? {
    coming.flatMap { $0.least == $0.most ? passed + $0.least : nil }
  }
  /// The lowest and the highest number of all questions that is possible.
  package var range: (least: Int, most: Int?) {
    (max(number, passed + (coming?.least ?? 0)), coming?.most.map { passed + $0 })
  }
}
