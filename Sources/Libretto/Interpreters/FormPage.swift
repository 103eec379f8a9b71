/// A form, or an alert with its fields, as one page: everything on it, answered at once.
///
/// Answers that are not whole change nothing: the page stays open, with a problem at each field that
/// has one. One question after the other stays possible too; journals know questions only.
public struct FormPage: Hashable, Sendable {
  /// A question on the page.
  public struct Field: Hashable, Sendable {
    /// The question with its texts filled.
    public let question: Question
    /// Whether it is asked under the answers so far.
    public let isVisible: Bool
    /// What was given for it, or how it stands answered; never a secret.
    public let given: Given?
    /// What was filled in for it and can't be read as an answer; never a secret, nil elsewhere.
    public let typed: String?
    /// Whether it has an answer already, which stays where none is given now; a secret too.
    public let isAnswered: Bool
    /// The names of the host’s own checks of the answer.
    public let checks: [String]
    /// Why what was given does not fit; nil where it does.
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
  /// More words below the title.
  public let message: String?
  /// The questions, in order.
  public internal(set) var fields: [Field]
  /// The buttons of an alert; empty for a form, which is submitted.
  public let buttons: [Question.Choice]
  /// The id of the button that was chosen, now or before; nil for none, and for a form.
  public let button: String?
  /// Whether a step back from the page leads anywhere.
  public let mayGoBack: Bool
  /// How long the page stays open; nil for ever.
  public let timeout: Duration?
  /// Something to be said before the page is put again, that is no fault of an answer.
  public internal(set) var note: String?
  /// Why the page as a whole was refused; nil where it was not.
  public internal(set) var problem: String?

  /// Whether something on it has to be corrected.
  public var hasProblems: Bool { problem != nil || fields.contains { $0.problem != nil } }

  /// The question with an id; nil where the page has none.
  public subscript(id: String) -> Field? { fields.first { $0.id == id } }

  mutating func note(_ problem: String, at id: String) {
    guard let place = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[place].problem = problem
  }

  /// The page while it is filled in: what is missing on it is no mistake yet.
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

/// What a person filled in on a page.
public struct PageAnswers: Hashable, Sendable {
  /// What was filled in for a question.
  public enum Entry: Hashable, Sendable {
    /// What was typed or said; it is read as the question wants. Nothing but white space takes the
    /// default, where there is one.
    case text(String)
    /// An answer as data, as an answers file has it: what a person would say, or a value.
    case value(Value)
    /// The exact answer: a value, yes or no, the id of a choice, or a list of ids.
    case given(Given)
  }

  /// The answers, by the ids of the questions.
  public var entries: [String: Entry]
  /// The id of the button that was chosen; nil for a form.
  public var button: String?

  /// Fills in a page.
  /// - Parameters:
  ///   - entries: the answers, by the ids of the questions. What is left out keeps its answer or
  ///     takes its default.
  ///   - button: the id of the button that was chosen; nil for a form.
  public init(_ entries: [String: Entry] = [:], button: String? = nil) {
    self.entries = entries
    self.button = button
  }

  /// What was filled in for the question with an id; nil for nothing.
  public subscript(id: String) -> Entry? {
    get { entries[id] }
    set { entries[id] = newValue }
  }
}

extension PageAnswers.Entry: ExpressibleByStringLiteral {
  /// Makes an entry of what was typed.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension PageAnswers.Entry {
  /// What was filled in, in words.
  var words: String {
    switch self {
    case .text(let text): text
    case .value(let value): value.description
    case .given(let given): given.value.description
    }
  }

  /// What a draft rule looks at: the text; nil where nothing was typed.
  func draft(of question: Question) -> String? {
    switch self {
    // Who takes the default, or leaves the answer out, has typed none.
    case .text(let text):
      text.trimmed.isEmpty && question.defaultAnswer != nil ? nil : text
    case .value(.null), .given(.typed(.null)): nil
    case .value(let value): value.description
    case .given(let given): given.value.description
    }
  }
}

extension Question {
  func read(_ entry: PageAnswers.Entry) throws(Rejection) -> Given {
    switch entry {
    case .text(let text): try read(text)
    case .value(let value): try read(value)
    case .given(let given): given
    }
  }
}
