@testable import LibrettoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path of a file, in a folder that goes away with the last who holds it.
final class ScratchFile: Sendable {
  let folder: String
  var path: String { folder + "/journal" }

  init() {
    var template = Array("/tmp/libretto-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes what the file holds.
  func write(_ text: String) throws {
    let file = Descriptor(open(path, O_CREAT | O_WRONLY, 0o600))
    try file.write(text)
    file.close()
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }
}
