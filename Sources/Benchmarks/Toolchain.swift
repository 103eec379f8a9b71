#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The compiler on this machine and the library that was built beside this program.
struct Toolchain {
  let driver: String
  let frontend: String
  /// The build folder, with this program, the library's module and objects, and `flow`.
  let products: String

  var modules: String { products + "/Modules" }

  init() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let found = path.split(separator: ":").map { $0 + "/swiftc" }.first(where: Files.isProgram)
    guard let found else { throw Skipped(reason: "there is no swiftc on PATH") }
    driver = String(found)
    // The driver is a link into the toolchain's folder, which also contains the frontend.
    frontend = Files.folder(Files.resolved(driver) ?? driver) + "/swift-frontend"
    #if os(Linux)
      let own = Files.resolved("/proc/self/exe")
    #else
      let own = Files.resolved(CommandLine.arguments[0])
    #endif
    products = Files.folder(own ?? CommandLine.arguments[0])
    guard Files.isProgram(frontend), Files.exists(modules + "/Libretto.swiftmodule") else {
      throw Skipped(reason: "no swift-frontend or no Libretto.swiftmodule in \(modules)")
    }
  }

  /// The library beside a `flow` program, instead of the one beside this program.
  init(besides flow: String) throws {
    let own = try Toolchain()
    driver = own.driver
    frontend = own.frontend
    products = Files.folder(Files.resolved(flow) ?? flow)
  }

  /// Only type-checks one file.
  /// - Parameter statistics: the folder for the compiler's own counts, if they are wanted.
  func typeCheck(_ file: String, moduleCache: String, statistics: String? = nil) -> Child {
    Child(
      program: frontend,
      arguments: [
        "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "main", "-I", modules,
        "-module-cache-path", moduleCache, "-primary-file", file,
      ] + (statistics.map { ["-stats-output-dir", $0] } ?? []))
  }

  /// Compiles one file and links it with the objects of the library.
  func compile(_ file: String, to program: String, moduleCache: String) throws -> Child {
    Child(
      program: driver,
      arguments: [
        "-swift-version", "6", "-default-isolation", "MainActor", "-module-name", "main",
        "-I", modules, "-module-cache-path", moduleCache, file, "-o", program,
      ] + (try objects()))
  }

  private func objects() throws -> [String] {
    // One of the two has been built.
    let flow = products + "/flow.product/Objects.LinkFileList"
    let list = try Files.read(
      Files.exists(flow) ? flow : products + "/Benchmarks.product/Objects.LinkFileList")
    return list.split(separator: "\n").map { line in
      String(line.first == "'" || line.first == "\"" ? line.dropFirst().dropLast() : line)
    }.filter { $0.contains("/Libretto.build/") && !$0.hasSuffix(".swiftmodule.o") }
  }
}
