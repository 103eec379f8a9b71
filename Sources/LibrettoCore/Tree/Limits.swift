/// The bounds that keep every flow and every run finite, each with its name and default.
public struct Limits: Hashable, Sendable {
  /// The maximum depth of nested steps; builders and readers refuse more.
  ///
  /// Trees are walked recursively, and a thread's stack may be 512 KiB.
  public static let depth = 128

  /// The maximum number of states of all patterns of a flow together, each pattern counted once.
  ///
  /// The seven-byte pattern `a{5000}` has thousands of states: as many as its repetitions written
  /// out.
  package static let patternStates = 100_000

  /// The maximum number of parts of a calculation; one that is used in another counts each time.
  package static let calculationParts = 1_000

  /// The maximum size of a text that is worked out, in bytes; beyond it, the run fails.
  package static let calculatedBytes = 1_048_576

  /// The maximum size of an answer that is given to a ``Session``, in bytes of its texts; a longer one
  /// is refused.
  package static let answerBytes = 1_048_576

  /// The maximum number of steps between two prompts; after that, the run fails.
  public var stepsBetweenPrompts: Int

  /// Makes limits.
  /// - Parameter stepsBetweenPrompts: the number of steps without a prompt; defaults to 1,000,000.
  public init(stepsBetweenPrompts: Int = 1_000_000) {
    self.stepsBetweenPrompts = stepsBetweenPrompts
  }
}
