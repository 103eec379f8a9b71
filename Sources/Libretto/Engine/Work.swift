/// What the host's work is given: the answers, and the identity of this performance.
///
/// ```swift
/// Do("count") { work in work[score, default: 0] += 1 }
/// Do("pay") { work in try await bank.charge(work[price] ?? 0, key: work.key) }
/// ```
///
/// It notes which answers are read, so that a run knows after a step back whether the work must be
/// performed again, without any declaration. What the work writes is kept when it ends.
public final class Work: Sendable {
  /// The name of the step: `pay`, or `pay@2` in the second round of a loop.
  public var step: String { need.name }
  /// A key for this performance, the same for every retry in this run and different for all others.
  ///
  /// Pass it to a service that must not do the same work twice.
  public var key: String { need.key(ofPerformance: number, run: run) }
  /// The time at which an earlier try of this performance was begun without ending, in milliseconds
  /// since 1970; nil on the first try.
  public let begun: Int?
  private let need: Need
  private let number: Int
  private let run: String
  private let state: Locked<Answers>
  private let isSeen = Locked(false)

  /// - Parameters:
  ///   - number: the number of the performance, or of the one that is undone.
  ///   - run: the id of the run.
  init(_ answers: Answers, _ need: Need, number: Int, run: String, begun: Int?) {
    self.need = need
    self.number = number
    self.run = run
    self.begun = begun
    state = Locked(answers)
  }

  /// The answers as they are now, including what the work has written.
  public var answers: Answers { state.withLock { $0 } }

  /// The answer for a key, or nil if there is none or it has a different type.
  ///
  /// Setting nil removes the answer.
  /// - Parameter key: the key of the answer.
  public subscript<Answer>(key: Key<Answer>) -> Answer? {
    get { state.withLock { $0[key.name] }.flatMap { Answer(answerValue: $0) } }
    set { write(newValue?.answerValue, key.name) }
  }

  /// The answer for a key, or a default value if there is none or it has a different type.
  /// - Parameters:
  ///   - key: the key of the answer.
  ///   - fallback: the value to use if there is no answer.
  public subscript<Answer>(
    key: Key<Answer>, default fallback: @autoclosure () -> Answer
  ) -> Answer {
    get { self[key] ?? fallback() }
    set { write(newValue.answerValue, key.name) }
  }

  /// The answer for a key's name as data, or nil if there is none.
  /// - Parameter name: the name of the key.
  public subscript(name: String) -> Value? { state.withLock { $0[name] } }

  func write(_ value: Value?, _ name: String) { state.withLock { $0.write(value, name) } }

  /// Records that the flow's own closure uses it, so that its reads are noted.
  func noteSeen() { isSeen.withLock { $0 = true } }

  /// The answers when the work has ended. If something else was done in place of the work without
  /// reading them, it may have depended on all of them.
  var sealed: Answers {
    let answers = answers
    if !isSeen.withLock({ $0 }), answers.reads?.names?.isEmpty == true { answers.reads?.noteAll() }
    return answers
  }
}

extension Work: CustomStringConvertible {
  /// The step, and the answers without secrets.
  public var description: String { "\(step) \(answers)" }
}
