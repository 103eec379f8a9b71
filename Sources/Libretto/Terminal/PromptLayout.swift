/// How line mode puts a question into words: the one place for its looks.
///
///     Some random error
///     Do you want to delete all the user's data?
///       1) Yes (destructive)
///       2) No
///     Choose 1 to 2, or type an answer (Enter for No):
///
///     How old are you? (for example 42; Enter for 18):
///
/// It has no signs that mean something only to the eye, so it reads well aloud too. Nothing that
/// comes from a flow or an answer leaves it without being neutralised.
struct PromptLayout: Sendable {
  /// What stands below an alert that closes by itself.
  static let dismissal = "(Enter to go on, or wait) "

  /// Up to how many values of an enumeration are named beside the question.
  private static let valuesShown = 8

  private let question: Question

  init(_ question: Question) { self.question = question }

  /// The whole question, up to where the answer is typed.
  var opening: String { isList ? notice + list + line : line }

  /// The title and the message.
  var notice: String {
    ([question.title] + (question.message.map { [$0] } ?? [])).map { $0.neutralised + "\n" }
      .joined()
  }

  /// The problem, and the question without its list: the problem names what would be right.
  func again(after problem: String) -> String { problem.neutralised + "\n" + line }

  /// What helps to answer, and the whole question again.
  var help: String {
    let sentences = (question.help.map { [$0] } ?? []) + question.rules + [howToAnswer] + hints
    return sentences.map { $0.neutralised + "\n" }.joined() + opening
  }

  private var isList: Bool { question.kind == .alert || question.kind == .choose }

  /// The type of the answer, leaving aside whether there may be none.
  private var type: ValueType {
    if case .optional(let wrapped) = question.type { return wrapped }
    return question.type
  }
}

// MARK: - Lists

extension PromptLayout {
  private var list: String {
    let width = String(question.choices.count).count
    let areNumbered = numbersChoose
    return question.choices.enumerated().map { index, choice in
      let number = String(index + 1)
      let lead =
        areNumbered
        ? String(repeating: " ", count: width - number.count) + number + ")" : "-"
      return "  \(lead) \(choice.title.neutralisedLine)\(notes(choice))\n"
    }.joined()
  }

  private func notes(_ choice: Question.Choice) -> String {
    var notes: [String] = []
    if choice.role == .destructive { notes.append("destructive") }
    if let shortcut = choice.shortcut { notes.append("key \(shortcut)") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }

  /// Whether a number means the place in the list. A title goes first, so beside an answer “2” in
  /// another place the numbers would lead astray.
  private var numbersChoose: Bool {
    question.choices.enumerated().allSatisfy { index, choice in
      [choice.title, choice.id].allSatisfy { name in
        guard let number = Int(name), question.choices.indices.contains(number - 1) else {
          return true
        }
        return number == index + 1
      }
    }
  }
}

// MARK: - Lines

extension PromptLayout {
  /// Where the answer is typed.
  private var line: String {
    var text = isList ? call : question.title.neutralised.trimmed
    let remarks = self.remarks
    guard remarks.isEmpty else {
      if text.last == ":" { text.removeLast() }
      return "\(text) (\(remarks.joined(separator: "; "))): "
    }
    let ends = text.last.map { "?!.:…？！。：؟".contains($0) } ?? false
    return text + (ends ? " " : ": ")
  }

  private var call: String {
    guard numbersChoose else { return "Type an answer" }
    let count = question.choices.count
    return "Choose \(count == 1 ? "1" : "1 to \(count)"), or type an answer"
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if question.isSecret { remarks.append("the answer is not shown") }
    if !isList {
      switch type {
      case .boolean: remarks.append("yes or no")
      case .list: remarks.append("with commas between")
      case .oneOf(let values) where values.count <= Self.valuesShown:
        remarks.append(type.description.neutralisedLine)
      default: break
      }
    }
    if let example = question.placeholder {
      remarks.append("for example \(example.neutralisedLine)")
    }
    if let preset { remarks.append("Enter for \(preset)") }
    if question.help != nil { remarks.append("? for help") }
    return remarks
  }

  /// What Enter alone answers, in words.
  private var preset: String? {
    guard let answer = question.defaultAnswer else {
      if case .optional = question.type, !isList { return "none" }
      return nil
    }
    switch answer {
    case .null: return "none"
    case .string(let text) where text.isEmpty: return "an empty answer"
    case .list(let values) where values.isEmpty: return "an empty list"
    default: return question.words(for: answer).neutralisedLine
    }
  }
}

// MARK: - Help

extension PromptLayout {
  private var howToAnswer: String {
    if isList {
      var ways = ["a title", "the beginning of one"]
      if numbersChoose { ways.insert("a number", at: 0) }
      if question.choices.contains(where: { $0.shortcut != nil }) { ways.append("a key") }
      return "Type \(ways.dropLast().joined(separator: ", ")) or \(ways[ways.count - 1])."
    }
    switch type {
    case .string: return "Type your answer."
    case .boolean: return "Type yes or no; y or n will do."
    case .list: return "Type \(type), with commas between."
    default: return "Type \(type)."
    }
  }

  private var hints: [String] {
    var hints: [String] = []
    if let preset { hints.append("Enter alone answers \(preset).") }
    if takesQuestionMark {
      hints.append("If your answer is a question mark alone, type \\? instead.")
    }
    return hints
  }

  private var takesQuestionMark: Bool {
    if isList { return question.choices.contains { $0.title.trimmed == "?" } }
    switch type {
    case .string, .list(.string): return true
    case .oneOf(let values): return values.contains(.string("?"))
    default: return false
    }
  }
}
