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
public struct Form: Answerable {
  /// The draft that this declaration fills.
  public var _draft: Draft

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
    @FormBuilder _ questions: () -> Questions
  ) {
    self.init(title, message, FlowLocation(fileID, line), questions())
  }

  /// Refuses a body that performs work instead of declaring questions.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, message: Text? = nil, @FormBuilder _ questions: () async throws -> Questions
  ) {
    self.init(title, message, FlowLocation(#fileID, #line), Questions(_parts: []))
  }

  private init(_ title: Text, _ message: Text?, _ place: FlowLocation, _ questions: Questions) {
    var prompt = Prompt(.form, title)
    prompt.message = message
    _draft = Draft(.prompt(prompt), component: Slug.title(title.literals), at: place)
    _draft.append(
      DraftBranch(
        .questions(questions._parts.map(\.condition)), at: place,
        steps: questions._parts.map(\.draft)))
  }
}
