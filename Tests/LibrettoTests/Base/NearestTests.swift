import Testing

@testable import LibrettoCore

@Suite("The spelling that was probably meant")
struct NearestTests {
  @Test(
    "a word with few wrong letters is found, and one with nothing in common is not",
    arguments: [
      ("sya", "say"), ("Say", "say"), ("repaet", "repeat"), ("rapeat", "repeat"),
      ("repeats", "repeat"), ("x", nil), ("", nil), ("yes", nil), ("operation", "operations"),
    ] as [(String, String?)])
  func words(word: String, found: String?) {
    #expect(nearest(to: word, among: ["say", "repeat", "operations"]) == found)
  }

  @Test("of two words, the nearer one is found, and of equally near ones the first")
  func nearer() {
    #expect(nearest(to: "name", among: ["names", "name"]) == "name")
    #expect(nearest(to: "bat", among: ["cat", "hat"]) == "cat")
  }

  @Test("only the first 64 characters count, so a long word takes little time")
  func long() {
    let long = String(repeating: "a", count: 100_000)
    #expect(nearest(to: long, among: [String(repeating: "a", count: 64)]) != nil)
  }
}
