/// What could not be taken over when a saved run goes on, what has to be decided, and what counts as
/// the same although nobody knows.
public struct ResumeRemark: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of remarks.
  public enum Kind: String, Hashable, Sendable {
    /// The question is gone; its answer is not used.
    case vanished
    /// The answer no longer fits; the question is asked again.
    case asksAgain
    /// The step of an effect is gone; what it did is not undone.
    case effectVanished
    /// An action was begun, and nobody noted that it ended.
    case begun
    /// What an action wrote no longer fits; it is asked about.
    case unfit
    /// The last thing that happened was a failure; the step is performed again.
    case failedBefore
    /// A secret was given again: for the actions that were performed with it, it counts as the same.
    case sameSecret
    /// The run had come to its end already.
    case ended
  }

  /// The kind.
  public let kind: Kind
  /// The name of the step as the saved run has it: `age`, or `age@2`; empty for the whole run.
  public let name: String
  /// What was found, and what follows from it.
  public let description: String
}
