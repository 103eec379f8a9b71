/// A question with the answers yes and no.
///
/// ```swift
/// Confirm("Delete it?") { Do("delete") { … } } otherwise: { Say("Kept.") }
/// Confirm("Subscribe?", into: subscribe).default(true)
/// ```
public struct Confirm: Building.Answerable, Building.Asking {
  /// The draft that this declaration fills.
  public var _draft: Building.Draft

  /// Declares a question.
  /// - Parameters:
  ///   - question: the question.
  ///   - key: the key for the answer, if it is kept; its name becomes the question's id.
  ///   - steps: the steps after yes.
  ///   - otherwise: the steps after no.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ question: Text, into key: Key<Bool>? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    @FlowBuilder _ steps: () -> Steps = { FlowBuilder.buildBlock() },
    @FlowBuilder otherwise: () -> Steps = { FlowBuilder.buildBlock() }
  ) {
    self.init(question, key, FlowLocation(fileID, line), steps()._drafts, otherwise()._drafts)
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ question: Text, into key: Key<Bool>? = nil,
    @FlowBuilder _ steps: () async throws -> Steps
  ) {
    self.init(question, key, FlowLocation(#fileID, #line), [], [])
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public init(
    _ question: Text, into key: Key<Bool>? = nil,
    @FlowBuilder _ steps: () async throws -> Steps,
    @FlowBuilder otherwise: () async throws -> Steps
  ) {
    self.init(question, key, FlowLocation(#fileID, #line), [], [])
  }

  private init(
    _ question: Text, _ key: Key<Bool>?, _ place: FlowLocation, _ yes: [Building.Draft],
    _ no: [Building.Draft]
  ) {
    _draft = Building.Draft(
      .prompt(Prompt(.confirm, question, key: key?.reference)),
      component: key.map { Slug.name($0.name) } ?? Slug.title(question.literals), at: place)
    _draft.append(Building.DraftBranch(.choice(.yes), at: place, steps: yes))
    _draft.append(Building.DraftBranch(.choice(.no), component: "otherwise", at: place, steps: no))
  }

  /// Sets the answer when the person presses Return without typing.
  /// - Parameter answer: yes or no.
  public func `default`(_ answer: Bool) -> Confirm {
    withPrompt { $0.default = Calculation(.bool(answer)) }
  }
}
