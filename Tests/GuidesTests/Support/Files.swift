import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the tests' own machinery could not do.
struct SupportFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The package's folder, and the few things that tests do with files.
enum Files {
  /// The folder that holds `Package.swift`.
  static let package: String = {
    let levels = 4  // Tests/GuidesTests/Support/Files.swift
    return #filePath.split(separator: "/").dropLast(levels).map { "/\($0)" }.joined()
  }()

  static func read(_ path: String) throws -> String {
    guard let text = textOfFile(path) else { throw SupportFailure("\(path): can't be read") }
    return text
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw SupportFailure("\(path): can't be written") }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw SupportFailure("\(path): can't be written")
    }
  }

  /// The Swift files of the folders in a folder, by their paths from there.
  static func swift(in folder: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for room in try names(in: folder) {
      for name in try names(in: "\(folder)/\(room)") where name.hasSuffix(".swift") {
        files["\(room)/\(name)"] = try read("\(folder)/\(room)/\(name)")
      }
    }
    return files
  }

  /// The paths of all files below a folder, in order.
  static func all(in folder: String) throws -> [String] {
    try names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      return isFolder(path) ? try all(in: path) : [path]
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in order.
  static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw SupportFailure("\(folder): can't be listed") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

/// A folder that goes away with the last who holds it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var parent = "/tmp"
    if let set = getenv("TMPDIR"), set.pointee != 0 { parent = String(cString: set) }
    var template = Array("\(parent)/libretto-guides-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else {
      throw SupportFailure("\(parent): no folder can be made in it")
    }
    path = String(cString: real)
    free(real)
  }

  deinit {
    _ = try? Program.run("/bin/rm", ["-rf", path], output: "/dev/null")
  }
}
