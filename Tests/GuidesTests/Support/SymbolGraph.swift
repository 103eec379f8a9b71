import TestSupport

/// The public symbols of a module, as the compiler tells them.
struct SymbolGraph {
  private let text: String

  /// Those of `import Libretto`.
  static func ofLibrary() throws -> SymbolGraph {
    try of(
      "Libretto",
      exporting: ["LibrettoAnalysis", "LibrettoCore", "LibrettoKnowledge", "LibrettoTerminal"])
  }

  /// Those that a module adds: its own, and what it adds to types of the library's other modules.
  /// - Parameter exported: the modules of which it exports all symbols.
  static func of(_ module: String, exporting exported: [String] = []) throws -> SymbolGraph {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/output"
    let code = try Program.run(
      try Compiler.find("swift-symbolgraph-extract"),
      [
        "-module-name", module, "-I", builtProduct("Modules"), "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members",
        "-experimental-allowed-reexported-modules=\(exported.joined(separator: ","))",
        "-output-dir", folder.path,
      ], environment: ["PATH": Compiler.variable("PATH")], output: output)
    guard code == 0 else { throw SupportFailure(try Files.read(output)) }
    // A file for the module, and one for each module whose types it extends.
    let files = try Files.all(in: folder.path).filter {
      $0.hasSuffix("/\(module).symbols.json") || $0.contains("/\(module)@Libretto")
    }
    return SymbolGraph(text: try files.map(Files.read).joined())
  }

  /// The names of the types at top level.
  var topLevel: Set<String> {
    Set(text.matches(of: /"pathComponents":\["([A-Za-z]+)"\]/).map { String($0.1) })
  }

  /// All symbols: `Flow.init(_:fileID:line:_:)`. An overload is listed once for each.
  var names: [String] {
    text.matches(of: /"pathComponents":\[([^\]]+)\]/).map { match in
      match.1.split(separator: ",").map { $0.drop { $0 == "\"" }.dropLast() }
        .joined(separator: ".")
    }
  }

  private static var target: String {
    #if arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "x86_64"
    #endif
    #if canImport(Darwin)
      return "\(architecture)-apple-macosx14.0"
    #else
      return architecture.replacing("arm64", with: "aarch64") + "-unknown-linux-gnu"
    #endif
  }
}
