import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A flow of the fixture at a terminal of its own where prompts are drawn in place, and the person
/// in front of it.
final class RichTerminal {
  let device: PseudoTerminal
  private let gate = ScratchFile()

  init(
    _ flow: String, columns: Int = 60, rows: Int = 16, widths: WidthPolicy = .graphemes,
    environment more: [String: String] = [:]
  ) throws {
    var environment = ["TERM": "xterm", "LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin"]
    environment["GATE"] = gate.path
    device = try PseudoTerminal(
      builtProduct("TerminalFixture"), ["console", flow],
      environment: environment.merging(more) { $1 }, size: (columns, rows), widths: widths)
  }

  var screen: TerminalScreen? { device.screen }
  var transcript: String { device.transcript }

  func send(_ text: String) throws { try device.send(text) }

  func waitForScreen(containing text: String) throws {
    try device.waitForScreen(containing: text)
  }

  func waitForScreen(_ isReached: (TerminalScreen) -> Bool) throws {
    try device.waitForScreen(isReached)
  }

  func resize(columns: Int, rows: Int) throws {
    try device.resize(columns: columns, rows: rows)
  }

  /// Sends a signal as another program does.
  func signal(_ number: Int32) { kill(device.pid, number) }

  /// Lets the work of the flow go on.
  func openGate() { close(open(gate.path, O_CREAT | O_WRONLY, 0o600)) }

  /// Everything that the terminal shows at the end, without the fixture's own line.
  func end() throws -> (String, TestSupport.ExitStatus) {
    let status = try device.waitForExit()
    let screen = try #require(screen)
    #expect(screen.violations == [])
    #expect(screen.isCursorVisible)
    #expect(!screen.takesBracketedPaste)
    #expect(device.isEchoOn)
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.filter { !$0.hasPrefix("outcome:") }.joined(separator: "\n"), status)
  }
}
