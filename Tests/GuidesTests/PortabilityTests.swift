import TestSupport
import Testing

/// What the sources must not take for granted, since Linux is not the only system.
@Suite("Portability") struct PortabilityTests {
  private static func sources() throws -> [(path: String, text: String)] {
    try ["Sources", "Tests"].flatMap { try Files.all(in: "\(Files.package)/\($0)") }
      .filter { $0.hasSuffix(".swift") && $0 != #filePath }
      .map { (String($0.dropFirst(Files.package.count + 1)), try Files.read($0)) }
  }

  @Test("Files that import Glibc import Darwin or Musl on other systems")
  func imports() throws {
    let files = try Self.sources().filter { $0.text.contains("import Glibc") }
    let folders = Set(files.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") })
    #expect(
      folders.sorted() == [
        "Sources/Benchmarks",
        "Sources/FlowTool",
        "Sources/Libretto/Command",
        "Sources/LibrettoCore/Base",
        "Sources/LibrettoTerminal/Terminal",
        "Tests/CommandTests",
        "Tests/FlowToolTests",
        "Tests/GuidesTests/Support",
        "Tests/LibrettoTests/Format",
        "Tests/LibrettoTests/Fuzz",
        "Tests/LibrettoTests/Hosting",
        "Tests/LibrettoTests/Support",
        "Tests/LibrettoTests/Terminal",
        "Tests/Oracle",
        "Tests/TerminalFixture",
        "Tests/TestSupport",
      ])
    #expect(files.filter { !Portability.isComplete($0.text) }.map(\.path) == [])
  }

  @Test(
    "An import alone, without one of the systems, or of another name is found",
    arguments: [
      ("import Glibc\n", false),
      ("#if canImport(Glibc)\n  import Glibc\n#endif\n", false),
      (
        "#if canImport(Glibc)\n  import Glibc\n#elseif canImport(Darwin)\n  import Darwin\n#endif\n",
        false
      ),
      (
        """
        #if canImport(Glibc)
          @preconcurrency import Glibc
        #elseif canImport(Musl)
          @preconcurrency import Musl
        #elseif canImport(Darwin)
          @preconcurrency import Darwin
          import MachO
        #endif
        """, true
      ),
      (
        """
        #if canImport(Glibc)
          import Glibc
        #elseif canImport(Musl)
          import Musl
        #elseif canImport(Darwin)
          import Darwin
        #endif
        import Glibc
        """, false
      ),
    ])
  func findsImports(text: String, isComplete: Bool) {
    #expect(Portability.isComplete(text) == isComplete)
  }

  @Test(
    "Tests use no option of a shell's tool that GNU alone has, and no locale that may be missing",
    arguments: ["stat -c", "stat -L", "readlink -f", "sed -i", "date -d", "C.UTF-8"])
  func tools(word: String) throws {
    #expect(try Self.sources().filter { $0.text.contains(word) }.map(\.path) == [])
  }

  @Test("A terminal of the guides controls its program")
  func terminal() throws {
    let result = try Terminal().perform(
      "echo here >/dev/tty; exit 3", environment: [:], expecting: "here\n")
    #expect(result.shown == "here\n" && result.code == 3)
  }
}

enum Portability {
  /// Whether each import of Glibc has its alternatives.
  static func isComplete(_ text: String) -> Bool {
    let imports = text.matches(of: /^ *(?:@\w+ )?import Glibc$/.anchorsMatchLineEndings())
    return imports.count == text.matches(of: alternatives).count
  }

  private static var alternatives: Regex<Substring> {
    /#if canImport\(Glibc\)\n *(?:@\w+ )?import Glibc\n *#elseif canImport\(Musl\)\n *(?:@\w+ )?import Musl\n *#elseif canImport\(Darwin\)\n *(?:@\w+ )?import Darwin\n/
  }
}
