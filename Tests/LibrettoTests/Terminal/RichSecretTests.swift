import Testing

@Suite("Secrets at the rich console")
struct RichSecretTests {
  @Test("Nothing of a secret form is left on the screen, nor was ever written")
  func form() throws {
    let terminal = try RichTerminal("secrets")
    try terminal.waitForScreen(containing: "Day?")
    try terminal.send("1987-03-19\r73\r6")
    try terminal.waitForScreen(containing: "❯ Stars?              •")
    try terminal.send("\r\r")
    try terminal.waitForScreen(containing: "? When?")
    try terminal.send("2001-12-24\r")
    let (text, status) = try terminal.end()
    #expect(status == .exited(0))
    #expect(
      text == """
        ✓ Page
          Day?                  (secret)
          Number?               (secret)
          Stars?                (secret)
        ✓ When?                 (secret)
        Done.
        """)
    for canary in ["1987", "Mar", "73", "2001", "Dec"] {
      #expect(!terminal.transcript.contains(canary))
    }
  }
}
