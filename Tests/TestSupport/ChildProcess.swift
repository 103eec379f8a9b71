#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a program ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}

/// What a test's own machinery could not do; `seen` is what the program had written by then.
package struct ProcessFailure: Error, CustomStringConvertible {
  package var message: String
  package var seen: String

  package init(message: String, seen: String = "") {
    self.message = message
    self.seen = seen
  }

  package var description: String { "\(message); seen: \(seen.debugDescription)" }
}

/// A program that a test has started; whoever started it reads its descriptors.
package final class ChildProcess: @unchecked Sendable {  // used by one test at a time
  package enum FileAction {
    case open(Int32, path: String, flags: Int32)
    case duplicate(Int32, onto: Int32)
    case close(Int32)
  }

  package let pid: pid_t
  /// Becomes readable (end of file) when the program has ended.
  package let exitNotice: Int32
  private var status: ExitStatus?

  private init(pid: pid_t, exitNotice: Int32) {
    self.pid = pid
    self.exitNotice = exitNotice
  }

  deinit {
    kill()
    _ = try? wait(within: .seconds(10))
    close(exitNotice)
  }

  /// - Parameter terminal: becomes the controlling terminal of a session of its own.
  package static func start(
    _ program: String, _ arguments: [String], environment: [String: String],
    terminal: String? = nil, files: [FileAction]
  ) throws -> ChildProcess {
    if let terminal {
      // Darwin performs the file actions before it makes the session, so a shell opens the terminal
      // within it.
      return try start(
        "/bin/sh", ["-c", ": <\"$0\"; exec \"$@\"", terminal, program] + arguments,
        environment: environment, newSession: true, files: files)
    }
    return try start(
      program, arguments, environment: environment, newSession: false, files: files)
  }

  private static func start(
    _ program: String, _ arguments: [String], environment: [String: String], newSession: Bool,
    files: [FileAction]
  ) throws -> ChildProcess {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let setSession: Int32 = 0x400
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let setSession: Int32 = 0x80  // POSIX_SPAWN_SETSID is not in Swift's Glibc module
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in files {
      switch file {
      case .open(let number, let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
      case .duplicate(let from, let onto): posix_spawn_file_actions_adddup2(&actions, from, onto)
      case .close(let number): posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whatever the test runner ignores or blocks, the program starts as from a shell.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags | (newSession ? setSession : 0)))

    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }

    var pid: pid_t = 0
    let notice = try CloseOnExecPipe()
    let code = CloseOnExecPipe.exclusively {
      posix_spawn(&pid, program, &actions, &attributes, &argv, &envp)
    }
    guard code == 0 else {
      notice.close()
      throw ProcessFailure(message: "cannot start \(program): \(String(cString: strerror(code)))")
    }
    let child = pid
    startThread {
      // WNOWAIT leaves the process to be reaped by its owner, so its number stays its own.
      var information = siginfo_t()
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      close(notice.writeEnd)
    }
    return ChildProcess(pid: pid, exitNotice: notice.readEnd)
  }

  package func kill(_ signal: Int32 = SIGKILL) {
    if status == nil { _ = sendSignal(pid, signal) }
  }

  /// Its status, or nil when it goes on beyond the limit.
  package func wait(within limit: Duration) throws -> ExitStatus? {
    if let status { return status }
    guard TestClock(limit).wait(forReading: [exitNotice]) != nil else { return nil }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0 {
      guard errno == EINTR else { throw ProcessFailure(message: "waitpid failed") }
    }
    let status: ExitStatus =
      code & 0x7F == 0 ? .exited((code >> 8) & 0xFF) : .signalled(code & 0x7F)
    self.status = status
    return status
  }
}

private func sendSignal(_ pid: pid_t, _ signal: Int32) -> Int32 { kill(pid, signal) }

/// Starts a thread of its own for something that blocks.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Box(body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(&thread, nil, { Box.run($0) }, box)
    if let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    pthread_create(&thread, nil, { Box.run($0) }, box)
    pthread_detach(thread)
  #endif
}

private final class Box: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}
