import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls that a journal uses, so that tests can see them and their order.
package struct Disk: Sendable {
  /// Writes all of the bytes at the end of a file.
  package var write: @Sendable (_ file: Int32, _ bytes: [UInt8]) throws -> Void
  /// Makes sure that what was written to a file survives a loss of power.
  package var sync: @Sendable (_ file: Int32) throws -> Void
  /// Makes sure that a new file is found in its folder after a loss of power.
  package var syncFolder: @Sendable (_ path: String) throws -> Void

  /// The system's own calls.
  package static let system = Disk(
    write: { try Descriptor($0).write(bytes: $1) }, sync: { try Disk.sync($0) },
    syncFolder: { try Disk.syncFolder(of: $0) })

  private static func sync(_ number: Int32) throws {
    #if canImport(Darwin)
      // There, fsync leaves the data in the drive's cache; a file system that doesn't support this
      // call has only fsync.
      repeat { if fcntl(number, F_FULLFSYNC) == 0 { return } } while errno == EINTR
    #endif
    while fsync(number) != 0 {
      // A file without a disk, such as a pipe, has nothing to lose.
      if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return }
      guard errno == EINTR else { throw Files.Failure(number: errno) }
    }
  }

  private static func syncFolder(of path: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let number = open(folder, O_RDONLY | O_CLOEXEC)
    // A folder that can't be read can still contain the file.
    guard number >= 0 else { return }
    defer { close(number) }
    try sync(number)
  }

  /// The error in words.
  static func words(_ error: any Error) -> String {
    let code = (error as? DescriptorError)?.code
    return code.map { Files.Failure(number: $0).description } ?? String(describing: error)
  }
}
