/// A page of questions, answered together, reviewed and corrected before it is submitted.
///
/// ```swift
/// Form("Profile") {
///   Ask("Name?", into: name).validate(.notEmpty)
///   Confirm("Do you have a car?", into: car)
///   Ask("Its number plate?", into: plate).when(car == true)
/// }
/// ```
///
/// A question on it keeps its answer and has no steps of its own; what depends on the answers
/// stands behind the form. The answer of a hidden question is taken away.
public struct Form: Answerable {
  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a form.
  /// - Parameters:
  ///   - title: what the person reads first; its literal pieces make the form's id.
  ///   - message: more words below the title.
  ///   - questions: the questions: Ask, Confirm, Choose, ChooseMany.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, message: Text? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FormBuilder _ questions: () -> Questions
  ) {
    self.init(title, message, Place(fileID, line), questions())
  }

  /// Refuses work where questions belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ title: Text, message: Text? = nil, @FormBuilder _ questions: () async throws -> Questions
  ) {
    self.init(title, message, Place(#fileID, #line), Questions(_parts: []))
  }

  private init(_ title: Text, _ message: Text?, _ place: Place, _ questions: Questions) {
    var prompt = Prompt(.form, title)
    prompt.message = message
    _draft = Draft(.prompt(prompt), component: Slug.title(title.literals), at: place)
    _draft.append(
      Branch(
        nil, .fields(questions._parts.map(\.condition)), at: place,
        steps: questions._parts.map(\.draft)))
  }
}
