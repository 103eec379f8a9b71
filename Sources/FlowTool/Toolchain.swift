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
        frontend: folder + "/swift-frontend", clang: folder + "/clang",
        root: Paths.folder(folder))
      let needed = [tools.frontend, tools.clang, folder + "/ld.lld"]
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
