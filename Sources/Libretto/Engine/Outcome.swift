/// How a run ended.
public enum Outcome: Hashable, Sendable {
  /// It came to its end, with the name that `Finish` gave, if any.
  case finished(String?)
  /// It failed.
  case failed(Failure)
  /// The person, or the task that ran it, called it off.
  case cancelled
}

extension Outcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .finished(nil): "finished"
    case .finished(let name?): "finished: \(name)"
    case .failed(let failure): "failed: \(failure.message)"
    case .cancelled: "cancelled"
    }
  }
}

/// Why a run failed: what happened, where, and what to do.
public struct Failure: Error, Hashable, Sendable {
  /// The kinds of failures.
  public enum Reason: String, Hashable, Sendable {
    /// A `Fail` step.
    case declared
    /// An action or a check threw an error.
    case action
    /// A load failed, and nothing in the flow takes care of it.
    case load
    /// The time of a prompt, of an action or of the whole run was up.
    case timedOut
    /// A block that observes a step threw an error.
    case handler
    /// A question had no option to offer.
    case noOptions
    /// A key was read that nothing had set.
    case unsetKey
    /// A limit was reached.
    case limit
    /// The input ended before the question was answered.
    case endOfInput
    /// An answer was needed and none was given.
    case missingAnswer
    /// An answer that was given does not fit the question.
    case invalidAnswer
    /// What the interpreter did went wrong, writing its output for example.
    case interpreter
  }

  /// The kind of failure.
  public let reason: Reason
  /// What happened and what to do.
  public let message: String
  /// The id of the step, if it has one.
  public let step: String?
  /// Where the step stands in the source, where that is known.
  public let place: Place?

  /// Makes a failure.
  /// - Parameters:
  ///   - reason: the kind of failure.
  ///   - message: what happened and what to do.
  ///   - step: the id of the step, if it has one.
  ///   - place: where the step stands in the source, where that is known.
  public init(
    _ reason: Reason, _ message: String, step: String? = nil, place: Place? = nil
  ) {
    self.reason = reason
    self.message = message
    self.step = step
    self.place = place
  }
}

extension Failure: CustomStringConvertible {
  /// The message, after the place where it is known.
  public var description: String {
    guard let place else { return message }
    return "\(place): \(message)"
  }
}
