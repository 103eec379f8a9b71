import Testing

@testable import LibrettoCore

/// Texts: pieces, templates, interpolation.
struct TextTests {
  let name = Key<String>("name")
  let age = Key<Int>("age")

  @Test("keys are placeholders, everything else is literal when declared")
  func interpolation() {
    let version = 3
    let text: Text = "Hello, \(name): \(version), \(1.5), \(true), \(age)"
    #expect(
      text.pieces == [
        .literal("Hello, "), .placeholder(name.reference), .literal(": 3, 1.5, true, "),
        .placeholder(age.reference),
      ])
    #expect(text.template == "Hello, {name}: 3, 1.5, true, {age}")
    #expect(text.keys == [name.reference, age.reference])
    #expect(text.literals == "Hello, : 3, 1.5, true, ")
  }

  @Test("adjacent literals are joined and empty ones dropped, however the text was made")
  func joined() {
    let greeting: Text = "Hello, \(name)"
    let a: Text = "\("He")\("llo")\(", ")\(name)\("")"
    let b = Text(pieces: [
      .literal("Hel"), .literal(""), .literal("lo, "), .placeholder(name.reference),
    ])
    let c: Text = "\(greeting)"
    #expect(a == greeting)
    #expect(b == greeting)
    #expect(c == greeting)
    #expect(Set([a, b, c, greeting]).count == 1)
    #expect(Text("").pieces.isEmpty)
    #expect(Text("").isEmpty)
    #expect(!greeting.isEmpty)
  }

  static let bracesCases: [(Text, String)] = [
    (Text("{name}"), "{{name}}"), (Text("a{b}c"), "a{{b}}c"), (Text("{}"), "{{}}"),
    ("{\(Key<String>("name"))}", "{{{name}}}"), ("\(Key<String>("name"))", "{name}"),
  ]

  @Test(
    "braces in a template",
    arguments: bracesCases)
  func braces(text: Text, template: String) {
    #expect(text.template == template)
  }

  @Test("texts are compared by their bytes")
  func canonicalEquivalents() {
    #expect(Text("é") != Text("e\u{301}"))
    #expect(Set([Text("é"), Text("e\u{301}")]).count == 2)
    #expect(Text("{name}") != "\(name)")
  }
}
