#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// File functions for the benchmarks.
enum Files {
  static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Trouble("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Trouble("cannot write \(path)") }
    var text = text
    let count = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
    guard fclose(file) == 0, count == text.utf8.count else {
      throw Trouble("cannot write \(path)")
    }
  }

  static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFile(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The path with all symbolic links resolved.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The names in a folder; empty if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Performs work in a temporary folder, and removes the folder with its contents.
  /// - Parameter parent: the folder for it; nil for the default.
  static func withTemporaryFolder<Result>(
    in parent: String? = nil, _ work: (String) throws -> Result
  ) throws -> Result {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/libretto-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble("cannot make a folder in \(parent)") }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { remove(path) }
    return try work(Files.resolved(path) ?? path)
  }

  /// Removes a file, or a folder with its contents; links aren't followed.
  static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
