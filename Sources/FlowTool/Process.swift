#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Other programs: running one to its end, and signals that come meanwhile.

/// A tool that has run to its end, with all its output.
struct Process {
  let status: Int32
  let output: String

  var succeeded: Bool { status == 0 }

  /// Runs a program to its end; its errors go together with its output, or where ours go. A signal
  /// that arrives in the meantime ends the program and what it started, or stops both with Ctrl-Z.
  /// - Parameter name: what the program is called in its own messages; defaults to its path.
  /// - Throws: ``Failure`` if the program can't be started, ``Interrupts/Caught``.
  static func run(
    _ program: String, _ arguments: [String], as name: String? = nil,
    watching interrupts: Interrupts, mergesErrors: Bool = true
  ) throws -> Process {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) else { throw cannotStart(program, errno) }
    defer { close(ends[0]) }
    var child: pid_t = 0
    let failure = spawn(
      program, [name ?? program] + arguments, output: ends[1], errors: mergesErrors ? ends[1] : 2,
      &child)
    close(ends[1])
    guard failure == 0 else { throw cannotStart(program, failure) }
    let result = collect(from: ends[0], child, interrupts)
    // The child leads its own process group, so that a linker started by a compiler ends too.
    if result.caught != nil { kill(-child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    if let caught = result.caught { throw caught }
    return Process(status: status, output: String(decoding: result.bytes, as: UTF8.self))
  }

  private static func cannotStart(_ program: String, _ number: Int32) -> Failure {
    Failure(.unavailable, "cannot start \(shown(program)): \(reason(number))")
  }

  private static func collect(
    from pipe: Int32, _ child: pid_t, _ interrupts: Interrupts
  ) -> (bytes: [UInt8], caught: Interrupts.Caught?) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16384)
    while true {
      var requests = [
        pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interrupts.pipe, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&requests, 2, -1) < 0 {
        if errno == EINTR { continue }
        return (bytes, nil)
      }
      if requests[1].revents != 0 {
        if let caught = interrupts.received(stopping: child) { return (bytes, caught) }
        continue
      }
      let count = read(pipe, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return (bytes, nil) }
      bytes += chunk[..<count]
    }
  }

  /// Starts the child without our input; the first word is its name.
  private static func spawn(
    _ program: String, _ words: [String], output: Int32, errors: Int32,
    _ child: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var words = words.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    return posix_spawn(&child, program, &actions, &attributes, words, environ)
  }
}

/// A pipe that programs started later don't inherit.
func makePipe(_ ends: inout [Int32]) -> Bool {
  guard pipe(&ends) == 0 else { return false }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return true
}

/// The end of a pipe to which the signal handler writes; set before the handler is installed.
nonisolated(unsafe) private var wakeEnd: Int32 = -1

/// Turns signals during compilation into bytes on a pipe, which `Process` watches.
struct Interrupts {
  /// A signal that ended the wait for the compiler.
  struct Caught: Error {
    let signal: Int32

    /// Ends this process as the signal does by default, so that a shell knows what ended it.
    func end() -> Never {
      systemSignal(signal, SIG_DFL)
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, signal)
      sigprocmask(SIG_UNBLOCK, &mask, nil)
      raise(signal)
      // The first process of a container is spared by the default action.
      exit(128 + signal)
    }
  }

  let pipe: Int32
  private let caught: [Int32]

  /// Starts catching; signals that were ignored from the start stay ignored (nohup).
  static func begin() -> Interrupts {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) else { return Interrupts(pipe: -1, caught: []) }
    wakeEnd = ends[1]
    let caught = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].filter { number in
      // SIG_IGN is the address 1 in every C library; Swift can't compare handlers.
      if unsafeBitCast(signal(number, handler), to: Int.self) != 1 { return true }
      signal(number, SIG_IGN)
      return false
    }
    return Interrupts(pipe: ends[0], caught: caught)
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(wakeEnd, &byte, 1)
    errno = saved
  }

  /// Stops catching; throws if a signal has arrived that wasn't handled yet, so that none is lost.
  func end() throws(Caught) {
    for number in caught { signal(number, SIG_DFL) }
    var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) > 0 {
      if let caught = received(stopping: nil) { throw caught }
    }
  }

  /// Reads the signal that made the pipe readable; nil if it only stopped this process for a while.
  /// - Parameter group: the processes that stop and continue together with this one.
  func received(stopping group: pid_t?) -> Caught? {
    var byte: UInt8 = 0
    guard read(pipe, &byte, 1) == 1 else { return Caught(signal: SIGINT) }
    guard Int32(byte) == SIGTSTP else { return Caught(signal: Int32(byte)) }
    if let group { kill(-group, SIGSTOP) }
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, handler)
    if let group { kill(-group, SIGCONT) }
    return nil
  }
}

/// `signal(2)` under a name that a property called `signal` does not hide.
@discardableResult
private func systemSignal(
  _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? {
  signal(number, handler)
}
