/// A shell with job control at a terminal of its own, as a person has it.
package final class JobShell {
  package let terminal: PseudoTerminal

  private static let prompt = "shell> "

  /// - Parameter size: the size of the window, which has none without it.
  package init(
    in folder: String, environment: [String: String], size: (columns: Int, rows: Int)? = nil
  ) throws {
    var environment = environment
    environment["PS1"] = Self.prompt
    environment["TERM"] = size == nil ? "dumb" : "xterm"
    environment["BASH_SILENCE_DEPRECATION_WARNING"] = "1"
    // Without line editing, the terminal stays as it is, and shows what is typed just once.
    terminal = try PseudoTerminal(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-i"], environment: environment,
      size: size)
    try terminal.expect(Self.prompt)
    try run("cd '\(folder)'")
  }

  /// Types a command, and waits for the next prompt.
  /// - Returns: what the command showed.
  @discardableResult
  package func run(_ command: String) throws -> String {
    try start(command)
    return try shown()
  }

  /// Types a command.
  package func start(_ command: String) throws {
    try terminal.send(command + "\n")
    try terminal.expect(command + "\r\n")
  }

  /// Waits for the shell's prompt; returns what was shown before it.
  @discardableResult
  package func shown() throws -> String {
    String(try terminal.expect(Self.prompt).dropLast(Self.prompt.count))
  }

  /// What the command that has just ended left as its status.
  package func status() throws -> String { try run("echo $?").filter(\.isNumber) }

  /// Waits until a process has ended.
  package func waitForEnd(of process: String) throws {
    try run("while kill -0 \(process) 2>/dev/null; do :; done")
  }

  /// Waits until a program shows a number between `words` and a full stop.
  package func number(after words: String) throws -> String {
    try terminal.expect(words)
    return String(try terminal.expect(".").dropLast())
  }
}
