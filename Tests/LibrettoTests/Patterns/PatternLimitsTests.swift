import Testing

@testable import LibrettoCore

/// What bounds the size of a pattern, on both sides of each bound.
struct PatternLimitsTests {
  static let tooManyStates =
    "with its repetitions written out, the pattern has more states than the limit “states” of "
    + "10000; repeat less, or limit the length with a separate rule"

  @Test("a source has at most 4,096 bytes")
  func bytes() {
    #expect(Pattern(String(repeating: "a", count: 4096)).problem == nil)
    #expect(
      Pattern(String(repeating: "é", count: 2049)).error
        == PatternError(
          "the pattern has 4098 bytes, more than the limit “bytes” of 4096; "
            + "write a shorter one, or several rules", at: 0))
  }

  @Test("at most 64 groups are open at once")
  func depth() {
    func nested(_ depth: Int) -> Pattern {
      Pattern(String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth))
    }
    #expect(nested(64).matches("a"))
    #expect(
      nested(65).error
        == PatternError(
          "groups are nested deeper than the limit “depth” of 64; leave some out", at: 64))
    #expect(Pattern(String(repeating: "(a)", count: 1000)).problem == nil)
  }

  @Test(
    "as many states as are allowed",
    arguments: [
      "a{10000}", "a{0,5000}", "(a{100}){100}", "(a|b){2500}", "(a{5000}){0}b{5000}", "a{9999,}",
      "(){10000}", "((){10000}){10000}", "((a{5000}){1}){2}",
    ])
  func largest(_ source: String) throws {
    let program = try PatternParser.program(source)
    #expect(program.instructions.count <= 10_001)
  }

  @Test(
    "one state more is refused where it would be made",
    arguments: [
      ("aa{10000}", 2), ("a{0,5001}", 1), ("a{10000}a", 8), ("a{10000}|", 8), ("a{10000,}", 1),
      ("((a{1000}){1000}){1000}", 10), ("(a{100}){101}", 8), ("a{5000}(a{5001})", 7),
      ("((((((((a{9999}){9999}){9999}){9999}){9999}){9999}){9999}){9999}){9999}", 16),
      ("(a{9000}|b{1000})", 10), ("(a{5000}){0}b{5001}", 13),
      ("((a{5000}){0})(a{5001})", 16),
    ])
  func larger(_ source: String, _ offset: Int) {
    #expect(Pattern(source).error == PatternError(Self.tooManyStates, at: offset))
  }

  @Test("patterns that need too large an automaton are simulated")
  func simulated() throws {
    // 2^13 states; a state for each scalar; a class for each literal; a large program.
    let words = (0..<300).map { "\\u{\(String(0x4E00 + 2 * $0, radix: 16))}" }
    for source in ["(a|b)*a(a|b){12}", "a{600}", "[\(words.joined())]", "a{0,4000}"] {
      let matcher = PatternMatcher(try PatternParser.program(source))
      #expect(matcher.automaton == nil, "“\(source)”")
    }
    let han = Pattern("[\(words.joined())]+")
    #expect(han.problem == nil)
    #expect(han.matches("\u{4E00}\u{4E02}\u{4E00}"))
    #expect(!han.matches("\u{4E00}\u{4E01}"))
    #expect(Pattern("(a|b)*a(a|b){12}").matches("ab" + String(repeating: "ab", count: 6)) == false)
    #expect(Pattern("(a|b)*a(a|b){12}").matches("aa" + String(repeating: "ba", count: 6)))
    #expect(Pattern("a{600}").matches(String(repeating: "a", count: 600)))
    #expect(!Pattern("a{600}").matches(String(repeating: "a", count: 599)))
  }
}
