/// How a run ended.
public enum Outcome: Hashable, Sendable {
  /// It reached its end; the value is the name that `Finish` gave, if any.
  case finished(String?)
  /// It failed.
  case failed(Failure)
  /// The person cancelled it, or the task that performed it was cancelled.
  case cancelled
}

extension Outcome {
  /// It reached its end, and no `Finish` gave it a name: `result.outcome == .finished`.
  public static var finished: Outcome { .finished(nil) }
}

extension Outcome: CustomStringConvertible, Sayable {
  /// The outcome in words.
  public var description: String {
    if case .failed(let failure) = self { return Words.english(.failedWith, failure.message) }
    return Words.english(self)
  }

  /// The outcome in words of another language.
  /// - Parameter words: the table of the product's own sentences.
  public func words(in words: Words) -> String { words(speaking(words)) }

  package var said: Said {
    switch self {
    case .finished(nil): Phrase.finished.said
    case .finished(let name?): .sentence(Sentence(.finishedAs, name))
    case .failed(let failure): .sentence(Sentence(.failedWith, failure.sentence))
    case .cancelled: Phrase.wasCancelled.said
    }
  }

  /// The same in another language.
  package func speaking(_ words: Words) -> Outcome {
    if case .failed(let failure) = self { .failed(failure.speaking(words)) } else { self }
  }
}

/// The reason a run failed: what happened, where, and how to fix it.
public struct Failure: Error, Hashable, Sendable {
  /// The kinds of failures.
  public enum Reason: String, Hashable, Sendable {
    /// A `Fail` step.
    case declared
    /// An action or a check threw an error.
    case action
    /// A load failed, and the flow doesn't handle the failure.
    case load
    /// The time limit of a prompt, of an action or of the whole run was up.
    case timedOut
    /// A block that observes a step threw an error.
    case handler
    /// A question had no option to offer.
    case noOptions
    /// A key was read that has no answer.
    case unsetKey
    /// A calculation overflowed or divided by zero.
    case calculation
    /// A limit was reached.
    case limit
    /// The input ended before the question was answered.
    case endOfInput
    /// A required answer was missing.
    case missingAnswer
    /// An answer doesn't fit the question.
    case invalidAnswer
    /// The interpreter failed, for example when writing its output.
    case interpreter
  }

  /// The kind of failure.
  public let reason: Reason
  /// What happened and how to fix it.
  public var message: String { language(sentence) }
  /// The id of the step, if it has one.
  public let step: String?
  /// The place of the step in the source, if it is known.
  public let place: FlowLocation?
  let sentence: Sentence
  private var language = Words.english

  /// Makes a failure.
  /// - Parameters:
  ///   - reason: the kind of failure.
  ///   - message: what happened and how to fix it.
  ///   - step: the id of the step, if it has one.
  ///   - place: the place of the step in the source, if it is known.
  public init(
    _ reason: Reason, message: String, step: String? = nil, place: FlowLocation? = nil
  ) {
    self.init(reason, Sentence(message), step: step, place: place)
  }

  init(_ reason: Reason, _ sentence: Sentence, step: String?, place: FlowLocation?) {
    (self.reason, self.sentence) = (reason, sentence)
    (self.step, self.place) = (step, place)
  }

  /// Whether both say the same of the same place.
  public static func == (a: Failure, b: Failure) -> Bool {
    a.reason == b.reason && a.step == b.step && a.place == b.place
      && (a.sentence == b.sentence || a.message == b.message)
  }
  /// Feeds the kind and the place into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(step)
    hasher.combine(place)
  }
}

extension Failure {
  /// The same in another language.
  package func speaking(_ words: Words) -> Failure {
    var failure = self
    failure.language = words
    return failure
  }
}

extension Failure {
  /// The failure of work without the reason, for whoever has just read it. What an author says of it
  /// stays as it is.
  /// - Parameter reason: the words that were shown; nil if none were.
  package func omitting(_ reason: String?) -> Failure {
    guard let reason, !reason.isEmpty, self.reason != .declared, message.hasSuffix(": " + reason)
    else { return self }
    return Failure(
      self.reason, message: String(message.dropLast(reason.count + 2)), step: step, place: place)
  }
}

extension Failure: CustomStringConvertible {
  /// The message, preceded by the place if it is known.
  public var description: String {
    guard let place else { return message }
    return "\(place): \(message)"
  }
}
