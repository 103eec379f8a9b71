import TestSupport

/// The public symbols of a module, as the compiler tells them.
struct SymbolGraph {
  private let text: String

  /// Those of the library.
  static func ofLibrary() throws -> SymbolGraph {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/output"
    let code = try Program.run(
      try Compiler.find("swift-symbolgraph-extract"),
      [
        "-module-name", "Libretto", "-I", builtProduct("Modules"), "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members",
        "-output-dir", folder.path,
      ], environment: ["PATH": Compiler.variable("PATH")], output: output)
    guard code == 0 else { throw SupportFailure(try Files.read(output)) }
    return SymbolGraph(text: try Files.read("\(folder.path)/Libretto.symbols.json"))
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
