import Testing

@testable import LibrettoCore

/// The components of ids.
struct SlugTests {
  static let titleCases: [(String, String)] = [
    ("Some random error", "some-random-error"), ("  Delete   it?! ", "delete-it"),
    ("What's up", "whats-up"), ("What’s up", "whats-up"), ("a_b.c/d", "a-b-c-d"), ("", ""),
    ("…?!", ""), ("🙂", ""), ("Größe 2", "größe-2"), ("漢字", "漢字"), ("-a-", "a"),
    ("Wi-Fi", "wi-fi"),
  ]

  @Test(
    "of a title",
    arguments: titleCases)
  func title(text: String, slug: String) {
    #expect(Slug.title(text) == slug)
  }

  @Test("of a key's name, with its case")
  func name() {
    #expect(Slug.name("userName.first") == "userName-first")
  }

  static let problemCases: [(String, String?)] = [
    ("a", nil), ("a-b_c.d/e1", nil), ("é", nil), ("", "an id can't be empty"),
    ("a b", "use only letters, digits, “-”, “_”, “.” and “/”"),
    ("a@2", "use only letters, digits, “-”, “_”, “.” and “/”"),
    ("a#2", "use only letters, digits, “-”, “_”, “.” and “/”"),
    ("a\n", "use only letters, digits, “-”, “_”, “.” and “/”"),
  ]

  @Test(
    "what an id may be",
    arguments: problemCases)
  func problem(id: String, problem: String?) {
    #expect(Slug.problem(ofID: id) == problem)
  }
}
