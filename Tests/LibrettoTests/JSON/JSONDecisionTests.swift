import Testing

/// The i_ cases: what RFC 8259 leaves to a reader; this one refuses most of it.
struct JSONDecisionTests {
  @Test("refuses JSON that other parsers accept", arguments: cases)
  func refused(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  @Test("accepts JSON that other parsers refuse", arguments: accepted)
  func decidedFor(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let accepted: [JSONCase] = [
    .init("i_number_double_huge_neg_exp", "[123.456e-789]", [0.0]),
    .init("i_number_real_underflow", "[123e-10000000]", [0.0]),
    .init(
      "i_structure_500_nested_arrays",
      String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
      (1..<500).reduce([]) { inner, _ in [inner] }),
  ]

  static let cases: [JSONCase] = [
    .init(
      "i_number_huge_exp",
      "[0.4e006699999999999999999999999999999999999999999999999999999999999999999999999"
        + "99999999999999999999999999999999999999999999969999999006]",
      error: "line 1, column 2, at $[0]: "
        + "the number “0.4e006699999999999999999999999999999999…” is out of the range of a Double"),
    .init(
      "i_number_neg_int_huge_exp", "[-1e+9999]",
      error: "line 1, column 2, at $[0]: the number “-1e+9999” is out of the range of a Double"),
    .init(
      "i_number_pos_double_huge_exp", "[1.5e+9999]",
      error: "line 1, column 2, at $[0]: the number “1.5e+9999” is out of the range of a Double"),
    .init(
      "i_number_real_neg_overflow",
      "[-123123e100000]",
      error:
        "line 1, column 2, at $[0]: the number “-123123e100000” is out of the range of a Double"),
    .init(
      "i_number_real_pos_overflow",
      "[123123e100000]",
      error: "line 1, column 2, at $[0]: the number “123123e100000” is out of the range of a Double"
    ),
    .init(
      "i_number_too_big_neg_int",
      "[-123123123123123123123123123123]",
      error: "line 1, column 2, at $[0]: "
        + "the integer “-123123123123123123123123123123” is not in the range -9223372036854775808 to 9223372036854775807"
    ),
    .init(
      "i_number_too_big_pos_int",
      "[100000000000000000000]",
      error: "line 1, column 2, at $[0]: "
        + "the integer “100000000000000000000” is not in the range -9223372036854775808 to 9223372036854775807"
    ),
    .init(
      "i_number_very_big_negative_int",
      "[-237462374673276894279832749832423479823246327846]",
      error: "line 1, column 2, at $[0]: "
        + "the integer “-237462374673276894279832749832423479823…” is not in the range -9223372036854775808 to 9223372036854775807"
    ),
    .init(
      "i_number_int_max_plus_1",
      "[9223372036854775808]",
      error: "line 1, column 2, at $[0]: "
        + "the integer “9223372036854775808” is not in the range -9223372036854775808 to 9223372036854775807"
    ),
    .init(
      "i_number_int_min_minus_1",
      "[-9223372036854775809]",
      error: "line 1, column 2, at $[0]: "
        + "the integer “-9223372036854775809” is not in the range -9223372036854775808 to 9223372036854775807"
    ),
    .init(
      "i_number_double_max_rounded_up", "1.7976931348623159e308",
      error: "line 1, column 1, at $: "
        + "the number “1.7976931348623159e308” is out of the range of a Double"),
    .init(
      "i_object_key_lone_2nd_surrogate", #"{"\uDFAA":0}"#,
      error: #"line 1, column 3, at $: "#
        + #"“\uDFAA” is the second half of a surrogate pair without the first"#),
    .init(
      "i_string_1st_surrogate_but_2nd_missing", #"["\uDADA"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uDADA” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_1st_valid_surrogate_2nd_invalid", #"["\uD888\u1234"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uD888” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_incomplete_surrogate_and_escape_valid", #"["\uD800\n"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uD800” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_incomplete_surrogate_pair", #"["\uDd1ea"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uDd1e” is the second half of a surrogate pair without the first"#),
    .init(
      "i_string_incomplete_surrogates_escape_valid", #"["\uD800\uD800\n"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uD800” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_invalid_lonely_surrogate", #"["\ud800"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\ud800” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_invalid_surrogate", #"["\ud800abc"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\ud800” is the first half of a surrogate pair without the second"#),
    .init(
      "i_string_invalid_utf-8", [0x5B, 0x22, 0xFF, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (FF) in a string"),
    .init(
      "i_string_inverted_surrogates_U+1D11E", #"["\uDd1e\uD834"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uDd1e” is the second half of a surrogate pair without the first"#),
    .init(
      "i_string_iso_latin_1", [0x5B, 0x22, 0xE9, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (E9) in a string"),
    .init(
      "i_string_lone_second_surrogate", #"["\uDFAA"]"#,
      error: #"line 1, column 3, at $[0]: "#
        + #"“\uDFAA” is the second half of a surrogate pair without the first"#),
    .init(
      "i_string_lone_utf8_continuation_byte", [0x5B, 0x22, 0x81, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (81) in a string"),
    .init(
      "i_string_not_in_unicode_range", [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (F4 BF BF BF) in a string"),
    .init(
      "i_string_overlong_sequence_2_bytes", [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (C0 AF) in a string"),
    .init(
      "i_string_overlong_sequence_6_bytes",
      [0x5B, 0x22, 0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (FC) in a string"),
    .init(
      "i_string_overlong_sequence_6_bytes_null",
      [0x5B, 0x22, 0xFC, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (FC) in a string"),
    .init(
      "i_string_truncated-utf-8", [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (E0) in a string"),
    .init(
      "i_string_UTF-8_invalid_sequence",
      [0x5B, 0x22, 0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA, 0x22, 0x5D],
      error: "line 1, column 5, at $[0]: invalid UTF-8 (FA) in a string"),
    .init(
      "i_string_UTF8_surrogate_U+D800", [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
      error: "line 1, column 3, at $[0]: invalid UTF-8 (ED A0 80) in a string"),
    .init(
      "i_string_utf16BE_no_BOM", [0x00, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D],
      error: #"line 1, column 1, at $: expected a value, found “\u0000”"#),
    .init(
      "i_string_utf16LE_no_BOM", [0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00],
      error: #"line 1, column 2, at $[0]: expected a value, found “\u0000”"#),
    .init(
      "i_string_UTF-16LE_with_BOM",
      [0xFF, 0xFE, 0x5B, 0x00, 0x22, 0x00, 0xE9, 0x00, 0x22, 0x00, 0x5D, 0x00],
      error: "line 1, column 1, at $: expected a value, found invalid UTF-8 (FF)"),
    .init(
      "i_structure_UTF-8_BOM_empty_object", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
      error: "line 1, column 1, at $: the text must not begin with a byte order mark"),
  ]
}
