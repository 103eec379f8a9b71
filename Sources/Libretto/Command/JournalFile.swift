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
  /// The run so far; nil for a new journal.
  let saved: SavedRun?

  /// Starts a journal.
  /// - Throws: ``DataError`` where the file exists, which may hold answers, or can't be made.
  init(_ path: String) throws {
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
    try DurableFile.syncFolder(of: path)
  }

  /// Opens a journal to go on with it; what was not written to its end is cut off.
  /// - Throws: ``MissingFile`` where there is none, ``DataError`` where it can't be resumed.
  init(resuming path: String) throws {
    let number = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)
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
    guard DurableFile.isRegular(number) else {
      throw DataError("\(path) is not a regular file, so it can't hold a journal")
    }
    // Before it is read: what another run adds meanwhile would be lost.
    try Self.lock(file, path)
    let bytes = try FlowCommand.file(path)
    let saved: SavedRun
    do throws(DataError) {
      saved = try JournalReader.saved(bytes)
    } catch {
      throw DataError("\(path): \(error)")
    }
    self.saved = saved
    if saved.byteCount < bytes.count {
      guard ftruncate(number, off_t(saved.byteCount)) == 0 else {
        throw DataError(
          "\(path): its last line is not whole, and can't be cut off: "
            + "\(Files.Failure(number: errno))")
      }
    }
    // A last line that is whole but for its end of line counts.
    if !saved.endsWithNewline { try file.write("\n") }
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

  /// Appends lines; what they tell counts as having happened only when this returns.
  func append(_ lines: RecordedLines) throws {
    do {
      try file.write(bytes: lines.bytes)
      if lines.mustLast { try DurableFile.sync(file.number) }
    } catch {
      throw Failure(
        .interpreter, "the answer could not be saved in the journal \(path): \(error)")
    }
  }
}

/// Makes sure that what was written outlasts a loss of power.
enum DurableFile {
  /// - Throws: ``Files/Failure`` where the system says that it could not.
  static func sync(_ number: Int32) throws {
    #if canImport(Darwin)
      // There fsync leaves it in the drive’s cache; a file system that knows nothing better has it.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(number) != 0 {
      // What has no disk, a pipe for example, has nothing to lose.
      if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return }
      guard errno == EINTR else { throw Files.Failure(number: errno) }
    }
  }

  /// Makes sure that a new file is found in its folder.
  static func syncFolder(of path: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return }
    defer { close(number) }
    try sync(number)
  }

  static func isRegular(_ number: Int32) -> Bool {
    var info = stat()
    return fstat(number, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }
}
