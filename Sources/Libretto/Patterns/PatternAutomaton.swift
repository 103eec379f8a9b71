/// A pattern as a table that maps a state and the next scalar to the next state.
///
/// The whole table is made together with the pattern, within limits, so it never changes and
/// threads can share it.
struct PatternAutomaton: Sendable {
  private let alphabet: PatternAlphabet
  /// One row for each state, identified by the index of its first entry. Row 0 has no exit.
  private let rows: [UInt16]
  /// For each state, whether the pattern matches if the text ends there.
  private let accepts: [Bool]

  /// What a state represents: two states are the same if these are equal.
  fileprivate struct Threads: Hashable {
    var active: [Int32] = []
    var accepts = false
  }

  /// Makes the automaton, or returns nil if the limits don't allow one.
  init?(_ program: PatternProgram) {
    // With few exceptions, a large program has no small automaton.
    guard program.instructions.count <= 4 * PatternLimits.automatonStates,
      let alphabet = PatternAlphabet(program)
    else { return nil }
    let width = alphabet.starts.count
    let most = min(PatternLimits.automatonStates, PatternLimits.automatonEntries / width)
    var simulation = PatternSimulation(program)
    simulation.start()
    var states = [Threads(), Threads(simulation)]
    // The first state has its own row even if it has no exit, because row 0 ends the matching.
    var numbers = [states[1]: 1]
    numbers[states[0]] = 0
    var rows = [UInt16](repeating: 0, count: width)
    var index = 1
    while index < states.count {
      for start in alphabet.starts {
        simulation.resume(at: states[index].active)
        simulation.take(start)
        let threads = Threads(simulation)
        let number = numbers[threads] ?? states.count
        guard number < most, simulation.steps <= PatternLimits.automatonSteps else { return nil }
        if number == states.count {
          states.append(threads)
          numbers[threads] = number
        }
        rows.append(UInt16(number * width))
      }
      index += 1
    }
    self.alphabet = alphabet
    self.rows = rows
    accepts = states.map(\.accepts)
  }

  func matches(_ text: String) -> Bool {
    let width = alphabet.starts.count
    var row = width
    for scalar in text.unicodeScalars {
      row = Int(rows[row + alphabet.index(scalar.value)])
      if row == 0 { return false }
    }
    return accepts[row / width]
  }
}

extension PatternAutomaton.Threads {
  fileprivate init(_ simulation: PatternSimulation) {
    self.init(active: simulation.active.sorted(), accepts: simulation.accepts)
  }
}
