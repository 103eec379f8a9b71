import Testing

@testable import LibrettoCore

/// What each element of a pattern matches.
struct PatternTests {
  @Test(
    "each element matches whole texts, as an automaton and simulated",
    arguments: [
      // Literals; the whole text, nothing less
      ("", [""], ["a"]),
      ("abc", ["abc"], ["", "ab", "abcd", "xabc", "abC"]),
      ("a-b, c!", ["a-b, c!"], ["a-b, c"]),
      ("é", ["é"], ["e\u{301}", "e", "è"]),
      ("👩‍👧", ["👩‍👧"], ["👩", "👧"]),
      // Any scalar but a newline
      (".", ["a", " ", "é", "🌀", "\r", "\u{2028}"], ["", "\n", "ab", "e\u{301}", "\r\n"]),
      // Escapes
      (#"\\\.\*\+\?\(\)\[\]\{\}\|\^\$\/\-\_\@\~"#, [#"\.*+?()[]{}|^$/-_@~"#], [#"\.*"#]),
      (#"\n\t\r"#, ["\n\t\r"], ["ntr", "\r\n\t"]),
      (#"\u{1F600}\u{e9}\u{0}\u{10FFFF}"#, ["😀é\0\u{10FFFF}"], ["😀e\0\u{10FFFF}"]),
      (#"\d"#, ["0", "9"], ["", "a", "٣", "３", "10"]),
      (#"\D"#, ["a", "٣", "\n"], ["0", "9"]),
      (#"\w"#, ["a", "Z", "_", "5"], ["-", "é", " "]),
      (#"\W"#, ["-", "é", "🌀"], ["a", "_", "5"]),
      (#"\s"#, [" ", "\t", "\n", "\r", "\u{B}", "\u{C}"], ["a", "\u{A0}", "\u{2003}"]),
      (#"\S"#, ["a", "\u{A0}"], [" ", "\n"]),
      // Classes
      ("[abc]", ["a", "b", "c"], ["", "d", "ab"]),
      ("[a-cx-z]", ["a", "b", "c", "x", "z"], ["d", "w", "-"]),
      ("[^a-c]", ["d", "é", "\n", "-", "\u{10FFFF}", "\0"], ["a", "b", "c", ""]),
      (#"[\d_-]"#, ["0", "_", "-"], ["a", "+"]),
      ("[-a]", ["-", "a"], ["b"]),
      ("[a^]", ["a", "^"], ["b"]),
      (#"[\]\[\\\-]"#, ["]", "[", "\\", "-"], ["a"]),
      (#"[$.*+?(){}|^]"#, ["$", ".", "*", "(", "}", "|", "^"], ["a"]),
      (#"[\D\d]"#, ["a", "1", "é"], [""]),
      (#"[^\D\d]"#, [], ["a", "1", ""]),
      (#"[\n-\r]"#, ["\n", "\r", "\u{B}"], ["\t", "n"]),
      (#"[\u{E0}-\u{FF}]"#, ["à", "é", "ÿ"], ["a", "Ā", "ß"]),
      ("[😀-😂]", ["😀", "😁", "😂"], ["😃", "😿"]),
      ("[^a-zb-c]", ["A", "{"], ["a", "b", "c", "d", "z"]),
      ("[b-da-cc]", ["a", "b", "c", "d"], ["e"]),
      // Groups and alternation
      ("a|bc|d", ["a", "bc", "d"], ["", "ab", "ac", "abc", "b"]),
      ("a||b", ["a", "", "b"], ["ab"]),
      ("|", [""], ["|"]),
      ("()", [""], ["()"]),
      ("a(b|c)d", ["abd", "acd"], ["ad", "abcd", "ab"]),
      ("a(?:b|c)d", ["abd", "acd"], ["ad", "abcd"]),
      ("((a)(b(c)))", ["abc"], ["ab"]),
      ("(|a)b", ["b", "ab"], ["a", "aab"]),
      // Repetition
      ("a*", ["", "a", "aaaa"], ["b", "ab"]),
      ("a+", ["a", "aaaa"], ["", "b"]),
      ("a?", ["", "a"], ["aa"]),
      ("ab*", ["a", "abb"], ["", "abab"]),
      ("(ab)*", ["", "ab", "abab"], ["aba", "abb"]),
      ("a{2}", ["aa"], ["a", "aaa", "a{2}"]),
      ("a{2,}", ["aa", "aaaaa"], ["", "a"]),
      ("a{0,}", ["", "aaa"], ["b"]),
      ("a{1,}", ["a", "aaa"], [""]),
      ("a{2,4}", ["aa", "aaa", "aaaa"], ["a", "aaaaa"]),
      ("a{0}", [""], ["a"]),
      ("a{0,1}", ["", "a"], ["aa"]),
      ("a{002}", ["aa"], ["a"]),
      ("(a|bc){2}", ["aa", "abc", "bca", "bcbc"], ["a", "bc", "aaa"]),
      ("(a{2}){2,3}", ["aaaa", "aaaaaa"], ["aaa", "aaaaa", "aa"]),
      ("(a*)*", ["", "aaa"], ["b"]),
      ("(a?)+b", ["b", "aab"], ["a"]),
      ("(){10000}", [""], ["a"]),
      // Anchors
      ("^abc$", ["abc"], ["ab", "abcd"]),
      ("^^a$$", ["a"], ["^a$", ""]),
      ("^$", [""], ["a"]),
      ("$^", [""], ["a"]),
      ("a^b", [], ["ab", "a^b"]),
      ("a$b", [], ["ab", "a$b"]),
      ("$a", [], ["a", "$a", ""]),
      ("(^a|b)*", ["", "a", "ab", "abb", "bb"], ["ba", "aa"]),
      ("(a|b$)*", ["", "a", "aab", "b"], ["ba", "bb"]),
      ("(^)*a($)*", ["a"], ["aa"]),
      ("a\n$", ["a\n"], ["a"]),
      ("a$", ["a"], ["a\n"]),
    ])
  func element(_ source: String, _ matched: [String], _ others: [String]) throws {
    let matcher = PatternMatcher(try PatternParser.program(source))
    let automaton = try #require(matcher.automaton)
    for text in matched {
      #expect(automaton.matches(text), "“\(source)” does not match “\(text)”")
      #expect(matcher.simulate(text).matches, "“\(source)” simulated does not match “\(text)”")
    }
    for text in others {
      #expect(!automaton.matches(text), "“\(source)” matches “\(text)”")
      #expect(!matcher.simulate(text).matches, "“\(source)” simulated matches “\(text)”")
    }
  }

  @Test(
    "patterns as they are used",
    arguments: [
      (#"[^@\s]+@[a-z0-9-]+(\.[a-z0-9-]+)+"#, "ada@mail.example.org", true),
      (#"[^@\s]+@[a-z0-9-]+(\.[a-z0-9-]+)+"#, "ada@localhost", false),
      (#"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#, "2024-02-29", true),
      (#"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"#, "2024-13-01", false),
      (#"[A-Z][a-zà-ÿ]+( [A-Z][a-zà-ÿ]+)*"#, "José García", true),
      (#".{0,5000}"#, "anything", true),
    ])
  func usual(_ pattern: Pattern, _ text: String, _ isMatched: Bool) {
    #expect(pattern.problem == nil)
    #expect(pattern.matches(text) == isMatched)
  }

  @Test("equal means written the same, to the byte")
  func equality() {
    #expect(Pattern("a+") == "a+")
    #expect(Pattern("a+") != "aa*")
    #expect(Pattern("\u{E9}") != Pattern("e\u{301}"))
    #expect(Set<Pattern>(["a", "a", "b", "(", "("]).count == 3)
    #expect("\(Pattern(#"\d+"#))" == #"\d+"#)
    #expect(Pattern(#"\d+"#).source == #"\d+"#)
  }

  @Test("a pattern with a problem matches nothing")
  func problem() {
    let pattern: Pattern = "a("
    #expect(!pattern.matches("a("))
    #expect(!pattern.matches(""))
    #expect(
      pattern.error
        == PatternError("“(” is never closed; add a “)”, or write “\\(”", at: 1))
  }

  @Test("several tasks share a pattern")
  func shared() async {
    let pattern: Pattern = "(a|b)*a(a|b){12}"
    let texts = (0..<32).map { String(repeating: "ab", count: $0) }
    let expected = texts.map(pattern.matches)
    await withTaskGroup(of: [Bool].self) { group in
      for _ in 0..<8 { group.addTask { texts.map(pattern.matches) } }
      for await result in group { #expect(result == expected) }
    }
  }
}
