import Testing

@testable import LibrettoCore

/// Equality to the bit, words, and order of values.
struct ValueTests {
  static let distinct: [Value] = [
    .null, .bool(true), .bool(false), .int(0), .int(1), .double(0), .double(-0.0), .double(1),
    .string(""), .string("0"), .string("é"), .string("e\u{301}"), .list([]), .list([.null]),
    .list([.int(1)]), .list([.double(1)]),
  ]

  @Test("each of these values is equal to itself alone")
  func equality() {
    for (i, a) in Self.distinct.enumerated() {
      for (j, b) in Self.distinct.enumerated() { #expect((a == b) == (i == j), "\(a) \(b)") }
    }
    #expect(Set(Self.distinct).count == Self.distinct.count)
    #expect(Set(Self.distinct + Self.distinct).count == Self.distinct.count)
  }

  @Test("answers are the same as Swift's == has it, also in lists")
  func same() {
    #expect(Value.string("é").isSame(as: .string("e\u{301}")))
    #expect(Value.list([.string("é"), 1]).isSame(as: .list([.string("e\u{301}"), .double(1)])))
    #expect(!Value.list(["a"]).isSame(as: .list(["a", "b"])))
    #expect(!Value.string("é").isSame(as: .string("e")))
    #expect(Value.double(0).isSame(as: .double(-0.0)))
    #expect(!Value.string("1").isSame(as: 1))
  }

  @Test("not a number is equal to itself, so trees that hold it are too")
  func notANumber() {
    #expect(Value.double(.nan) == .double(.nan))
  }

  static let descriptionCases: [(Value, String)] = [
    (Value.null, ""), (.bool(true), "yes"), (.bool(false), "no"), (.int(-7), "-7"),
    (.double(0.5), "0.5"), (.double(2), "2.0"), (.string("Bob"), "Bob"), (.list([]), ""),
    (["a", 1, true], "a, 1, yes"),
  ]

  @Test(
    "a person reads",
    arguments: descriptionCases)
  func description(value: Value, words: String) {
    #expect(value.description == words)
  }

  static let quotedCases: [(Value, String)] = [
    (Value.null, "nothing"), (.bool(true), "true"), (.bool(false), "false"), (.int(3), "3"),
    (.double(1.5), "1.5"), (.string("Bob"), "“Bob”"), (["a", 1], "[“a”, 1]"),
    (.string(String(repeating: "é", count: 41)), "“" + String(repeating: "é", count: 40) + "…”"),
    (
      .string(String(repeating: "é", count: 40)), "“" + String(repeating: "é", count: 40) + "”"
    ),
  ]

  @Test(
    "an error quotes",
    arguments: quotedCases)
  func quoted(value: Value, words: String) {
    #expect(value.quoted == words)
  }

  @Test("empty values")
  func isEmpty() {
    #expect(Self.distinct.filter(\.isEmpty) == [.null, .string(""), .list([])])
  }

  @Test("order of values of one kind, and of whole numbers among numbers")
  func order() {
    #expect(Value.int(1).order(to: .int(2)) == .ascending)
    #expect(Value.int(2).order(to: .double(2)) == .same)
    #expect(Value.double(2.5).order(to: .int(2)) == .descending)
    #expect(Value.string("b").order(to: .string("a")) == .descending)
    #expect(Value.bool(false).order(to: .bool(true)) == .ascending)
    #expect(Value.bool(true).order(to: .bool(true)) == .same)
    #expect(Value.string("1").order(to: .int(1)) == nil)
    #expect(Value.null.order(to: .null) == nil)
    #expect(Value.list([]).order(to: .list([])) == nil)
  }

  @Test("length")
  func length() {
    #expect(Value.string("👨‍👩‍👧é").length == 2)
    #expect(Value.list([1, 2, 3]).length == 3)
    #expect(Value.int(12).length == nil)
    #expect(Value.null.length == nil)
  }
}
