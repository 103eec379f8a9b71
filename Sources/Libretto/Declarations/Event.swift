/// What a block is told about a moment of its step.
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
  /// What was answered or loaded, where the moment has it.
  public let value: Answer?
  /// What is being typed, at ``Moment/changed``.
  public let draft: String?
  /// The error in words, at ``Moment/failed``.
  public let error: String?
  /// The answers of the run at that moment; a block can't write them.
  public let answers: Answers

  init(_ happening: Happening, value: Answer?) {
    id = happening.id
    step = happening.step
    moment = happening.moment
    self.value = value
    draft = happening.draft
    error = happening.error
    answers = happening.answers
  }
}

/// A moment as the driver tells it, its value as data.
struct Happening: Sendable {
  let id: String
  let step: String
  let moment: Moment
  var value: Value?
  var draft: String?
  var isSecretDraft = false
  var error: String?
  let answers: Answers
}
