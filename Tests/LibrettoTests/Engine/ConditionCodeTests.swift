import Testing

@testable import LibrettoCore

@Suite("Conditions that a run evaluates")
struct ConditionCodeTests {
  static let cases: [(ConditionCode, [Value?], Bool)] = [
    (.contains(0, "é"), ["caf\u{E9}"], true),
    (.contains(0, "e\u{301}"), ["caf\u{E9}"], true),
    (.contains(0, "e"), ["cafe\u{301}"], false),
    (.contains(0, ""), [""], true),
    (.contains(0, "ab"), ["a"], false),
    (.contains(0, "aab"), ["aaab"], true),
    (.contains(0, "e\u{301}"), [["\u{E9}"]], true),
    (.contains(0, 1), [[2, 1]], true),
    (.contains(0, 1), ["1"], false),
    (.isMultiple(0, of: 0), [0], true),
    (.isMultiple(0, of: -1), [.int(.min)], true),
    (.compare(0, .equal, "\u{E9}"), ["e\u{301}"], true),
    (.compareKeys(0, .less, 1), [1, 1.5], true),
    (.known(.isEmpty(0)), [nil], false),
    (.not(.known(.isEmpty(0))), [nil], true),
    (.any([.isEmpty(0), .isEmpty(1)]), ["a", ""], true),
    (.all([]), [], true),
  ]

  @Test("hold by the answers", arguments: cases)
  func holds(condition: ConditionCode, answers: [Value?], holds: Bool) throws {
    #expect(try condition.holds(answers) == holds)
  }

  @Test("An answer that isn't there is an error")
  func unset() {
    #expect(throws: Incalculable.unset(slot: 1)) {
      try ConditionCode.compareKeys(0, .less, 1).holds([1, nil])
    }
  }
}
