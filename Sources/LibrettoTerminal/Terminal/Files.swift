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
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let number: Int32

    package init(number: Int32) { self.number = number }

    package var isLink: Bool { number == ELOOP }
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    package var description: String {
      guard let words = strerror(number) else { return "error \(number)" }
      let text = String(cString: words)
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }

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
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(file, &chunk, chunk.count)
      #elseif canImport(Musl)
        let count = Musl.read(file, &chunk, chunk.count)
      #else
        let count = Glibc.read(file, &chunk, chunk.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(number: errno)
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > mostBytes { throw Failure(number: EFBIG) }
    }
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
}
