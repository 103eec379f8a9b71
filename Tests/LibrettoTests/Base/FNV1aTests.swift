import Testing

@testable import LibrettoCore

@Suite("The hash for what outlives a process")
struct FNV1aTests {
  /// Source: the test vectors of the authors, http://www.isthe.com/chongo/tech/comp/fnv.
  @Test(
    "the 64-bit hash is the published one",
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C),
      ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func vectors(text: String, hash: UInt64) {
    #expect(fnv1a(text.utf8) == hash)
    #expect(text.shortForm == UInt32(truncatingIfNeeded: hash ^ (hash >> 32)))
  }
}
