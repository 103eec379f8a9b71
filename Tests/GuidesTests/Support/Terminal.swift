#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pseudo-terminal, and somebody in front of it who types what a guide shows.
final class Terminal {
  private let master: Int32
  private let path: String

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #if canImport(Darwin)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw SupportFailure("no pseudo-terminal: errno \(errno)") }
      path = String(cString: name)
    #else
      // grantpt and its family are not in Swift's Glibc module.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var unlocked: Int32 = 0
      var number: Int32 = 0
      guard master >= 0, ioctl(master, setLock, &unlocked) == 0,
        ioctl(master, getNumber, &number) == 0
      else { throw SupportFailure("no pseudo-terminal: errno \(errno)") }
      path = "/dev/pts/\(number)"
    #endif
  }

  deinit { close(master) }

  /// Runs a shell command here, and types the answers that the expected text shows.
  /// - Returns: what the terminal showed, and the exit code.
  func perform(
    _ command: String, environment: [String: String], expecting expected: String
  ) throws -> (shown: String, code: Int32) {
    // The first terminal that is opened within the session controls it. Darwin makes the session
    // after the program's own files are opened.
    let program = try Program.start(
      "/bin/sh", ["-c", ": <\"$0\"; \(command)", path], environment: environment, input: path,
      output: path)
    // Whoever pipes answers into a program does not type.
    let typist = Typist(expected, types: !command.contains(" | "))
    var bytes: [UInt8] = []
    var typed = 0
    while let block = read(within: .seconds(30)) {
      if block.isEmpty { break }
      bytes += block
      let shown = Typist.plain(String(decoding: bytes, as: UTF8.self))
      if !typist.goesWell(shown) {
        program.kill()
        break
      }
      if bytes.count > typed, let answer = typist.answer(after: shown) {
        typed = bytes.count
        let line = Array("\(answer)\n".utf8)
        guard write(master, line, line.count) == line.count else { break }
      }
    }
    program.kill()
    return (Typist.plain(String(decoding: bytes, as: UTF8.self)), program.wait())
  }

  /// The next bytes; none at the end, nil when the time is up.
  private func read(within limit: Duration) -> [UInt8]? {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + limit
    while poll(&polled, 1, Int32(limit.components.seconds) * 1000) <= 0 {
      if ContinuousClock.now >= end { return nil }
    }
    var block = [UInt8](repeating: 0, count: 65_536)
    var count = -1
    repeat {
      count = block.withUnsafeMutableBytes { buffer in
        systemRead(master, buffer.baseAddress, buffer.count)
      }
    } while count < 0 && errno == EINTR
    return Array(block[..<max(0, count)])
  }
}

private func systemRead(_ end: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(end, bytes, count)
}

/// Knows from the text that a guide shows what is to be typed, and when.
struct Typist {
  private let lines: [String]
  private let types: Bool

  init(_ expected: String, types: Bool) {
    self.types = types
    lines = Self.plain(expected).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Text as a guide can show it: no blanks at the ends of lines, no note that was wiped away, not
  /// the line that a person reads above each first question, and nothing that another run has otherwise: the time of day, the run's id, and in a journal the
  /// checks, which are made of both. All else is compared, and so are their forms.
  static func plain(_ text: String) -> String {
    var result = text.replacing("\r\n", with: "\n")
      .replacing(/Compiling [^\n]*?…\r?\u{1B}\[K/, with: "")
      .replacing("Type ? for help, < to go back.\n", with: "")
    result = result.replacing(/"time":1[0-9]{12}/, with: "\"time\":…")
    result = result.replacing(/"run":"[0-9a-f]{16}"/, with: "\"run\":\"…\"")
    return result.replacing(/"check":"[0-9a-f]{8}"}/, with: "\"check\":\"…\"}")
  }

  /// Whether what has been shown so far can still become what is expected.
  func goesWell(_ shown: String) -> Bool {
    let whole = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return whole.count <= lines.count
      && zip(whole, lines).allSatisfy { $0.0.withoutTrailingBlanks == $0.1.withoutTrailingBlanks }
  }

  /// What is typed where the cursor stands now, nil where nothing is.
  ///
  /// A prompt ends with a blank; nothing else that a flow shows ends so within a line.
  func answer(after shown: String) -> String? {
    let all = shown.split(separator: "\n", omittingEmptySubsequences: false)
    guard types, let last = all.last, last.hasSuffix(" "), all.count <= lines.count else {
      return nil
    }
    let line = lines[all.count - 1]
    if line.hasPrefix(last) { return String(line.dropFirst(last.count)) }
    return line == last.withoutTrailingBlanks ? "" : nil
  }
}

extension StringProtocol {
  /// The text up to its last character that is no blank.
  var withoutTrailingBlanks: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }

  /// Each line without the blanks at its end, and no empty lines at the end of all.
  var asShown: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
      .map(\.withoutTrailingBlanks)
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
