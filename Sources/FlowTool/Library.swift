import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The Libretto library built with this program: SwiftPM puts its modules and objects beside it.
struct Library {
  /// The module that scripts import, and those that it exports.
  static let names = [
    "Libretto", "LibrettoAnalysis", "LibrettoCore", "LibrettoKnowledge", "LibrettoTerminal",
  ]

  /// The running `flow`, which SwiftPM links again when all objects of the library are up to date.
  let program: FileStamp
  /// The compiler writes each again whenever it makes an object of the module.
  let modules: [FileStamp]
  let objectList: FileStamp

  var folder: String { Paths.folder(program.path) }
  var moduleFolder: String { Library.moduleFolder(in: folder) }

  private static func moduleFolder(in folder: String) -> String { folder + "/Modules" }

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
      guard exists(Paths.folder(executable) + "/LibrettoCore.build") else { break }
      _ = poll(nil, 0, 10)
    }
    throw Failure(
      .unavailable,
      "the Libretto library is not beside \(shown(executable)), or not all of it; run `swift build` "
        + "in the package and start flow from its build folder, or through a symbolic link to it")
  }

  private init?(beside executable: String) {
    let folder = Paths.folder(executable)
    let modules = Library.names.compactMap {
      FileStamp(Library.moduleFolder(in: folder) + "/\($0).swiftmodule")
    }
    guard let program = FileStamp(executable), modules.count == Library.names.count,
      let list = FileStamp(folder + "/flow.product/Objects.LinkFileList")
    else { return nil }
    (self.program, self.modules, objectList) = (program, modules, list)
  }

  /// Combines everything that changes when the library does, without looking at each of its
  /// objects.
  func combine(into hash: inout Hash) {
    for stamp in [program] + modules + [objectList] { stamp.combine(into: &hash) }
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
    var objects: [String] = []
    for line in text.split(separator: "\n") {
      let path = Library.unquoted(line)
      // The module wrapped for a debugger: it contains no code that runs.
      if path.hasSuffix(".swiftmodule.o") { continue }
      for name in Library.names {
        guard let start = Library.end(of: "/\(name).build/", in: path) else { continue }
        objects.append(folder + "/\(name).build/" + path[start...])
      }
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

/// What `flow` reads from what it has compiled: the symbols that an object names, and whether a
/// program is all there.
struct ObjectFile {
  private let bytes: [UInt8]

  init(_ path: String) throws(Disk.Failure) { bytes = try readFile(path) }

  /// The symbol of `Flow.main()`, up to its parameters. After `exec`, nobody can report that a
  /// script performs nothing, so this is checked here. A search for the bytes is enough: it works
  /// for ELF and Mach-O alike, because both store undefined symbols unchanged in their string
  /// tables.
  static let flowMain = "$s12LibrettoCore4FlowV0A0E4main"

  func mentions(_ symbol: String) -> Bool {
    let wanted = Array(symbol.utf8)
    return bytes.withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        guard let start = bytes.baseAddress, let symbol = wanted.baseAddress else { return false }
        var offset = 0
        while bytes.count - offset >= wanted.count {
          let places = bytes.count - offset - wanted.count + 1
          guard let found = memchr(start + offset, Int32(wanted[0]), places) else { return false }
          if memcmp(found, symbol, wanted.count) == 0 { return true }
          offset = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }

  /// Whether the end of a program or library is missing, as after a power failure: linkers write the
  /// table of an ELF file's sections last, and its place and size are in the first bytes.
  ///
  /// A Mac's kernel refuses any program that has been cut, because its signature is at its end.
  static func isCut(_ program: Int32, size: Int) -> Bool {
    #if canImport(Darwin)
      return false
    #else
      var head = [UInt8](repeating: 0, count: 64)
      guard pread(program, &head, head.count, 0) == head.count,
        head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
      else { return true }
      // Offsets in Elf64_Ehdr of the System V ABI, of a file with 64 bits and little-endian.
      return head.withUnsafeBytes { head in
        let table = Int(littleEndian: head.loadUnaligned(fromByteOffset: 0x28, as: Int.self))
        let entry = UInt16(littleEndian: head.loadUnaligned(fromByteOffset: 0x3A, as: UInt16.self))
        let count = UInt16(littleEndian: head.loadUnaligned(fromByteOffset: 0x3C, as: UInt16.self))
        return table < 0 || table > size - Int(entry) * Int(count)
      }
    #endif
  }
}
