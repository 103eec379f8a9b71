#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    let path = cache.folder + "/" + record
    guard rename(file, path) == 0 else {
      throw Failure(.unavailable, "cannot write \(shown(path)): \(reason(errno))")
    }
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
