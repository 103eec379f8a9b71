#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path of an executable of this package, built beside the tests that are running.
func builtProduct(_ name: String) -> String {
  #if canImport(Darwin)
    var information = Dl_info()
    dladdr(#dsohandle, &information)
    let image = String(cString: information.dli_fname)
    let levels = 4  // X.xctest/Contents/MacOS/X
  #else
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? 0
      }
    }
    let image = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let levels = 1
  #endif
  return image.split(separator: "/").dropLast(levels).map { "/\($0)" }.joined() + "/\(name)"
}
