/// A page of questions that the person answers, reviews and corrects before submitting it.
///
/// ```swift
/// Form("Profile") {
///   Ask("Name?", into: name).validate(.notEmpty)
///   Confirm("Do you have a car?", into: car)
///   Ask("Its number plate?", into: plate).when(car == true)
/// }
/// ```
///
/// Each question on a form keeps its answer and has no steps. Put steps that depend on the answers
/// after the form. A hidden question loses its answer.
public struct Form: Building.Answerable {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a form.
  /// - Parameters:
  ///   - title: the title; its literal parts become the form's id.
  ///   - message: more text below the title.
  ///   - questions: the questions: Ask, Rate, Confirm, Choose, ChooseMany.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, message: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FormBuilder _ questions: () -> Building.Questions
  ) {
    self.init(title, message, FlowLocation(fileID, line), questions())
  }

  /// Refuses a body that performs work instead of declaring questions.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, message: Text? = nil,
    @FormBuilder _ questions: () async throws -> Building.Questions
  ) {
    self.init(title, message, FlowLocation(#fileID, #line), Building.Questions(_parts: []))
  }

  private init(
    _ title: Text, _ message: Text?, _ place: FlowLocation, _ questions: Building.Questions
  ) {
    var prompt = Prompt(.form, title)
    prompt.message = message
    _draft = Building.Draft(.prompt(prompt), component: Slug.title(title.literals), at: place)
    _draft.append(
      Building.DraftBranch(
        .questions(questions._parts.map(\.condition)), at: place,
        steps: questions._parts.map(\.draft)))
  }
}

/// Builds the questions of a form.
@resultBuilder
public enum FormBuilder: Building.PartBuilder {
  /// The result of a body.
  public typealias List = Building.Questions

  /// Takes a question.
  public static func buildExpression(_ content: any FormContent) -> Building.Questions {
    content._questions
  }
}

extension FormBuilder {
  /// Refuses a step among questions.
  @available(
    *, unavailable,
    message:
      "a Form holds questions: Ask, Rate, Confirm, Choose, ChooseMany; put the step beside it"
  )
  public static func buildExpression(_ step: any FlowContent) -> Building.Questions {
    Building.Questions(_parts: [])
  }

  /// Refuses a field among questions.
  @available(
    *, unavailable,
    message: "a Field belongs inside an Alert; in a Form write Ask(\"…\", into: key)"
  )
  public static func buildExpression(_ field: Field) -> Building.Questions {
    Building.Questions(_parts: [])
  }

  /// Refuses a button among questions.
  @available(
    *, unavailable,
    message: "a Form doesn't need a Button to submit it; a Button belongs inside an Alert"
  )
  public static func buildExpression(_ button: Button) -> Building.Questions {
    Building.Questions(_parts: [])
  }

  /// Refuses an option among questions.
  @available(
    *, unavailable,
    message: "an Option belongs inside a Choose: Choose(\"…\", into: key) { Option(\"…\") }"
  )
  public static func buildExpression<Answer>(_ option: Option<Answer>) -> Building.Questions {
    Building.Questions(_parts: [])
  }

  /// Refuses plain text among questions.
  @available(*, unavailable, message: "a Form holds questions: write Ask(\"…\", into: key)")
  public static func buildExpression(_ text: String) -> Building.Questions {
    Building.Questions(_parts: [])
  }

  /// Refuses a key among questions.
  @available(*, unavailable, message: "a Key is not a question: Ask(\"…\", into: key) asks for it")
  public static func buildExpression<Answer>(_ key: Key<Answer>) -> Building.Questions {
    Building.Questions(_parts: [])
  }
}

/// The content of a form: questions that keep their answers.
public protocol FormContent: Sendable {
  /// The questions; for internal use.
  var _questions: Building.Questions { get }
}

extension Building {
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
}

extension FormContent where Self: Building.Answerable {
  /// A list of this question alone, without a condition.
  public var _questions: Building.Questions {
    Building.Questions(_parts: [Building.FormQuestion(draft: _draft, condition: nil)])
  }

  /// Hides the question on a form unless a condition holds; a hidden question has no answer.
  /// - Parameter condition: the condition, or a key whose answer is yes or no; it doesn't hold if it
  ///   reads a key without an answer.
  public func when(_ condition: any Building.Conditional) -> Building.FormQuestion {
    Building.FormQuestion(draft: _draft, condition: condition._condition)
  }

  /// Refuses a key whose answer isn't yes or no.
  @available(
    *, unavailable, message: "a condition compares the answer, as in age > 3, or tests age.isSet"
  )
  public func when<Answer>(_ key: Key<Answer>) -> Building.FormQuestion { when(key.isSet) }

  /// Refuses a condition that is known when the flow is declared.
  @available(
    *, unavailable,
    message: "this is known when the flow is declared: write if … { }, or compare a Key"
  )
  public func when(_ condition: Bool) -> Building.FormQuestion { when(Condition(.all([]))) }
}

extension Ask: FormContent {}
extension Confirm: FormContent {}
extension Choose: FormContent {}
extension ChooseMany: FormContent {}

extension Building.Chain: FormContent where Root: Building.StepRoot {
  /// The questions of the chain; a step among them is refused when the flow is built.
  public var _questions: Building.Questions {
    Building.Questions(_parts: _drafts.map { Building.FormQuestion(draft: $0, condition: nil) })
  }
}
