extension Building {
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
    associatedtype Observation: Sendable = Never
    /// Reads an event's value; for internal use.
    static func _observation(_ value: Value) -> Observation?
  }
}

extension Building.Observed {
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

extension Building.Observed where Observation: AnswerValue {
  /// Reads an event's value; for internal use.
  public static func _observation(_ value: Value) -> Observation? {
    Observation(answerValue: value)
  }
}

extension Building.Observed where Observation == Never {
  /// Returns nil, since there is no value.
  public static func _observation(_ value: Value) -> Never? { nil }
}

extension Alert: Building.Observed {
  /// The id of the button.
  public typealias Observation = String
}

extension Ask: Building.Observed {
  /// The answer.
  public typealias Observation = Answer
}

extension Confirm: Building.Observed {
  /// Yes or no.
  public typealias Observation = Bool
}

extension Choose: Building.Observed {
  /// The chosen value.
  public typealias Observation = Answer
}

extension ChooseMany: Building.Observed {
  /// The chosen values.
  public typealias Observation = [Answer]
}

extension Form: Building.Observed {}
extension Do: Building.Observed {}

extension Check: Building.Observed {
  /// The result of the test.
  public typealias Observation = Bool
}

extension Load: Building.Observed {
  /// The data.
  public typealias Observation = Answer
}

extension Operation: Building.Observed {}

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

extension Flow {
  /// Returns a flow with a block added to one of its steps. Two copies of a flow can have different
  /// blocks for the same moment.
  ///
  /// ```swift
  /// let first = signIn.on(.answered, of: "sign-in") { _ in … }
  /// let second = signIn.on(.answered, of: "sign-in") { _ in … }
  /// ```
  /// - Parameters:
  ///   - moment: the moment.
  ///   - id: the id of the step; an unknown id is a problem of the new flow.
  ///   - block: the block to call; its event has an untyped value.
  public func on(
    _ moment: Moment, of id: String,
    @_inheritActorContext _ block: @escaping @Sendable (Event<Value>) async throws -> Void
  ) -> Flow {
    var added = Closures()
    added.handlers[moment] = [
      { happening in try await block(Event(happening, value: happening.value)) }
    ]
    var copy = self
    copy.add(added, to: id)
    guard let known = tree.moments(of: id) else {
      copy.note(UnknownStep.problem(id, among: places.keys.sorted(), at: _draft.place))
      return copy
    }
    if !known.contains(moment) {
      copy.note(
        WrongMoment.problem(
          moment.rawValue, among: known.map(\.rawValue), of: id, at: places[id]))
    }
    return copy
  }

  /// Adds a problem to this flow and to its draft, from which any enclosing flow is built.
  private mutating func note(_ problem: Diagnostic) {
    addedProblems.append(problem)
    _draft.problems.append(problem)
  }
}

extension Tree {
  /// The moments of a step; nil if there is no step with this id.
  fileprivate func moments(of id: String) -> [Moment]? {
    steps.deep.first { $0.id?.isIdenticalText(to: id) == true && !$0.kind.moments.isEmpty }?
      .kind.moments
  }
}
