/// Writes a performance like a play: who says what, one line each.
///
///     ASK      What is your name?
///     PERSON   Bob
///     SAY      Hello, Bob!
///     END      finished
///
/// Most are never read, so the text is made when it is.
struct Transcript: Sendable {
  private enum Words {
    case text(String)
    case value(Value)
  }

  private var entries: [(who: String, words: Words)] = []
  /// Whether somebody reads it; a run without an end must not keep what it says.
  var isKept = true

  mutating func say(_ statement: Statement) {
    switch statement {
    case .text(let words): add("SAY", words)
    case .heading(let title): add("HEADING", title)
    case .note(let title, let text): add("NOTE", title + "\n" + text)
    }
  }

  mutating func ask(_ question: Question) {
    guard isKept else { return }
    var words = question.title
    if let message = question.message { words += "\n" + message }
    if question.shape != .typed, question.shape != .yesNo, !question.choices.isEmpty {
      words += "\n" + question.choices.map(Self.words).joined(separator: " ")
    }
    // The transcript has nine columns for who acts; the answer shows that several were chosen.
    let kind = question.kind == .chooseMany ? .choose : question.kind
    add(kind.rawValue.uppercased(), words)
  }

  private static func words(_ choice: Question.Choice) -> String {
    choice.refusal.map { "[\(choice.line), not available: \($0)]" } ?? "[\(choice.line)]"
  }

  mutating func answer(_ words: String) { add("PERSON", words) }
  mutating func refuse(_ words: String) { add("REFUSED", words) }
  mutating func act(_ name: String) { add("ACTION", name) }
  mutating func wait(_ duration: Duration) { add("WAIT", duration.inWords) }
  mutating func timeOut() { add("TIMEOUT", "the time is up") }
  mutating func load(_ text: String) { add("LOAD", text) }
  mutating func log(_ line: String) { add("LOG", line) }
  mutating func undo(_ name: String) { add("UNDO", name) }
  mutating func goBack(_ question: String) { add("BACK", "to \(question)") }
  mutating func note(_ words: String) { add("NOTE", words) }
  mutating func fail(_ words: String) { add("FAILED", words) }

  mutating func loaded(_ value: Value?) {
    guard let value, !value.isEmpty else { return add("LOADED", "nothing") }
    if isKept { entries.append(("LOADED", .value(value))) }
  }

  mutating func open(_ page: Question.Page) {
    add("PAGE", page.title + (page.message.map { "\n" + $0 } ?? ""))
  }

  /// Writes a page that is shown: a form by its title, an alert as it is asked.
  mutating func put(_ page: FormPage, _ alert: Question?) {
    if page.buttons.isEmpty {
      add("PAGE", page.title + (page.message.map { "\n" + $0 } ?? ""))
    } else if let alert {
      ask(alert)
    }
    if let note = page.note { self.note(note) }
  }

  /// Writes the entries on a page, question by question, as if each were asked.
  mutating func fill(_ page: FormPage, _ filled: PageAnswers) {
    let button = page.buttons.first { $0.id == filled.button }
    if let button { answer(button.line) }
    let asksAll = page.buttons.isEmpty || button.map { $0.role != .cancel } ?? false
    for field in page.fields where field.isVisible && asksAll || field.problem != nil {
      ask(field.question)
      if let words = field.words(filled) { answer(words) }
      if let problem = field.problem { refuse(problem) }
    }
    if let problem = page.problem { refuse(problem) }
  }

  mutating func tell(_ events: RunEvent) {
    switch events {
    case .needed, .withdrawn: break
    case .started(_, let name): add("START", name)
    case .ended(_, let name): add("ENDED", name)
    case .failed(_, let name, let error): add("FAILED", "\(name): \(error)")
    case .cancelled(_, let name): add("CANCEL", name)
    case .wentBack(let question): goBack(question)
    case .nothingBefore: break
    }
  }

  mutating func end(_ outcome: Outcome) { add("END", outcome.description) }

  private mutating func add(_ who: String, _ words: @autoclosure () -> String) {
    if isKept { entries.append((who, .text(words()))) }
  }

  var text: String {
    var text = ""
    for entry in entries {
      switch entry.words {
      case .text(let words): Self.write(entry.who, words, to: &text)
      case .value(let value): Self.write(entry.who, value.quoted, to: &text)
      }
    }
    return text
  }

  private static func write(_ who: String, _ words: String, to text: inout String) {
    var lead = who + String(repeating: " ", count: max(1, 9 - who.utf8.count))
    // Nearly all words are one line of plain text, and their characters needn't be examined.
    if !words.isEmpty, words.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      text += lead + words + "\n"
      return
    }
    for line in words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // An empty answer is an answer: it keeps its lead, without trailing blanks.
      text += (line.isEmpty ? lead.trimmed : lead + line) + "\n"
      lead = String(repeating: " ", count: 9)
    }
  }
}

extension FormPage.Field {
  /// The entry for it in words; nil if there is none.
  fileprivate func words(_ filled: PageAnswers) -> String? {
    if question.isSecret { return filled[id] != nil || isAnswered ? "(secret)" : nil }
    if let typed { return typed }
    return (given ?? (isVisible ? question.defaultAnswer : nil)).map(question.words)
  }
}
