import TestSupport
import Testing

@Suite("A script's own theme") struct ThemeTests {
  static let folder = ScriptFolder(
    "theme",
    [
      "room.swift": """
      import Libretto

      var theme = Theme.standard
      theme.glyphs.focus = "→"
      theme.glyphs.done = "="

      await Flow("room") {
        Choose("Which room?", from: ["single", "suite"], into: Key<String>("room"))
        Say("Good night.")
      }.main(theme: theme)

      """
    ])

  @Test("Its signs are drawn")
  func signs() throws {
    let terminal = try Self.folder.richTerminal("room.swift", size: (40, 10))
    try terminal.waitForScreen(containing: "→ single")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "Good night.")
    let screen = try #require(terminal.screen)
    #expect(screen.text.hasSuffix("= Which room?   single\nGood night."))
  }

  @Test("LIBRETTO_THEME names another one")
  func environment() throws {
    let terminal = try Self.folder.richTerminal(
      "room.swift", size: (40, 10), environment: ["LIBRETTO_THEME": "gutter"])
    try terminal.waitForScreen(containing: "▎ ❯ single")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "Good night.")
  }
}
