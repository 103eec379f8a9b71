#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of a pipe to which the signal handler writes; set before the handler is installed.
nonisolated(unsafe) private var wakeEnd: Int32 = -1

/// Turns Ctrl-C during compilation into a byte on a pipe, which `Process` watches.
struct Interrupts {
  /// A signal that ended the wait for the compiler.
  struct Caught: Error { let signal: Int32 }

  let pipe: Int32
  private let caught: [Int32]

  /// Starts catching; signals that were ignored from the start stay ignored (nohup).
  static func begin() -> Interrupts {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) else { return Interrupts(pipe: -1, caught: []) }
    wakeEnd = ends[1]
    var caught: [Int32] = []
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(wakeEnd, &byte, 1)
        errno = saved
      }
      // SIG_IGN is the address 1 in every C library; Swift can't compare handlers.
      if unsafeBitCast(before, to: Int.self) == 1 {
        signal(number, SIG_IGN)
      } else {
        caught.append(number)
      }
    }
    return Interrupts(pipe: ends[0], caught: caught)
  }

  /// Stops catching; throws if a signal has arrived that wasn't handled yet, so that none is lost.
  func end() throws(Caught) {
    for number in caught { signal(number, SIG_DFL) }
    var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return }
    throw received()
  }

  /// Reads the signal that made the pipe readable.
  func received() -> Caught {
    var byte: UInt8 = 0
    return read(pipe, &byte, 1) == 1 ? Caught(signal: Int32(byte)) : Caught(signal: SIGINT)
  }
}
