#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A journal on disk, written line by line as the run goes on.
final class JournalFile: Sendable {
  private let file: Descriptor
  private let path: String

  /// Starts a journal with its first line.
  /// - Throws: ``DataError`` where the file exists, which may hold answers, or can't be made.
  init(_ path: String, for flow: Flow) throws {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      let reason = Files.Failure(number: errno)
      throw DataError(
        errno == EEXIST
          ? "\(path) exists already, and may hold answers; name another file, or remove it"
          : "can't write the journal \(path): \(reason)")
    }
    self.path = path
    file = Descriptor(number)
    try write(JournalLines.header(of: flow))
  }

  deinit { close(file.number) }

  /// Appends a line; the answer counts as given only when this returns.
  func append(_ entry: Journal.Entry) throws {
    try write(JournalLines.line(for: entry))
  }

  private func write(_ line: String) throws {
    do {
      try file.write(line)
    } catch {
      throw Failure(
        .interpreter, "the answer could not be saved in the journal \(path): \(error)")
    }
  }
}
