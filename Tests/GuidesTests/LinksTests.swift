import TestSupport
import Testing

/// What docc does not check: the links of the README, and that the landing page leaves nothing out.
@Suite("Links of the guides") struct LinksTests {
  @Test("Every link of the README leads to a file")
  func readme() throws {
    let text = try Files.read("\(Files.package)/README.md")
    let links = text.matches(of: /\]\(([^)#]+)[^)]*\)/).map { String($0.1) }
    #expect(links.count == 41)
    for link in links where !link.hasPrefix("http") {
      #expect((try? Files.read("\(Files.package)/\(link)")) != nil, "\(link)")
    }
    // The landing page stands for all of them, and is made for docc.
    let pages = Set(Guide.all.map(\.path)).subtracting([
      "README.md", "Guides/Libretto.docc/Libretto.md",
    ])
    #expect(pages.subtracting(links) == [], "the README links every guide")
  }
}
