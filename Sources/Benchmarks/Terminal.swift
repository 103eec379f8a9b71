#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program at a pseudo-terminal of its own, and somebody who presses keys and waits for what they
/// change on the screen.
final class Terminal {
  /// What ends each change of the screen.
  private static let drawn = Array("\u{1B}[?2026l".utf8)
  private static let limit = 20.0

  private let master: Int32
  private let pid: pid_t
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var isRunning = true

  /// What a key has changed.
  struct Change {
    /// The time from the key to the last byte, in seconds.
    let time: Double
    let bytes: [UInt8]

    /// How many rows were written.
    var rows: Int {
      String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[K").count - 1
    }
  }

  /// Starts a program at a terminal of 100 columns and 40 rows.
  init(_ program: String) throws {
    #if os(Linux)
      // posix_openpt and its family are not in Swift's Glibc module.
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var unlocked: Int32 = 0
      var number: Int32 = 0
      var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0,
        ioctl(master, 0x8004_5430, &number) == 0, ioctl(master, 0x5414, &size) == 0
      else { throw Trouble("cannot make a pseudo-terminal") }
      start = clock.now
      pid = try Self.spawn(program, "/dev/pts/\(number)")
    #else
      // Elsewhere, a program needs a shell to get a terminal, whose start would be measured too.
      throw Skipped(reason: "the start at a terminal can be measured on Linux only")
    #endif
  }

  deinit {
    if isRunning {
      kill(pid, SIGKILL)
      _ = try? end()
    }
    close(master)
  }

  private static func spawn(_ program: String, _ terminal: String) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // In a session of its own, the first terminal that is opened is the one of the session.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID is not in Swift's Glibc module.
    posix_spawnattr_setflags(&attributes, 0x80)
    var words = [strdup(program), nil]
    var variables = [strdup("TERM=xterm"), strdup("LANG=en_US.UTF-8"), nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard failure == 0 else {
      throw Trouble("cannot start \(program): \(String(cString: strerror(failure)))")
    }
    return child
  }

  /// Waits until something that contains a text has been drawn.
  /// - Returns: the time since the start of the program, in seconds.
  func wait(for text: String) throws -> Double {
    let wanted = Array(text.utf8)
    let begin = clock.now
    var seen: [UInt8] = []
    while true {
      try readMore(&seen, since: begin)
      if let found = seen.firstRange(of: wanted),
        seen[found.upperBound...].firstRange(of: Self.drawn) != nil
      {
        return Measuring.seconds(clock.now - start)
      }
    }
  }

  /// Presses a key and waits until the change that it makes has been drawn.
  func press(_ key: String) throws -> Change {
    // What was drawn for an earlier key isn't counted.
    var seen: [UInt8] = []
    while isReadable(within: 0) { try readMore(&seen, since: clock.now) }
    seen = []
    let begin = clock.now
    try type(key)
    while seen.suffix(Self.drawn.count) != Self.drawn[...] { try readMore(&seen, since: begin) }
    return Change(time: Measuring.seconds(clock.now - begin), bytes: seen)
  }

  /// Presses keys one after the other.
  /// - Returns: the time of each.
  func press(each keys: [String]) throws -> [Double] { try keys.map { try press($0).time } }

  /// Presses the key that ends the program.
  /// - Returns: the time from the key to the end, in seconds.
  func pressLast(_ key: String) throws -> Double {
    let begin = clock.now
    try type(key)
    try end()
    return Measuring.seconds(clock.now - begin)
  }

  /// Waits for the end of the program.
  /// - Returns: the time since its start, in seconds.
  @discardableResult func end() throws -> Double {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    let time = Measuring.seconds(clock.now - start)
    let wasKilled = status & 0x7F == SIGKILL
    isRunning = false
    guard status == 0 || wasKilled else { throw Trouble("the program at the terminal failed") }
    return time
  }

  /// The CPU time that the program has taken so far, in seconds.
  func cpuTime() throws -> Double {
    #if os(Linux)
      var identifier: clockid_t = 0
      var time = timespec()
      guard clock_getcpuclockid(pid, &identifier) == 0, clock_gettime(identifier, &time) == 0 else {
        throw Trouble("the CPU time of the program is not known")
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      throw Skipped(reason: "the CPU time of a program can be measured on Linux only")
    #endif
  }

  /// Reads what is drawn for some time.
  func watch(for seconds: Double) throws {
    let begin = clock.now
    var seen: [UInt8] = []
    while true {
      let rest = seconds - Measuring.seconds(clock.now - begin)
      if rest <= 0 { return }
      if isReadable(within: rest) { try readMore(&seen, since: clock.now) }
    }
  }

  private func type(_ key: String) throws {
    let bytes = Array(key.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else {
      throw Trouble("cannot type at the terminal")
    }
  }

  private func isReadable(within seconds: Double) -> Bool {
    var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, Int32(seconds * 1000 + 0.5)) > 0
  }

  private func readMore(_ seen: inout [UInt8], since begin: ContinuousClock.Instant) throws {
    let rest = Self.limit - Measuring.seconds(clock.now - begin)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    guard rest > 0, isReadable(within: rest) else {
      throw Trouble("nothing was drawn; so far: \(String(decoding: seen, as: UTF8.self))")
    }
    let count = read(master, &chunk, chunk.count)
    guard count > 0 else {
      throw Trouble("the program has ended; it drew \(String(decoding: seen, as: UTF8.self))")
    }
    seen += chunk[..<count]
  }
}
