#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
