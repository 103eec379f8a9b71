import TestSupport
import Testing

/// What a user can name: the symbol graph that the compiler makes of the modules.
@Suite("Public surface") struct SurfaceTests {
  /// The list of what is public, a line for each symbol: so that every change to it is seen.
  ///
  /// `LIBRETTO_UPDATE_SURFACE=1 swift test --filter SurfaceTests` writes it anew, and fails if
  /// it was another one.
  @Test("The public symbols match the list")
  func list() throws {
    let path = "\(Files.package)/Tests/GuidesTests/Surface.txt"
    let symbols = try SymbolGraph.ofLibrary().names.sorted()
    let listed = try Files.read(path).split(separator: "\n").map(String.init)
    if Compiler.variable("LIBRETTO_UPDATE_SURFACE") == "1" {
      try Files.write(symbols.joined(separator: "\n") + "\n", to: path)
    }
    let difference = symbols.difference(from: listed).map { change in
      switch change {
      case .insert(_, let name, _): "+ \(name)"
      case .remove(_, let name, _): "- \(name)"
      }
    }
    #expect(difference == [])
  }

  /// More is only made public by a commit that raises its ceiling here and names the new symbols.
  @Test(
    "No product has more public symbols than its ceiling",
    arguments: [
      (["LibrettoCore"], 1336),
      (["LibrettoApp"], 26),
      (["LibrettoTerminal", "LibrettoAnalysis", "LibrettoKnowledge", "Libretto"], 153),
    ])
  func ceiling(modules: [String], most: Int) throws {
    let names = try modules.flatMap { try SymbolGraph.of($0).names }
    #expect(!names.isEmpty && names.count <= most)
  }

  @Test("The landing page names every public type")
  func landingPage() throws {
    let names = try SymbolGraph.ofLibrary().topLevel
    #expect(names.count == 139)
    let page = try Files.read("\(Files.package)/Guides/Libretto.docc/Libretto.md")
    let listed = Set(page.matches(of: /- ``([A-Za-z]+)``/).map { String($0.1) })
    #expect(listed == names)
  }
}
