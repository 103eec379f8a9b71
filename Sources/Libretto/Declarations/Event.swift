/// A moment of a step, as its block receives it.
///
/// ```swift
/// Ask("Name?", into: name).on(.changed) { event in print(event.draft ?? "") }
/// ```
public struct Event<Answer: Sendable>: Sendable {
  /// The id of the step.
  public let id: String
  /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
  public let step: String
  /// The moment.
  public let moment: Moment
  /// The answer or the loaded data, if the moment has a value.
  public let value: Answer?
  /// The text being typed, at ``Moment/changed``.
  public let draft: String?
  /// The error message, at ``Moment/failed``.
  public let error: String?
  /// The answers of the run at that moment; the block can't set any.
  public let answers: Answers
  let isSecret: Bool

  init(_ happening: Happening, value: Answer?) {
    isSecret = happening.isSecret
    id = happening.id
    step = happening.step
    moment = happening.moment
    self.value = value
    draft = happening.draft
    error = happening.error
    answers = happening.answers
  }
}

/// A moment as the driver reports it, with an untyped value.
struct Happening: Sendable {
  let id: String
  let step: String
  let moment: Moment
  var value: Value?
  var draft: String?
  /// Whether the value or the draft must not be shown.
  var isSecret = false
  var error: String?
  let answers: Answers
}
