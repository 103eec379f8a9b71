/// A prompt ready to show, with its texts filled in.
public struct Question: Hashable, Sendable {
  /// One of the offered answers.
  public struct Choice: Hashable, Sendable {
    /// The id of the choice in answers and journals.
    public let id: String
    /// The text that the person reads.
    public let title: String
    /// The purpose of the choice.
    public let role: Role
    /// The letter that chooses it.
    public let shortcut: Character?
    /// The value that becomes the answer when it's chosen.
    public let value: Value?
    /// More about the choice, shown beside the title.
    public internal(set) var detail: String?
    /// Why it can't be chosen; nil if it can.
    public internal(set) var refusal: String?
    /// On the review of a form, the answer to the question, in words; otherwise nil.
    package let answer: String?
  }

  /// A form, as seen by its questions.
  public struct Page: Hashable, Sendable {
    /// The id of the form.
    public let id: String
    /// The form's title.
    public let title: String
    /// More text below the title.
    public let message: String?
    /// Whether this is the first question that the form asks.
    public let isFirst: Bool
  }

  /// The id of the step.
  public let id: String
  /// The name of this performance of the step: `age`, or `age@2` in the second round of a loop.
  public let name: String
  /// The kind of prompt.
  public let kind: Prompt.Kind
  /// The question, or the title of an alert.
  public let title: String
  /// More text below the title.
  public let message: String?
  /// The offered answers; empty if the answer is typed.
  public let choices: [Choice]
  /// The key for the answer; nil if there is none.
  public let key: KeyReference?
  /// The type of a typed answer.
  public let type: ValueType
  /// The answer taken when the person presses Return without typing.
  public package(set) var defaultAnswer: Given?
  /// An example of an answer.
  public let placeholder: String?
  /// The text shown when the person asks for help.
  public let help: String?
  /// The rules that an answer must satisfy, as sentences.
  public let rules: [String]
  /// The rules that an answer must satisfy, as data.
  public let constraints: [Prompt.Rule]
  /// What the program's own type accepts, in its words; nil if the type has none.
  public internal(set) var typeDescription: String?
  /// Whether the answer must not be shown.
  public let isSecret: Bool
  /// How long an alert without buttons is shown.
  public internal(set) var dismissAfter: Duration?
  /// How long the question stays open; nil for no limit.
  public let timeout: Duration?
  /// Whether a typed answer may be left out.
  public let isOptional: Bool
  /// Whether a typed answer may have several lines.
  public let isMultiline: Bool
  /// The text fields of an alert, which are asked for when a button is chosen.
  public let fields: [Question]
  /// The form that the question belongs to; nil if there is none.
  public internal(set) var page: Page?
  /// The name of the operation that asks; nil outside operations.
  public let operation: String?
  /// Whether there is an earlier question to which the person can go back.
  public internal(set) var mayGoBack = false
  /// Whether it is a decision about something that was done instead of a question of the flow; it
  /// can't be answered beforehand.
  public internal(set) var isDecision = false
  /// A text to show before the question is asked again, if the reason isn't a refused answer.
  public internal(set) var note: String?
  /// The answer that the person gave before a step back, if it still fits.
  package var earlier: Given?
  /// The values of the answers that its rules name, one of which it takes.
  package var among: [String] = []
  /// Whether it is the first prompt after a failure, which it tells of.
  package internal(set) var isOfFailure = false
  /// The message, piece by piece.
  package var messagePieces: [ShownPiece] = []
  /// The titles of the questions whose new answers are the reason for asking again.
  package var changed: [String] = []
  /// Why it is asked, in a sentence for a person who reads it line by line; nil if it always is.
  package var reason: String?
  /// Why the previous answer was refused; nil when the question is asked for the first time.
  public internal(set) var problem: String?
  /// The language in which it is asked, and its answer read.
  package var language: Words

  package init(
    _ prompt: Prompt, id: String, name: String, operation: String? = nil, isSecret: Bool,
    choices: [Choice],
    questions: [Program.PageQuestion] = [], preset: Given? = nil, language: Words = .english,
    fieldChoices: (Prompt) -> [Choice] = { _ in [] },
    keyTitle: (String) -> Sentence = { $0.inQuotes }, render: (Text) -> String
  ) {
    self.id = id
    self.name = name
    kind = prompt.kind
    title = render(prompt.title)
    message = prompt.message.map(render)
    self.language = language
    // The answers of a question for yes or no are the product's words.
    self.choices =
      prompt.kind != .confirm || language == .english
      ? choices
      : choices.map {
        Choice(
          id: $0.id, title: language($0.id == LibrettoCore.Choice.yes.id ? .yesTitle : .noTitle))
      }
    key = prompt.key
    type = Question.type(of: prompt)
    isOptional = prompt.isOptional
    isMultiline = prompt.isMultiline
    defaultAnswer = preset ?? Question.defaultAnswer(of: prompt, type)
    placeholder = prompt.placeholder.map(render)
    help = prompt.help.map(render)
    constraints = prompt.rules
    rules = (prompt.rules + prompt.draftRules).map { [type] in
      language($0.sentence(for: type, title: keyTitle, render))
    }
    self.isSecret = isSecret
    dismissAfter = prompt.dismissAfter
    timeout = prompt.timeout
    self.operation = operation
    fields = questions.map {
      Question(
        $0.prompt, id: $0.id, name: $0.id, operation: operation, isSecret: $0.prompt.isSecret,
        choices: fieldChoices($0.prompt), language: language, keyTitle: keyTitle, render: render)
    }
  }

  /// The type of a typed answer.
  package static func type(of prompt: Prompt) -> ValueType {
    prompt.kind == .confirm ? .boolean : prompt.key?.type ?? .string
  }

  /// The answer taken when the person presses Return without typing; nil if that isn't an answer.
  static func defaultAnswer(of prompt: Prompt, _ type: ValueType) -> Given? {
    let preferred = prompt.choices.filter(\.isDefault).map(\.id)
    switch prompt.shape {
    case .someOf:
      // An empty list is a default only if choosing nothing is allowed.
      let answer = Value.list(preferred.map(Value.string))
      return prompt.rules.allSatisfy { $0.accepts(answer) } ? .choices(preferred) : nil
    case .review: return .submit
    case .yesNo:
      guard case .bool(let yes)? = prompt.defaultValue else { return nil }
      return .yes(yes)
    case .oneOf:
      if case .string(let id)? = prompt.defaultValue { return .choice(id) }
      return preferred.first.map(Given.choice)
    case .typed:
      if let value = prompt.defaultValue { return .typed(value) }
      // If the answer is optional, Return leaves it out.
      if case .optional = type { return .typed(.null) }
      return prompt.isOptional ? .typed(.null) : nil
    case .notice: return nil
    }
  }

  /// The shape of an answer to the prompt.
  package var shape: Prompt.Shape { Prompt.Shape(kind, hasChoices: !choices.isEmpty) }

  /// Returns an answer in a person's words: the title of a choice, yes or no, or the value.
  /// - Parameter answer: an answer to this question.
  /// - Returns: the words to show.
  public func words(for answer: Given) -> String {
    if isSecret { return language(.secret) }
    switch answer {
    case .yes(let yes): return language(yes ? .yesTitle : .noTitle)
    case .choices(let ids):
      if ids.isEmpty { return language(.none) }
      if ids.count < 8 { return ids.map { title(of: $0) }.joined(separator: language(.comma)) }
      let titles = Dictionary(choices.map { ($0.id, $0.line) }, uniquingKeysWith: { one, _ in one })
      return ids.map { titles[$0] ?? $0 }.joined(separator: language(.comma))
    case .choice(let id): return title(of: id)
    case .submit: return title(of: Run.submission)
    case .typed(let value): return value.shown(in: language)
    }
  }

  private func title(of id: String) -> String { choices.first { $0.id == id }?.line ?? id }

  /// The choice that an answer chose, if there is one.
  package func choice(_ answer: Given) -> Choice? {
    switch answer {
    case .choice(let id): choices.first { $0.id == id }
    case .submit: choices.first { $0.id == Run.submission }
    default: nil
    }
  }
}

extension Question.Choice {
  /// The text of the choice on one line; on a review, it includes the answer.
  public var line: String {
    guard let answer else { return title }
    var title = title.trimmed
    if title.last == ":" { title.removeLast() }
    return title.last.map { "?!".contains($0) } == true
      ? "\(title) \(answer)" : "\(title): \(answer)"
  }
}

extension Question {
  /// The question as an error names it.
  var inWords: String { "“\(title)” (id “\(name)”)" }

  /// The question with its kind, for errors. The title of a decision is a sentence that contains
  /// quotation marks.
  package var called: String {
    guard isDecision else { return "the question \(inWords)" }
    return "the decision: \(title.hasSuffix(".") ? String(title.dropLast()) : title) (id “\(name)”)"
  }
}

/// Something that a flow says to the person, with the answers filled in: the words of a ``Say``, a
/// ``Heading``, a ``Note`` or a ``Finish``.
public enum Statement: Hashable, Sendable {
  /// A text.
  case text(String)
  /// The beginning of a new part of the dialog.
  case heading(String)
  /// A text with a title.
  case note(title: String, text: String)

  /// The statement as plain text: a note's title, and its text indented below it.
  public var words: String {
    switch self {
    case .text(let words), .heading(let words): words
    case .note(let title, let text):
      title + "\n"
        + text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
  }
}

/// A piece of a text with the answers filled in.
package struct ShownPiece: Hashable, Sendable {
  package let words: String
  /// Whether the author of the flow wrote it, so that no answer is in it.
  package let isLiteral: Bool

  package init(words: String, isLiteral: Bool) {
    (self.words, self.isLiteral) = (words, isLiteral)
  }
}

/// An answer as a person gave it: typed text, yes or no, or one or more of the choices.
///
/// A ``Value`` is what the run keeps for a key: the value of the chosen option, or the typed text
/// in the type of the key.
public enum Given: Hashable, Sendable, Sayable {
  /// A typed value or data; ``Value/null`` for an optional answer that was left out.
  case typed(Value)
  /// Yes or no.
  case yes(Bool)
  /// The id of a button or an option.
  case choice(String)
  /// The ids of several options.
  case choices([String])
  /// Submits a form as it is.
  case submit

  init(_ value: Value, _ form: Line.Form) {
    switch (form, value) {
    case (.yes, .bool(let yes)): self = .yes(yes)
    case (.choice, .string(let id)): self = .choice(id)
    case (.choices, .list(let ids)): self = .choices(ids.map(\.description))
    case (.submit, _): self = .submit
    default: self = .typed(value)
    }
  }

  var form: Line.Form {
    switch self {
    case .typed: .typed
    case .yes: .yes
    case .choice: .choice
    case .choices: .choices
    case .submit: .submit
    }
  }

  /// The answer as a value; choices are represented by their ids.
  public var value: Value {
    switch self {
    case .typed(let value): value
    case .yes(let yes): .bool(yes)
    case .choice(let id): .string(id)
    case .choices(let ids): .list(ids.map(Value.string))
    case .submit: .string(Run.submission)
    }
  }

  /// The answer as an error quotes it, in English.
  var quoted: String { Words.english(self) }

  package var said: Said {
    if case .yes(let yes) = self {
      return .sentence(Sentence(.quote, yes ? Phrase.yes : Phrase.no))
    }
    return value.said
  }

  /// The same answer in the form that a prompt of a shape keeps: the ids of a `Confirm` mean yes and
  /// no.
  func meant(for shape: Prompt.Shape) -> Given {
    guard shape == .yesNo, case .choice(let id) = self else { return self }
    if id == Choice.yes.id { return .yes(true) }
    return id == Choice.no.id ? .yes(false) : self
  }

  /// Returns whether a prompt of a shape takes this kind of answer.
  func fits(_ shape: Prompt.Shape) -> Bool {
    switch (self, shape) {
    case (.typed, .typed), (.yes, .yesNo), (.choice, .oneOf), (.choices, .someOf),
      (.submit, .review):
      true
    default: false
    }
  }
}
