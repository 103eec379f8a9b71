#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that a test has started, and its end.
struct Program: Sendable {
  let pid: pid_t

  /// Starts a program with its standard streams at files or terminals, named by their paths.
  static func start(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = "/dev/null", output: String
  ) throws -> Program {
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
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Int16(setSession))
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR | O_NOCTTY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, output, O_RDWR | O_CREAT | O_TRUNC | O_NOCTTY, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    guard code == 0 else { throw SupportFailure("\(path): can't be started: \(code)") }
    return Program(pid: pid)
  }

  /// Waits for the end.
  /// - Returns: the exit code, or 128 and the number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  func kill() {
    #if canImport(Glibc)
      _ = Glibc.kill(pid, SIGKILL)
    #elseif canImport(Musl)
      _ = Musl.kill(pid, SIGKILL)
    #elseif canImport(Darwin)
      _ = Darwin.kill(pid, SIGKILL)
    #endif
  }

  /// Runs a program to its end.
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], output: String
  ) throws -> Int32 {
    try start(path, arguments, environment: environment, output: output).wait()
  }
}
