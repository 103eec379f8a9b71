// @preconcurrency because `stdout` is a variable in C; nothing assigns it.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// An open file descriptor owned by other code; nothing here closes it.
package struct Descriptor: Hashable, Sendable {
  package static let standardInput = Descriptor(0)
  package static let standardOutput = Descriptor(1)
  package static let standardError = Descriptor(2)

  var number: Int32

  package init(_ number: Int32) { self.number = number }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Writes all of `text`, waiting if the other side is slow.
  ///
  /// - Throws: ``DescriptorError``, for example with EPIPE if the reader has gone. Without
  ///   ``Interrupts``, SIGPIPE ends the process first.
  package func write(_ text: String) throws(DescriptorError) {
    // A script's own prints are still in the C library's buffer, and they came first. Only standard
    // output is flushed: flushing every stream would wait for a thread that is in readLine() and
    // has locked stdin.
    if number == 1 || number == 2 { fflush(stdout) }
    var text = text
    // withUTF8 can't rethrow a typed error.
    if let failure = text.withUTF8({ writeAll(UnsafeRawBufferPointer($0)) }) { throw failure }
  }

  /// Writes all of `text`, waiting for a slow reader; once `input` has been closed, only as long as
  /// the reader takes something.
  /// - Parameters:
  ///   - input: a pipe or a socket from the program that reads.
  ///   - patience: how long the reader may take nothing, in milliseconds.
  /// - Returns: whether all was written.
  /// - Throws: ``DescriptorError``.
  package func write(_ text: String, whileOpen input: Descriptor, patience: Int32)
    throws(DescriptorError)
    -> Bool
  {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard isWritable(whileOpen: input, patience: patience) else { return false }
      // What a pipe that is ready takes without waiting.
      try write(bytes: Array(rest.prefix(Int(PIPE_BUF))))
      rest = rest.dropFirst(Int(PIPE_BUF))
    }
    return true
  }

  private func isWritable(whileOpen input: Descriptor, patience: Int32) -> Bool {
    var limit: Int32 = -1
    while true {
      // Asked for nothing, a pipe still tells that its writer has gone. Once is enough.
      var requests = [
        pollfd(fd: number, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: limit < 0 ? input.number : -1, events: 0, revents: 0),
      ]
      let count = poll(&requests, nfds_t(requests.count), limit)
      if count < 0, errno != EINTR { return true }
      if requests[0].revents != 0, count > 0 { return true }
      if count == 0 { return false }
      if count > 0 { limit = patience }
    }
  }

  /// Writes all of the bytes.
  /// - Throws: ``DescriptorError``.
  package func write(bytes: [UInt8]) throws(DescriptorError) {
    if let failure = bytes.withUnsafeBytes({ writeAll($0) }) { throw failure }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> DescriptorError? {
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count = systemWrite(number, start, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      case let code: return DescriptorError(operation: "write", code: code)
      }
    }
    return nil
  }
}

/// `write(2)` under a name that a method called `write` does not hide.
func systemWrite(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, start, count)
}

/// A failed system call on a descriptor.
package struct DescriptorError: Error, Hashable, Sendable, CustomStringConvertible {
  var operation: String
  /// The value of `errno`.
  package var code: Int32

  /// Whether the reader of a pipe has gone, as in `flow … | head`.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether the stream was closed from the start, as with `2>&-`.
  package var isClosed: Bool { code == EBADF }

  package var description: String {
    "\(operation): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
  }
}
