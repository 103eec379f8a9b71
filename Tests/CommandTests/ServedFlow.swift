import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A `flow serve` that goes on while a test talks to it, line by line.
final class ServedFlow {
  private let process: ChildProcess
  private let folder: ScriptFolder
  /// The file of this flow's errors: others of the same folder are served beside it.
  private let errorFile = "errors-\(UInt64.random(in: 0...UInt64.max))"
  private let input: CloseOnExecPipe
  private let output: CloseOnExecPipe
  private let isOfMany: Bool
  private var isInputOpen = true
  private var bytes: [UInt8] = []
  /// Words that are different in each run, and what stands for them.
  private var names: [(String, String)] = []
  /// The tokens that were written, in order.
  private(set) var tokens: [String] = []

  convenience init(_ folder: ScriptFolder, _ arguments: String...) throws {
    try self.init(folder, arguments)
  }

  init(_ folder: ScriptFolder, _ arguments: [String]) throws {
    self.folder = folder
    isOfMany = arguments.contains("--many")
    (input, output) = try (CloseOnExecPipe(), CloseOnExecPipe())
    process = try ChildProcess.start(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$FLOW\" serve \"$@\" 2>\(errorFile)", folder.path] + arguments,
      environment: ScriptFolder.environment,
      files: [.duplicate(input.readEnd, onto: 0), .duplicate(output.writeEnd, onto: 1)])
    close(input.readEnd)
    close(output.writeEnd)
  }

  deinit {
    if isInputOpen { close(input.writeEnd) }
    close(output.readEnd)
  }

  func send(_ line: String) {
    ServedLines.sent(line, isOfMany: isOfMany)
    var bytes = Array((line + "\n").utf8)
    _ = write(input.writeEnd, &bytes, bytes.count)
  }

  func endInput() {
    isInputOpen = false
    close(input.writeEnd)
  }

  func kill(_ signal: Int32 = SIGKILL) { process.kill(signal) }

  /// The next lines, with `RUN` for the id of the run, `TOKEN` for a token and `TIME` for a time; an
  /// empty one if there are no more.
  func lines(_ count: Int) throws -> [String] { try (0..<count).map { _ in try line() } }

  func line() throws -> String {
    let clock = TestClock(.seconds(60))
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        ServedLines.written(line)
        return named(line)
      }
      guard clock.wait(forReading: [output.readEnd]) != nil else {
        throw ProcessFailure(message: "no line", seen: String(decoding: bytes, as: UTF8.self))
      }
      let block = readBlock(output.readEnd)
      if block.isEmpty { return "" }
      bytes += block
    }
  }

  private func named(_ line: String) -> String {
    var line = line
    for (member, name) in [("run", "RUN"), ("token", "TOKEN")] {
      guard let start = line.firstRange(of: "\"\(member)\":\"")?.upperBound else { continue }
      let word = String(line[start...].prefix { $0 != "\"" })
      if member == "token" { tokens.append(word) }
      names.append((word, name))
    }
    for (word, name) in names { line = line.replacing(word, with: name) }
    for member in ["deadline", "begun"] {
      guard let start = line.firstRange(of: "\"\(member)\":")?.upperBound else { continue }
      let end = line[start...].firstIndex { !$0.isNumber } ?? line.endIndex
      line.replaceSubrange(start..<end, with: "TIME")
    }
    return line
  }

  /// What it wrote to standard error.
  var errors: String { folder.text(errorFile) }

  func status() throws -> ExitStatus? { try process.wait(within: .seconds(60)) }
}
