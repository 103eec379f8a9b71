#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The Libretto library built with this program: SwiftPM puts its module and objects beside it.
struct Library {
  /// The running `flow`, which SwiftPM links again when all objects of the library are up to date.
  let program: FileStamp
  /// The compiler writes it again whenever it makes an object of the library.
  let module: FileStamp
  let objectList: FileStamp

  var moduleFolder: String { Paths.folder(module.path) }

  private var objectFolder: String { Library.objectFolder(beside: program.path) }

  private static func objectFolder(beside program: String) -> String {
    Paths.folder(program) + "/Libretto.build"
  }

  /// How often a library that is incomplete is looked for again, with a pause of 10 ms: a build may
  /// be replacing it.
  private static let mostAttempts = 300

  static func find() throws(Failure) -> Library {
    guard let executable = Paths.executable() else {
      throw Failure(.unavailable, "cannot find its own program file; start it with its full path")
    }
    for _ in 0..<mostAttempts {
      if let library = Library(beside: executable) { return library }
      // Without objects, nothing was ever built here.
      guard exists(objectFolder(beside: executable)) else { break }
      _ = poll(nil, 0, 10)
    }
    throw Failure(
      .unavailable,
      "the Libretto library is not beside \(shown(executable)), or not all of it; run `swift build` "
        + "in the package and start flow from its build folder, or through a symbolic link to it")
  }

  private init?(beside executable: String) {
    let folder = Paths.folder(executable)
    guard let program = FileStamp(executable),
      let module = FileStamp(folder + "/Modules/Libretto.swiftmodule"),
      let list = FileStamp(folder + "/flow.product/Objects.LinkFileList")
    else { return nil }
    (self.program, self.module, objectList) = (program, module, list)
  }

  /// Combines everything that changes when the library does, without looking at each of its
  /// objects.
  func combine(into hash: inout Hash) {
    for stamp in [program, module, objectList] { stamp.combine(into: &hash) }
  }

  /// The library's objects as listed by the build; a glob would also find stale ones.
  func objects() throws(Failure) -> [String] {
    let text: String
    do {
      text = String(decoding: try readFile(objectList.path), as: UTF8.self)
    } catch {
      throw Failure(
        .unavailable, "cannot read \(shown(objectList.path)): \(reason(error.number))")
    }
    // Only the end of each path, so that a build folder that was moved still works.
    let marker = "/Libretto.build/"
    var objects: [String] = []
    for line in text.split(separator: "\n") {
      let path = Library.unquoted(line)
      guard let start = Library.end(of: marker, in: path) else { continue }
      // The module wrapped for a debugger: it contains no code that runs.
      if path.hasSuffix(".swiftmodule.o") { continue }
      objects.append(objectFolder + "/" + path[start...])
    }
    guard !objects.isEmpty else {
      throw Failure(
        .unavailable, "\(shown(objectList.path)) lists no objects of Libretto; run `swift build`")
    }
    return objects
  }

  /// SwiftPM quotes a path with spaces as a shell would.
  private static func unquoted(_ line: Substring) -> Substring {
    let line = line.last == "\r" ? line.dropLast() : line
    guard line.count > 1, let quote = line.first, quote == "'" || quote == "\"", line.last == quote
    else { return line }
    return line.dropFirst().dropLast()
  }

  private static func end(of marker: String, in path: Substring) -> Substring.Index? {
    var rest = path
    var found: Substring.Index?
    while let slash = rest.firstIndex(of: "/") {
      if rest[slash...].hasPrefix(marker) { found = path.index(slash, offsetBy: marker.count) }
      rest = rest[slash...].dropFirst()
    }
    return found
  }
}
