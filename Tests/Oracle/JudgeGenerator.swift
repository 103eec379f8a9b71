import TestSupport

/// Makes random flows: the same one from the same seed.
///
/// The keys and values are few, so that values come again: going from A to B and back to A is where
/// a memo goes wrong.
struct JudgeGenerator {
  /// What the flows may hold.
  struct Features: Sendable {
    var operations = true
    var cancels = true
    /// Steps back of the flow's own.
    var backs = true
    var limits = true
    var failures = true
    var secrets = true
    var forms = true
    /// Effects that write another value each time.
    var counters = true

    /// What makes the end of a run a matter of order is left out.
    static let orderless = Features(
      cancels: false, backs: false, limits: false, failures: false, secrets: false,
      counters: false)
  }

  /// What a step may do where it stands.
  struct Scope {
    var reads: [String]
    var writes: [String]
    var depth = 0
    var inLoop = false
    var inLoad = false
    var goesBack: Bool
    var hasGroups: Bool
    var inOperation = false
    /// The operations around and beside those that it is in.
    var around: [String] = []
  }

  static let numbers = ["a", "b", "c", "d"]
  static let keys = numbers + ["y", "l", "s", "t", "h"]
  /// Of a key that only a question which may be hidden sets; nobody else reads it.
  static let hidden = "h"

  var random: SeededGenerator
  let features: Features
  /// Whether there are formulas and bounds that come from answers; seeds from before there were
  /// any give the flows that they gave then.
  let hasFormulas: Bool
  /// Whether there are actions that are tried again, handle their failure, or only compute.
  let hasTries: Bool
  /// Whether there is more that came last; see ``JudgeStep/Kind/pick(_:_:)``.
  let hasMore: Bool
  /// Whether there is all the rest: pauses, host checks, limits of all work, steps back beside
  /// cancels, versions. The walks from 80,000,000 to 110,000,000 are older, and have none.
  let hasRest: Bool
  /// Whether there are groups in operations that handle failures, and cancels of operations around.
  let hasNests: Bool
  /// Whether work may look at all answers, or not say at which.
  let looksAtAll: Bool
  /// Whether loads and what only computes may read a secret, too.
  let computesFromSecrets: Bool
  /// Whether a step back of the flow's own stands behind a failure, where it may lead nowhere.
  let goesBackBehindFailures: Bool
  /// Whether a flow with a secret has two.
  let hasTwoSecrets: Bool
  private var steps = 0
  private(set) var hasSecret = false

  init(seed: UInt64, _ features: Features = Features()) {
    random = SeededGenerator(seed: seed)
    self.features = features
    hasFormulas = seed >= 30_000_000
    hasTries = seed >= 40_000_000
    hasMore = seed >= 50_000_000
    hasRest = (60_000_000..<80_000_000).contains(seed) || seed >= 110_000_000
    hasNests = seed >= 2_000_000_000
    looksAtAll = seed >= 4_000_000_000
    computesFromSecrets = seed >= 5_000_000_000
    goesBackBehindFailures = seed >= 6_000_000_000
    hasTwoSecrets = seed >= 7_000_000_000
    hasSecret = features.secrets && below(computesFromSecrets ? 2 : 8) == 0
  }

  mutating func flow() -> JudgeFlow {
    var body = Self.numbers.map { JudgeStep("st-\($0)", .store($0, .int(below(3)))) }
    body.append(JudgeStep("st-y", .store("y", .flag(flip()))))
    body.append(JudgeStep("st-l", .store("l", .list(flip() ? ["u", "v"] : ["u", "v", "w"]))))
    body.append(JudgeStep("st-s", .store("s", .text("u"))))
    body.append(JudgeStep("st-t", .store("t", .text("0"))))
    let scope = Scope(
      reads: Self.keys.filter { $0 != Self.hidden }, writes: Self.keys, goesBack: features.backs,
      hasGroups: features.operations)
    if hasSecret { body.append(JudgeStep("pin", .askSecret("pin"))) }
    let start = body.count
    body += list(3...6, scope)
    if hasSecret, hasTwoSecrets {
      body.insert(JudgeStep("pin2", .askSecret("pin2")), at: start + below(body.count - start))
    }
    body.append(ask(scope))
    return JudgeFlow(steps: body, version: hasRest && chance(35) ? 1 : nil)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func flip() -> Bool { below(2) == 0 }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func id(_ prefix: String) -> String {
    steps += 1
    return prefix + String(steps)
  }

  /// Some of the keys.
  mutating func some(_ keys: [String], _ most: Int, least: Int = 0) -> [String] {
    let count = chance(80) ? max(least, below(most + 1)) : below(most + 1)
    return Array(keys.shuffled(using: &random).prefix(count))
  }

  mutating func number(_ keys: [String]) -> String? {
    keys.filter(Self.numbers.contains).randomElement(using: &random)
  }

  mutating func list(_ count: ClosedRange<Int>, _ scope: Scope) -> [JudgeStep] {
    (0..<Int.random(in: count, using: &random)).map { _ in step(scope) }
  }

  /// The scope of a branch.
  func inside(_ scope: Scope, _ change: (inout Scope) -> Void = { _ in }) -> Scope {
    var scope = scope
    scope.depth += 1
    change(&scope)
    return scope
  }

  mutating func step(_ scope: Scope) -> JudgeStep {
    if scope.depth >= 3 { return flip() ? ask(scope) : work(scope) }
    switch below(100) {
    case 0..<26: return question(scope)
    case 26..<36: return JudgeStep(id("s"), .say, reads: some(scope.reads, 1))
    case 36..<42: return store(scope)
    case 42..<59: return work(scope)
    case 59..<66: return when(scope)
    case 66..<75: return loop(scope)
    case 75..<83: return load(scope)
    case 83..<90: return scope.hasGroups ? group(scope) : question(scope)
    case 90..<93: return features.forms ? form(scope) : question(scope)
    case 93: return alert(scope)
    case 94: return JudgeStep(id("n"), .notice, reads: some(scope.reads, 1))
    case 95: return JudgeStep(id("w"), .wait)
    case 96, 97:
      let scope = inside(scope) { ($0.inLoop, $0.inLoad, $0.around) = (false, false, []) }
      return JudgeStep(id("f"), .subflow, list(1...2, scope))
    case 98 where features.failures: return ending(scope)
    default: return ask(scope)
    }
  }

  private mutating func store(_ scope: Scope) -> JudgeStep {
    guard let key = number(scope.writes) else { return ask(scope) }
    if hasFormulas, flip(), let other = number(scope.reads) {
      return JudgeStep(id("st"), .sum(key, of: other, below(3)))
    }
    return JudgeStep(id("st"), .store(key, .int(below(3))))
  }

  mutating func condition(_ scope: Scope) -> JudgeStep.Condition? {
    if scope.reads.contains("y"), chance(25) {
      return JudgeStep.Condition(key: "y", value: .flag(flip()))
    }
    return number(scope.reads).map { JudgeStep.Condition(key: $0, value: .int(below(2))) }
  }

  private mutating func when(_ scope: Scope) -> JudgeStep {
    if hasMore, flip(), let key = number(scope.reads) {
      return JudgeStep(
        id("sw"), .pick(key, [.int(below(2)), .int(2)]), list(0...1, inside(scope)),
        list(1...1, inside(scope)), list(0...1, inside(scope)))
    }
    guard let condition = condition(scope) else { return ask(scope) }
    return JudgeStep(
      id("wh"), .when(condition), list(1...2, inside(scope)), list(0...1, inside(scope)))
  }

  private mutating func ending(_ scope: Scope) -> JudgeStep {
    // Seldom, and behind a question: few walks are to end here.
    let end = JudgeStep(id("fi"), flip() ? .fail : .finish(flip() ? "over" : nil))
    return JudgeStep(id("q"), .confirm(nil), [], [end])
  }

  private mutating func loop(_ scope: Scope) -> JudgeStep {
    let inner = inside(scope) { $0.inLoop = true }
    guard let condition = condition(scope), flip() else {
      var body = list(1...3, inner)
      if let condition = self.condition(scope), chance(40) {
        body.append(
          JudgeStep(id("wh"), .when(condition), [JudgeStep(id("br"), .leave)], []))
      }
      return JudgeStep(id("r"), .loop(.times(1 + below(3))), body)
    }
    // Each round asks, so that the loop ends with the answers.
    let body = [ask(inner)] + list(0...2, inner)
    return JudgeStep(id("r"), .loop(flip() ? .whileTrue(condition) : .until(condition)), body)
  }

  mutating func work(_ scope: Scope) -> JudgeStep {
    var work = plan(scope, writes: true)
    if hasRest { work.isLimited = features.failures && chance(20) }
    guard hasTries, chance(60) else { return JudgeStep(id("e"), .work(work)) }
    if chance(30) {
      (work.isPure, work.isUndoable, work.isFresh) = (true, false, false)
      if !computesFromSecrets {
        work.looks.removeAll { $0 == "pin" || hasSecret && !scope.reads.contains($0) }
        if hasSecret, work.declared == nil { work.declared = work.looks }
        work.declared?.removeAll { $0 == "pin" }
      }
    } else {
      work.isLimited = features.failures && flip()
    }
    if flip() { work.retries = 1 + below(2) }
    if hasRest { work.pause = pause(work.retries) }
    work.isHandled = scope.depth < 3 && flip()
    guard work.isHandled else { return JudgeStep(id("e"), .work(work)) }
    let inner = inside(scope) { $0.inLoad = true }
    var failure = back(inner) + list(0...1, inner)
    if flip() {
      failure.append(JudgeStep(id("q"), .confirm(nil), [JudgeStep(id("rl"), .reload)], []))
    }
    return JudgeStep(id("e"), .work(work), failure)
  }

  /// Perhaps a step back behind a failure.
  mutating func back(_ scope: Scope) -> [JudgeStep] {
    goesBackBehindFailures && scope.goesBack && chance(20) ? [JudgeStep(id("b"), .back)] : []
  }

  private mutating func pause(_ retries: Int) -> Int? { retries > 0 && flip() ? 400 : nil }

  mutating func plan(_ scope: Scope, writes: Bool) -> JudgeStep.Work {
    var work = JudgeStep.Work()
    let looked = Self.numbers + ["y"]
    let mayReadAll = looksAtAll && writes || computesFromSecrets
    if hasSecret && !mayReadAll || chance(60) {
      var declared = some(scope.reads.filter(looked.contains), 3, least: 1)
      if hasSecret, writes || computesFromSecrets, chance(50) { declared.append("pin") }
      if hasSecret, hasTwoSecrets, chance(50) { declared.append("pin2") }
      work.declared = declared
      work.looks = declared
    } else {
      // What it does not declare, nobody can forbid: another operation's keys too.
      work.looks = some(looked, looked.count, least: 2)
      if looksAtAll, hasSecret && !computesFromSecrets || flip() {
        work.looks.insert(JudgeStep.Work.all, at: 0)
      }
    }
    guard writes else { return work }
    if flip() { work.writes = some(scope.writes.filter(Self.numbers.contains), 1) }
    work.isUndoable =
      flip() && !work.looks.contains { $0.hasPrefix("pin") } && !(hasSecret && work.looksAtAll)
    work.isFresh = features.counters && flip()
    return work
  }

  private mutating func load(_ scope: Scope) -> JudgeStep {
    guard let key = number(scope.writes) else { return work(scope) }
    let inner = inside(scope) { $0.inLoad = true }
    var load = JudgeStep.Load(key: key, work: plan(scope, writes: false))
    if chance(30) { load.retries = 1 + below(2) }
    if hasRest {
      load.work.pause = pause(load.retries)
      load.work.isLimited = features.failures && chance(30)
    }
    let isUnhandled = features.failures && chance(20)
    load.isHandled = !isUnhandled
    var (empty, failure) = ([JudgeStep](), [JudgeStep]())
    // Nothing was loaded: most flows set the key then.
    if chance(95) { empty.append(JudgeStep(id("st"), .store(key, .int(below(3))))) }
    if chance(95) { failure.append(JudgeStep(id("st"), .store(key, .int(below(3))))) }
    failure += back(inner) + list(0...1, inner)
    if flip() {
      failure.append(
        JudgeStep(id("q"), .confirm(nil), [JudgeStep(id("rl"), .reload)], []))
    }
    return JudgeStep(
      id("l"), .load(load), reads: some(scope.reads, 0), list(0...1, inner), empty,
      load.isHandled ? failure : [])
  }
}
