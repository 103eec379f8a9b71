import Testing

@testable import LibrettoCore

/// Everything that is no pattern here, with the whole sentence.
struct PatternRefusalTests {
  @Test(
    "each mistake has a sentence and a place",
    arguments: [
      // Brackets
      ("a(b", "character 2: “(” is never closed; add a “)”, or write “\\(”"),
      ("(a(b)", "character 1: “(” is never closed; add a “)”, or write “\\(”"),
      ("é)", "character 2: “)” closes nothing; write “\\)”"),
      ("a]", "character 2: “]” closes nothing; write “\\]”"),
      ("a}", "character 2: “}” closes nothing; write “\\}”"),
      ("a[b", "character 2: “[” is never closed; add a “]”, or write “\\[”"),
      ("[", "character 1: “[” is never closed; add a “]”, or write “\\[”"),
      ("[^", "character 1: “[” is never closed; add a “]”, or write “\\[”"),
      ("[a-", "character 1: “[” is never closed; add a “]”, or write “\\[”"),
      // Classes
      ("[]", "character 1: “[]” is empty; write “\\]” for a bracket in it"),
      ("[^]a]", "character 1: “[^]” is empty; write “\\]” for a bracket in it"),
      (
        "a[[:alpha:]]",
        "character 3: a class can't contain another class; write “\\[” for the character itself"
      ),
      ("[xz-a]", "character 3: the range “z-a” is the wrong way round"),
      (
        #"[\w-.]"#,
        "character 2: “\\w-.” is not a range, since one end is a class; "
          + "write “\\-” for the character itself"
      ),
      (
        #"[a-\d]"#,
        "character 2: “a-\\d” is not a range, since one end is a class; "
          + "write “\\-” for the character itself"
      ),
      // Quantifiers
      ("*a", "character 1: “*” has nothing to repeat; write “\\*” for the character itself"),
      ("a|+", "character 3: “+” has nothing to repeat; write “\\+” for the character itself"),
      ("(?)", "character 1: “(?” doesn't begin a group here; write “(…)” or “(?:…)”"),
      ("(*)", "character 2: “*” has nothing to repeat; write “\\*” for the character itself"),
      ("^?", "character 2: “?” has nothing to repeat; write “\\?” for the character itself"),
      ("{2}", "character 1: “{” has nothing to repeat; write “\\{” for the character itself"),
      (
        "a*?",
        "character 2: “*?” is lazy, which makes no difference here: "
          + "a pattern matches the whole text or not; leave out the “?”"
      ),
      (
        "a{2,3}?",
        "character 2: “{2,3}?” is lazy, which makes no difference here: "
          + "a pattern matches the whole text or not; leave out the “?”"
      ),
      (
        "a++",
        "character 2: “++” is possessive, which makes no difference here: "
          + "a pattern never goes back; leave out the “+”"
      ),
      (
        "a**",
        "character 3: a repetition can't be repeated; put the repeated part in a group, “(…)”"
      ),
      (
        "a+{2}",
        "character 3: a repetition can't be repeated; put the repeated part in a group, “(…)”"
      ),
      ("a{3,1}", "character 2: “{3,1}” is the wrong way round; write “{1,3}”"),
      (
        "a{10001}",
        "character 2: a repetition has more than the limit “states” of 10000; "
          + "repeat less, or limit the length with a separate rule"
      ),
      (
        "a{0,99999999999999999999999999}",
        "character 2: a repetition has more than the limit “states” of 10000; "
          + "repeat less, or limit the length with a separate rule"
      ),
      // Groups of a special kind
      (
        "a(?=b)",
        "character 2: “(?=” looks ahead or behind, which a pattern can't do; use a separate rule"
      ),
      (
        "(?!b)",
        "character 1: “(?!” looks ahead or behind, which a pattern can't do; use a separate rule"
      ),
      (
        "(?<=b)",
        "character 1: “(?<=” looks ahead or behind, which a pattern can't do; use a separate rule"
      ),
      (
        "(?<!b)",
        "character 1: “(?<!” looks ahead or behind, which a pattern can't do; use a separate rule"
      ),
      (
        "(?<year>a)",
        "character 1: a group can't have a name, since nothing reads its match; write “(…)”"
      ),
      (
        "(?P<year>a)",
        "character 1: a group can't have a name, since nothing reads its match; write “(…)”"
      ),
      (
        "(?i)a",
        "character 1: a pattern has no flags such as “(?i)”; write “[aA]” for either case"
      ),
      (
        "(?-s:a)",
        "character 1: a pattern has no flags such as “(?i)”; write “[aA]” for either case"
      ),
      ("(?>a)", "character 1: “(?” doesn't begin a group here; write “(…)” or “(?:…)”"),
      ("(?", "character 1: “(?” doesn't begin a group here; write “(…)” or “(?:…)”"),
      // Escapes
      ("a\\", "character 2: the pattern ends in “\\”; write “\\\\” for the character itself"),
      ("[\\", "character 2: the pattern ends in “\\”; write “\\\\” for the character itself"),
      (
        #"(a)\1"#,
        "character 4: “\\1” refers back to a group, which a pattern can't do; repeat the group instead"
      ),
      (
        #"\k<a>"#,
        "character 1: “\\k” refers back to a group, which a pattern can't do; repeat the group instead"
      ),
      (#"\bword"#, "character 1: “\\b” is not an anchor here; use “^” or “$”"),
      (#"\p{L}"#, "character 1: “\\p” is not a class here; write ranges, as in “[a-zà-ÿ]”"),
      (
        #"\q"#,
        "character 1: “\\q” is not an escape; write “q” for the character itself, "
          + "or “\\u{…}” with its number"
      ),
      (
        #"[\é]"#,
        "character 2: “\\é” is not an escape; write “é” for the character itself, "
          + "or “\\u{…}” with its number"
      ),
      (
        "\\\u{1B}",
        "character 1: “\\␛” is not an escape; write “␛” for the character itself, "
          + "or “\\u{…}” with its number"
      ),
    ])
  func mistake(_ source: String, _ description: String) {
    #expect(Pattern(source).problem == description)
  }

  @Test(
    "a repetition that is no repetition",
    arguments: ["a{", "a{}", "a{x}", "a{,2}", "a{2", "a{2,", "a{2,3", "a{1,2,3}", "a{-1}", "a{ 2}"])
  func braces(_ source: String) {
    #expect(
      Pattern(source).problem
        == "character 2: “{” begins a repetition, “{2}”, “{2,}” or “{2,5}”; "
        + "write “\\{” for the character itself")
  }

  @Test(
    "a scalar that is no scalar",
    arguments: [
      #"\u"#, #"\u00E9"#, #"\u{"#, #"\u{}"#, #"\u{E9"#, #"\u{xyz}"#, #"\u{D800}"#, #"\u{110000}"#,
      #"\u{0000E9E}"#,
    ])
  func number(_ source: String) {
    #expect(
      Pattern(source).problem
        == "character 1: “\\u” needs the number of a Unicode scalar in braces, as in “\\u{E9}”")
  }
}
