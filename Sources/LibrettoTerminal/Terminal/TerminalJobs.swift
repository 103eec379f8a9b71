import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Gives the terminal to programs that an action has started as jobs of their own, as a shell does.
///
/// Foundation's `Process` starts a program in a process group of its own. Such a program is in the
/// background, and the system stops it as soon as it reads from the terminal or changes it.
package enum TerminalJobs {
  private struct Shared {
    var terminal: Int32 = -1
    /// The group of this process.
    var own: pid_t = 0
    /// The group that has been given the terminal; 0 for none.
    var given: pid_t = 0
    /// The group that Ctrl-Z has stopped; 0 for none.
    var suspended: pid_t = 0
  }

  /// Never freed, since a handler may read it at any time.
  nonisolated(unsafe) private static let shared: UnsafeMutablePointer<Shared> = {
    let shared = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
    shared.initialize(to: Shared())
    return shared
  }()

  /// Performs something that may start such programs.
  /// - Parameter terminal: the terminal, which the process must have.
  static func serving<Result>(
    _ terminal: Descriptor, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard isatty(terminal.number) == 1, tcgetpgrp(terminal.number) == getpgrp(),
      users.withLock({ begin(terminal, &$0) })
    else { return try await body() }
    defer { users.withLock { end(&$0) } }
    return try await body()
  }

  /// The actions that may start such programs now, and what serves them.
  private struct Users {
    var count = 0
    var pipe: Pipe?
    var watcher: SystemThread?
    var handlers: [SignalDisposition] = []
  }

  private static let users = Locked(Users())

  /// - Returns: whether they are served.
  private static func begin(_ terminal: Descriptor, _ users: inout Users) -> Bool {
    if users.count == 0 {
      guard let pipe = try? Pipe() else { return false }
      shared.pointee = Shared(terminal: terminal.number, own: getpgrp())
      // The action itself may read as soon as a program has ended.
      users.handlers = [SIGTTIN, SIGTTOU].compactMap {
        SignalDisposition.replace($0) { TerminalJobs.handle($0) }
      }
      users.pipe = pipe
      users.watcher = try? SystemThread { watch(pipe.readEnd) }
    }
    users.count += 1
    return true
  }

  private static func end(_ users: inout Users) {
    users.count -= 1
    guard users.count == 0 else { return }
    users.pipe?.signal()
    users.watcher?.join()
    users.pipe?.close()
    takeBack()
    for handler in users.handlers { handler.restore() }
    users = Users()
  }

  /// Looks for programs that have been stopped, a hundred times a second.
  private static func watch(_ end: Int32) {
    var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, 10)
      // A signal may come to this thread, too.
      guard count == 0 || count < 0 && errno == EINTR else { return }
      if shared.pointee.given > 0, kill(-shared.pointee.given, 0) != 0, errno == ESRCH {
        takeBack()
      }
      while let (program, signal) = stopped, serve(program, signal) {}
    }
  }

  /// A program of this process that has been stopped, and by which signal.
  private static var stopped: (program: pid_t, signal: Int32)? {
    var information = siginfo_t()
    let options = WSTOPPED | WNOHANG | WNOWAIT
    guard waitid(P_ALL, 0, &information, options) == 0 else { return nil }
    #if canImport(Darwin)
      let (program, status) = (information.si_pid, information.si_status)
    #elseif canImport(Musl)
      let common = information.__si_fields.__si_common
      let (program, status) = (common.__first.__piduid.si_pid, common.__second.__sigchld.si_status)
    #else
      let program = information._sifields._sigchld.si_pid
      let status = information._sifields._sigchld.si_status
    #endif
    return program > 0 ? (program, status) : nil
  }

  /// Does what a shell does about a stopped program.
  /// - Returns: whether the program goes on.
  private static func serve(_ program: pid_t, _ signal: Int32) -> Bool {
    let (terminal, own, given) = (shared.pointee.terminal, shared.pointee.own, shared.pointee.given)
    let group = getpgid(program)
    guard group > 0, group != own else { return false }
    if group == given, tcgetpgrp(terminal) == given {
      guard signal == SIGTSTP || signal == SIGSTOP else { return false }
      // Ctrl-Z: this process stops too. Back in the foreground, the program goes on.
      takeBack()
      shared.pointee.suspended = group
      SignalDisposition.performDefault(SIGTSTP)
    } else if signal != SIGTTIN, signal != SIGTTOU, group != shared.pointee.suspended {
      return false
    }
    guard tcgetpgrp(terminal) == own else { return false }
    (shared.pointee.given, shared.pointee.suspended) = (group, 0)
    setForeground(terminal, group)
    // This process may have taken the terminal back before it was given away.
    guard shared.pointee.given == group else {
      setForeground(terminal, own)
      return false
    }
    kill(-group, SIGCONT)
    return true
  }

  /// Gives the terminal back to this process. Async-signal-safe.
  package static func takeBack() {
    let (terminal, given) = (shared.pointee.terminal, shared.pointee.given)
    guard given > 0 else { return }
    shared.pointee.given = 0
    if tcgetpgrp(terminal) == given { setForeground(terminal, shared.pointee.own) }
  }

  /// Changes whose the terminal is, also from the background. Async-signal-safe.
  private static func setForeground(_ terminal: Int32, _ group: pid_t) {
    SignalDisposition.masking(SIG_BLOCK, SIGTTOU) { tcsetpgrp(terminal, group) }
  }

  /// The process itself needs the terminal: the program that had it has ended, or the process is in
  /// the background of its shell, and stops.
  private static func handle(_ signal: Int32) {
    let before = errno
    if shared.pointee.given > 0 {
      takeBack()
    } else if tcgetpgrp(shared.pointee.terminal) != shared.pointee.own {
      SignalDisposition.performDefault(signal)
    }
    errno = before
  }
}
