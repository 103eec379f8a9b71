/// A remark about a resumed run: something that couldn't be taken over, that must be decided, or
/// that is assumed to be the same.
public struct ResumeRemark: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of remarks.
  public enum Kind: String, Hashable, Sendable {
    /// The question no longer exists; its answer isn't used.
    case vanished
    /// The answer no longer fits; the question is asked again.
    case asksAgain
    /// The step of an effect no longer exists; the effect isn't undone.
    case effectVanished
    /// An action was begun, and its end wasn't noted.
    case begun
    /// A value that an action wrote no longer fits; the person decides about the action.
    case unfit
    /// The last thing that happened was a failure; the step is performed again.
    case failedBefore
    /// A secret was given again; for the actions performed with it, it counts as the same.
    case sameSecret
    /// The run had already ended.
    case ended
  }

  /// The kind of remark.
  public let kind: Kind
  /// The name of the step in the saved run: `age`, or `age@2`; empty for the whole run.
  public let name: String
  /// The finding and its consequence.
  public let description: String
}
