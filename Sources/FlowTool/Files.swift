#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Data that identifies a version of a file without reading it.
struct FileStamp: Equatable {
  let path: String
  let info: stat

  /// Returns nil if there is no file.
  /// - Parameter followsLinks: whether a symbolic link stands for its target or for itself.
  init?(_ path: String, followsLinks: Bool = true) {
    var info = stat()
    guard (followsLinks ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    self.path = path
    self.info = info
  }

  var isDirectory: Bool { info.st_mode & S_IFMT == S_IFDIR }
  var isRegular: Bool { info.st_mode & S_IFMT == S_IFREG }

  /// The time of the last change, in seconds and nanoseconds.
  var modified: (seconds: Int, nanoseconds: Int) {
    #if canImport(Darwin)
      (info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec)
    #else
      (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
    #endif
  }

  func combine(into hash: inout Hash) {
    hash.combine(path)
    hash.combine(UInt64(truncatingIfNeeded: info.st_ino))
    hash.combine(UInt64(truncatingIfNeeded: info.st_size))
    hash.combine(UInt64(truncatingIfNeeded: modified.seconds))
    hash.combine(UInt64(truncatingIfNeeded: modified.nanoseconds))
  }

  static func == (left: FileStamp, right: FileStamp) -> Bool {
    left.path == right.path && left.info.st_ino == right.info.st_ino
      && left.info.st_size == right.info.st_size && left.modified == right.modified
  }
}

/// `open(2)` under a name that a function called `open` doesn't hide.
func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

/// Opens a regular file for reading, and nothing that a link stands for.
func openRegularFile(_ path: String) -> (file: Int32, info: stat)? {
  // A named pipe without a writer would wait for one.
  let file = openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  guard file >= 0 else { return nil }
  var info = stat()
  guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
    close(file)
    return nil
  }
  return (file, info)
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// An error number of the C library as a Swift error.
struct SystemError: Error {
  let number: Int32
  init() { number = errno }
}

/// Reads a whole file.
/// - Throws: ``SystemError`` with EFBIG if there are more bytes than `most`.
func readFile(_ path: String, most: Int = 64 << 20) throws(SystemError) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw SystemError() }
  defer { close(file) }
  return try readFile(file, most: most)
}

func readFile(_ file: Int32, most: Int) throws(SystemError) -> [UInt8] {
  var info = stat()
  // A file with a known size takes one read, and one more that finds the end.
  let piece = fstat(file, &info) == 0 ? min(max(Int(info.st_size), 4096), most + 1) : 65536
  var bytes: [UInt8] = []
  while true {
    var count = 0
    let part = [UInt8](unsafeUninitializedCapacity: piece) { buffer, used in
      repeat { count = read(file, buffer.baseAddress, piece) } while count < 0 && errno == EINTR
      used = max(count, 0)
    }
    if count < 0 { throw SystemError() }
    if count == 0 { return bytes }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    // A device never ends.
    if bytes.count > most {
      errno = EFBIG
      throw SystemError()
    }
  }
}

/// Makes a file that only its owner can read.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw SystemError() }
  defer { close(file) }
  guard writeAll(file, bytes) else { throw SystemError() }
}

/// Writes every byte; returns false, with `errno` set, if that isn't possible.
@discardableResult
func writeAll(_ file: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var done = 0
    while done < buffer.count {
      let count = write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}

/// Writes to standard output, and fails if that isn't possible.
func writeOutput(_ text: String) throws(Failure) {
  guard writeAll(1, Array(text.utf8)) else {
    throw Failure(.failed, "the output can't be written: \(reason(errno))")
  }
}

/// The names in a folder, without "." and "..".
func names(in folder: String) -> [String] {
  guard let handle = opendir(folder) else { return [] }
  defer { closedir(handle) }
  var names: [String] = []
  while let entry = readdir(handle) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Removes a folder and the files in it.
func removeFolder(_ folder: String) {
  for name in names(in: folder) { unlink(folder + "/" + name) }
  rmdir(folder)
}
