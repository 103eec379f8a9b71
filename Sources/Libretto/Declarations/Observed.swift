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
  /// The type of the value that its events carry.
  associatedtype Observation: Sendable
  /// The moments that there are in the life of such a step.
  static var _moments: [Moment] { get }
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
    var copy = self
    copy._draft.closures.handlers[moment, default: []].append { happening in
      try await block(
        Event(happening, value: happening.value.flatMap { Self._observation($0) }))
    }
    if !Self._moments.contains(moment) {
      copy._draft.problems.append(Moment.problem(moment, Self._moments))
    }
    return copy
  }
}

extension Moment {
  static func problem(_ moment: Moment, _ known: [Moment]) -> String {
    "this step never has the moment .\(moment.rawValue); it has "
      + known.map { ".\($0.rawValue)" }.joined(separator: ", ")
  }

  static let ofTypedQuestion: [Moment] = [.presented, .changed, .answered, .timedOut, .cancelled]
  static let ofQuestion: [Moment] = [.presented, .answered, .timedOut, .cancelled]
  static let ofAlert: [Moment] = [.presented, .answered, .dismissed, .timedOut, .cancelled]
  static let ofForm: [Moment] = [.presented, .ended, .cancelled]
  static let ofWork: [Moment] = [.ended, .failed, .timedOut, .cancelled]
  static let ofLoad: [Moment] = [.loading, .loaded, .failed, .timedOut, .cancelled]
  static let ofOperation: [Moment] = [.ended, .failed, .cancelled]
}

extension Alert: Observed {
  /// The id of the button, as a text.
  public typealias Observation = String
  /// The moments of an alert.
  public static var _moments: [Moment] { Moment.ofAlert }
  /// Reads the id of a button.
  public static func _observation(_ value: Value) -> String? { String(answerValue: value) }
}

extension Ask: Observed {
  /// The moments of a typed question.
  public static var _moments: [Moment] { Moment.ofTypedQuestion }
  /// Reads the answer.
  public static func _observation(_ value: Value) -> Answer? { Answer(answerValue: value) }
}

extension Confirm: Observed {
  /// The moments of a question.
  public static var _moments: [Moment] { Moment.ofQuestion }
  /// Reads yes or no.
  public static func _observation(_ value: Value) -> Bool? { Bool(answerValue: value) }
}

extension Choose: Observed {
  /// The moments of a question.
  public static var _moments: [Moment] { Moment.ofQuestion }
  /// Reads the value that was chosen.
  public static func _observation(_ value: Value) -> Answer? { Answer(answerValue: value) }
}

extension Do: Observed {
  /// An action has no value of its own.
  public typealias Observation = Never
  /// The moments of an action.
  public static var _moments: [Moment] { Moment.ofWork }
  /// An action has no value of its own.
  public static func _observation(_ value: Value) -> Never? { nil }
}
