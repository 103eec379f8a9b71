import TestSupport
import Testing

@testable import LibrettoTerminal

/// What is typed, pasted and edited elsewhere.
@Suite("Input at the rich console")
struct RichInputTests {
  @Test("What is typed ahead answers harmless prompts, and never one that destroys")
  func ahead() throws {
    let terminal = try RichTerminal("delete")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\ry")
    try terminal.waitForScreen(containing: "Delete all?")
    try terminal.waitForScreen(containing: "❯ No")
    try terminal.send("\r")
    let (text, status) = try terminal.end()
    #expect(
      text == """
        ✓ Name?                 Ann
        ✓ Delete all?           No
        Kept.
        """)
    #expect(status == .exited(0))
  }

  @Test("A paste of several lines answers one prompt, however it is cut")
  func paste() throws {
    let terminal = try RichTerminal("editor", environment: ["VISUAL": ""])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("\u{1B}[200~Ann\r")
    try terminal.send("Lee\u{1B}[2")
    try terminal.send("01~")
    try terminal.waitForScreen(containing: "Ann Lee")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "type:")
    // The terminal is the action's: what is typed is shown, and edited by the terminal.
    try terminal.device.waitForEcho(true)
    try terminal.send("xy\u{7F}z\r")
    try terminal.waitForScreen(containing: "read xz")
    try terminal.waitForScreen(containing: "? Text?")
    try terminal.send("\u{1B}[200~one\rtwo\u{1B}[201~\u{4}")
    let (text, _) = try terminal.end()
    #expect(
      text == """
        ✓ Name?                 Ann Lee
        type:
        xz
        read xz
        ✓ Text?
            one
            two
        one
        two
        """)
  }

  @Test(
    "A paste at a list chooses nothing, with brackets or without",
    arguments: ["Paid\r", "\u{1B}[200~Paid\r\u{1B}[201~"])
  func pasteAtList(_ paste: String) throws {
    let terminal = try RichTerminal("trip")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "? Plan?")
    try terminal.send(paste)
    try terminal.waitForScreen(containing: "/Paid   1 of 3")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "✓ Plan?                 Paid")
    try terminal.send("\u{3}")
    _ = try terminal.end()
  }

  @Test("The editor gets the terminal and the text")
  func editor() throws {
    let terminal = try RichTerminal(
      "editor", environment: ["VISUAL": "printf 'edited\\nby it' >"])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "edited by it")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "type:")
    try terminal.send("\r")
    try terminal.waitForScreen(containing: "? Text?")
    try terminal.send("\u{3}")
    #expect(try terminal.end().1 == .exited(130))
  }

  @Test(
    "An editor that saves nothing says why, and what was typed stays",
    arguments: [
      ("/no/editor", "There is no editor “/no/editor”; set VISUAL or EDITOR."),
      ("exit 3;", "“exit 3;” ended with exit code 3, so the text is as it was."),
      ("rm", "“rm” has removed the file, so the text is as it was."),
      ("printf '\\377' >", "What “printf '\\377' >” saved isn’t UTF-8, so the text is as it was."),
    ])
  func noEditor(editor: String, words: String) throws {
    let terminal = try RichTerminal("trip", columns: 120, environment: ["VISUAL": editor])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: words)
    #expect(
      terminal.screen?.text.contains(
        """
        ? Name?                 Ann
          \(words)
        """) == true)
    try terminal.send("\u{3}")
    _ = try terminal.end()
  }

  @Test("A folder in which no file can be made is named")
  func noFile() throws {
    let terminal = try RichTerminal("trip", columns: 120, environment: ["TMPDIR": "/nowhere"])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "There can be no file for the editor in /nowhere: ")
    try terminal.send("\u{3}")
    _ = try terminal.end()
  }

  @Test("Ctrl-C in the editor is the editor's")
  func interruptedEditor() throws {
    let terminal = try RichTerminal(
      "editor",
      environment: [
        "VISUAL": "trap 'echo caught' INT; echo ready; until read line; do :; done; echo $line >"
      ])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "ready")
    try terminal.send("\u{3}")
    try terminal.waitForScreen(containing: "caught")
    try terminal.send("edited\r")
    try terminal.waitForScreen { $0.lines.contains("? Name?                 edited") }
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(
      text == """
        ready
        ^Ccaught
        edited
        ✗ Name?                 not answered
        Cancelled.
        """)
    #expect(status == .exited(130))
  }

  @Test("An editor that ends by Ctrl-C takes the run along")
  func endedEditor() throws {
    let terminal = try RichTerminal("editor", environment: ["VISUAL": "echo ready; read line; :"])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "ready")
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(text.hasSuffix("\n✗ Name?                 not answered\nCancelled."))
    #expect(status == .exited(130))
  }

  @Test("A run that is cancelled closes the editor, and leaves no file")
  func terminatedEditor() throws {
    let folder = ScratchFile()
    let terminal = try RichTerminal(
      "editor",
      environment: [
        "TMPDIR": folder.folder, "VISUAL": "trap 'echo closed; exit' HUP; echo ready; cat; :",
      ])
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\u{18}\u{5}")
    try terminal.waitForScreen(containing: "ready")
    terminal.signal(15)
    #expect(try terminal.end().1 == .exited(130))
    #expect(Files.paths(beginningWith: folder.folder + "/") == [])
  }

  @Test("Ctrl-C while an action reads from the terminal cancels the run")
  func interruptedAction() throws {
    let terminal = try RichTerminal("editor")
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("Ann\r")
    try terminal.waitForScreen(containing: "type:")
    try terminal.send("\u{3}")
    let (text, status) = try terminal.end()
    #expect(text.hasSuffix("Cancelled."))
    #expect(status == .exited(130))
  }

  @Test("The end of the input fails the run and restores the terminal")
  func endOfInput() throws {
    let terminal = try RichTerminal("trip", columns: 200)
    try terminal.waitForScreen(containing: "? Name?")
    try terminal.send("\u{4}")
    let (text, status) = try terminal.end()
    #expect(text.contains("the input ended at the question “Name?”"))
    #expect(status == .exited(1))
  }
}
