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
    saved = nil
    try Self.lock(file, path)
    try write(JournalLines.header(of: flow))
  }

  /// Opens a journal to go on with it; a last line that was not written to its end is cut off.
  /// - Throws: ``MissingFile`` where there is none, ``DataError`` where it can't be gone on with.
  init(resuming path: String) throws {
    let number = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
    guard number >= 0 else {
      let reason = Files.Failure(number: errno)
      throw MissingFile(
        description: reason.isMissing
          ? "\(path): no such journal; a first run writes one with --record \(path)"
          : "\(path): cannot be opened: \(reason)")
    }
    self.path = path
    let file = Descriptor(number)
    self.file = file
    // Before it is read: what another run adds meanwhile would be lost.
    try Self.lock(file, path)
    let bytes = try FlowCommand.file(path)
    do throws(DataError) {
      saved = try JournalLines.saved(bytes)
    } catch {
      throw DataError("\(path): \(error)")
    }
    if let end = bytes.lastIndex(of: 0x0A), end + 1 < bytes.count {
      guard ftruncate(number, off_t(end + 1)) == 0 else {
        throw DataError(
          "\(path): its last line is not whole, and can't be cut off: "
            + "\(Files.Failure(number: errno))")
      }
    }
  }

  /// The run so far; nil for a new journal.
  let saved: SavedRun?

  /// Notes that the flow was edited since.
  func beginVersion(of flow: Flow) throws {
    if saved?.fingerprint != (try flow.fingerprint) { try write(JournalLines.header(of: flow)) }
  }

  /// Two runs that wrote one journal would make it worthless.
  private static func lock(_ file: Descriptor, _ path: String) throws(DataError) {
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw DataError(
        errno == EWOULDBLOCK
          ? "\(path) is in use by another run; wait until it has ended, or resume a copy"
          : "\(path) can't be locked: \(Files.Failure(number: errno))")
    }
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
