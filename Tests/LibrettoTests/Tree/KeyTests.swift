import Testing

@testable import LibrettoCore

/// Keys as data.
struct KeyTests {
  @Test("a key's reference has its name and the type of its answer")
  func reference() {
    #expect(Key<[Int]>("scores").reference == KeyReference(name: "scores", type: .list(.integer)))
    #expect(Key<String>("a").reference != Key<String>("b").reference)
    #expect(Key<String>("a").reference != Key<Int>("a").reference)
  }

  @Test("names are compared by their bytes")
  func canonicallyEquivalentNames() {
    let a = Key<String>("é").reference
    let b = Key<String>("e\u{301}").reference
    #expect(a != b)
    #expect(Set([a, b, a]).count == 2)
  }
}
