#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A journal on disk, written line by line during the run.
package final class JournalFile: Sendable {
  private let file: Int32
  private let path: String
  private let disk: Disk
  /// The run so far; nil for a new journal.
  let saved: SavedRun?
  /// Whether the file is still empty.
  private let isEmpty: Locked<Bool>

  /// Starts a journal.
  /// - Throws: ``DataError`` if the file exists, because it may contain answers, or if it can't be
  ///   made.
  package init(_ path: String, on disk: Disk = .system) throws {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      let reason = Files.Failure(number: errno)
      throw DataError(
        errno == EEXIST
          ? "\(path) already exists and may contain answers; name another file, or remove it"
          : "can't write the journal \(path): \(reason)")
    }
    self.path = path
    self.disk = disk
    file = number
    saved = nil
    isEmpty = Locked(true)
    try Self.lock(file, path)
    do {
      try disk.syncFolder(path)
    } catch {
      // The file must not prevent the next attempt.
      unlink(path)
      throw DataError(
        "the folder of the journal \(path) can't be synced, so the journal might be lost in a "
          + "power failure: \(Disk.words(error)); check the disk, or write it to another one")
    }
  }

  /// Opens a journal to resume its run; an incomplete last line is cut off.
  /// - Throws: ``MissingFile`` if the file doesn't exist, ``DataError`` if it can't be resumed.
  init(resuming path: String, on disk: Disk = .system) throws {
    let number = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      let reason = Files.Failure(number: errno)
      throw MissingFile(
        description: reason.isMissing
          ? "\(path): no such journal; a first run writes one with --record \(path)"
          : "\(path): cannot be opened: \(reason)")
    }
    self.path = path
    self.disk = disk
    file = number
    isEmpty = Locked(false)
    guard Self.isRegular(number) else {
      throw DataError("\(path) is not a regular file, so it can't hold a journal")
    }
    // Before it is read; otherwise, lines that another run adds in the meantime would be lost.
    try Self.lock(number, path)
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
          "\(path): its last line is incomplete and can't be removed: "
            + "\(Files.Failure(number: errno))")
      }
    }
    do {
      // A run that was killed may have left lines that were written but not synced. From now on
      // they count.
      try disk.sync(number)
    } catch {
      throw DataError(
        "\(path) can't be synced, so its contents might be lost: \(Disk.words(error)); check the disk, "
          + "or resume a copy on another one")
    }
  }

  /// If two runs wrote to one journal, it would be worthless.
  private static func lock(_ file: Int32, _ path: String) throws(DataError) {
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw DataError(
        errno == EWOULDBLOCK
          ? "\(path) is in use by another run; wait until it has ended, or resume a copy"
          : "\(path) can't be locked: \(Files.Failure(number: errno))")
    }
  }

  private static func isRegular(_ number: Int32) -> Bool {
    var info = stat()
    return fstat(number, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  deinit { close(file) }

  /// Appends lines; the events count as having happened only when this returns.
  /// - Throws: ``Failure``; nothing more must be appended after it.
  package func append(_ lines: RecordedLines) throws {
    let isFirst = isEmpty.withLock { isEmpty in
      defer { isEmpty = false }
      return isEmpty
    }
    do {
      try disk.write(file, lines.bytes)
    } catch {
      if isFirst { unlink(path) }
      throw Failure(
        .interpreter,
        message: "the journal \(path) can't be written"
          + (isFirst ? ": " : ", so the last entries are missing: ") + Disk.words(error)
          + "; make room, then " + (isFirst ? "start again" : "continue with --resume \(path)"))
    }
    guard lines.mustLast else { return }
    do {
      try disk.sync(file)
    } catch {
      throw Failure(
        .interpreter,
        message:
          "the journal \(path) contains the last entries, but can't be synced, so a power failure "
          + "may lose them: \(Disk.words(error)); check the disk, then continue with "
          + "--resume \(path)")
    }
  }
}
