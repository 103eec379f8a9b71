/// What can stand in a form: questions that keep their answers.
public protocol FormContent: Sendable {
  /// The questions as the library keeps them; not for use from outside.
  var _questions: Questions { get }
}

/// Several questions in a row, which is what a ``FormBuilder`` makes of a body.
public struct Questions: FormContent, PartList {
  /// The questions, in order.
  public let _parts: [FormQuestion]

  /// Puts questions in a row; not for use from outside.
  public init(_parts: [FormQuestion]) { self._parts = _parts }

  /// The questions themselves.
  public var _questions: Questions { self }
}

/// A question on a form, with what must hold for it to be asked.
public struct FormQuestion: FormContent {
  let draft: Draft
  let condition: Condition?

  /// The question itself, as questions.
  public var _questions: Questions { Questions(_parts: [self]) }
}

extension FormContent where Self: Answerable {
  /// The question itself, always asked.
  public var _questions: Questions {
    Questions(_parts: [FormQuestion(draft: _draft, condition: nil)])
  }

  /// Hides the question of a form unless a condition holds; a hidden one has no answer.
  /// - Parameter condition: what must hold; it does not where it reads a key without an answer.
  public func when(_ condition: Condition) -> FormQuestion {
    FormQuestion(draft: _draft, condition: condition)
  }

  /// Hides the question of a form unless an answer is yes; a hidden one has no answer.
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

extension Chain: FormContent where Root == ChainTypes.OfSteps {
  /// The questions that the chain stands for; a step among them is refused when the flow is built.
  public var _questions: Questions {
    Questions(_parts: _drafts.map { FormQuestion(draft: $0, condition: nil) })
  }
}
