/// A parsed pattern, with the fastest way of matching that its limits allow.
///
/// This is a class so that a rule that has a pattern stays small.
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

  /// Matches without the automaton, and counts the steps.
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
