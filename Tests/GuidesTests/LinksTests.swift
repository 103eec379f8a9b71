import TestSupport
import Testing

/// What docc does not check: the links of the README, and that the landing page leaves nothing out.
@Suite("Links of the guides") struct LinksTests {
  @Test("Every link of the README leads to a file")
  func readme() throws {
    let text = try Files.read("\(Files.package)/README.md")
    let links = text.matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
    #expect(links.count > 5)
    for link in links where !link.hasPrefix("http") {
      #expect((try? Files.read("\(Files.package)/\(link)")) != nil, "\(link)")
    }
  }

  @Test("The landing page names every public type")
  func landingPage() throws {
    let folder = try TemporaryFolder()
    let output = "\(folder.path)/output"
    let code = try Program.run(
      try Compiler.find("swift-symbolgraph-extract"),
      [
        "-module-name", "Libretto", "-I", builtProduct("Modules"), "-target", Self.target,
        "-minimum-access-level", "public", "-output-dir", folder.path,
      ], environment: ["PATH": Compiler.variable("PATH")], output: output)
    let words = try Files.read(output)
    #expect(code == 0, "\(words)")
    let graph = try Files.read("\(folder.path)/Libretto.symbols.json")
    let names = Set(
      graph.matches(of: /"pathComponents":\["([A-Za-z]+)"\]/).map { String($0.1) })
    #expect(names.count > 50)
    let page = try Files.read("\(Files.package)/Guides/Libretto.docc/Libretto.md")
    let listed = Set(page.matches(of: /- ``([A-Za-z]+)``/).map { String($0.1) })
    #expect(listed == names)
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
