#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a program on pipes to its end and gives back everything it wrote.
package struct Subprocess {
  package enum Input {
    case bytes([UInt8])
    /// `/dev/null`: ends at once.
    case null
    /// No descriptor 0 at all.
    case closed

    package static func text(_ text: String) -> Input { .bytes(Array(text.utf8)) }
  }

  package struct Output: Hashable, Sendable {
    package var status: ExitStatus
    package var standardOutput: String
    package var standardError: String

    package init(status: ExitStatus, standardOutput: String, standardError: String) {
      self.status = status
      self.standardOutput = standardOutput
      self.standardError = standardError
    }
  }

  /// - Throws: ``ProcessFailure`` after `limit`, when the program has been killed.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Input = .null, within limit: Duration = .seconds(60)
  ) throws -> Output {
    let clock = TestClock(limit)
    let output = try CloseOnExecPipe()
    let error = try CloseOnExecPipe()
    var files: [ChildProcess.FileAction] = [
      .duplicate(output.writeEnd, onto: 1), .duplicate(error.writeEnd, onto: 2),
    ]
    var pending: ArraySlice<UInt8> = []
    var inputEnd: Int32?
    var inputReadEnd: Int32?
    switch input {
    case .null: files.append(.open(0, path: "/dev/null", flags: O_RDONLY))
    case .closed: files.append(.close(0))
    case .bytes(let bytes):
      let pipe = try CloseOnExecPipe()
      files.append(.duplicate(pipe.readEnd, onto: 0))
      pending = bytes[...]
      _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
      (inputEnd, inputReadEnd) = (pipe.writeEnd, pipe.readEnd)
    }
    // A program that leaves its input unread must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let child = try ChildProcess.start(
      program, arguments, environment: environment, files: files)
    close(output.writeEnd)
    close(error.writeEnd)
    if let inputReadEnd { close(inputReadEnd) }

    var seen: [Int32: [UInt8]] = [output.readEnd: [], error.readEnd: []]
    var open = Set(seen.keys)
    defer {
      for end in seen.keys { close(end) }
      if let inputEnd { close(inputEnd) }
    }
    func text(_ end: Int32) -> String { String(decoding: seen[end] ?? [], as: UTF8.self) }
    func failure(_ message: String) -> ProcessFailure {
      child.kill()
      return ProcessFailure(message: message, seen: text(output.readEnd) + text(error.readEnd))
    }
    while !open.isEmpty || inputEnd != nil {
      if let end = inputEnd, pending.isEmpty || open.isEmpty {
        close(end)
        inputEnd = nil
        continue
      }
      guard let ready = clock.wait(forReading: Array(open), writing: inputEnd.map { [$0] } ?? [])
      else { throw failure("still running after \(limit)") }
      for end in open.intersection(ready) {
        let block = readBlock(end)
        seen[end, default: []] += block
        if block.isEmpty { open.remove(end) }
      }
      if let end = inputEnd, ready.contains(end) {
        let count = pending.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
        pending = count > 0 ? pending.dropFirst(count) : errno == EAGAIN ? pending : []
      }
    }
    guard let status = try child.wait(within: limit) else { throw failure("does not end") }
    return Output(
      status: status, standardOutput: text(output.readEnd), standardError: text(error.readEnd))
  }
}
