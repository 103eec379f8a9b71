/// A typed answer in one line: a text, a number, a time of day, or a secret.
struct TextPrompt: PromptState {
  private let question: Question
  private(set) var editor: LineEditor
  private let stepper: NumberStepper?
  /// What tab can complete the text to.
  private let completions: Completions
  private var isAfterControlX = false
  /// The beginnings that tab found, if there are several.
  private var offers: [String] = []

  /// - Parameters:
  ///   - earlier: the answer that the person gave before, to be changed.
  ///   - completions: what tab can complete the text to.
  init(_ question: Question, earlier: String? = nil, completions: Completions = Completions()) {
    self.question = question
    editor = LineEditor(earlier ?? "")
    stepper = NumberStepper(question)
    self.completions = completions
  }

  mutating func press(_ key: KeyPress) -> Pressed {
    defer { isAfterControlX = key == .control("x") }
    switch key {
    case .enter: return .accept
    case .escape: return .back
    case .backTab: return editor.isAtStart ? .back : .ignored
    case .control("d") where editor.isEmpty: return .reply(.endOfInput)
    case .control("x"): return .used
    case .control("e") where isAfterControlX && !question.isSecret: return .editor
    case .paste(let text):
      offers = []
      _ = editor.press(.paste(text.joiningLines))
      return .edited
    case .tab: return complete()
    case .up, .control("p"): return step(1)
    case .down, .control("n"): return step(-1)
    default:
      let before = editor.text
      guard editor.press(key) else { return .ignored }
      offers = []
      return editor.text == before ? .used : .edited
    }
  }

  private mutating func step(_ direction: Int) -> Pressed {
    guard let stepper else { return .ignored }
    guard let text = stepper.step(from: editor.text, direction) else { return .used }
    editor.replace(text)
    return .edited
  }

  private mutating func complete() -> Pressed {
    let found = completions.complete(editor.text)
    offers = found.offers
    if found.text == editor.text {
      // Without anything typed, tab takes the example.
      guard editor.isEmpty, found.offers.isEmpty else { return found.isEmpty ? .ignored : .used }
      guard let preset = question.defaultAnswer, case .typed(let value) = preset, value != .null,
        !question.isSecret
      else { return .ignored }
      editor.replace(value.description)
      return .edited
    }
    editor.replace(found.text)
    return .edited
  }

  /// Puts the text that was written in an editor in place of this one.
  mutating func replace(_ text: String) { editor.replace(text.joiningLines) }

  var typed: String? { editor.text }

  var reply: Reply? { .text(editor.text) }

  var words: String? {
    if editor.isEmpty { return nil }
    return question.isSecret ? "(secret)" : editor.text
  }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let glyphs = space.glyphs
    if editor.isEmpty {
      drawing.headline.add(ghost, .hint)
      drawing.headline = drawing.headline.clipped(to: space.headline, glyphs.ellipsis)
    } else {
      let (row, cursor) = editor.window(
        space.headline, mask: question.isSecret ? glyphs.mask : nil, glyphs.ellipsis)
      drawing.headline = row
      drawing.cursor = .headline(cursor)
    }
    for offer in offers.prefix(max(0, min(5, space.rows))) {
      var row = Row("    ")
      row.add(offer, .hint)
      drawing.rows.append(row.clipped(to: space.columns, glyphs.ellipsis))
    }
    return drawing
  }

  /// What stands where nothing is typed: what Return takes, or an example.
  private var ghost: String {
    if let preset = question.defaultAnswer, !question.isSecret {
      switch preset {
      case .typed(.null): break
      case .typed(.string(let text)) where text.isEmpty: break
      default: return question.words(for: preset)
      }
    }
    return question.placeholder ?? ""
  }

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    var keys = [KeyHint("enter", enterAction)]
    if stepper != nil { keys.append(KeyHint(glyphs.arrows[0], "step")) }
    if !completions.isEmpty { keys.append(KeyHint("tab", "complete")) }
    return keys
  }

  var moreKeys: [KeyHint] {
    LineEditor.moreKeys + (question.isSecret ? [] : [KeyHint("ctrl-x ctrl-e", "editor")])
  }

  private var enterAction: String {
    guard editor.isEmpty, let preset = question.defaultAnswer else { return "accept" }
    return preset == .typed(.null) ? "leave it out" : "accept \(question.words(for: preset))"
  }
}

extension String {
  /// The text in one line, for an answer of one line.
  var joiningLines: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: true)
    return lines.count > 1 || contains("\n") ? lines.joined(separator: " ") : self
  }
}

extension Question {
  /// Why a typed text doesn't fit, as far as that is known without the run; nil if it may fit.
  func ruleProblem(with text: String) -> String? {
    let given: Given
    do throws(Rejection) {
      given = try read(text)
    } catch {
      return error.message
    }
    guard case .typed(let value) = given, value != .null else { return nil }
    for (rule, words) in zip(constraints, rules) {
      switch rule.kind {
      // Only the run knows the other answers, and the interpreter today and the disk.
      case .equals, .differs, .among, .daysFromToday, .path: continue
      default: if !rule.accepts(value) { return words }
      }
    }
    return nil
  }
}
