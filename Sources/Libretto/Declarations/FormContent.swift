/// The content of a form: questions that keep their answers.
public protocol FormContent: Sendable {
  /// The questions; for internal use.
  var _questions: Questions { get }
}

/// A list of questions, the result of a ``FormBuilder``.
public struct Questions: FormContent, PartList {
  /// The questions, in order.
  public let _parts: [FormQuestion]

  /// Makes a list of questions; for internal use.
  public init(_parts: [FormQuestion]) { self._parts = _parts }

  /// This list.
  public var _questions: Questions { self }
}

/// A question on a form, with the condition for asking it.
public struct FormQuestion: FormContent {
  let draft: Draft
  let condition: Condition?

  /// A list of this question alone.
  public var _questions: Questions { Questions(_parts: [self]) }
}

extension FormContent where Self: Answerable {
  /// A list of this question alone, without a condition.
  public var _questions: Questions {
    Questions(_parts: [FormQuestion(draft: _draft, condition: nil)])
  }

  /// Hides the question on a form unless a condition holds; a hidden question has no answer.
  /// - Parameter condition: the condition; it doesn't hold if it reads a key without an answer.
  public func when(_ condition: Condition) -> FormQuestion {
    FormQuestion(draft: _draft, condition: condition)
  }

  /// Hides the question on a form unless an answer is yes; a hidden question has no answer.
  /// - Parameter key: the key of the answer.
  public func when(_ key: Key<Bool>) -> FormQuestion { when(key == true) }

  /// Refuses a condition that is known when the flow is declared.
  @available(
    *, unavailable,
    message: "this is known when the flow is declared: write if … { }, or compare a Key"
  )
  public func when(_ condition: Bool) -> FormQuestion { when(Condition(.all([]))) }
}

extension Ask: FormContent {}
extension Confirm: FormContent {}
extension Choose: FormContent {}
extension ChooseMany: FormContent {}

extension Chain: FormContent where Root: ChainTypes.StepRoot {
  /// The questions of the chain; a step among them is refused when the flow is built.
  public var _questions: Questions {
    Questions(_parts: _drafts.map { FormQuestion(draft: $0, condition: nil) })
  }
}
