// Operations: each sees the answers as they were when its group started, with what those that it
// waits for have set; what it sets is applied behind the group.

extension JudgeWalker {
  /// One way through a group: where each operation stands.
  private struct Pass {
    let fates: [JudgeFate]
    /// What each operation that ended has set.
    var done: [Int: JudgeAnswers] = [:]
    var stops: Set<Int> = []
    var needs: [JudgeNeed] = []
    var waiting: [[Int]] = []
    var taken: [JudgeStrand.Taken] = []
    /// The operations further out that steps have cancelled, with these steps.
    var cancels: [(target: String, step: String)] = []
    /// The operations that steps have cancelled, with those in which these stand.
    var cancelled: [String: Set<Int>] = [:]
    var inner: [String: JudgeFate] = [:]
    var choices: [JudgeChoice] = []
    var past: [String] = []
    var ledOn: [String] = []
    var isRace = false
    /// The operation around it that a step in it has cancelled.
    var gone: String?
    /// Whether an operation in it never ends, because an edit has made a loop endless.
    var isEndless = false
    /// The operations with steps that cancel.
    var cancelling: Set<Int> = []
    /// How an operation ended the run, and what it had set.
    var end: (halt: JudgeHalt, operation: Int, wrote: JudgeAnswers)?
  }

  /// Goes through a group.
  ///
  /// A cancelled operation asks nothing more, and nobody sees its answers; which of them had ended
  /// before is a matter of when it was. So each way that the group may have gone is a choice; the
  /// likeliest after the one seen last is taken, or the planned one.
  func group(
    _ step: JudgeStep, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    let group = places.groups[step.id] ?? JudgeGroup(step)
    let point = JudgePoint(turn: turn, name: JudgePlaces.name(step.id, rounds))
    var ways = [group.operations.map { _ in JudgeFate.goesOn }]
    if case .group(let way)? = plan[point] { ways = [way] }
    if group.targets.isEmpty || plan[point] != nil {
      return try finish(
        pass(ways[0], group, place + [0], rounds, strand), group, place + [0], rounds, strand)
    }
    for (number, operation) in group.operations.enumerated()
    where group.targets.contains(operation.id) {
      ways = JudgeFate.allCases.flatMap { fate in
        ways.map { way in
          var way = way
          way[number] = fate
          return way
        }
      }
    }
    let before = group.operations.map {
      fates[JudgePlaces.name($0.id, rounds)] ?? .goesOn
    }
    var found: [(pass: Pass, doubt: Int)] = []
    for way in ways {
      let pass = self.pass(way, group, place + [0], rounds, strand)
      guard let doubt = doubt(pass, group, after: before) else { continue }
      found.insert((pass, doubt), at: found.firstIndex { $0.doubt > doubt } ?? found.count)
    }
    guard let best = found.first else { return }
    if found.count > 1 {
      strand.choices.append(JudgeChoice(point: point, ways: found.map { .group($0.pass.fates) }))
    }
    try finish(best.pass, group, place + [0], rounds, strand)
  }

  private func pass(
    _ way: [JudgeFate], _ group: JudgeGroup, _ place: [Int], _ rounds: [Int],
    _ strand: JudgeStrand
  ) -> Pass {
    var pass = Pass(fates: way)
    for number in group.order {
      let isReady = group.before[number].allSatisfy { pass.done[$0] != nil }
      if way[number] == .neverStarts {
        // Those that wait for it wait for what it waited for, too; it stands nowhere itself.
        if isReady { pass.done[number] = [:] }
      } else if isReady {
        perform(number, group, place + [number], rounds, strand, &pass)
      } else {
        pass.waiting.append(place + [number])
      }
    }
    return pass
  }

  private func perform(
    _ number: Int, _ group: JudgeGroup, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand,
    _ pass: inout Pass
  ) {
    let operation = group.operations[number]
    let isCut = pass.fates[number] == .isCut
    var answers = strand.answers
    for other in group.order where group.ancestors[number].contains(other) {
      answers.write(pass.done[other] ?? [:])
    }
    let inner = JudgeStrand(
      answers, path: place, name: JudgePlaces.name(operation.id, rounds))
    inner.isCut = isCut || strand.isCut
    inner.failures = strand.failures
    let halt = perform(operation, place, rounds, inner)
    if inner.isRace { pass.isRace = true }
    if let gone = inner.gone, group.numbers[gone] == nil { pass.gone = gone }
    if !inner.cancels.isEmpty { pass.cancelling.insert(number) }
    pass.inner.merge(inner.fates) { $1 }
    pass.choices += inner.choices
    pass.past += inner.past
    pass.ledOn += inner.ledOn
    for (target, _) in inner.cancels where group.numbers[target] != nil {
      pass.cancelled[target, default: []].insert(number)
    }
    pass.cancels += inner.cancels.filter { group.numbers[$0.target] == nil }
    pass.taken += inner.taken.map { taken in
      var taken = taken
      taken.isCancelled = taken.isCancelled || isCut
      taken.isDoubtful = taken.isDoubtful || pass.fates[number] == .hadEnded
      return taken
    }
    let wrote = inner.answers.changed(from: answers)
    if isCut { pass.done[number] = [:] }
    switch halt {
    case nil: if !isCut { pass.done[number] = wrote }
    case .needs(var needs, let waiting)?:
      pass.stops.insert(number)
      guard !isCut else { return }
      if needs.isEmpty, inner.gone == nil { pass.isEndless = true }
      for index in needs.indices { needs[index].sights[strand.name] = strand.sight }
      pass.needs += needs
      pass.waiting += waiting
    case let halt?: if !isCut, pass.end == nil { pass.end = (halt, number, wrote) }
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
    if let before = strand.beforeFailure { strand.answers = before }
    return perform(operation, 1, place, rounds, strand)
  }

  private func perform(
    _ operation: JudgeStep, _ branch: Int, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) -> JudgeHalt? {
    do throws(JudgeHalt) {
      try walk(operation.branches[branch], place + [branch], rounds, strand)
      return nil
    } catch {
      return error
    }
  }

  /// How unlikely it is that a group went a way, after the one it went before; nil if it can't have
  /// gone it: what is cancelled, a step has cancelled, and what a step has cancelled doesn't go on.
  private func doubt(_ pass: Pass, _ group: JudgeGroup, after before: [JudgeFate]) -> Int? {
    var doubt = 0
    for (number, operation) in group.operations.enumerated() {
      let by = pass.cancelled[operation.id] ?? []
      let fate = pass.fates[number]
      if fate == .goesOn {
        // What is cut may have been cut just before it could cancel another.
        if pass.end == nil, by.contains(where: { pass.fates[$0] != .isCut }) { return nil }
        doubt += by.isEmpty ? 0 : fate == before[number] ? 1 : 40
        continue
      }
      if by.isEmpty { return nil }
      if fate == before[number] { continue }
      // What waits for one that cancels it hasn't started, whoever cancels it later.
      let waits = by.contains(where: group.ancestors[number].contains)
      let isReady = group.before[number].allSatisfy { pass.done[$0] != nil }
      switch fate {
      case .goesOn: break
      case .hadEnded:
        // What cancels itself, or what it is in, hasn't ended. To a step that cancels it once more,
        // one that is cancelled has.
        if by.contains(number) { return nil }
        if pass.done[number] == nil, before[number] == .goesOn { return nil }
        doubt += waits || pass.done[number] == nil ? 50 : 1
      case .isCut: doubt += waits || !isReady ? 60 : pass.stops.contains(number) ? 2 : 40
      case .neverStarts: doubt += waits || !isReady ? 3 : 60
      }
    }
    return doubt
  }

  private func finish(
    _ pass: Pass, _ group: JudgeGroup, _ place: [Int], _ rounds: [Int], _ strand: JudgeStrand
  ) throws(JudgeHalt) {
    // A failure that had happened comes before a cancel that hasn't: then nobody sees what stood before
    // that cancel.
    var isLate: Set<Int> = []
    if case .failure? = pass.end?.halt {
      for number in pass.cancelling.sorted() where pass.done[number] != nil {
        let point = JudgePoint(
          turn: turn, name: "late " + JudgePlaces.name(group.operations[number].id, rounds))
        if case .work(let stands)? = plan[point] {
          if !stands { isLate.insert(number) }
        } else {
          strand.choices.append(
            JudgeChoice(point: point, ways: [.work(stands: true), .work(stands: false)]))
        }
      }
    }
    strand.taken += pass.taken.map { taken in
      // A failure cancels what hasn't ended beside it. What stands behind it, and isn't waited for, is
      // no place to go back to: it would fail again.
      guard let end = pass.end, case .failure = end.halt else { return taken }
      var taken = taken
      let number = taken.position[place.count]
      let isBehind =
        group.order.firstIndex(of: number) ?? 0 > group.order.firstIndex(of: end.operation) ?? 0
      // Nor has one ended that would have cancelled first what failed.
      let failed = group.operations[end.operation].id
      let cancels =
        pass.fates[end.operation] == .goesOn && pass.cancelled[failed]?.contains(number) ?? false
      if number != end.operation,
        isBehind || cancels || pass.done[number] == nil || isLate.contains(number)
      {
        taken.isCancelled = true
      }
      return taken
    }
    strand.cancels += pass.cancels
    strand.fates.merge(pass.inner) { $1 }
    strand.choices += pass.choices
    strand.past += pass.past
    strand.ledOn += pass.ledOn
    for (number, fate) in pass.fates.enumerated() {
      strand.fates[JudgePlaces.name(group.operations[number].id, rounds)] = fate
    }
    if pass.isRace || pass.end != nil && pass.needs.contains(where: { $0.kind == .back }) {
      strand.isRace = true
    }
    // So are an operation that ends the run, and a step that cancels it, if another edition of the flow
    // comes to both at once.
    if let end = pass.end, case .finish = end.halt, pass.fates[end.operation] == .goesOn,
      let by = pass.cancelled[group.operations[end.operation].id],
      by.contains(where: { pass.fates[$0] != .isCut })
    {
      strand.isRace = true
    }
    if case .failure? = pass.end?.halt { strand.beforeFailure = strand.answers }
    for number in group.order {
      if let end = pass.end, end.operation == number { strand.answers.write(end.wrote) }
      if let wrote = pass.done[number] { strand.answers.write(wrote) }
    }
    if let end = pass.end {
      if case .finish(let outcome, _) = end.halt { throw .finish(outcome, inGroup: true) }
      throw end.halt
    }
    if let gone = pass.gone {
      strand.gone = gone
      throw .needs([], waiting: [])
    }
    if pass.isEndless || !pass.needs.isEmpty { throw .needs(pass.needs, waiting: pass.waiting) }
  }
}

/// A group of operations: who waits for whom.
struct JudgeGroup: Sendable {
  let operations: [JudgeStep]
  /// The places of the operations by their ids.
  let numbers: [String: Int]
  /// For each operation those that it names.
  let before: [[Int]]
  /// For each operation those that it waits for, directly or not.
  let ancestors: [Set<Int>]
  /// The order of waiting, ties by declaration.
  let order: [Int]
  /// The operations that steps in the group cancel.
  let targets: Set<String>

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
    targets = Set(
      JudgeFlow(steps: operations).all.compactMap { step in
        if case .cancel(let target) = step.kind { target } else { nil }
      })
    (self.operations, self.numbers, self.before) = (operations, numbers, before)
    (self.ancestors, self.order) = (ancestors, order)
  }
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
