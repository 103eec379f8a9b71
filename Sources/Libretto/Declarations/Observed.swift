/// A step whose moments can be observed by blocks that stand beside it.
///
/// ```swift
/// Alert("Delete?") { Button("Yes"); Button("No") }
///   .on(.presented) { _ in await log("asked") }
///   .on(.answered) { event in await log(event.value ?? "") }
/// ```
///
/// None is required, and none is shared between two dialogs. Blocks are awaited in the order in
/// which they were added; they can't write answers, and are not called for what a resumed run
/// takes from its journal. One that throws fails the run, which then names the step and the moment.
public protocol Observed: Answerable {
  /// The type of the value that its events carry; `Never` where they carry none.
  associatedtype Observation: Sendable
  /// Reads an event's value; not for use from outside.
  static func _observation(_ value: Value) -> Observation?
}

extension Observed {
  /// Adds a block that is called at a moment of this step.
  /// - Parameters:
  ///   - moment: the moment; one that such a step never has is refused when the flow is built.
  ///   - block: what is called, where it was written: on the main actor in a main-actor type.
  public func on(
    _ moment: Moment,
    @_inheritActorContext _ block: @escaping @Sendable (Event<Observation>) async throws -> Void
  ) -> Self {
    with {
      $0.closures.handlers[moment, default: []].append { happening in
        try await block(
          Event(happening, value: happening.value.flatMap { Self._observation($0) }))
      }
      if !$0.node.moments.contains(moment) {
        $0.problems.append(
          WrongMoment.problem(moment.rawValue, among: $0.node.moments.map(\.rawValue), at: $0.place)
        )
      }
    }
  }
}

extension Observed where Observation: AnswerValue {
  /// Reads an event's value; not for use from outside.
  public static func _observation(_ value: Value) -> Observation? {
    Observation(answerValue: value)
  }
}

extension Observed where Observation == Never {
  /// There is no value to read.
  public static func _observation(_ value: Value) -> Never? { nil }
}

extension Node {
  /// The moments in the life of such a step.
  var moments: [Moment] {
    switch self {
    case .prompt(let prompt):
      switch prompt.shape {
      case _ where prompt.kind == .alert:
        [.presented, .answered, .dismissed, .timedOut, .cancelled]
      case .typed: [.presented, .changed, .answered, .timedOut, .cancelled]
      case .review: [.presented, .ended, .cancelled]
      case .yesNo, .oneOf, .someOf, .notice: [.presented, .answered, .timedOut, .cancelled]
      }
    case .action: [.ended, .failed, .timedOut, .cancelled]
    case .load: [.loading, .loaded, .failed, .timedOut, .cancelled]
    case .operation: [.ended, .failed, .cancelled]
    default: []
    }
  }
}

extension Alert: Observed {
  /// The id of the button, as a text.
  public typealias Observation = String
}

extension Ask: Observed {
  /// The answer.
  public typealias Observation = Answer
}

extension Rate: Observed {
  /// The number that was chosen.
  public typealias Observation = Int
}

extension Confirm: Observed {
  /// Yes or no.
  public typealias Observation = Bool
}

extension Choose: Observed {
  /// The value that was chosen.
  public typealias Observation = Answer
}

extension ChooseMany: Observed {
  /// The values that were chosen.
  public typealias Observation = [Answer]
}

extension Form: Observed {
  /// A form has no value of its own; the questions on it have.
  public typealias Observation = Never
}

extension Do: Observed {
  /// An action has no value of its own.
  public typealias Observation = Never
}

extension Check: Observed {
  /// What the test found.
  public typealias Observation = Bool
}

extension Load: Observed {
  /// The data.
  public typealias Observation = Answer
}

extension Operation: Observed {
  /// An operation has no value of its own; its steps write keys.
  public typealias Observation = Never
}
