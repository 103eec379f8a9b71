/// The bounds that make every pattern cheap to store and to match; an error names the bound it hit.
enum PatternLimits {
  /// The maximum size of a pattern's source, in bytes.
  static let bytes = 4096

  /// The maximum number of groups open at once.
  static let depth = 64

  /// The maximum number of states, with counted repetitions written out.
  ///
  /// For each scalar of the text, matching takes at most twice this many steps.
  static let states = 10_000

  /// The maximum number of states of an automaton; a pattern that needs more is simulated.
  static let automatonStates = 512

  /// The maximum number of entries in the table of an automaton, two bytes each.
  static let automatonEntries = 32_768

  /// The maximum number of steps for making an automaton: a few tenths of a millisecond.
  static let automatonSteps = 30_000
}
