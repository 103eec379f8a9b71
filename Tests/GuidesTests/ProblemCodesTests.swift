import Testing

/// The guide has the code of each rule.
@Suite("Codes of problems") struct ProblemCodesTests {
  @Test("The guide's tables list the code of each rule exactly once")
  func codes() throws {
    let files = try Files.swift(in: "\(Files.package)/Sources/LibrettoCore")
    var codes: [String] = []
    for (path, text) in files where path.hasPrefix("Checks/") {
      codes += text.matches(of: /static let code = "([^"]+)"/).map { String($0.1) }
    }
    let guide = try Files.read("\(Files.package)/Guides/Libretto.docc/Problems.md")
    let shown = guide.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) }
    #expect(codes.count == 68)
    #expect(shown.sorted() == codes.sorted())
  }
}
