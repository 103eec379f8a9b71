#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What tests read of the system around them, where a few functions save an import of Foundation.

/// The text of a file; nil if it can't be read.
package func textOfFile(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

/// The value of a variable of the environment; nil if it isn't set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
