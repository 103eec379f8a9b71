/// The signs of a theme. Each should have the width of one column.
public struct Glyphs: Hashable, Sendable {
  /// Before the question that is open.
  public var question: String
  /// Before an answered question, and work that is done.
  public var done: String
  /// Before work that failed, and a question without an answer.
  public var failed: String
  /// Before a decision about something that was done.
  public var attention: String
  /// Before an answer that the run will come to again.
  public var ahead: String
  /// Before the option or field that the keys concern.
  public var focus: String
  /// Before an option that is chosen.
  public var chosen: String
  /// Before an option that isn't chosen.
  public var free: String
  /// For each character of a secret.
  public var mask: String
  /// Before the number of options above and below those that are shown.
  public var more: (above: String, below: String) {
    get { (above, below) }
    set { (above, below) = newValue }
  }
  private var above: String
  private var below: String
  /// Where text is left out.
  public var ellipsis: String
  /// Between two keys of the last row.
  public var separator: String
  /// The frame of an alert: the upper corner, the side, the lower corner and the line.
  public var frame: [String] { didSet { frame = frame.completed(by: oldValue) } }
  /// The done and the remaining part of a bar.
  public var bar: [String] { didSet { bar = bar.completed(by: oldValue) } }
  /// The pictures of the sign for work that goes on.
  public var spinner: [String] { didSet { if spinner.isEmpty { spinner = oldValue } } }
  /// The keys up and down, and left and right, in the last row.
  public var arrows: [String] { didSet { arrows = arrows.completed(by: oldValue) } }

  /// The signs for a terminal that shows Unicode.
  public static let unicode = Glyphs(
    question: "?", done: "✓", failed: "✗", attention: "!", ahead: "·", focus: "❯", chosen: "◉",
    free: "◯", mask: "•", above: "↑", below: "↓", ellipsis: "…", separator: "·",
    frame: ["╭", "│", "╰", "─"], bar: ["━", "─"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], arrows: ["↑↓", "←→"])

  /// The signs in ASCII.
  public static let ascii = Glyphs(
    question: "?", done: "+", failed: "x", attention: "!", ahead: ".", focus: ">", chosen: "[x]",
    free: "[ ]", mask: "*", above: "^", below: "v", ellipsis: "~", separator: "-",
    frame: ["+", "|", "+", "-"], bar: ["=", "-"], spinner: ["|", "/", "-", "\\"],
    arrows: ["up/down", "left/right"])
}

extension [String] {
  /// What a theme leaves out stays as it was.
  fileprivate func completed(by others: [String]) -> [String] { self + others.dropFirst(count) }
}
