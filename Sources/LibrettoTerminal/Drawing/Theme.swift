import LibrettoCore

/// How the rich console looks: a style for each role that text has, and the signs it uses.
///
/// A theme is data, so a program can change it:
///
/// ```swift
/// var theme = Theme.standard
/// theme[.focus] = Theme.Style(color: .magenta, isBold: true)
/// let result = try await flow.run(with: Console(theme: theme))
/// ```
///
/// Colours are the 16 of the terminal's own palette, which the person has chosen.
public struct Theme: Hashable, Sendable {
  /// What a piece of text is.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The title of a form, and what sets off a part of the scroll-back.
    case title
    /// The title of the question that is open.
    case question
    /// An answer that was given.
    case answer
    /// What may be typed, which keys work, and the titles of what is done.
    case hint
    /// Why an answer was refused, or work failed.
    case problem
    /// What the keys concern now.
    case focus
    /// What destroys something.
    case danger
    /// The sign of something done.
    case success
    /// The frame of an alert.
    case border
    /// The part of an option that matches the filter.
    case match
    /// What stands between `**` in a text of the flow.
    case strong
    /// What stands between backticks in a text of the flow.
    case code
    /// The words of a link in a text of the flow.
    case link
  }

  /// One of the 16 colours of a terminal's palette.
  public enum Color: Int, Hashable, Sendable, CaseIterable {
    /// The dark colours.
    case black, red, green, yellow, blue, magenta, cyan, white
    /// The bright colours.
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan
    /// The brightest colour.
    case brightWhite
  }

  /// The colour and the weight of a text.
  public struct Style: Hashable, Sendable {
    /// The colour; nil for that of other text.
    public var color: Color?
    /// Whether the text is bold.
    public var isBold: Bool
    /// Whether the text is fainter than other text.
    public var isFaint: Bool
    /// Whether the text is underlined.
    public var isUnderlined: Bool

    /// Makes a style.
    /// - Parameters:
    ///   - color: the colour; nil for that of other text.
    ///   - isBold: whether the text is bold.
    ///   - isFaint: whether the text is fainter than other text.
    ///   - isUnderlined: whether the text is underlined.
    public init(
      color: Color? = nil, isBold: Bool = false, isFaint: Bool = false, isUnderlined: Bool = false
    ) {
      self.color = color
      self.isBold = isBold
      self.isFaint = isFaint
      self.isUnderlined = isUnderlined
    }
  }

  private var styles: [Role: Style]
  /// The signs.
  public var glyphs: Glyphs
  /// The signs for a terminal that doesn't show Unicode, or shows some signs in two columns.
  public var plainGlyphs: Glyphs
  /// Whether a row above the question says how far the run has come, as “3 of 7”, in flows of four
  /// questions or more.
  public var showsWay = true

  /// The theme that the library comes with.
  public static let standard = Theme(
    styles: [
      .title: Style(isBold: true),
      .question: Style(isBold: true),
      .answer: Style(),
      .hint: Style(isFaint: true),
      .problem: Style(color: .red),
      .focus: Style(color: .cyan, isBold: true),
      .danger: Style(color: .red),
      .success: Style(color: .green),
      .border: Style(isFaint: true),
      .match: Style(isUnderlined: true),
      .strong: Style(isBold: true),
      .code: Style(color: .magenta),
      .link: Style(isUnderlined: true),
    ], glyphs: .unicode, plainGlyphs: .ascii)

  /// Nothing is faint, and what matters is bright, bold or underlined.
  public static let highContrast: Theme = {
    var theme = standard
    theme[.hint] = Style()
    theme[.border] = Style()
    theme[.answer] = Style(isBold: true)
    theme[.focus] = Style(color: .brightYellow, isBold: true, isUnderlined: true)
    theme[.problem] = Style(color: .brightRed, isBold: true)
    theme[.danger] = Style(color: .brightRed, isBold: true, isUnderlined: true)
    theme[.success] = Style(color: .brightGreen, isBold: true)
    theme[.match] = Style(isBold: true, isUnderlined: true)
    return theme
  }()

  /// A line at the left of the open question sets it off from what is above.
  public static let gutter: Theme = {
    var theme = standard
    theme.glyphs.gutter = "▎"
    theme.plainGlyphs.gutter = "|"
    return theme
  }()

  /// The theme with a name: `default`, `high-contrast` or `gutter`.
  /// - Parameter name: the name, as `LIBRETTO_THEME` has it.
  /// - Returns: nil if there is none.
  public static func named(_ name: String) -> Theme? {
    ["default": standard, "high-contrast": highContrast, "gutter": gutter][name]
  }

  /// The style of a role.
  /// - Parameter role: what the text is.
  public subscript(role: Role) -> Style {
    get { styles[role] ?? Style() }
    set { styles[role] = newValue }
  }
}

extension Theme.Style {
  /// The parameters of the escape sequence that begins the style; empty for text like other text.
  func parameters(withColor: Bool) -> String {
    var parameters: [String] = []
    if isBold { parameters.append("1") }
    if isFaint { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if withColor, let color {
      parameters.append(String(color.rawValue < 8 ? 30 + color.rawValue : 82 + color.rawValue))
    }
    return parameters.joined(separator: ";")
  }
}

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
  /// The frames of the spinner for work in progress.
  public var spinner: [String] { didSet { if spinner.isEmpty { spinner = oldValue } } }
  /// At the left of each row of the open question whose first column is free.
  public var gutter = " "
  /// Around the option of a form that left and right change.
  public var sides: [String] { didSet { sides = sides.completed(by: oldValue) } }
  /// The keys up and down, and left and right, in the last row.
  public var arrows: [String] { didSet { arrows = arrows.completed(by: oldValue) } }

  /// Whether the terminal leads to the address of a link itself, so that it isn't shown.
  var followsLinks = false
  /// What is said beside the signs, in the language of the person.
  var words = Words.english

  /// The signs for a terminal that shows Unicode.
  public static let unicode = Glyphs(
    question: "?", done: "✓", failed: "✗", attention: "!", ahead: "·", focus: "❯", chosen: "◉",
    free: "◯", mask: "•", above: "↑", below: "↓", ellipsis: "…", separator: "·",
    frame: ["╭", "│", "╰", "─"], bar: ["━", "─"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], sides: ["‹", "›"],
    arrows: ["↑↓", "←→"])

  /// The signs in ASCII.
  public static let ascii = Glyphs(
    question: "?", done: "+", failed: "x", attention: "!", ahead: ".", focus: ">", chosen: "[x]",
    free: "[ ]", mask: "*", above: "^", below: "v", ellipsis: "~", separator: "-",
    frame: ["+", "|", "+", "-"], bar: ["=", "-"], spinner: ["|", "/", "-", "\\"],
    sides: ["<", ">"],
    arrows: ["up/down", "left/right"])
}

extension Glyphs {
  private static var signs: [WritableKeyPath<Glyphs, String>] {
    [
      \.question, \.done, \.failed, \.attention, \.ahead, \.focus, \.chosen, \.free, \.mask,
      \.above, \.below, \.ellipsis, \.separator, \.gutter,
    ]
  }
  private static var series: [WritableKeyPath<Glyphs, [String]>] {
    [\.frame, \.bar, \.spinner, \.sides, \.arrows]
  }

  /// The sign of focus, or the room that it takes elsewhere.
  func pointer(_ isFocused: Bool) -> String {
    isFocused ? focus : String(repeating: " ", count: focus.columns)
  }

  /// The signs as they are drawn: their widths are those of what is shown.
  var neutralised: Glyphs {
    var glyphs = self
    for sign in Self.signs { glyphs[keyPath: sign] = glyphs[keyPath: sign].neutralisedLine }
    for signs in Self.series {
      glyphs[keyPath: signs] = glyphs[keyPath: signs].map(\.neutralisedLine)
    }
    return glyphs
  }

  /// The signs that take one column everywhere, and others for those that may take two in East Asia.
  func narrow(or others: Glyphs) -> Glyphs {
    var glyphs = self
    for sign in Self.signs where glyphs[keyPath: sign].mayBeWide {
      glyphs[keyPath: sign] = others[keyPath: sign]
    }
    for signs in Self.series where glyphs[keyPath: signs].contains(where: \.mayBeWide) {
      glyphs[keyPath: signs] = others[keyPath: signs]
    }
    if glyphs.chosen.count != glyphs.free.count {
      (glyphs.chosen, glyphs.free) = (others.chosen, others.free)
    }
    return glyphs
  }
}

extension String {
  /// Whether it has a sign of the blocks that Unicode calls ambiguous in East Asia (UAX #11).
  fileprivate var mayBeWide: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0xA1...0xFF, 0x2010...0x203E, 0x2190...0x21FF, 0x2460...0x26FF: true
      default: false
      }
    }
  }
}

extension [String] {
  /// What a theme leaves out stays as it was.
  fileprivate func completed(by others: [String]) -> [String] { self + others.dropFirst(count) }
}
