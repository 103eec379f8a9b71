#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that wakes a thread from `poll` or `read`; neither end survives `exec`.
struct Pipe: Sendable {
  var readEnd: Int32
  var writeEnd: Int32

  init() throws(DescriptorError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw DescriptorError(operation: "pipe", code: errno) }
    // If a host has closed a standard stream, the pipe would get its number, and text written to
    // “standard error” would be read as signals.
    let low = ends.filter { $0 <= 2 }
    ends = ends.map { $0 <= 2 ? fcntl($0, F_DUPFD_CLOEXEC, 3) : $0 }
    let code = errno
    for end in low { closeDescriptor(end) }
    guard !ends.contains(-1) else {
      for end in ends where end >= 0 { closeDescriptor(end) }
      throw DescriptorError(operation: "fcntl", code: code)
    }
    // Not at once with the pipe: Swift's Glibc doesn't have pipe2, and Apple's systems have none. A
    // program that another thread starts right here keeps the ends open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
    // A full pipe has already woken its reader: the write must not wait, least of all in a handler.
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  /// Writes one byte. Async-signal-safe.
  func signal(_ byte: UInt8 = 1) {
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  /// Reads everything that is available, without waiting.
  func drain() {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 0) == 1 {
      _ = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
        read(readEnd, $0.baseAddress, $0.count)
      }
    }
  }

  func close() {
    closeDescriptor(readEnd)
    closeDescriptor(writeEnd)
  }
}

/// `close(2)` under a name that a method called `close` does not hide.
func closeDescriptor(_ number: Int32) { _ = close(number) }
