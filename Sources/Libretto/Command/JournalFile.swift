import LibrettoCore
import LibrettoTerminal

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
  /// The run so far; nil for a new journal, and for one whose run was killed before its first line.
  let saved: SavedRun?
  /// The number of bytes at the beginning.
  private let size: Int
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
    size = 0
    isEmpty = Locked(true)
    try Self.lock(file, path)
    do {
      try disk.syncFolder(path)
    } catch {
      // The file must not prevent the next attempt.
      unlink(path)
      throw DataError(
        "the folder of the journal \(path) can't be synced, so the journal might be lost in a "
          + "power failure: \(error); check the disk, or write it to another one")
    }
  }

  /// Opens a journal to resume its run; nothing in it changes before ``accept()``.
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
    try Self.check(number, path)
    // Before it is read; otherwise, lines that another run adds in the meantime would be lost.
    try Self.lock(number, path)
    let bytes: [UInt8]
    do throws(Files.Failure) {
      bytes = try Files.read(number)
    } catch {
      throw MissingFile(description: "\(path): cannot be read: \(error)")
    }
    isEmpty = Locked(bytes.isEmpty)
    do throws(DataError) {
      saved = bytes.isEmpty ? nil : try JournalReader.saved(bytes)
    } catch {
      throw DataError("\(path): \(error)")
    }
    size = bytes.count
  }

  /// Prepares a journal whose run is resumed: an incomplete last line is cut off.
  /// - Throws: ``DataError`` if that fails.
  func accept() throws {
    guard let saved else { return }
    if saved.byteCount < size {
      guard ftruncate(file, off_t(saved.byteCount)) == 0 else {
        throw DataError(
          "\(path): its last line is incomplete and can't be removed: "
            + "\(Files.Failure(number: errno))")
      }
    }
    do {
      // A run that was killed may have left lines that were written but not synced. From now on
      // they count.
      try disk.sync(file)
    } catch {
      throw DataError(
        "\(path) can't be synced, so its contents might be lost: \(error); check the disk, "
          + "or resume a copy on another one")
    }
  }

  private static func check(_ file: Int32, _ path: String) throws(DataError) {
    if let objection = Disk.objection(to: file, holding: "a journal") {
      throw DataError("\(path) \(objection)")
    }
  }

  /// If two runs wrote to one journal, it would be worthless.
  private static func lock(_ file: Int32, _ path: String) throws(DataError) {
    do throws(Disk.Failure) {
      try Disk.lock(file, waits: false)
    } catch {
      throw DataError(
        error.number == EWOULDBLOCK
          ? "\(path) is in use by another run; wait until it has ended, or resume a copy"
          : "\(path) can't be locked: \(error)")
    }
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
          + (isFirst ? ": " : ", so the last entries are missing: ") + "\(error)"
          + "; make room, then "
          + (isFirst ? "start again" : "continue with --resume \(path.inShell)"))
    }
    guard lines.requiresSync else { return }
    do {
      try disk.sync(file)
    } catch {
      throw Failure(
        .interpreter,
        message:
          "the journal \(path) contains the last entries, but can't be synced, so a power failure "
          + "may lose them: \(error); check the disk, then continue with "
          + "--resume \(path.inShell)")
    }
  }
}
