import Testing

@testable import LibrettoCore

/// The parts of an error, the spelling of its path, and that nothing quoted drives a terminal.
struct JSONErrorTests {
  @Test("carries its parts")
  func parts() {
    #expect(
      throws: JSONError(
        path: "$.steps[1]", line: 3, column: 9, message: "expected a value, found “}”")
    ) {
      try JSONReader.read("{\n\"steps\": [1,\n        }")
    }
  }

  @Test("describes them in one line")
  func description() {
    let error = JSONError(
      path: "$.steps[3]", line: 3, column: 9, message: "expected a value, found “}”")
    #expect("\(error)" == "line 3, column 9, at $.steps[3]: expected a value, found “}”")
  }

  @Test(
    "a path quotes names that are no identifiers",
    arguments: [
      ("title", "$.title"), ("_a1", "$._a1"), ("1a", #"$["1a"]"#), ("", #"$[""]"#),
      ("a b", #"$["a b"]"#), ("a-b", #"$["a-b"]"#), ("é", #"$["é"]"#),
      (#"a"b\c"#, #"$["a\"b\\c"]"#), ("a\nb", #"$["a\nb"]"#), ("\u{1B}[2J", #"$["\u001B[2J"]"#),
      ("\u{202E}abc", #"$["\u202Eabc"]"#),
    ])
  func path(_ name: String, _ spelling: String) {
    #expect(JSONPath().appending(name).description == spelling)
  }

  @Test("a path joins names and indices, and leaves out the middle of a long one")
  func longPath() {
    let path = JSONPath().appending("steps").appending(3).appending("title")
    #expect(path.description == "$.steps[3].title")
    let longest = JSONPath(steps: (0..<32).map { .index($0) })
    #expect(longest.description == "$" + (0..<32).map { "[\($0)]" }.joined())
    let longer = JSONPath(steps: (0..<33).map { .index($0) })
    #expect(
      longer.description == "$" + (0..<8).map { "[\($0)]" }.joined() + "…"
        + (9..<33).map { "[\($0)]" }.joined())
  }

  @Test("an excerpt is cut after 40 scalars, escapes counted as they are shown")
  func excerpt() {
    let forty = String(repeating: "é", count: 40)
    #expect(JSONExcerpt.text(forty) == forty)
    #expect(JSONExcerpt.text(forty + "é") == forty + "…")
    #expect(
      JSONExcerpt.text(String(repeating: "\u{1B}", count: 1000))
        == String(repeating: "\\u001B", count: 7) + "…")
    let accents = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(JSONExcerpt.text(accents).unicodeScalars.count == 41)
  }

  @Test("a word without end is shown by its beginning")
  func longWord() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(
      JSONCase("", Array("[1,\(word)".utf8), error: "").outcome
        == .error(
          "line 1, column 4, at $[1]: expected a value, found “\(word.prefix(40))…”"))
  }

  @Test(
    "no control character of a text reaches its error",
    arguments: ["%", "[%", "{%", "{\"%\":1,\"%\":2}", "{\"%\" %", "\"\\%", "\"%", "1%x", "1.%"])
  func controls(_ template: String) {
    for scalar in (0...0x2069).compactMap(Unicode.Scalar.init) where JSONEscape.isNeeded(scalar) {
      var text = ""
      for character in template { text += character == "%" ? String(scalar) : String(character) }
      guard case .error(let error) = JSONCase("", Array(text.utf8), error: "").outcome else {
        Issue.record("accepted: \(template) with U+\(String(scalar.value, radix: 16))")
        return
      }
      #expect(!error.unicodeScalars.contains(where: JSONEscape.isNeeded))
    }
  }
}
