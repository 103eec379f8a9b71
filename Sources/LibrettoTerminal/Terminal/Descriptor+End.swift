#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// Whether no more can be read: it is closed, `/dev/null`, a file read to its end, or an empty
  /// pipe whose writer has gone. This reads nothing and doesn't wait.
  package var isAtEnd: Bool {
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

  /// The number of bytes that can be read without waiting; nil if that is unknown.
  var waiting: Int? {
    // FIONREAD, whose macro Swift doesn't import on Darwin.
    #if canImport(Darwin)
      let request: UInt = 0x4004_667F
    #else
      let request = UInt(FIONREAD)
    #endif
    var count: Int32 = 0
    return ioctl(number, request, &count) == 0 ? Int(count) : nil
  }
}
