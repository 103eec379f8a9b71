/// The bounds that keep every flow and every run finite, each with its name and default.
public struct Limits: Hashable, Sendable {
  /// How deep steps may stand inside one another; builders and readers refuse more.
  ///
  /// Trees are walked recursively, and a thread's stack may be 512 KiB.
  public static let depth = 128

  /// How many states the patterns of a flow may have together, each counted once.
  ///
  /// A pattern of seven bytes, `a{5000}`, has thousands: as many as its repetitions written out.
  public static let patternStates = 100_000

  /// How many steps a run may take between two prompts before it fails.
  public var stepsBetweenPrompts: Int

  /// Makes limits.
  /// - Parameter stepsBetweenPrompts: steps without a prompt; defaults to 1,000,000.
  public init(stepsBetweenPrompts: Int = 1_000_000) {
    self.stepsBetweenPrompts = stepsBetweenPrompts
  }
}
