#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// Whether nothing can be read from it any more: closed, `/dev/null`, a file read to its end, or a
  /// pipe that is empty and whose writer has gone. It takes nothing, and does not wait.
  var isAtEnd: Bool {
    guard !isTerminal else { return false }
    var status = stat()
    guard fstat(number, &status) == 0 else { return true }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(number, 0, SEEK_CUR) >= status.st_size
    case S_IFCHR:
      var null = stat()
      return stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev
    default:
      return !Descriptor.readable([number], waits: false).isEmpty && waiting == 0
    }
  }

  /// How many bytes can be read without waiting; nil where that can't be told.
  var waiting: Int? {
    // FIONREAD, whose macro Swift does not import on Darwin.
    #if canImport(Darwin)
      let request: UInt = 0x4004_667F
    #else
      let request = UInt(FIONREAD)
    #endif
    var count: Int32 = 0
    return ioctl(number, request, &count) == 0 ? Int(count) : nil
  }
}
