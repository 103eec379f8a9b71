import Testing

@testable import LibrettoCore

/// Patterns made to hang a matcher: the work is counted, and it grows with the text alone.
struct PatternHostileTests {
  @Test(
    "at most two steps for each state at each scalar",
    arguments: [
      ("(a+)+$", "a", "!"), ("(a|a)*b", "a", ""), ("(a?){50}a{50}", "a", ""),
      ("((a*)*)*b", "a", ""), ("(a|aa)+$", "a", "!"), ("(.*)*(.*)*(.*)*x", "a", ""),
      ("([a-z]+)*[0-9]", "abc", "-"), ("((a?){50}a{50})*(a+)+$", "a", "!"),
      ("(a|b)*a(a|b){12}", "ab", "c"), ("(x+x+)+y", "x", ""),
      ("^(([a-z])+.)+[A-Z]([a-z])+$", "a", ""),
      ("(((((a*)*)*)*)*)*b", "a", ""), ("(a{0,40}){0,40}b", "a", ""), ("((^|$)*a*)*b", "a", ""),
    ])
  func linear(_ source: String, _ part: String, _ end: String) throws {
    let matcher = PatternMatcher(try PatternParser.program(source))
    let states = matcher.program.instructions.count
    for count in [100, 1000, 10_000] {
      let text = String(repeating: part, count: count) + end
      let (matches, steps) = matcher.simulate(text)
      #expect(steps <= 2 * states * (text.unicodeScalars.count + 1))
      #expect(matcher.matches(text) == matches)
    }
  }

  @Test("a bounded repetition costs the same at each scalar, however high the bound")
  func bounded() throws {
    let matcher = PatternMatcher(try PatternParser.program(".{0,5000}"))
    let (matches, steps) = matcher.simulate(String(repeating: "a", count: 5000))
    #expect(matches)
    #expect(steps <= 4 * 5001)
    let longer = matcher.simulate(String(repeating: "a", count: 1_000_000))
    #expect(!longer.matches)
    // It stops where nothing can match any more.
    #expect(longer.steps <= 4 * 5001)
  }

  @Test("a long text")
  func long() {
    let text = String(repeating: "a", count: 1_000_000)
    #expect(Pattern("(a+)+$").matches(text))
    #expect(!Pattern("(a+)+$").matches(text + "!"))
    #expect(!Pattern("(a|a)*b").matches(text))
  }

  @Test("random sources end in a pattern or in an error")
  func random() {
    var generator = SeededGenerator(seed: 1968)
    let alphabet = Array(##"()[]{}|*+?^$\.-,:=!<>019adDwWsSnukpb"ée"##.unicodeScalars)
    var accepted = 0
    for _ in 0..<20_000 {
      var source = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<16, using: &generator) {
        source.append(alphabet[Int.random(in: alphabet.indices, using: &generator)])
      }
      let pattern = Pattern(String(source))
      if let error = pattern.error {
        #expect((0...source.count).contains(error.offset))
      } else {
        accepted += 1
      }
      _ = pattern.matches("a1é()")
    }
    #expect(accepted > 500)
  }

  @Test("random bytes as a source, and as a text, end in a pattern or in an error")
  func bytes() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = Pattern(text).matches(text)
      #expect(Pattern(#"(.|\n)*"#).matches(text))
    }
  }
}
