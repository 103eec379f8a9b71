import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
  import MachO
#endif

// Files: their data, how they are read and written, their paths, and a fingerprint of bytes.

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

/// Reads a whole file.
/// - Throws: ``Disk/Failure`` with EFBIG if there are more bytes than `most`.
func readFile(_ path: String, most: Int = 64 << 20) throws(Disk.Failure) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw Disk.Failure(number: errno) }
  defer { close(file) }
  return try readFile(file, most: most)
}

func readFile(_ file: Int32, most: Int) throws(Disk.Failure) -> [UInt8] {
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
    if count < 0 { throw Disk.Failure(number: errno) }
    if count == 0 { return bytes }
    if bytes.isEmpty { bytes = part } else { bytes += part }
    // A device never ends.
    if bytes.count > most { throw Disk.Failure(number: EFBIG) }
  }
}

/// Makes a file that only its owner can read.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(Disk.Failure) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw Disk.Failure(number: errno) }
  defer { close(file) }
  guard writeAll(file, bytes) else { throw Disk.Failure(number: errno) }
}

/// Gives a file that was made elsewhere its name in the cache, in place of the one that had it.
func moveIntoPlace(_ made: String, _ path: String, mode: mode_t) throws(Failure) {
  chmod(made, mode)
  #if canImport(Darwin)
    // Nothing shows that the end of a library is missing, so it lasts before it has its name.
    let file = openFile(made, O_RDONLY | O_CLOEXEC)
    fsync(file)
    close(file)
  #endif
  guard rename(made, path) == 0 else {
    let number = errno
    throw Failure(.unavailable, "cannot write \(shown(path)): \(reason(number))")
  }
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

/// The names in a folder, also "." and ".."; none if it can't be read.
func names(in folder: String) -> [String] { (try? Disk.names(in: folder)) ?? [] }

/// Removes a folder and the files in it.
func removeFolder(_ folder: String) {
  for name in names(in: folder) { unlink(folder + "/" + name) }
  rmdir(folder)
}

/// Makes paths absolute, and finds the path of this program.
enum Paths {
  /// The path from the root, without "." and doubled slashes; ".." stays, because of links.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    if !path.hasPrefix("/") {
      parts = (currentFolder() ?? "").split(separator: "/")
    }
    parts += path.split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  static func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with every link in it followed; nil if there is no file.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The file of this program, with links followed.
  static func executable() -> String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return buffer.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap { resolved(String(cString: $0)) }
      }
    #else
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      // A build has replaced the file since this process was started.
      let suffix = " (deleted)"
      return path.hasSuffix(suffix) && !exists(path) ? String(path.dropLast(suffix.count)) : path
    #endif
  }

  static func currentFolder() -> String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(cString: folder)
  }
}

/// The value of an environment variable that is set and not empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

/// A fingerprint of bytes and numbers that, unlike `Hasher`, is the same in every process.
///
/// Two lanes of 64 bits: FNV-1a, and a variant with another multiplier and a shift that also
/// carries high bits down. Together they protect against accidental collisions; the cache belongs
/// to its owner alone, so nobody can plant collisions.
struct Hash {
  private var a: UInt64 = 0xCBF2_9CE4_8422_2325
  private var b: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func combine(_ bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    var a = a
    var b = b
    // A pointer loop: in a debug build, an iterator costs ten times as much for each byte.
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = UInt64(truncatingIfNeeded: buffer[index])
        a = (a ^ byte) &* 0x0000_0100_0000_01B3
        b = (b ^ byte) &* 0xFF51_AFD7_ED55_8CCD
        b ^= b &>> 29
        index &+= 1
      }
    }
    self.a = a
    self.b = b
  }

  mutating func combine(_ text: String) { combine(Array(text.utf8)) }

  mutating func combine(_ number: UInt64) {
    a = (a ^ number) &* 0x0000_0100_0000_01B3
    a ^= a &>> 32
    b = (b ^ number) &* 0xFF51_AFD7_ED55_8CCD
    b ^= b &>> 29
  }

  /// 32 hexadecimal digits.
  var digits: String { Hash.hexadecimal(a) + Hash.hexadecimal(b) }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
