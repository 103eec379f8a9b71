/// The fonts and colours of a screen's picture.
enum PictureStyle {
  static let fonts =
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

  /// The sixteen colours that a person can choose, here for a light window and for a dark one.
  private static let light = [
    "#24292f", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#1b7c83", "#6e7781",
    "#57606a", "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#3192aa", "#8c959f",
  ]
  private static let dark = [
    "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
    "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
  ]

  /// The style sheet with those of the sixteen colours that are used.
  static func sheet(colors: [Int]) -> String {
    """
    \(rules(window: "#ffffff", text: "#1f2328", frame: "#d0d7de", light, colors))
    path.frame { fill: none }
    .title { font-family: system-ui, sans-serif; font-size: 13px }
    .bold { font-weight: bold }
    .faint { opacity: 0.6 }
    .italic { font-style: italic }
    .underlined { text-decoration: underline }
    .struck { text-decoration: line-through }
    .underlined.struck { text-decoration: underline line-through }
    @media (prefers-color-scheme: dark) {
    \(rules(window: "#0d1117", text: "#e6edf3", frame: "#30363d", dark, colors))
    }
    """
  }

  private static func rules(
    window: String, text: String, frame: String, _ palette: [String], _ colors: [Int]
  ) -> String {
    let rules = [
      ".window { fill: \(window) }", ".frame { stroke: \(frame) }",
      ".text, .title { fill: \(text) }",
    ]
    return (rules + colors.map { ".c\($0) { fill: \(palette[$0]) }" }).joined(separator: "\n")
  }

  /// The colour of a number from 16 to 255: a cube of 6 × 6 × 6, then 24 greys.
  static func color(_ number: Int) -> String {
    guard number < 232 else {
      let grey = 8 + (number - 232) * 10
      return color(red: grey, green: grey, blue: grey)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let place = number - 16
    return color(
      red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
  }

  static func color(red: Int, green: Int, blue: Int) -> String {
    "#"
      + [red, green, blue].map { part in
        (part < 16 ? "0" : "") + String(part, radix: 16)
      }.joined()
  }
}
