#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
  import MachO
#endif

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
