import LibrettoCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading and writing of whole files, for the command line.
package enum Files {
  /// The system's error.
  package typealias Failure = Disk.Failure

  /// The maximum number of bytes to read from a file, so that a device or a wrong name can't fill
  /// the memory.
  static let mostBytes = 64 << 20

  /// Reads a file; “-” is standard input.
  package static func read(_ path: String) throws(Failure) -> [UInt8] {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { if path != "-" { close(file) } }
    return try read(file)
  }

  /// Reads an open file from where it is to its end.
  package static func read(_ file: Int32) throws(Failure) -> [UInt8] {
    try Disk.read(file, most: mostBytes)
  }

  /// Writes a file, replacing its contents; a symbolic link isn't followed (ELOOP).
  package static func write(_ text: String, to path: String) throws(Failure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { close(file) }
    do throws(DescriptorError) {
      try Descriptor(file).write(text)
    } catch {
      throw Failure(number: error.code)
    }
  }

  /// The names in a folder; nil if the path isn't that of a folder.
  package static func names(in path: String) -> [String]? {
    (try? Disk.names(in: path))?.filter { $0 != "." && $0 != ".." }
  }

  /// Makes a folder, if it isn't there.
  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o755) != 0, errno != EEXIST || names(in: path) == nil {
      throw Failure(number: errno)
    }
  }
}
