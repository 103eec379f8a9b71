import Testing

/// What is typed before the question that it answers appears.
@Suite("Type-ahead", .serialized)
struct TypeAheadTests {
  private let fixture = builtProduct("TerminalFixture")

  /// - Parameter mode: how the terminal hands out what is typed: whole lines, or whatever there is.
  private func terminal(_ flow: String, mode: String = "icanon") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "stty \(mode); echo ready; exec \"$0\" console \"$1\"", fixture, flow],
      environment: ["TERM": "dumb", "PATH": "/usr/bin:/bin"])
    try terminal.expect("ready\r\n")
    return terminal
  }

  @Test("A usual question takes what was typed ahead")
  func usual() throws {
    let terminal = try terminal("ahead")
    try terminal.send("1\n2\nBob\n")
    try terminal.expect("Hello, Bob.\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  private static let password = "Password (the answer is not shown): "

  /// A flow at whose prompt something was typed while it was still working.
  private func typedAhead(
    _ text: String, at flow: String, before prompt: String
  ) throws -> PseudoTerminal {
    let terminal = try terminal(flow)
    try terminal.expect("working\r\n")
    try terminal.send(text)
    try terminal.expect(prompt)
    return terminal
  }

  @Test("A secret waits for what is typed at its prompt, and nothing of that is shown")
  func secret() throws {
    let terminal = try typedAhead("early\nEve\n", at: "ahead secret", before: Self.password)
    #expect(!terminal.isEchoOn)
    try terminal.send("s3cret\nBob\n")
    try terminal.expect("right\r\n")
    try terminal.expect("Name: ")
    try terminal.expect("Hello, Bob.\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.transcript.contains("s3cret"))
  }

  @Test("Half a line that was typed ahead doesn't begin a secret")
  func half() throws {
    let terminal = try typedAhead("early\nhalf", at: "ahead secret", before: Self.password)
    try terminal.send("s3cret\n")
    try terminal.expect("right\r\n")
  }

  @Test("A destructive button is never pressed by what was typed ahead")
  func alert() throws {
    let terminal = try typedAhead(
      "yes\n", at: "ahead alert", before: "Choose 1 to 2, or type an answer: ")
    try terminal.send("no\n")
    try terminal.expect("Kept.\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test(
    "After an error, the question waits for what is typed at it; the reader keeps nothing either",
    arguments: ["icanon", "-icanon"])
  func again(mode: String) throws {
    let terminal = try terminal("ahead", mode: mode)
    try terminal.send("1\ntwo\n2\nEve\n")
    try terminal.expect("“two” is not a whole number.\r\nSecond: ")
    try terminal.send("3\n")
    try terminal.expect("Name: ")
    try terminal.send("Bob\n")
    try terminal.expect("Hello, Bob.\r\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test("A pipe is not a terminal: every line counts")
  func pipe() throws {
    let output = try Subprocess.run(
      fixture, ["console", "ahead", "ahead secret", "ahead alert"],
      input: .text("1\ntwo\n2\nBob\ns3cret\nAnn\nyes\n"))
    #expect(output.status == .exited(0))
    #expect(
      output.standardOutput == "Hello, Bob.\nworking\nright\nHello, Ann.\nworking\nDeleted.\n")
  }
}
