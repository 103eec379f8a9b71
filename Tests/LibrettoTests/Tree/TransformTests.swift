import Testing

@testable import LibrettoCore

@Suite("Transforms of typed texts")
struct TransformTests {
  static let mail = Key<String>("mail")

  @Test(
    "white space goes at both ends and stays within, in any script",
    arguments: [
      ("", ""), (" \t", ""), ("Ann", "Ann"), ("Ann Lee", "Ann Lee"), (" Ann", "Ann"),
      ("Ann\r\n", "Ann"), ("\u{A0}é\u{3000}", "é"), ("e\u{301} ", "e\u{301}"),
      ("~\u{2003}~", "~\u{2003}~"), ("\u{0}a\u{0}", "\u{0}a\u{0}"), ("é x", "é x"),
    ])
  func trims(_ text: String, _ trimmed: String) { #expect(text.trimmed == trimmed) }

  @Test("are done before the rules, and the result is kept")
  func rules() async throws {
    let flow = Flow("f") {
      Ask("E-mail?", into: Self.mail).trimmed().lowercased().validate(.email)
      Say("\(Self.mail)")
    }
    let result = try await flow.run(
      with: Scripted([.refused(" ann at example "), "  Ann@Example.com  "]))
    #expect(
      result.transcript == """
        ASK      E-mail?
        PERSON    ann at example\u{20}
        REFUSED  Give an e-mail address, such as ann@example.com.
        PERSON     Ann@Example.com\u{20}\u{20}
        SAY      ann@example.com
        END      finished

        """)
    #expect(result[Self.mail] == "ann@example.com")
  }

  @Test("leave an optional answer out if nothing remains")
  func optional() async throws {
    let flow = Flow("f") { Ask("E-mail?", into: Self.mail).trimmed().optional().validate(.email) }
    let result = try await flow.run(with: Scripted(["   "]))
    #expect(result[Self.mail] == nil)
  }

  static let addresses: [(Rule<String>, String, Bool)] = [
    (.email, "ann@example.com", true), (.email, "a.b+c@mail.example.org", true),
    (.email, "ann@example", false), (.email, "ann example.com", false),
    (.email, "@example.com", false), (.email, "ann@example..com", false),
    (.url, "https://example.com", true), (.url, "http://example.com/a?b#c", true),
    (.url, "ftp://example.com", false), (.url, "https://", false),
    (.url, "https://example.com/a b", false),
  ]

  @Test("E-mail and web addresses", arguments: addresses)
  func forms(rule: Rule<String>, text: String, fits: Bool) {
    #expect(rule.rule.accepts(.string(text)) == fits)
  }

  @Test("A transform that there isn't, and one for a number, are refused in JSON")
  func json() {
    func problems(_ transforms: String, _ type: String) -> [String] {
      let json =
        #"{"libretto":1,"flow":"f","keys":{"k":"\#(type)"},"steps":[{"type":"ask","id":"q","#
        + #""title":"Q","into":"k","transforms":\#(transforms)}]}"#
      do throws(InvalidFlow) {
        _ = try Flow(json: Array(json.utf8))
        return []
      } catch {
        return error.problems.map(\.description)
      }
    }
    #expect(
      problems(#"["trim"]"#, "string") == [
        "$.steps[0].transforms[0]: there is no transform “trim”; there are “trimmed”, “lowercased”, "
          + "“uppercased”"
      ])
    #expect(
      problems(#"["trimmed"]"#, "integer") == [
        "$.steps[0].transforms: an answer that is a whole number can't have transforms"
      ])
  }
}
