import Testing

@testable import LibrettoCore

/// What lines make of work, as the guide tells it.
@Suite("Table of work") struct WorkTableTests {
  private static let head = "| line | work that is | becomes |\n|---|---|---|\n"

  private static var table: String {
    func words(_ status: Memo.Effect.Status) -> String { "`\(status)`" }
    return Memo.Effect.table.reduce(into: head) { text, row in
      let isAny = row.from == Memo.Effect.Status.allCases
      let from = isAny ? "anything" : row.from.map(words).joined(separator: ", ")
      text += "| `\(row.line)` | \(from) | \(row.to.map(words) ?? "the same") |\n"
    }
  }

  /// `LIBRETTO_UPDATE_TABLE=1 swift test --filter WorkTableTests` writes it anew, and fails if it
  /// was another one.
  @Test("The guide has the table by which the memo is folded")
  func guide() throws {
    let path = "\(Files.package)/Guides/Libretto.docc/Architecture.md"
    let page = try Files.read(path)
    let start = try #require(page.firstRange(of: Self.head))
    let end = try #require(page[start.lowerBound...].firstRange(of: "\n\n"))
    let shown = String(page[start.lowerBound...end.lowerBound])
    if Compiler.variable("LIBRETTO_UPDATE_TABLE") == "1" {
      let (before, after) = (page[..<start.lowerBound], page[end.lowerBound...].dropFirst())
      try Files.write(before + Self.table + after, to: path)
    }
    #expect(shown == Self.table)
  }
}
