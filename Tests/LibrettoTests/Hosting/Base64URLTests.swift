import Testing

@testable import LibrettoCore

@Suite("Base64 for URLs")
struct Base64URLTests {
  /// Source: RFC 4648, section 10, without padding; the last two have the letters for URLs.
  @Test(
    "bytes and their text",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("~~~", "fn5-"), ("???", "Pz8_"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(Base64URL.encode(Array(bytes.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(bytes.utf8))
  }

  @Test(
    "what `encode` wouldn't write is refused",
    arguments: ["Z", "Zh", "Zm9", "Zg==", "Zm9v\n", "Zm+v", "Zm/v", "Zm9vé"])
  func refused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}
