import Testing

/// The n_ cases of strings, each with the whole text of its error.
struct JSONStringRefusalTests {
  @Test("refuses strings", arguments: cases)
  func refused(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let cases: [JSONCase] = [
    .init(
      "n_string_1_surrogate_then_escape", #"["\uD800\"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uD800” is the first half of a surrogate pair without the second"#),
    .init(
      "n_string_1_surrogate_then_escape_u", #"["\uD800\u"]"#,
      error: #"line 1, column 9, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_1_surrogate_then_escape_u1", #"["\uD800\u1"]"#,
      error: #"line 1, column 9, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_1_surrogate_then_escape_u1x", #"["\uD800\u1x"]"#,
      error: #"line 1, column 9, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_accentuated_char_no_quotes", "[é]",
      error: "line 1, column 2, at $[0]: expected a value, found “é”"),
    .init(
      "n_string_backslash_00", "[\"\\\u{0}\"]",
      error: #"line 1, column 3, at $[0]: “\\u0000” is not a JSON escape"#),
    .init(
      "n_string_escape_x", #"["\x00"]"#,
      error: #"line 1, column 3, at $[0]: “\x” is not a JSON escape"#),
    .init(
      "n_string_escaped_backslash_bad", #"["\\\"]"#,
      error: "line 1, column 2, at $[0]: the string that begins here has no closing quote"),
    .init(
      "n_string_escaped_ctrl_char_tab", "[\"\\\t\"]",
      error: #"line 1, column 3, at $[0]: “\\t” is not a JSON escape"#),
    .init(
      "n_string_escaped_emoji", #"["\🌀"]"#,
      error: #"line 1, column 3, at $[0]: “\🌀” is not a JSON escape"#),
    .init(
      "n_string_incomplete_escape", #"["\"]"#,
      error: "line 1, column 2, at $[0]: the string that begins here has no closing quote"),
    .init(
      "n_string_incomplete_escaped_character", #"["\u00A"]"#,
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_incomplete_surrogate", #"["\uD834\uDd"]"#,
      error: #"line 1, column 9, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_incomplete_surrogate_escape_invalid", #"["\uD800\uD800\x"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uD800” is the first half of a surrogate pair without the second"#),
    .init(
      "n_string_invalid_utf8_in_escape", [0x5B, 0x22, 0x5C, 0x75, 0xE5, 0x22, 0x5D],
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_invalid_backslash_esc", #"["\a"]"#,
      error: #"line 1, column 3, at $[0]: “\a” is not a JSON escape"#),
    .init(
      "n_string_invalid_unicode_escape", #"["\uqqqq"]"#,
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_invalid_utf8_after_escape", [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D],
      error: "line 1, column 4, at $[0]: invalid UTF-8 (E5) in a string"),
    .init(
      "n_string_leading_uescaped_thinspace", #"[\u0020"asd"]"#,
      error: #"line 1, column 2, at $[0]: expected a value, found “\”"#),
    .init(
      "n_string_no_quotes_with_bad_escape", #"[\n]"#,
      error: #"line 1, column 2, at $[0]: expected a value, found “\”"#),
    .init(
      "n_string_single_doublequote", #"""#,
      error: "line 1, column 1, at $: the string that begins here has no closing quote"),
    .init(
      "n_string_single_quote", "['single quote']",
      error: "line 1, column 2, at $[0]: expected a value, found “'”"),
    .init(
      "n_string_single_string_no_double_quotes", "abc",
      error: "line 1, column 1, at $: expected a value, found “abc”"),
    .init(
      "n_string_start_escape_unclosed", #"["\"#,
      error: "line 1, column 2, at $[0]: the string that begins here has no closing quote"),
    .init(
      "n_string_unescaped_ctrl_char", "[\"a\u{0}a\"]",
      error: #"line 1, column 4, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \u0000"#),
    .init(
      "n_string_unescaped_newline", "[\"new\nline\"]",
      error: #"line 1, column 6, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \n"#),
    .init(
      "n_string_unescaped_tab", "[\"\t\"]",
      error: #"line 1, column 3, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \t"#),
    .init(
      "n_string_unescaped_escape", "[\"\u{1B}[31m\"]",
      error: #"line 1, column 3, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \u001B"#),
    .init(
      "n_string_unescaped_U+001F", "[\"\u{1F}\"]",
      error: #"line 1, column 3, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \u001F"#),
    .init(
      "n_string_unicode_CapitalU", #""\UA66D""#,
      error: #"line 1, column 2, at $: “\U” is not a JSON escape"#),
    .init(
      "n_string_with_trailing_garbage", #"""x"#,
      error: "line 1, column 3, at $: expected the end of the text, found “x”"),
    .init(
      "n_string_signed_hexadecimal", #"["\u+041"]"#,
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_spaced_hexadecimal", #"["\u 041"]"#,
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_capital_N_escape", #"["\N"]"#,
      error: #"line 1, column 3, at $[0]: “\N” is not a JSON escape"#),
    .init(
      "n_string_apostrophe_escape", #"["\'"]"#,
      error: #"line 1, column 3, at $[0]: “\'” is not a JSON escape"#),
    .init(
      "n_string_octal_escape", #"["\033"]"#,
      error: #"line 1, column 3, at $[0]: “\0” is not a JSON escape"#),
    .init(
      "n_string_hexadecimal_cut_by_the_end", #"["\u00"#,
      error: #"line 1, column 3, at $[0]: four hexadecimal digits must follow “\u”"#),
    .init(
      "n_string_low_surrogate_at_the_end", #""\uD834"#,
      error: #"line 1, column 2, at $: "#
        + #"“\uD834” is the first half of a surrogate pair without the second"#),
    .init(
      "n_string_unclosed_in_second_line", "{\"a\":1,\n \"b\":\"x}",
      error: "line 2, column 6, at $.b: the string that begins here has no closing quote"),
    .init(
      "n_string_column_counts_scalars", "[\"é🌀\t\"]",
      error: #"line 1, column 5, at $[0]: "#
        + #"a string can't contain an unescaped control character; write \t"#),
  ]
}
