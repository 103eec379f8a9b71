#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program at a terminal of its own, and the person in front of it.
package final class PseudoTerminal: @unchecked Sendable {  // used by one test at a time
  /// Streams that are a pipe instead of the terminal.
  package struct Pipes: OptionSet {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let input = Pipes(rawValue: 1)
    package static let output = Pipes(rawValue: 2)
    package static let error = Pipes(rawValue: 4)
  }

  let master: Int32
  private let child: ChildProcess
  /// Descriptor 0, 1 and 2 of the program, where they are pipes: our ends.
  private var pipes: [Int32: Int32] = [:]
  private var open: Set<Int32>
  private var seen: [Int32: [UInt8]] = [:]
  /// How much of the terminal's transcript earlier expectations have taken.
  private var expected = 0
  /// What the person sees, where the terminal has a size.
  package internal(set) var screen: TerminalScreen?

  /// - Parameter size: the size of the window, which has none without it; ``screen`` shows it, as
  ///   `widths` and `reflows` say.
  package init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = ["TERM": "dumb"], pipes streams: Pipes = [],
    size: (columns: Int, rows: Int)? = nil, widths: WidthPolicy = .graphemes,
    reflows: Bool = true
  ) throws {
    let (master, path) = try openMaster()
    self.master = master
    screen = size.map {
      TerminalScreen(columns: $0.columns, rows: $0.rows, widths: widths, reflows: reflows)
    }
    // Darwin gives no size to a terminal that nobody has opened, so it stays open until the start.
    let terminal = size == nil ? -1 : openTerminal(path)
    defer { if terminal >= 0 { close(terminal) } }
    if let size { try setWindowSize(of: master, columns: size.columns, rows: size.rows) }
    var files: [ChildProcess.FileAction] = [
      .open(0, path: path, flags: O_RDWR | O_NOCTTY), .duplicate(0, onto: 1),
      .duplicate(0, onto: 2),
    ]
    var childEnds: [Int32] = []
    let all: [(Pipes, Int32)] = [(.input, 0), (.output, 1), (.error, 2)]
    for (stream, number) in all where streams.contains(stream) {
      let pipe = try CloseOnExecPipe()
      let (ours, theirs) =
        number == 0 ? (pipe.writeEnd, pipe.readEnd) : (pipe.readEnd, pipe.writeEnd)
      files.append(.duplicate(theirs, onto: number))
      childEnds.append(theirs)
      pipes[number] = ours
    }
    open = Set([master] + pipes.filter { $0.key != 0 }.values)
    defer { for end in childEnds { close(end) } }
    child = try ChildProcess.start(
      program, arguments, environment: environment, terminal: path, files: files)
  }

  deinit {
    child.kill()
    close(master)
    for end in pipes.values { close(end) }
  }

  package var pid: pid_t { child.pid }

  /// Everything the terminal has shown so far.
  package var transcript: String { text(master) }
  /// What came through the pipes, where there are any.
  package var pipedOutput: String { pipes[1].map(text) ?? "" }
  package var pipedError: String { pipes[2].map(text) ?? "" }

  /// Whether the terminal shows what is typed; known after the program's end too.
  package var isEchoOn: Bool {
    var mode = termios()
    return tcgetattr(master, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Waits until the terminal shows `text`.
  ///
  /// - Returns: what it has shown since the last expectation, up to and with the text.
  @discardableResult
  package func expect(_ text: String, within limit: Duration = .seconds(20)) throws -> String {
    let clock = TestClock(limit)
    let wanted = Array(text.utf8)
    while true {
      let all = seen[master] ?? []
      if let end = all[expected...].end(of: wanted) {
        defer { expected = end }
        return String(decoding: all[expected..<end], as: UTF8.self)
      }
      guard open.contains(master) else {
        throw ProcessFailure(message: "ended without \(text.debugDescription)", seen: transcript)
      }
      guard readOnce(clock) else {
        throw ProcessFailure(message: "no \(text.debugDescription) in \(limit)", seen: transcript)
      }
    }
  }

  /// Waits until `text` has come through the pipe for errors.
  package func expectError(_ text: String, within limit: Duration = .seconds(20)) throws {
    let clock = TestClock(limit)
    while !pipedError.contains(text) {
      guard readOnce(clock) else {
        throw ProcessFailure(message: "no \(text.debugDescription) in \(limit)", seen: pipedError)
      }
    }
  }

  package func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  /// Types bytes, or writes them to the input where that is a pipe.
  package func send(bytes: [UInt8]) throws { try write(bytes, to: pipes[0] ?? master) }

  /// Types at the terminal even where the input is a pipe.
  package func type(_ text: String) throws { try write(Array(text.utf8), to: master) }

  /// Ends the program as nothing could prepare it for.
  package func kill() { child.kill() }

  /// Ends an input that is a pipe.
  package func closeInput() {
    if let end = pipes.removeValue(forKey: 0) { close(end) }
  }

  /// Reads all that is left and waits for the end of the program.
  package func waitForExit(within limit: Duration = .seconds(20)) throws -> ExitStatus {
    let clock = TestClock(limit)
    while !open.isEmpty {
      guard readOnce(clock) else { break }
    }
    guard let status = try child.wait(within: limit) else {
      throw ProcessFailure(message: "still running after \(limit)", seen: transcript)
    }
    return status
  }

  /// Whether the program may still write to the terminal.
  var isOpen: Bool { open.contains(master) }

  /// - Returns: false when the time is up.
  func readOnce(_ clock: TestClock) -> Bool {
    guard let ready = clock.wait(forReading: Array(open)) else { return false }
    for end in ready {
      let block = readBlock(end)
      let before = seen[end]?.count ?? 0
      seen[end, default: []] += block
      if end == master {
        removeEchoOfEnd()
        screen?.feed(seen[end]?.dropFirst(before) ?? [])
      }
      if block.isEmpty { open.remove(end) }
    }
    return true
  }

  /// Darwin shows Ctrl-D and goes back over it, other systems show nothing.
  private func removeEchoOfEnd() {
    let echo = Array("^D\u{8}\u{8}".utf8)
    while let end = seen[master]?[expected...].end(of: echo) {
      seen[master]?.removeSubrange(end - echo.count..<end)
    }
  }

  private func text(_ end: Int32) -> String { String(decoding: seen[end] ?? [], as: UTF8.self) }
}

extension PseudoTerminal {
  /// Asks until it is so; nothing announces a change of mode.
  package func waitForEcho(_ wanted: Bool) throws {
    let end = ContinuousClock.now + .seconds(20)
    while isEchoOn != wanted {
      guard ContinuousClock.now < end else {
        throw ProcessFailure(message: "echo stays \(!wanted)", seen: transcript)
      }
    }
  }
}

private func write(_ bytes: [UInt8], to end: Int32) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw ProcessFailure(message: "cannot type: errno \(errno)") }
    rest = rest.dropFirst(count)
  }
}

/// Opens a terminal by its path; -1 if that fails.
private func openTerminal(_ path: String) -> Int32 { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }

/// The master's descriptor and the path of the terminal.
package func openMaster() throws -> (Int32, path: String) {
  try CloseOnExecPipe.exclusively {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw ProcessFailure(message: "no pseudo-terminal: errno \(errno)") }
      let path = String(cString: name)
    #else
      // posix_openpt and its family are not in Swift's Glibc module.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var unlocked: Int32 = 0
      var number: Int32 = 0
      guard master >= 0, ioctl(master, setLock, &unlocked) == 0,
        ioctl(master, getNumber, &number) == 0
      else { throw ProcessFailure(message: "no pseudo-terminal: errno \(errno)") }
      let path = "/dev/pts/\(number)"
    #endif
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    return (master, path)
  }
}

extension ArraySlice<UInt8> {
  /// Where the first occurrence of `wanted` ends.
  fileprivate func end(of wanted: [UInt8]) -> Int? {
    guard count >= wanted.count else { return nil }
    return (startIndex...endIndex - wanted.count)
      .first { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
      .map { $0 + wanted.count }
  }
}
