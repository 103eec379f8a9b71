import TestSupport

#if canImport(Foundation)
  import Foundation
#endif

/// Walks by seed, and what they find.
struct Walks {
  /// A walk that failed, as small as it was made.
  struct Finding: Error, CustomStringConvertible {
    let seed: UInt64
    let flow: JudgeFlow
    let steps: [WalkStep]
    let failure: WalkFailure

    /// What happened, and the walk as a line for the corpus.
    var description: String {
      "seed \(seed): \(failure.rule)\n\(failure.words)\n\n"
        + "\(FoundWalk(name: failure.rule, flow: flow, steps: steps))\n\n\(JudgeJSON.text(flow))"
    }
  }

  let engine: Walk.Engine
  var features = JudgeGenerator.Features()
  var allowsEdits = true
  var shrinks = true
  /// See ``Walk/isThorough``.
  var isThorough = true
  private(set) var statistics = WalkStatistics()

  init(features: JudgeGenerator.Features = .init(), _ engine: @escaping Walk.Engine) {
    self.features = features
    self.engine = engine
  }

  mutating func note(_ what: String) { statistics.note(what) }

  /// Takes the walk of a seed.
  mutating func walk(_ seed: UInt64) throws(Finding) {
    var generator = JudgeGenerator(seed: seed, features)
    let flow = generator.flow()
    var random = SeededGenerator(seed: seed ^ 0xA5A5_5A5A_0F0F_F0F0)
    statistics.note("walks")
    var steps: [WalkStep] = []
    do {
      // A secret does not outlive an edit that another process makes: the older walks have none.
      var walk = try Walk(
        flow, engine, allowsEdits: allowsEdits && (!generator.hasSecret || generator.hasRest),
        allowsFailures: features.failures, isThorough: isThorough, isWide: generator.hasMore,
        isFull: generator.hasRest, editsDeep: seed >= 3_000_000_000)
      defer {
        steps = walk.steps
        statistics.add(walk.statistics)
      }
      try walk.walk(&random)
    } catch is UnfitFlow {
      statistics.note("flows that nobody could perform")
    } catch {
      let failure = Self.failure(error)
      throw shrink(Finding(seed: seed, flow: flow, steps: steps, failure: failure))
    }
  }

  /// Takes the steps of a finding again.
  static func retake(
    _ flow: JudgeFlow, _ steps: [WalkStep], _ engine: Walk.Engine
  ) throws {
    var walk = try Walk(flow, engine, isFull: true)
    try walk.take(steps)
  }

  /// Takes them, and prints where the engine stands after each.
  static func show(_ flow: JudgeFlow, _ steps: [WalkStep], _ engine: Walk.Engine) throws {
    var walk = try Walk(flow, engine, isFull: true)
    for step in steps {
      defer {
        print(
          step, "\n   ", walk.engine.needs.map { "\($0.kind) \($0.name)" },
          walk.engine.outcome as Any,
          JudgeHash.words(walk.engine.answers(JudgeGenerator.keys)),
          (walk.engine as? EngineUnderTest)?.journal ?? "")
      }
      try walk.take([step])
    }
  }

  private static func failure(_ error: any Error) -> WalkFailure {
    error as? WalkFailure ?? WalkFailure("refused", "\(error)")
  }

  // MARK: Shrinking

  /// The finding with fewer steps, and a smaller flow, that breaks the same rule.
  private func shrink(_ finding: Finding) -> Finding {
    guard shrinks else { return finding }
    var best = finding
    var left = 3000
    func attempt(_ flow: JudgeFlow, _ steps: [WalkStep]) -> Bool {
      guard left > 0 else { return false }
      left -= 1
      do {
        try Self.retake(flow, steps, engine)
        return false
      } catch {
        let failure = Self.failure(error)
        guard failure.rule == finding.failure.rule, failure.rule != "refused" || !isFlow(error)
        else { return false }
        best = Finding(seed: finding.seed, flow: flow, steps: steps, failure: failure)
        return true
      }
    }
    var shrank = true
    while shrank && left > 0 {
      shrank = false
      var size = best.steps.count
      while size > 0 {
        var start = best.steps.count - size
        while start >= 0 {
          var steps = best.steps
          steps.removeSubrange(start..<min(start + size, steps.count))
          if attempt(best.flow, steps) { shrank = true }
          start = min(start, best.steps.count) - size
        }
        size /= 2
      }
      for id in best.flow.all.map(\.id).reversed() {
        for smaller in best.flow.without(id) where attempt(smaller, best.steps) {
          shrank = true
          break
        }
      }
    }
    return best
  }

  /// Whether it is the flow that was refused: that is no finding.
  private func isFlow(_ error: any Error) -> Bool { !(error is WalkFailure) }

  // MARK: Orders

  /// Performs one flow with the same answers by name in four orders: all have to end the same.
  /// - Returns: whether the flow has operations and came to its end.
  func interleave(_ seed: UInt64) throws(Finding) -> Bool {
    var generator = JudgeGenerator(seed: seed, .orderless)
    var scope = JudgeGenerator.Scope(
      reads: JudgeGenerator.keys.filter { $0 != JudgeGenerator.hidden },
      writes: JudgeGenerator.keys, goesBack: false, hasGroups: true)
    var flow = generator.flow()
    flow.steps.removeLast(flow.steps.count - 8)
    flow.steps.append(generator.group(scope))
    scope.hasGroups = false
    flow.steps += generator.list(0...1, scope) + [generator.ask(scope)]
    var ends: [String: [String]] = [:]
    for order in 0..<4 {
      var random = SeededGenerator(seed: seed &* 4 &+ UInt64(order))
      guard let walk = try self.walk(flow, seed, &random) else { return false }
      guard walk.judge.state.isOver else { return false }
      // A failure stops the operations beside it, wherever they are.
      let hasFailed = walk.engine.outcome == .failed
      let answers = walk.engine.answers(hasFailed ? [] : JudgeGenerator.keys)
      let end = "\(String(describing: walk.engine.outcome)) \(JudgeHash.words(answers))"
      ends[end, default: []].append("order \(order): \(walk.steps)")
    }
    if ends.count > 1 {
      throw Finding(
        seed: seed, flow: flow, steps: [],
        failure: WalkFailure("orders differ", ends.map { "\($0): \($1)" }.joined(separator: "\n")))
    }
    return true
  }

  private func walk(
    _ flow: JudgeFlow, _ seed: UInt64, _ random: inout SeededGenerator
  ) throws(Finding) -> Walk? {
    var steps: [WalkStep] = []
    do {
      var walk = try Walk(flow, engine, isThorough: false)
      defer { steps = walk.steps }
      for _ in 0..<60 {
        guard let need = walk.judge.state.open.randomElement(using: &random),
          let step = Self.fixed(need, seed)
        else { break }
        try walk.take([step])
      }
      return walk
    } catch is UnfitFlow {
      return nil
    } catch {
      throw shrink(Finding(seed: seed, flow: flow, steps: steps, failure: Self.failure(error)))
    }
  }

  /// What resolves a need, by its name and what is in sight alone.
  private static func fixed(_ need: JudgeNeed, _ seed: UInt64) -> WalkStep? {
    let hash = JudgeHash.of("\(seed) \(need.name) \(JudgeHash.words(need.inputs.values))")
    switch need.kind {
    case .notice: return .dismiss(need.name)
    case .wait: return .elapse(need.name)
    case .action: return .perform(need.name, .ends)
    case .load: return .load(need.name, hash % 4 == 3 ? .empty : .data(Int(hash % 4)))
    case .prompt:
      var random = SeededGenerator(seed: hash)
      return .answer(need.name, need.step.randomAnswer(need.answers, &random))
    default: return nil
    }
  }
}

/// A walk that found a fault once: a line of `Tests/Fuzz/Walk.corpus/found.jsonl`.
struct FoundWalk: Codable, Sendable, CustomStringConvertible {
  let name: String
  let flow: JudgeFlow
  let steps: [WalkStep]

  var description: String {
    #if canImport(Foundation)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? name
    #else
      return "\(name): \(flow), \(steps)"
    #endif
  }
}

#if canImport(Foundation)
  extension FoundWalk {
    init(_ line: String) throws {
      self = try JSONDecoder().decode(FoundWalk.self, from: Data(line.utf8))
    }
  }
#endif
