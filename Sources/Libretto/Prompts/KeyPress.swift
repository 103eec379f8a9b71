/// A key, as a person presses it at a terminal.
enum KeyPress: Hashable, Sendable {
  case text(String)
  /// Text that was pasted, with its lines.
  case paste(String)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  case wordLeft, wordRight
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// A character after Esc or with Alt.
  case alt(Character)
  /// F1 and its like.
  case function(Int)
  /// The terminal has gone, or its input has ended.
  case endOfInput
  /// A paste that is too long, with its size in bytes.
  case tooLong(Int)
}
