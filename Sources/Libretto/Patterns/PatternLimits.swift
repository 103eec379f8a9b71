/// The bounds that make every pattern cheap to hold and to match; the error that one causes names it.
enum PatternLimits {
  /// How many bytes a pattern's source may have.
  static let bytes = 4096

  /// How many groups may be open at once.
  static let depth = 64

  /// How many states a pattern may have after its counted repetitions are written out.
  ///
  /// Matching takes at most this many steps, times two, for each scalar of the text.
  static let states = 10_000

  /// How many states an automaton may have; a pattern that needs more is simulated.
  static let automatonStates = 512

  /// How many entries the table of an automaton may have, two bytes each.
  static let automatonEntries = 32_768

  /// How many steps may be spent on making an automaton: some tenths of a millisecond.
  static let automatonSteps = 30_000
}
