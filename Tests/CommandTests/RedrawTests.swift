import TestSupport
import Testing

@Suite("A prompt is drawn anew") struct RedrawTests {
  @Test("Ctrl-L draws a prompt of several rows in its place, and what stands above it")
  func controlL() throws {
    let folder = ScriptFolder("redraw")
    folder.save(
      "alert.swift",
      """
      import Libretto

      await Flow("alert") {
        Ask("Who?", into: Key<String>("who"))
        Alert("Really?", message: "It is late.") {
          Button("Delete", role: .destructive)
          Button("Keep")
        }
      }.main()
      """)
    #expect(try folder.flow("outline", "alert.swift").status == 0)
    let terminal = try folder.richTerminal("alert.swift", size: (60, 16))
    try terminal.waitForScreen(containing: "? Who?")
    try terminal.send("Bob\r")
    try terminal.waitForScreen(containing: "❯ Keep")
    let before = terminal.screen?.lines
    let drawn = terminal.transcript.utf8.count
    try terminal.send("\u{0C}")
    try terminal.waitForScreen { screen in
      terminal.transcript.utf8.count > drawn && screen.text.contains("❯ Keep")
    }
    #expect(terminal.screen?.lines == before)
    try terminal.send("\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screen?.lines.filter { $0.contains("Really?") }.count == 1)
  }
}
