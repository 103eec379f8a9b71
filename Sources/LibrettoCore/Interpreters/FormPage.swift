/// A form, or an alert with its fields, as one page whose questions are answered at once.
///
/// An incomplete page changes nothing: it stays open, with a problem at each field that has one.
/// You can also answer its questions one by one; journals know only questions.
public struct FormPage: Hashable, Sendable {
  /// A question on the page.
  public struct Field: Hashable, Sendable {
    /// The question with its texts filled.
    public let question: Question
    /// Whether the question is asked, given the answers so far.
    public let isVisible: Bool
    /// What was filled in for it, or its current answer; never a secret.
    public let given: Given?
    /// The text that was filled in, if it can't be read as an answer; otherwise nil. It is never a
    /// secret.
    public let typed: String?
    /// Whether it already has an answer, which stays if none is given now; this includes secrets.
    public let isAnswered: Bool
    /// The names of the host’s own checks of the answer.
    public let checks: [String]
    /// Why what was filled in doesn't fit; nil if it does.
    public internal(set) var problem: String?

    /// The id of the question.
    public var id: String { question.id }
  }

  /// The id of the form or alert.
  public let id: String
  /// The name of the need that the page resolves.
  public let name: String
  /// The title.
  public let title: String
  /// More text below the title.
  public let message: String?
  /// The questions, in order.
  public internal(set) var fields: [Field]
  /// The buttons of an alert; empty for a form, which is submitted.
  public let buttons: [Question.Choice]
  /// The id of the button that was chosen, now or earlier; nil for none, and for a form.
  public let button: String?
  /// Whether a step back from the page is possible.
  public let mayGoBack: Bool
  /// How long the page stays open; nil for no limit.
  public let timeout: Duration?
  /// A text to show before the page is shown again, if the reason isn't a wrong answer.
  public internal(set) var note: String?
  /// Why the page as a whole was refused; nil if it wasn't.
  public internal(set) var problem: String?

  /// The message, piece by piece.
  package var messagePieces: [ShownPiece] = []

  /// Whether something on the page must be corrected.
  public var hasProblems: Bool { problem != nil || fields.contains { $0.problem != nil } }

  /// The field with this id, or nil if the page has none.
  /// - Parameter id: the id of the question.
  public subscript(id: String) -> Field? { fields.first { $0.id == id } }

  mutating func note(_ problem: String, at id: String) {
    guard let place = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[place].problem = problem
  }

  /// The page while it is being filled in: missing answers aren't mistakes yet.
  func untouched(but filled: PageAnswers = PageAnswers()) -> FormPage {
    var page = self
    if filled.button == nil, filled.entries.keys.allSatisfy({ self[$0] != nil }) {
      page.problem = nil
    }
    for place in page.fields.indices where filled[page.fields[place].id] == nil {
      page.fields[place].problem = nil
    }
    return page
  }
}

/// The entries that a person has made on a page.
public struct PageAnswers: Hashable, Sendable {
  /// The answers, by the ids of the questions: ``SessionResolution/text(_:)``,
  /// ``SessionResolution/value(_:)`` or ``SessionResolution/answer(_:)``.
  public var entries: [String: SessionResolution]
  /// The id of the button that was chosen; nil for a form.
  public var button: String?

  /// Fills in a page.
  /// - Parameters:
  ///   - entries: the answers, by the ids of the questions. A question that is left out keeps its
  ///     answer or takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  public init(_ entries: [String: SessionResolution] = [:], button: String? = nil) {
    self.entries = entries
    self.button = button
  }

  /// The entry for the question with this id, or nil if there is none.
  /// - Parameter id: the id of the question.
  public subscript(id: String) -> SessionResolution? {
    get { entries[id] }
    set { entries[id] = newValue }
  }
}

extension SessionResolution {
  /// An answer in words.
  var words: String? {
    switch self {
    case .text(let text): text
    case .value(let value): value.description
    case .answer(let given): given.value.description
    default: nil
    }
  }

  /// The text to which draft rules apply; nil if nothing was typed.
  func draft(of question: Question) -> String? {
    switch self {
    // A person who takes the default, or leaves the answer out, has typed no answer.
    case .text(let text):
      text.trimmed.isEmpty && question.defaultAnswer != nil ? nil : text
    case .value(.null), .answer(.typed(.null)): nil
    default: words
    }
  }
}

extension Question {
  func read(_ entry: SessionResolution) throws(Rejection) -> Given {
    switch entry {
    case .text(let text): try read(text)
    case .value(let value): try read(value)
    case .answer(let given): given.meant(for: shape)
    default: throw Rejection(.questionNotSo, id.shortened)
    }
  }
}

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
