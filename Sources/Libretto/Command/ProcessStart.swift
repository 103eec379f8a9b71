import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `flow` and ``Flow/main(theme:words:)`` look at first in their process.
package enum ProcessStart {
  /// Opens the standard streams that are closed, because the next file or pipe that anything in the
  /// process opens would become one of them, and a prompt would wait for ever at it.
  ///
  /// Opened for reading only: the input ends at once, and writing the output fails, as it should.
  package static func openClosedStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The system uses the lowest free number, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// What is wrong with the arguments' bytes: Swift would replace those that aren't UTF-8 in silence,
  /// in an answer or in a path. The script's own arguments, after `--`, are its own affair.
  package static var argumentProblem: String? {
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      if bytes.elementsEqual("--".utf8) { break }
      // Not quoted, because it may be a secret.
      if String(strictUTF8: bytes) == nil {
        return "argument \(index) isn't text: its bytes aren't UTF-8; convert it to UTF-8"
      }
    }
    return nil
  }
}
