// Operations: each sees the answers as they were when its group started, with what those that it
// waits for have set; what it sets is applied behind the group.

extension Performer {
  /// One performance of a group: where each operation stands.
  private struct Pass {
    /// What each operation that ended has set.
    var done: [Int: JudgeAnswers] = [:]
    var stands: [String: JudgeStand] = [:]
    var needs: [JudgeNeed] = []
    var cancels: [JudgeNeed] = []
    var waiting: [[Int]] = []
    var taken: [JudgeStrand.Taken] = []
    /// How an operation ended the run, and what it had set.
    var end: (halt: JudgeHalt, operation: Int, wrote: JudgeAnswers)?
  }

  func group(
    _ step: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let group = JudgeGroup(step)
    // What a step has cancelled takes only entries; and what was found waiting never started.
    let cut = group.cut(memo, rounds)
    var applied = strand.applied
    var cancelled: Set<String> = []
    while true {
      var pass = Pass()
      for number in group.order {
        let id = group.operations[number].id
        if cut[id] == .waiting {
          pass.stands[id] = .waiting
          if !cancelled.contains(id) {
            pass.waiting.append(place + [0, number])
          } else if group.before[number].allSatisfy({ pass.done[$0] != nil }) {
            // Those that wait for it wait for what it waited for, too.
            pass.done[number] = [:]
          }
        } else {
          perform(
            number, of: group, place + [0], rounds, strand, applied, cancelled, cut[id] != nil,
            &pass)
        }
      }
      for index in pass.cancels.indices {
        guard case .cancel(let target) = pass.cancels[index].step.kind else { continue }
        pass.cancels[index].found =
          cancelled.contains(target) ? .ended : pass.stands[target] ?? .waiting
      }
      // The steps that have cancelled do so together, until there are no more.
      let known = pass.cancels.filter { memo[$0.name]?.stand != nil }
      if known.isEmpty {
        let isHeld = cut.keys.contains { !cancelled.contains($0) }
        return try finish(pass, group, cancelled, strand, isHeld)
      }
      for cancel in known {
        applied.insert(cancel.name)
        guard case .cancel(let target) = cancel.step.kind, memo[cancel.name]?.stand != .ended
        else { continue }
        cancelled.insert(target)
      }
    }
  }

  private func finish(
    _ pass: Pass, _ group: JudgeGroup, _ cancelled: Set<String>, _ strand: JudgeStrand,
    _ isHeld: Bool
  ) throws(JudgeHalt) {
    strand.taken += pass.taken
    if pass.end != nil, pass.needs.contains(where: { $0.kind == .back }) { strand.isRace = true }
    for number in group.order {
      if let end = pass.end, end.operation == number { strand.answers.write(end.wrote) }
      if let wrote = pass.done[number] { strand.answers.write(wrote) }
    }
    if let end = pass.end {
      if case .finish(let outcome, _) = end.halt { throw .finish(outcome, inGroup: true) }
      throw end.halt
    }
    let needs = pass.needs + pass.cancels.filter { !cancelled.contains(group.name(around: $0)) }
    if isHeld || !needs.isEmpty { throw .needs(needs, waiting: pass.waiting) }
  }

  /// Performs one operation, unless it waits, and notes where it stands.
  private func perform(
    _ number: Int, of group: JudgeGroup, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand,
    _ applied: Set<String>, _ cancelled: Set<String>, _ isCut: Bool, _ pass: inout Pass
  ) {
    let operation = group.operations[number]
    let isCancelled = cancelled.contains(operation.id)
    let place = place + [number]
    guard group.before[number].allSatisfy({ pass.done[$0] != nil }) else {
      // Also of one that was cancelled while it worked: what it did is come to once it starts.
      pass.waiting.append(place)
      return
    }
    var answers = strand.answers
    for other in group.order where group.ancestors[number].contains(other) {
      answers.write(pass.done[other] ?? [:])
    }
    let inner = JudgeStrand(
      answers, path: place, applied: applied, name: JudgePlaces.name(operation.id, rounds))
    inner.isCut = isCut || strand.isCut
    let halt = perform(operation, place, rounds, inner)
    if inner.isRace { strand.isRace = true }
    pass.taken += inner.taken.map { taken in
      var taken = taken
      taken.isCancelled = taken.isCancelled || isCancelled
      return taken
    }
    if isCancelled { pass.done[number] = [:] }
    let wrote = inner.answers.changed(from: answers)
    switch halt {
    case nil:
      pass.stands[operation.id] = .ended
      if !isCut { pass.done[number] = wrote }
    case .needs(let needs, let waiting)?:
      pass.stands[operation.id] = .running
      for var need in needs {
        need.sights[strand.name] = strand.sight
        if case .cancel(let target) = need.step.kind, group.numbers[target] != nil,
          !inner.isCut || memo[need.name]?.stand != nil
        {
          pass.cancels.append(need)
        } else if !isCut {
          pass.needs.append(need)
        }
      }
      if !isCut { pass.waiting += waiting }
    case let halt?:
      pass.stands[operation.id] = .ended
      if !isCut, pass.end == nil { pass.end = (halt, number, wrote) }
    }
  }

  /// The steps of an operation, then those of its failure branch if it failed.
  private func perform(
    _ operation: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) -> JudgeHalt? {
    let halt = perform(operation, 0, place, rounds, strand)
    guard case .failure? = halt, case .operation(let plan) = operation.kind, plan.isHandled else {
      return halt
    }
    strand.around = []
    return perform(operation, 1, place, rounds, strand)
  }

  private func perform(
    _ operation: JudgeStep, _ branch: Int, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) -> JudgeHalt? {
    do throws(JudgeHalt) {
      try perform(operation.branches[branch], place + [branch], rounds, strand)
      return nil
    } catch {
      return error
    }
  }
}

/// A group of operations: who waits for whom.
struct JudgeGroup {
  let operations: [JudgeStep]
  /// The places of the operations by their names, which are their ids.
  let numbers: [String: Int]
  /// For each operation those that it names.
  let before: [[Int]]
  /// For each operation those that it waits for, directly or not.
  let ancestors: [Set<Int>]
  /// The order of waiting, ties by declaration.
  let order: [Int]

  init(_ step: JudgeStep) {
    let operations = step.branches[0]
    let numbers = Dictionary(uniqueKeysWithValues: operations.enumerated().map { ($1.id, $0) })
    let before = operations.map { operation -> [Int] in
      guard case .operation(let plan) = operation.kind else { return [] }
      return plan.after.compactMap { numbers[$0] }
    }
    var order: [Int] = []
    var ancestors = [Set<Int>](repeating: [], count: operations.count)
    while let next = operations.indices.first(where: { number in
      !order.contains(number) && before[number].allSatisfy(order.contains)
    }) {
      order.append(next)
      for other in before[next] { ancestors[next].formUnion(ancestors[other].union([other])) }
    }
    (self.operations, self.numbers, self.before) = (operations, numbers, before)
    (self.ancestors, self.order) = (ancestors, order)
  }

  /// Where the operations stood that steps have cancelled, in these rounds.
  func cut(_ memo: [String: JudgeEntry], _ rounds: [Int]) -> [String: JudgeStand] {
    var cut: [String: JudgeStand] = [:]
    for (name, entry) in memo {
      guard let stand = entry.stand, stand != .ended else { continue }
      let (id, named) = JudgePlaces.split(name)
      for operation in operations {
        guard case .cancel(let target)? = JudgeFlow(steps: [operation]).step(id)?.kind,
          numbers[target] != nil,
          (named ?? Array(repeating: 1, count: rounds.count)).starts(with: rounds)
        else { continue }
        cut[target] = stand
      }
    }
    return cut
  }

  /// The operation in which a need stands.
  func name(around need: JudgeNeed) -> String {
    operations.first { $0.contains(need.step.id) }?.id ?? ""
  }
}

extension JudgeStep {
  fileprivate func contains(_ id: String) -> Bool { JudgeFlow(steps: [self]).step(id) != nil }
}

extension JudgeAnswers {
  /// What differs from earlier answers; unset where something was taken away.
  fileprivate func changed(from earlier: JudgeAnswers) -> JudgeAnswers {
    var changed: JudgeAnswers = [:]
    for key in Set(keys).union(earlier.keys) where self[value: key] != earlier[value: key] {
      changed[key] = self[value: key]
    }
    return changed
  }
}
