/// A pattern that was read, with the fastest way of matching that its limits allow.
///
/// A class, so that a rule that holds a pattern stays small.
final class PatternMatcher: Sendable {
  let program: PatternProgram
  let automaton: PatternAutomaton?

  init(_ program: PatternProgram) {
    self.program = program
    automaton = PatternAutomaton(program)
  }

  func matches(_ text: String) -> Bool {
    automaton?.matches(text) ?? simulate(text).matches
  }

  /// Matches without the automaton; the steps are what it cost.
  func simulate(_ text: String) -> (matches: Bool, steps: Int) {
    var simulation = PatternSimulation(program)
    simulation.start()
    for scalar in text.unicodeScalars {
      if simulation.active.isEmpty { return (false, simulation.steps) }
      simulation.take(scalar.value)
    }
    return (simulation.accepts, simulation.steps)
  }
}
