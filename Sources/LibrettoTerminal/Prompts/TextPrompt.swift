// Answers that are typed: in one line or several, with what Tab completes.

import LibrettoCore

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
    return question.isSecret ? question.language(.secret) : editor.text
  }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    let glyphs = space.glyphs
    if editor.isEmpty {
      drawing.headline.add(question.ghost, .hint)
      drawing.headline = drawing.headline.clipped(to: space.headline, glyphs.ellipsis)
    } else {
      let (row, cursor) = editor.window(
        space.headline, mask: question.isSecret ? glyphs.mask : nil, glyphs.ellipsis)
      drawing.headline = row
      drawing.cursor = .headline(cursor)
    }
    for offer in offers.prefix(max(0, min(5, space.rows))) {
      let row = Row("    ").adding(Row(offer, .hint))
      drawing.rows.append(row.clipped(to: space.columns, glyphs.ellipsis))
    }
    return drawing
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    var keys = [KeyHint(Sentence(.keyEnter), enterAction)]
    if stepper != nil { keys.append(KeyHint(glyphs.arrows[0], .actStep)) }
    if !completions.isEmpty { keys.append(KeyHint(.keyTab, .actComplete)) }
    return keys
  }

  var moreKeys: [KeyHint] {
    LineEditor.moreKeys + (question.isSecret ? [] : [KeyHint(.keyEditor, .actEditor)])
  }

  private var enterAction: Sentence {
    guard editor.isEmpty, let preset = question.defaultAnswer else { return Sentence(.actAccept) }
    return preset == .typed(.null)
      ? Sentence(.actLeaveOut) : Sentence(.actAcceptAnswer, question.words(for: preset))
  }
}

extension Question {
  /// What stands where nothing is typed: the default, an example, or how several answers are typed.
  fileprivate var ghost: String {
    if let preset = defaultAnswer, !isSecret {
      switch preset {
      case .typed(.null): break
      case .typed(.string(let text)) where text.isEmpty: break
      case .typed(.string(let text)) where isMultiline: return text
      default: return words(for: preset)
      }
    }
    if case .list = plainType { return placeholder ?? language(.byCommas) }
    return placeholder ?? ""
  }
}

extension String {
  /// The text in one line, for an answer of one line.
  var joiningLines: String { split(separator: "\n").joined(separator: " ") }
}

extension Question {
  /// Why a typed text doesn't fit, as far as that is known without the run; nil if it may fit.
  func ruleProblem(with text: String) -> String? {
    let given: Given
    do throws(Rejection) {
      given = try read(text, today: .today)
    } catch {
      return language(error.sentence)
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

/// What tab can complete a text to.
struct Completions: Sendable {
  /// The texts, from rules or from an answer.
  private let words: [String]
  /// Returns the paths that begin with a text; nil if the answer is no path.
  private let paths: (@Sendable (String) -> [String])?

  init(_ words: [String] = [], paths: (@Sendable (String) -> [String])? = nil) {
    self.words = words
    self.paths = paths
  }

  var isEmpty: Bool { words.isEmpty && paths == nil }

  struct Found: Hashable, Sendable {
    var text: String
    /// The possible continuations, if there are several.
    var offers: [String] = []
    var isEmpty = false
  }

  /// Completes a text as far as all that fits agrees.
  func complete(_ text: String) -> Found {
    let all = paths.map { $0(text) } ?? words
    let fitting = all.filter { text.isEmpty || $0.lowercased().hasPrefix(text.lowercased()) }
    guard let first = fitting.first else { return Found(text: text, isEmpty: true) }
    if fitting.count == 1 { return Found(text: first) }
    var common = first
    for other in fitting.dropFirst() {
      common = String(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    let isLonger = common.count > text.count
    return Found(text: isLonger ? common : text, offers: fitting)
  }
}

extension Question {
  /// The values that its rules name.
  var namedValues: [String] {
    if case .oneOf(let values) = plainType { return values.map(\.description) }
    for rule in constraints {
      if case .oneOf(let values) = rule.kind { return values.map(\.description) }
    }
    return []
  }

  /// Whether the answer is a path.
  var asksForPath: Bool {
    constraints.contains { if case .path = $0.kind { true } else { false } }
  }
}

/// A typed answer of several lines. Return begins a new line; Ctrl-D ends the answer.
struct MultilinePrompt: PromptState {
  private let question: Question
  private var lines: [LineEditor]
  private var current = 0
  private var isAfterControlX = false

  /// - Parameter earlier: the answer that the person gave before, to be changed.
  init(_ question: Question, earlier: String? = nil) {
    self.question = question
    lines = Self.editors(earlier ?? "")
    current = lines.count - 1
  }

  private static func editors(_ text: String) -> [LineEditor] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { LineEditor(String($0)) }
  }

  private var text: String { lines.map(\.text).joined(separator: "\n") }

  private var isEmpty: Bool { lines.count == 1 && lines[0].isEmpty }

  mutating func press(_ key: KeyPress) -> Pressed {
    defer { isAfterControlX = key == .control("x") }
    switch key {
    case .control("d"): return .accept
    case .tab where isEmpty && !question.ghost.isEmpty:
      guard case .typed(.string(let text))? = question.defaultAnswer else { return .ignored }
      replace(text)
      return .edited
    case .alt("\n"): return .accept
    case .enter: return insert("\n")
    case .paste(let text): return insert(text)
    case .escape: return .back
    case .backTab: return current == 0 && lines[0].isAtStart ? .back : .ignored
    case .control("x"): return .used
    case .control("e") where isAfterControlX && !question.isSecret: return .editor
    case .up, .control("p"): return move(to: current - 1)
    case .down, .control("n"): return move(to: current + 1)
    case .backspace where lines[current].isAtStart && current > 0:
      let rest = lines.remove(at: current)
      current -= 1
      let length = lines[current].text.count
      lines[current] = LineEditor(lines[current].text + rest.text)
      lines[current].moveCursor(to: length)
      return .edited
    default:
      let before = lines[current].text
      guard lines[current].press(key) else { return .ignored }
      return lines[current].text == before ? .used : .edited
    }
  }

  private mutating func move(to line: Int) -> Pressed {
    guard lines.indices.contains(line) else { return .used }
    let column = lines[current].cursor
    current = line
    lines[current].moveCursor(to: column)
    return .used
  }

  private mutating func insert(_ piece: String) -> Pressed {
    guard text.utf8.count + piece.utf8.count <= LineEditor.maximum else {
      return .refused(Sentence(.textTooLong, LineEditor.maximum))
    }
    let line = lines[current]
    let before = String(line.beforeCursor)
    let after = String(line.text.dropFirst(line.cursor))
    var inserted = Self.editors(before + piece + after)
    inserted[inserted.count - 1].moveCursor(
      to: inserted[inserted.count - 1].text.count - after.count)
    lines.replaceSubrange(current...current, with: inserted)
    current += inserted.count - 1
    return .edited
  }

  /// Puts the text that was written in an editor in place of this one.
  mutating func replace(_ text: String) {
    lines = Self.editors(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    current = lines.count - 1
  }

  var typed: String? { text }

  var reply: Reply? {
    // Nothing at all takes the default; empty lines are an answer.
    text.trimmed.isEmpty && !isEmpty ? .given(.typed(.string(text))) : .text(text)
  }

  var words: String? {
    if isEmpty { return nil }
    let first = question.isSecret ? question.language(.secret) : lines[0].text
    return lines.count == 1 ? first : question.language(.withLines, first, lines.count)
  }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    drawing.headline.add(space.glyphs.words(.endWith), .hint)
    // As many rows as the default has, so that it can be read.
    let ghost =
      isEmpty ? question.ghost.split(separator: "\n", omittingEmptySubsequences: false) : []
    let window = ListWindow(
      all: max(lines.count, ghost.count, 3), shown: max(lines.count, ghost.count), focus: current,
      rows: max(3, space.rows))
    for place in window.places {
      let editor = lines.indices.contains(place) ? lines[place] : LineEditor()
      let mask = question.isSecret ? space.glyphs.mask : nil
      var row = Row("  ")
      row.add(space.glyphs.frame[1] + " ", .border)
      let start = row.columns
      if place == current {
        let (text, cursor) = editor.window(
          space.columns - start, mask: mask, space.glyphs.ellipsis)
        drawing.cursor = .row(drawing.rows.count, column: start + cursor)
        row.add(text)
      } else {
        row.add(mask.map { String(repeating: $0, count: editor.text.count) } ?? editor.text)
      }
      if place < ghost.count { row.add(String(ghost[place]), .hint) }
      drawing.rows.append(row.clipped(to: space.columns, space.glyphs.ellipsis))
    }
    return drawing
  }

  private var endAction: Phrase {
    guard isEmpty, let preset = question.defaultAnswer else { return .actEnd }
    return preset == .typed(.null) ? .actLeaveOut : .actAcceptDefault
  }

  func keys(_ glyphs: Glyphs, _ columns: Int) -> [KeyHint] {
    var keys = [KeyHint(.keyEnd, endAction)]
    keys.append(KeyHint(.keyEnter, .actNewLine))
    if !question.isSecret { keys.append(KeyHint(.keyEditor, .actEditor)) }
    return keys
  }

  var moreKeys: [KeyHint] { LineEditor.moreKeys }
}
