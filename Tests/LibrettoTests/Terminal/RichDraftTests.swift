import Testing

@testable import LibrettoCore

/// What a program learns while somebody types at the rich console, and what it offers.
@Suite("Drafts and completion at the rich console")
struct RichDraftTests {
  private static let name = Key<String>("name")
  private static let teams = Key<[String]>("teams")
  private static let team = Key<String>("team")

  @Test(".changed is called at each key, and never for a secret", arguments: [true, false])
  func drafts(asPage: Bool) async throws {
    let drafts = Locked<[String]>([])
    let note: @Sendable (String?) -> Void = { draft in
      drafts.withLock { $0.append(draft ?? "") }
    }
    let secret = Key<String>("secret")
    let flow = Flow("drafts") {
      Form("A page") {
        Ask("Name?", into: Self.name)
        Ask("Secret?", into: secret).secret()
      }
    }
    .on(.changed, of: "a-page/name") { note($0.draft) }
    .on(.changed, of: "a-page/secret") { note($0.draft) }
    let (result, _) = try await TypedConsole.perform(
      flow, lines: ["Ann", "s3cret", "submit"], pages: asPage ? ["Ann\rs3cret\r\r"] : nil)
    #expect(result.outcome == .finished)
    let seen = drafts.withLock { $0 }
    #expect(seen.prefix(3) == ["A", "An", "Ann"])
    #expect(seen.allSatisfy { "Ann".hasPrefix($0) })
  }

  @Test("Tab completes a value of an earlier answer")
  func among() async throws {
    let flow = Flow("teams") {
      Store(["alpha", "beta"], into: Self.teams)
      Ask("Team?", into: Self.team).validate(.oneOf(Self.teams))
    }
    let (result, _) = try await TypedConsole.perform(flow, lines: ["b\t"])
    #expect(result[Self.team] == "beta")
  }
}
