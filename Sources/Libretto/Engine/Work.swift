/// What work of the host is given: the answers, and which performance this is.
///
/// ```swift
/// Do("count") { work in work[score, default: 0] += 1 }
/// Do("pay") { work in try await bank.charge(work[price] ?? 0, key: work.key) }
/// ```
///
/// It notes which answers are read, so nothing has to be declared for a step back to know whether
/// the work has to be performed again. What is written is kept when the work ends.
public final class Work: Sendable {
  /// The name of the step: `pay`, or `pay@2` in the second round of a loop.
  public var step: String { need.name }
  /// A text that is the same whenever this performance of this run is tried again, and no other’s:
  /// give it to a service that must not do the same work twice.
  public var key: String { need.key(ofPerformance: number, run: run) }
  /// When this performance was begun before and did not come to its end, in milliseconds since 1970;
  /// nil where this is its first try.
  public let begun: Int?
  private let need: Need
  private let number: Int
  private let run: String
  private let state: Locked<Answers>
  private let isSeen = Locked(false)

  /// - Parameters:
  ///   - number: of the performance, or of the one that is undone.
  ///   - run: the id of the run.
  init(_ answers: Answers, _ need: Need, number: Int, run: String, begun: Int?) {
    self.need = need
    self.number = number
    self.run = run
    self.begun = begun
    state = Locked(answers)
  }

  /// The answers as they are now, with what the work has written.
  public var answers: Answers { state.withLock { $0 } }

  /// The answer under a key; nil where none was given or it is of another type.
  ///
  /// Setting nil takes the answer away.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { state.withLock { $0[key.name] }.flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// The answer under a key, or a default where none was given.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// The answer under a key’s name, as data.
  public subscript(name: String) -> Value? { state.withLock { $0[name] } }

  func write(_ value: Value?, _ name: String) { state.withLock { $0.write(value, name) } }

  /// Notes that the flow’s own closure works on it, so that what it reads is seen.
  func noteSeen() { isSeen.withLock { $0 = true } }

  /// The answers when the work has ended. What was done in its stead without a look at them may have
  /// depended on all of them.
  var sealed: Answers {
    let answers = answers
    if !isSeen.withLock({ $0 }), answers.reads?.names?.isEmpty == true { answers.reads?.noteAll() }
    return answers
  }
}

extension Work: CustomStringConvertible {
  /// The step, and the answers without the secret ones.
  public var description: String { "\(step) \(answers)" }
}
