import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `flow` left: its exit code, and every byte it wrote.
///
/// An expectation with `try` in it doesn't show its values, so a difference is printed when it is
/// found.
struct Ended: Equatable {
  var status: Int32
  var output: String
  var errors: String

  init(_ status: Int32, _ output: String = "", _ errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }

  static func == (a: Ended, b: Ended) -> Bool {
    let same = (a.status, a.output, a.errors) == (b.status, b.output, b.errors)
    if !same { print("≠ \(a)\n≠ \(b)") }
    return same
  }

  init(_ output: Subprocess.Output) {
    switch output.status {
    case .exited(let code): status = code
    case .signalled(let signal): status = 128 + signal
    }
    self.output = output.standardOutput
    errors = output.standardError
  }
}

/// A folder of scripts in which the built `flow` is run; one for each suite.
///
/// It stands beside the tests' program and keeps its path, so that a script is compiled once for
/// all runs of the tests; the cache knows by its content when it is another.
struct ScriptFolder: Sendable {
  let path: String

  static let flow = builtProduct("flow")
  private static let root = builtProduct("command-tests")

  init(_ name: String, _ files: [String: String] = [:]) {
    path = ScriptFolder.root + "/" + name
    let program = ScriptFolder.root
    mkdir(program, 0o700)
    _ = try? Subprocess.run("/bin/rm", ["-rf", path], environment: ScriptFolder.environment)
    mkdir(path, 0o700)
    for (name, text) in files { save(name, text) }
  }

  static var environment: [String: String] {
    [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
      "HOME": root, "XDG_CACHE_HOME": root + "/cache", "FLOW": flow, "TERM": "dumb",
    ]
  }

  /// A comment that no script had before: what was compiled by an earlier run of the tests has no
  /// warnings any more.
  static var unseen: String { "// \(UInt64.random(in: 0...UInt64.max))" }

  func save(_ name: String, _ text: String) {
    ScriptFolder.save(text, at: path + "/" + name, mode: 0o700)
  }

  static func save(_ text: String, at path: String, mode: mode_t) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    defer { close(file) }
    var bytes = Array(text.utf8)
    while !bytes.isEmpty, case let count = write(file, &bytes, bytes.count), count > 0 {
      bytes.removeFirst(count)
    }
  }

  func text(_ name: String) -> String {
    let run = try? Subprocess.run("/bin/cat", [path + "/" + name])
    return run?.standardOutput ?? ""
  }

  /// Runs `flow` in the folder.
  func flow(_ arguments: String..., input: String = "") throws -> Ended {
    try flow(arguments, input: input.isEmpty ? .null : .text(input))
  }

  func flow(_ arguments: [String], input: Subprocess.Input) throws -> Ended {
    let ended = try shell("exec \"$FLOW\" \"$@\"", arguments, input: input)
    guard arguments.first == "serve" else { return ended }
    /// All lines; of very many, which are alike, the first and the last.
    func some(_ text: String) -> [String] {
      let lines = text.split(separator: "\n").map(String.init)
      return lines.count > 2_000 ? Array(lines.prefix(500) + lines.suffix(500)) : lines
    }
    if case .bytes(let bytes) = input {
      for line in some(String(decoding: bytes, as: UTF8.self)) {
        ServedLines.sent(line, isOfMany: arguments.contains("--many"))
      }
    }
    for line in some(ended.output) { ServedLines.written(line) }
    return ended
  }

  /// Runs a shell's script in the folder, with `$FLOW` in its environment.
  func shell(
    _ script: String, _ arguments: [String] = [], input: Subprocess.Input = .null
  ) throws -> Ended {
    Ended(
      try Subprocess.run(
        "/bin/sh", ["-c", "cd \"$0\" && " + script, path] + arguments,
        environment: ScriptFolder.environment, input: input, within: .seconds(120)))
  }

  /// A shell with job control in the folder, with `$FLOW` in its environment.
  func jobShell() throws -> JobShell {
    try JobShell(in: path, environment: ScriptFolder.environment)
  }

  /// Starts `flow` at a terminal of its own.
  func terminal(_ arguments: String..., before: String = "") throws -> PseudoTerminal {
    try PseudoTerminal(
      "/bin/sh", ["-c", "cd \"$0\" && \(before) exec \"$FLOW\" \"$@\"", path] + arguments,
      environment: ScriptFolder.environment)
  }

  /// Starts `flow` at a terminal on which prompts are drawn in place.
  /// - Parameter folder: where it is started; nil for this folder.
  func richTerminal(
    _ arguments: String..., in folder: String? = nil, size: (columns: Int, rows: Int),
    environment more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    // The locale is only read from here, so it needn't exist.
    let rich = ScriptFolder.environment.merging(["TERM": "xterm", "LANG": "en_GB.UTF-8"]) { $1 }
    return try PseudoTerminal(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$FLOW\" \"$@\"", folder ?? path] + arguments,
      environment: rich.merging(more) { $1 }, size: size)
  }
}
