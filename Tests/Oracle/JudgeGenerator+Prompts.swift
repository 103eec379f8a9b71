// Questions, pages and groups of operations.

extension JudgeGenerator {
  private mutating func texts(_ scope: Scope) -> [String] { flip() ? some(scope.reads, 1) : [] }

  /// Perhaps a time limit, with or without what follows.
  private mutating func limited(_ step: JudgeStep, _ scope: Scope) -> JudgeStep {
    var step = step
    guard features.limits, chance(8) else { return step }
    step.limit = 5000
    if chance(80) { step.late = list(0...1, inside(scope)) }
    return step
  }

  mutating func ask(_ scope: Scope) -> JudgeStep {
    var step = askNumber(scope)
    if hasRest, step.isNumber, chance(25) { step.checks = some(scope.reads, 2, least: 1) }
    return step
  }

  private mutating func askNumber(_ scope: Scope) -> JudgeStep {
    guard let key = number(scope.writes) else {
      return JudgeStep(id("q"), .confirm(nil), reads: texts(scope), [], [])
    }
    if hasFormulas, chance(30), let bound = number(scope.reads) {
      let step = JudgeStep(id("q"), .askUpTo(key, bound: bound), reads: texts(scope))
      return scope.depth < 3 ? limited(step, scope) : step
    }
    let step = JudgeStep(id("q"), .ask(key, most: 1 + below(2)), reads: texts(scope))
    return scope.depth < 3 ? limited(step, scope) : step
  }

  mutating func question(_ scope: Scope) -> JudgeStep {
    let inner = inside(scope)
    switch below(20) {
    case 0..<10: return ask(scope)
    case 10..<15:
      var otherwise = list(0...1, inner)
      if scope.goesBack, chance(20) { otherwise.append(JudgeStep(id("b"), .back)) }
      let key = scope.writes.contains("y") && chance(80) ? "y" : nil
      return limited(
        JudgeStep(
          id("q"), .confirm(key), reads: texts(scope), list(0...2, inner), otherwise), scope)
    case 15..<18:
      let options = [JudgeStep.Option(id: "o0", value: 0), JudgeStep.Option(id: "o1", value: 1)]
      return limited(
        JudgeStep(
          id("q"), .choose(number(scope.writes), options), reads: texts(scope), list(0...1, inner),
          list(0...1, inner)), scope)
    case 18 where scope.reads.contains("l") && scope.writes.contains("s"):
      return JudgeStep(id("q"), .chooseFrom(source: "l", into: "s"), reads: texts(scope))
    case 19:
      guard scope.writes.contains("l") else { return ask(scope) }
      return JudgeStep(id("q"), .chooseMany("l", ["u", "v", "w"]), reads: texts(scope))
    default: return ask(scope)
    }
  }

  mutating func form(_ scope: Scope) -> JudgeStep {
    var fields: [JudgeStep.Field] = []
    var keys = scope.writes.filter(Self.numbers.contains).shuffled(using: &random)[...]
    for _ in 0..<2 {
      guard let key = keys.popFirst() else { break }
      fields.append(
        JudgeStep.Field(
          step: JudgeStep(id("ff"), .ask(key, most: 2), reads: texts(scope)), shows: nil))
    }
    guard let first = fields.first?.step.visibleWrites.first else { return ask(scope) }
    if scope.writes.contains(Self.hidden), flip() {
      let shows = JudgeStep.Condition(key: first, value: .int(below(2)))
      let step = JudgeStep(id("ff"), .ask(Self.hidden, most: 1))
      fields.insert(JudgeStep.Field(step: step, shows: shows), at: 1)
    }
    if scope.writes.contains("y"), flip() {
      fields.append(
        JudgeStep.Field(step: JudgeStep(id("ff"), .confirm("y"), [], []), shows: nil))
    }
    return JudgeStep(id("fo"), .form(fields))
  }

  mutating func alert(_ scope: Scope) -> JudgeStep {
    let inner = inside(scope)
    let buttons = [
      JudgeStep.Button(id: "go"), JudgeStep.Button(id: "leave", cancels: true),
    ]
    var fields: [JudgeStep] = []
    if scope.writes.contains("t") { fields.append(JudgeStep(id("af"), .askText("t"))) }
    return JudgeStep(
      id("q"), .alert(fields, buttons), reads: texts(scope), list(0...1, inner),
      list(0...1, inner))
  }

  /// Two or three operations. Those that can run together write no key together, and none reads
  /// what another one beside it writes: flows that do are refused.
  mutating func group(_ scope: Scope) -> JudgeStep {
    let count = 2 + below(2)
    let names = (0..<count).map { _ in id("op") }
    let order = names.shuffled(using: &random)
    var keys = scope.writes.shuffled(using: &random)[...]
    var shares: [String: [String]] = [:]
    for name in names {
      let share = 1 + below(max(1, scope.writes.count / count))
      shares[name] = Array(keys.prefix(share))
      keys = keys.dropFirst(share)
    }
    var before: [String: [String]] = [:]
    for (place, name) in order.enumerated() {
      before[name] = order[..<place].filter { _ in chance(40) }
    }
    let cancels = features.cancels && flip()
    let operations = names.map { name -> JudgeStep in
      var plan = JudgeStep.Operation(after: before[name] ?? [])
      plan.isHandled = features.failures && chance(25)
      let known = ancestors(of: name, before)
      let theirs = names.filter { $0 != name && !known.contains($0) }.flatMap { shares[$0] ?? [] }
      let inner = inside(scope) {
        $0.writes = shares[name] ?? []
        $0.reads = scope.reads.filter { !theirs.contains($0) }
        ($0.inLoop, $0.inLoad, $0.inOperation) = (false, false, true)
        $0.goesBack = scope.goesBack && (!cancels || hasRest)
        $0.hasGroups =
          scope.hasGroups && (hasNests || !plan.isHandled)
          && (scope.depth == 0 || hasNests && flip())
        $0.around = hasNests ? scope.around + names : []
      }
      var body = list(1...3, inner)
      if cancels, chance(40),
        let target = (hasNests && flip() ? inner.around : names.filter { $0 != name })
          .randomElement(using: &random)
      {
        body.append(JudgeStep(id("x"), .cancel(target)))
        body += list(0...1, inner)
      }
      return JudgeStep(
        name, .operation(plan), body, plan.isHandled ? back(inner) + list(0...1, inner) : [])
    }
    return JudgeStep(id("g"), .operations, operations)
  }

  private func ancestors(of name: String, _ before: [String: [String]]) -> Set<String> {
    var found: Set<String> = []
    var open = before[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += before[next] ?? [] }
    }
    return found
  }
}
