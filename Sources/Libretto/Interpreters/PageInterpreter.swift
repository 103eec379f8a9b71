/// An interpreter that puts a form, or an alert with its fields, as one page.
///
/// One function more than ``InteractiveInterpreter`` has: fill in this page. What does not fit is put
/// again with a problem at each field, what was filled in is kept, and nothing is answered until all
/// of it is right. The journal is that of the same answers given one after the other.
///
/// ```swift
/// struct Window: PageInterpreter {
///   func show(_ text: String) async throws { … }
///   func ask(_ question: Question) async throws -> Reply { … }
///   func fill(_ page: FormPage, _ filling: Filling) async throws -> PageReply {
///     var answers = PageAnswers()
///     for field in page.fields {
///       answers[field.id] = .text(await textField(field.question.title, field.problem))
///     }
///     return .submit(filling.visible(answers))
///   }
/// }
/// ```
public protocol PageInterpreter: InteractiveInterpreter {
  /// Whether pages are put to it; their questions are asked one after the other where they are not.
  var takesPages: Bool { get }
  /// Has a page filled in; is called again with what has to be corrected when it was refused.
  /// - Parameters:
  ///   - page: the page. Its fields hold what was given before, and their problems.
  ///   - filling: tells how the page looks while it is filled in.
  /// - Returns: what was filled in, or what else the person wants.
  /// - Throws: whatever keeps the page from being filled in; it ends the run.
  func fill(_ page: FormPage, _ filling: Filling) async throws -> PageReply
}

extension PageInterpreter {
  /// Pages are put to it.
  public var takesPages: Bool { true }
}

/// What became of a page.
public enum PageReply: Hashable, Sendable {
  /// It is submitted. What is left out keeps what was given before, or takes its default.
  case submit(PageAnswers)
  /// The person wants to go back to the question before the page.
  case back
  /// The person called the flow off.
  case cancelled
  /// The time of the page was up.
  case timedOut
  /// There is nobody left to ask.
  case endOfInput
}

/// Looks at a page while it is filled in, for an interpreter that shows what changes.
public struct Filling: Sendable {
  let look: @Sendable (PageAnswers) -> FormPage
  let report: @Sendable (_ id: String, _ text: String) async throws -> String?

  /// The page under what has been filled in so far: which questions are visible, their texts and
  /// options, and why something that was filled in does not fit.
  /// - Parameter answers: what has been filled in since the page was put.
  public func page(_ answers: PageAnswers) -> FormPage { look(answers) }

  /// What was filled in, without the questions that are hidden under it. Who answers a hidden one is
  /// told so, and the page is refused.
  /// - Parameter answers: what has been filled in since the page was put.
  public func visible(_ answers: PageAnswers) -> PageAnswers {
    var visible = answers
    for field in look(answers).fields where !field.isVisible { visible[field.id] = nil }
    return visible
  }

  /// Reports a draft of a typed answer, for blocks that observe the question.
  /// - Parameters:
  ///   - id: the id of the question.
  ///   - text: what the answer would be now.
  /// - Returns: why the draft is refused, in a sentence; nil where it may stand.
  /// - Throws: what a block that observes the question throws; it ends the run.
  public func changed(_ id: String, to text: String) async throws -> String? {
    try await report(id, text)
  }
}
