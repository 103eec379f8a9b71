#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of this process.
enum Memory {
  /// The number of bytes in use now, in whole pages.
  static func resident() throws -> Int {
    #if os(Linux)
      let text = try Files.read("/proc/self/statm")
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      guard let pages else { throw Trouble("/proc/self/statm reads “\(text)”") }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      throw Skipped(reason: "the memory in use is read from /proc, which this system doesn't have")
    #endif
  }
}
