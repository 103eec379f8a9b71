/// A step whose moments can be observed by blocks.
///
/// ```swift
/// Alert("Delete?") { Button("Yes"); Button("No") }
///   .on(.presented) { _ in await log("asked") }
///   .on(.answered) { event in await log(event.value ?? "") }
/// ```
///
/// Blocks are optional and belong to one step. They are awaited in the order in which they were
/// added. They can't set answers, and aren't called for entries that a resumed run takes from its
/// journal. If a block throws, the run fails; the failure names the step and the moment.
public protocol Observed: Identified {
  /// The type of the events' value; `Never` if they have none.
  associatedtype Observation: Sendable
  /// Reads an event's value; for internal use.
  static func _observation(_ value: Value) -> Observation?
}

extension Observed {
  /// Adds a block to call at a moment of this step.
  /// - Parameters:
  ///   - moment: the moment; one that the step never has is refused when the flow is built.
  ///   - block: the block; it runs where it was written, on the main actor in a main-actor type.
  public func on(
    _ moment: Moment,
    @_inheritActorContext _ block: @escaping @Sendable (Event<Observation>) async throws -> Void
  ) -> Self {
    with {
      $0.closures.handlers[moment, default: []].append { happening in
        try await block(
          Event(happening, value: happening.value.flatMap { Self._observation($0) }))
      }
      if !$0.kind.moments.contains(moment) {
        $0.problems.append(
          WrongMoment.problem(moment.rawValue, among: $0.kind.moments.map(\.rawValue), at: $0.place)
        )
      }
    }
  }
}

extension Observed where Observation: AnswerValue {
  /// Reads an event's value; for internal use.
  public static func _observation(_ value: Value) -> Observation? {
    Observation(answerValue: value)
  }
}

extension Observed where Observation == Never {
  /// Returns nil, since there is no value.
  public static func _observation(_ value: Value) -> Never? { nil }
}

extension Alert: Observed {
  /// The id of the button.
  public typealias Observation = String
}

extension Ask: Observed {
  /// The answer.
  public typealias Observation = Answer
}

extension Confirm: Observed {
  /// Yes or no.
  public typealias Observation = Bool
}

extension Choose: Observed {
  /// The chosen value.
  public typealias Observation = Answer
}

extension ChooseMany: Observed {
  /// The chosen values.
  public typealias Observation = [Answer]
}

extension Form: Observed {
  /// A form has no value; its questions have.
  public typealias Observation = Never
}

extension Do: Observed {
  /// An action has no value.
  public typealias Observation = Never
}

extension Check: Observed {
  /// The result of the test.
  public typealias Observation = Bool
}

extension Load: Observed {
  /// The data.
  public typealias Observation = Answer
}

extension Operation: Observed {
  /// An operation has no value; its steps set answers.
  public typealias Observation = Never
}
