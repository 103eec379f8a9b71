/// An interpreter that shows a form, or an alert with its fields, as one page.
///
/// In addition to ``InteractiveInterpreter``, it has one function, which fills in a page. If
/// something doesn't fit, Libretto shows the page again with a problem at each such field and keeps
/// the entries; no question is answered until everything fits. The journal is the same as if the
/// answers were given one by one.
///
/// ```swift
/// struct Window: PageInterpreter {
///   func show(_ text: String) async throws { … }
///   func ask(_ question: Question) async throws -> Reply { … }
///   func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply {
///     var answers = PageAnswers()
///     for field in page.fields {
///       answers[field.id] = .text(await textField(field.question.title, field.problem))
///     }
///     return .submit(filling.visibleAnswers(in: answers))
///   }
/// }
/// ```
public protocol PageInterpreter: InteractiveInterpreter {
  /// Whether it takes pages; if not, their questions are asked one by one.
  var takesPages: Bool { get }
  /// Lets the person fill in a page; called again with the problems if the page was refused.
  /// - Parameters:
  ///   - page: the page. Its fields have the earlier entries and their problems.
  ///   - filling: returns the page as it looks while it's being filled in.
  /// - Returns: the entries, or what the person wants instead.
  /// - Throws: an error that ends the run as failed.
  func fill(_ page: FormPage, using filling: PageContext) async throws -> PageReply
}

extension PageInterpreter {
  /// Returns true: it takes pages.
  public var takesPages: Bool { true }
}

/// A person's reply to a page.
public enum PageReply: Hashable, Sendable {
  /// The page is submitted. A question that is left out keeps its answer or takes its default.
  case submit(PageAnswers)
  /// The person wants to go back to the question before the page.
  case back
  /// The person cancelled the flow.
  case cancelled
  /// The time of the page is up.
  case timedOut
  /// There is no more input.
  case endOfInput
}

/// Looks at a page while it's being filled in, for an interpreter that shows changes.
public struct PageContext: Sendable {
  let look: @Sendable (PageAnswers) -> FormPage
  let receive: @Sendable (_ id: String, _ text: String) async throws -> String?

  /// Returns the page as it looks with the entries so far: which questions are visible, their texts
  /// and options, and why an entry doesn't fit.
  /// - Parameter answers: the entries since the page was shown.
  /// - Returns: the page.
  public func page(with answers: PageAnswers) -> FormPage { look(answers) }

  /// Returns the entries without those of hidden questions. A page with an entry for a hidden
  /// question is refused.
  /// - Parameter answers: the entries since the page was shown.
  /// - Returns: the entries of visible questions.
  public func visibleAnswers(in answers: PageAnswers) -> PageAnswers {
    var visible = answers
    for field in look(answers).fields where !field.isVisible { visible[field.id] = nil }
    return visible
  }

  /// Reports a draft of a typed answer, for blocks that observe the question.
  /// - Parameters:
  ///   - text: the answer as typed so far.
  ///   - id: the id of the question.
  /// - Returns: why the draft is refused, in a sentence; nil if it's allowed.
  /// - Throws: the error of a block that observes the question; it ends the run.
  public func report(_ text: String, for id: String) async throws -> String? {
    try await receive(id, text)
  }
}
