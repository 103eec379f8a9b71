@testable import LibrettoCore
@testable import LibrettoTerminal

/// A question as a person sees it after some keys, as text; `▏` is the cursor.
func picture(
  _ flow: Flow, _ keys: [KeyPress] = [], columns: Int = 60, rows: Int = 16,
  _ glyphs: Glyphs = .unicode
) throws -> String {
  var prompt = try FuzzPrompt(flow)
  for key in keys { prompt.press(key) }
  return prompt.view.frame(QuestionView.Size(columns: columns, rows: rows), glyphs).picture
}

extension Frame {
  /// The rows as text, without the blanks at their ends; `▏` is the cursor.
  var picture: String {
    rows.enumerated().map { place, row in
      var text = ""
      var columns = 0
      var isMarked = cursor?.row != place
      for character in row.text {
        if !isMarked, columns == cursor?.column {
          text += "▏"
          isMarked = true
        }
        text.append(character)
        columns += character.columns
      }
      if !isMarked { text += "▏" }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }
}

extension [KeyPress] {
  /// A text, character by character.
  static func typing(_ text: String) -> [KeyPress] { text.map { .text(String($0)) } }
}
