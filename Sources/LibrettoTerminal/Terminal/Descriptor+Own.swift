import LibrettoCore

// @preconcurrency because `stdout` is a variable in C; nothing assigns it.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

extension Descriptor {
  /// Another descriptor of the same file, which programs that are started don't inherit.
  var copy: Descriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? Descriptor(copy) : nil
  }

  /// Closes it; only for one of our own.
  func close() { closeDescriptor(number) }

  /// Takes standard output away from the rest of the process.
  ///
  /// What a script, its actions and their programs print goes to standard error from now on,
  /// including what is in the C library's buffer.
  /// - Returns: the original standard output.
  /// - Throws: ``DescriptorError`` if it is closed.
  package static func ownStandardOutput() throws(DescriptorError) -> Descriptor {
    let own = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { throw DescriptorError(operation: "dup", code: errno) }
    if dup2(2, 1) < 0 {
      // Standard error is closed, so the output goes nowhere.
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nowhere >= 0, dup2(nowhere, 1) >= 0 else {
        throw DescriptorError(operation: "dup2", code: errno)
      }
      closeDescriptor(nowhere)
    }
    flushPrinted()
    isTaken.withLock { $0 = true }
    return Descriptor(own)
  }

  /// Whether what is printed is no longer the output of this process.
  private static let isTaken = Locked(false)

  /// Writes what was printed and is still in the C library's buffer.
  /// - Returns: whether all the output that was ever printed could be written.
  @discardableResult
  package static func flushPrinted() -> Bool {
    let isWritten = fflush(stdout) == 0 && ferror(stdout) == 0
    return isWritten || isTaken.withLock { $0 }
  }

  /// Writes the last words of a process that a signal ends, and waits for them only a moment: a
  /// reader that doesn't read must not keep the process from ending.
  package static func writeLastWords(_ body: @escaping @Sendable () -> Void) {
    let isWritten = Locked(false)
    let thread = try? SystemThread {
      body()
      isWritten.withLock { $0 = true }
    }
    guard let thread else { return }
    thread.detach()
    for _ in 0..<500 where !isWritten.withLock({ $0 }) { _ = poll(nil, 0, 1) }
  }
}
