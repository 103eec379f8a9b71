#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The Swift compiler on this machine.
struct Toolchain {
  /// `swiftc` as found; only a compilation follows its links, because a warm start doesn't need
  /// that.
  let driver: FileStamp

  /// The tools that `swiftc` uses, called directly: 1.6 times as fast.
  struct Tools {
    let frontend: String
    let autolinkExtract: String
    let clang: String
    /// The folder that contains `lib/swift`.
    let root: String
  }

  static func find() -> Toolchain? { program("swiftc").map(Toolchain.init) }

  static let missing = Failure(
    .unavailable,
    "no Swift compiler on PATH; install Swift 6.3 or later from https://swift.org/install")

  private static func program(_ name: String) -> FileStamp? {
    var folders = (environment("PATH") ?? "").split(separator: ":").map(String.init)
    folders.append("/usr/bin")
    for folder in folders where folder.hasPrefix("/") {
      let path = folder + "/" + name
      if access(path, X_OK) == 0, let program = FileStamp(path), program.isRegular {
        return program
      }
    }
    return nil
  }

  /// The tool that tells a driver where the modules and libraries of a Mac are.
  ///
  /// It is nil without `xcrun` (on other systems), with SDKROOT, and for Apple's driver in
  /// /usr/bin, which finds them itself.
  func sdkFinder() -> String? {
    guard environment("SDKROOT") == nil, driver.path != "/usr/bin/swiftc" else { return nil }
    return Toolchain.program("xcrun")?.path
  }

  /// Nil if the tools aren't beside the driver, and on a Mac, where an SDK must be found too.
  func tools() -> Tools? {
    #if canImport(Darwin)
      return nil
    #else
      guard let real = Paths.resolved(driver.path) else { return nil }
      let folder = Paths.folder(real)
      let tools = Tools(
        frontend: folder + "/swift-frontend",
        autolinkExtract: folder + "/swift-autolink-extract", clang: folder + "/clang",
        root: Paths.folder(folder))
      let needed = [tools.frontend, tools.autolinkExtract, tools.clang, folder + "/ld.lld"]
      guard needed.allSatisfy({ access($0, X_OK) == 0 }), exists(tools.startObject)
      else { return nil }
      return tools
    #endif
  }
}

extension Toolchain.Tools {
  var runtimeFolder: String { root + "/lib/swift/linux" }

  /// The object that registers a program's types with the runtime.
  var startObject: String {
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "aarch64"
    #else
      let architecture = "unknown"
    #endif
    return "\(runtimeFolder)/\(architecture)/swiftrt.o"
  }
}

/// Which compiler a program was made by.
///
/// The `swiftc` on the path can be a proxy, as swiftly and Xcode have it: the same file whatever
/// compiler it starts. To ask it at each start of a script would take too long. So each compilation
/// asks, and a file in the cache records the answer; a start looks whether that compiler is still
/// as it was.
extension Toolchain {
  /// The identity that was recorded at the last compilation; nil if there was none, or if that
  /// compiler has gone.
  func identity(in cache: Cache) -> String? {
    cache.recordedTool(record).map(identity)
  }

  /// Asks for the compiler, and records it.
  /// - Parameter folder: a folder of this compilation alone.
  func learnIdentity(
    in cache: Cache, by folder: String, _ interrupts: Interrupts
  ) throws -> String {
    let tool = try realTool(interrupts)
    let file = folder + "/toolchain"
    do {
      try writeFile(file, Array(tool.path.utf8))
    } catch {
      throw Failure(.unavailable, "cannot write to \(shown(folder)): \(reason(error.number))")
    }
    try moveIntoPlace(file, cache.folder + "/" + record, mode: 0o600)
    return identity(tool)
  }

  static func isRecord(_ name: String) -> Bool {
    name.hasPrefix("toolchain-") && Cache.isProgram(String(name.dropFirst("toolchain-".count)))
  }

  private var record: String {
    var hash = Hash()
    driver.combine(into: &hash)
    return "toolchain-" + hash.digits
  }

  private func identity(_ tool: FileStamp) -> String {
    var hash = Hash()
    driver.combine(into: &hash)
    tool.combine(into: &hash)
    return hash.digits
  }

  /// The compiler that the driver starts; the driver itself if it doesn't say.
  private func realTool(_ interrupts: Interrupts) throws -> FileStamp {
    if let real = Paths.resolved(driver.path),
      let tool = FileStamp(Paths.folder(real) + "/swift-frontend")
    {
      return tool
    }
    let information = try Process.run(driver.path, ["-print-target-info"], watching: interrupts)
    guard information.succeeded,
      let resources = Toolchain.resourceFolder(in: information.output)
    else { return driver }
    let root = Paths.folder(Paths.folder(resources))
    return FileStamp(root + "/bin/swift-frontend") ?? FileStamp(resources) ?? driver
  }

  /// The value of "runtimeResourcePath" in what `-print-target-info` prints.
  static func resourceFolder(in information: String) -> String? {
    guard let (_, rest) = Diagnostics.split(information, at: "\"runtimeResourcePath\"") else {
      return nil
    }
    var path = ""
    var isEscaped = false
    for character in rest.drop(while: { $0 != "\"" }).dropFirst() {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, character == "\"" { return path }
      path.append(character)
      isEscaped = false
    }
    return nil
  }
}

extension Cache {
  /// The compiler that a record names, if it is still there.
  func recordedTool(_ record: String) -> FileStamp? {
    guard let (file, _) = openRegularFile(folder + "/" + record) else { return nil }
    defer { close(file) }
    guard let bytes = try? readFile(file, most: 4096) else { return nil }
    return FileStamp(String(decoding: bytes, as: UTF8.self))
  }
}
