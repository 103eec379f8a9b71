/// The states that a text can bring a pattern into, made as they are needed.
///
/// A ``Pattern`` answers for one text; this answers for all texts at once, when several patterns are
/// walked through side by side.
package struct PatternReader: Sendable {
  /// The first scalar of each class of scalars that the pattern can't distinguish, in order.
  package let starts: [UInt32]
  /// The state before the first scalar.
  package static let start = 0
  private var states: [PatternAutomaton.Threads]
  private var numbers: [PatternAutomaton.Threads: Int]
  private var moves: [[Int32]] = []
  private var simulation: PatternSimulation

  /// - Returns: nil for a pattern with an error.
  package init?(_ pattern: Pattern) {
    guard let program = pattern.code else { return nil }
    var starts: Set<UInt32> = [0]
    for instruction in program.instructions {
      if case .scalar(let value) = instruction { starts.formUnion([value, value + 1]) }
    }
    for range in program.sets.lazy.flatMap(\.ranges) {
      starts.formUnion([range.lowerBound, range.upperBound + 1])
    }
    self.starts = starts.sorted()
    simulation = PatternSimulation(program)
    simulation.start()
    states = [PatternAutomaton.Threads(simulation)]
    numbers = [states[0]: 0]
    moves = [Array(repeating: -1, count: self.starts.count)]
  }

  /// The state after a scalar.
  /// - Parameters:
  ///   - state: the state before it.
  ///   - scalar: the scalar.
  package mutating func step(_ state: Int, _ scalar: UInt32) -> Int {
    let place = place(of: scalar)
    if moves[state][place] >= 0 { return Int(moves[state][place]) }
    simulation.resume(at: states[state].active)
    simulation.take(scalar)
    let threads = PatternAutomaton.Threads(simulation)
    let next = numbers[threads] ?? states.count
    if next == states.count {
      states.append(threads)
      numbers[threads] = next
      moves.append(Array(repeating: -1, count: starts.count))
    }
    moves[state][place] = Int32(next)
    return next
  }

  /// The number of instructions visited so far.
  package var steps: Int { simulation.steps }

  /// Whether the pattern matches if the text ends in this state.
  package func accepts(_ state: Int) -> Bool { states[state].accepts }

  /// Whether no text that goes on from this state matches.
  package func isDead(_ state: Int) -> Bool {
    states[state].active.isEmpty && !states[state].accepts
  }

  private func place(of scalar: UInt32) -> Int {
    starts.firstPlace { $0 > scalar } - 1
  }
}
