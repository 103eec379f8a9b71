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
      return .refused("The answer is too long; the limit is \(LineEditor.maximum) bytes.")
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
    let first = question.isSecret ? "(secret)" : lines[0].text
    return lines.count == 1 ? first : "\(first) (\(lines.count) lines)"
  }

  func draw(_ space: Space) -> Drawing {
    var drawing = Drawing()
    drawing.headline.add("ctrl-d to end", .hint)
    let window = ListWindow(
      all: max(lines.count, 3), shown: lines.count, focus: current, rows: max(3, space.rows))
    for place in window.places {
      let editor = lines[place]
      let mask = question.isSecret ? space.glyphs.mask : nil
      var row = Row("  ")
      row.add(space.glyphs.frame[1] + " ", .border)
      let start = row.columns
      if place == current {
        let (text, cursor) = editor.window(
          space.columns - start, mask: mask, space.glyphs.ellipsis)
        drawing.cursor = .row(drawing.rows.count, column: start + cursor)
        if isEmpty { row.add(question.placeholder ?? "", .hint) } else { row.add(text) }
      } else {
        row.add(mask.map { String(repeating: $0, count: editor.text.count) } ?? editor.text)
      }
      drawing.rows.append(row.clipped(to: space.columns, space.glyphs.ellipsis))
    }
    return drawing
  }

  private var endAction: String {
    guard isEmpty, let preset = question.defaultAnswer else { return "end" }
    return preset == .typed(.null) ? "leave it out" : "accept the default"
  }

  func keys(_ glyphs: Glyphs) -> [KeyHint] {
    var keys = [KeyHint("ctrl-d", endAction)]
    keys.append(KeyHint("enter", "new line"))
    if !question.isSecret { keys.append(KeyHint("ctrl-x ctrl-e", "editor")) }
    return keys
  }

  var moreKeys: [KeyHint] { LineEditor.moreKeys }
}
