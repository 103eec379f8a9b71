import Testing

@testable import LibrettoCore

/// What RFC 8259 allows and the reader must accept, with the value that it means.
struct JSONAcceptanceTests {
  @Test("accepts arrays, objects and single values", arguments: structures)
  func structure(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  @Test("accepts numbers", arguments: numbers)
  func number(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  @Test("accepts strings", arguments: strings)
  func string(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let structures: [JSONCase] = [
    .init("y_array_arraysWithSpaces", "[[]   ]", [[]]),
    .init("y_array_empty-string", #"[""]"#, [""]),
    .init("y_array_empty", "[]", []),
    .init("y_array_ending_with_newline", "[\"a\"]\n", ["a"]),
    .init("y_array_false", "[false]", [false]),
    .init("y_array_heterogeneous", #"[null, 1, "1", {}]"#, [nil, 1, "1", [:]]),
    .init("y_array_null", "[null]", [nil]),
    .init("y_array_with_1_and_newline", "[1\n]", [1]),
    .init("y_array_with_leading_space", " [1]", [1]),
    .init("y_array_with_several_null", "[1,null,null,null,2]", [1, nil, nil, nil, 2]),
    .init("y_array_with_trailing_space", "[2] ", [2]),
    .init("y_object", #"{"asd":"sdf", "dfg":"fgh"}"#, ["asd": "sdf", "dfg": "fgh"]),
    .init("y_object_basic", #"{"asd":"sdf"}"#, ["asd": "sdf"]),
    .init("y_object_empty", "{}", [:]),
    .init("y_object_empty_key", #"{"":0}"#, ["": 0]),
    .init("y_object_escaped_null_in_key", #"{"foo\u0000bar": 42}"#, ["foo\0bar": 42]),
    .init(
      "y_object_extreme_numbers", #"{ "min": -1.0e+28, "max": 1.0e+28 }"#,
      ["min": -1.0e+28, "max": 1.0e+28]),
    .init(
      "y_object_nested", #"{"x":[{"id": "a"}], "y":{"z":[]}}"#,
      ["x": [["id": "a"]], "y": ["z": []]]),
    .init("y_object_simple", #"{"a":[]}"#, ["a": []]),
    .init("y_object_string_unicode", #"{"title":"\u041f\u043e" }"#, ["title": "По"]),
    .init("y_object_with_newlines", "{\n\"a\": \"b\"\n}", ["a": "b"]),
    .init("y_object_names_in_two_cases", #"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
    .init("y_structure_lonely_false", "false", false),
    .init("y_structure_lonely_int", "42", 42),
    .init("y_structure_lonely_negative_real", "-0.1", -0.1),
    .init("y_structure_lonely_null", "null", nil),
    .init("y_structure_lonely_string", #""asd""#, "asd"),
    .init("y_structure_lonely_true", "true", true),
    .init("y_structure_string_empty", #""""#, ""),
    .init("y_structure_trailing_newline", "[\"a\"]\n", ["a"]),
    .init("y_structure_true_in_array", "[true]", [true]),
    .init("y_structure_whitespace_array", " [] ", []),
    .init(
      "y_structure_every_whitespace", "\t\r\n { \"a\"\t:\r[\n1 , 2\t] } \n", ["a": [1, 2]]),
  ]

  static let numbers: [JSONCase] = [
    .init("y_number", "[123e65]", [123e65]),
    .init("y_number_0e+1", "[0e+1]", [0.0]),
    .init("y_number_0e1", "[0e1]", [0.0]),
    .init("y_number_after_space", "[ 4]", [4]),
    .init(
      "y_number_double_close_to_zero",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
      [-1e-78]),
    .init("y_number_int_with_exp", "[20e1]", [200.0]),
    .init("y_number_minus_zero", "[-0]", [0]),
    .init("y_number_negative_int", "[-123]", [-123]),
    .init("y_number_negative_one", "[-1]", [-1]),
    .init("y_number_real_capital_e", "[1E22]", [1e22]),
    .init("y_number_real_capital_e_neg_exp", "[1E-2]", [0.01]),
    .init("y_number_real_capital_e_pos_exp", "[1E+2]", [100.0]),
    .init("y_number_real_exponent", "[123e45]", [123e45]),
    .init("y_number_real_fraction_exponent", "[123.456e78]", [123.456e78]),
    .init("y_number_real_neg_exp", "[1e-2]", [0.01]),
    .init("y_number_real_pos_exponent", "[1e+2]", [100.0]),
    .init("y_number_simple_int", "[123]", [123]),
    .init("y_number_simple_real", "[123.456789]", [123.456789]),
    .init("y_number_zero", "0", 0),
    .init("y_number_zero_fraction", "1.0", 1.0),
    .init("y_number_exponent_with_leading_zeros", "1e0002", 100.0),
    .init("y_number_int_max", "9223372036854775807", .integer(.max)),
    .init("y_number_int_min", "-9223372036854775808", .integer(.min)),
    .init("y_number_double_max", "1.7976931348623157e308", 0x1.fffffffffffffp1023),
    .init("y_number_double_max_rounded_down", "1.7976931348623158e308", 0x1.fffffffffffffp1023),
    .init("y_number_least_normal", "2.2250738585072014e-308", 0x1p-1022),
    .init(
      "y_number_greatest_subnormal", "2.2250738585072011e-308",
      .number(.leastNormalMagnitude.nextDown)),
    .init("y_number_least_subnormal", "4.9406564584124654e-324", 0x1p-1074),
    .init("y_number_half_way_to_even", "9007199254740993.0", 9_007_199_254_740_992.0),
    .init(
      "y_number_just_over_half_way",
      "9007199254740993.00000000000000000000000000000000000000000000000000001",
      9_007_199_254_740_994.0),
    .init("y_number_hard_to_round", "6.631236871469758276785396630275967242e-324", 0x1p-1074),
    .init("y_number_23_zeros", "1e23", 0x1.52d02c7e14af6p76),
  ]

  static let strings: [JSONCase] = [
    .init(
      "y_string_1_2_3_bytes_UTF-8_sequences", #"["\u0060\u012a\u12AB"]"#,
      ["\u{60}\u{12A}\u{12AB}"]),
    .init("y_string_accepted_surrogate_pair", #"["\uD801\udc37"]"#, ["\u{10437}"]),
    .init(
      "y_string_accepted_surrogate_pairs", #"["\ud83d\ude39\ud83d\udc8d"]"#, ["\u{1F639}\u{1F48D}"]
    ),
    .init("y_string_allowed_escapes", #"["\"\\\/\b\f\n\r\t"]"#, ["\"\\/\u{8}\u{C}\n\r\t"]),
    .init("y_string_backslash_and_u_escaped_zero", #"["\\u0000"]"#, [#"\u0000"#]),
    .init("y_string_backslash_doublequotes", #"["\""]"#, ["\""]),
    .init("y_string_comments", #"["a/*b*/c/*d//e"]"#, ["a/*b*/c/*d//e"]),
    .init("y_string_double_escape_a", #"["\\a"]"#, ["\\a"]),
    .init("y_string_double_escape_n", #"["\\n"]"#, ["\\n"]),
    .init("y_string_escaped_control_character", #"["\u0012"]"#, ["\u{12}"]),
    .init("y_string_escaped_noncharacter", #"["\uFFFF"]"#, ["\u{FFFF}"]),
    .init("y_string_in_array_with_leading_space", #"[ "asd"]"#, ["asd"]),
    .init("y_string_last_surrogates_1_and_2", #"["\uDBFF\uDFFF"]"#, ["\u{10FFFF}"]),
    .init("y_string_first_surrogates", #"["\uD800\uDC00"]"#, ["\u{10000}"]),
    .init("y_string_nbsp_uescaped", #"["new\u00A0line"]"#, ["new\u{A0}line"]),
    .init("y_string_nonCharacterInUTF-8_U+10FFFF", "[\"\u{10FFFF}\"]", ["\u{10FFFF}"]),
    .init("y_string_nonCharacterInUTF-8_U+FFFF", "[\"\u{FFFF}\"]", ["\u{FFFF}"]),
    .init("y_string_null_escape", #"["\u0000"]"#, ["\0"]),
    .init("y_string_one-byte-utf-8", #"["\u002c"]"#, [","]),
    .init("y_string_pi", "[\"π\"]", ["π"]),
    .init(
      "y_string_reservedCharacterInUTF-8_U+1BFFF", "[\"\u{1BFFF}\"]", ["\u{1BFFF}"]),
    .init("y_string_space", "\" \"", " "),
    .init(
      "y_string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", #"["\uD834\uDd1e"]"#, ["\u{1D11E}"]),
    .init("y_string_two-byte-utf-8", #"["\u0123"]"#, ["\u{123}"]),
    .init("y_string_u+2028_line_sep", "[\"\u{2028}\"]", ["\u{2028}"]),
    .init("y_string_u+2029_par_sep", "[\"\u{2029}\"]", ["\u{2029}"]),
    .init(
      "y_string_uescaped_newline", #"["new\u000Aline"]"#, ["new\nline"]),
    .init("y_string_unescaped_char_delete", "[\"\u{7F}\"]", ["\u{7F}"]),
    .init("y_string_unescaped_C1_control", "[\"\u{9B}\"]", ["\u{9B}"]),
    .init("y_string_unicode_U+200B_ZERO_WIDTH_SPACE", #"["\u200B"]"#, ["\u{200B}"]),
    .init(
      "y_string_unicode_U+FDD0_nonchar", #"["\uFDD0"]"#,
      [.string(String(decoding: [0xFDD0 as UInt16], as: UTF16.self))]),
    .init("y_string_byte_order_mark_inside", "[\"\u{FEFF}\"]", ["\u{FEFF}"]),
    .init("y_string_escapes_between_runs", #""one\ntwo é\tthree""#, "one\ntwo é\tthree"),
    .init("y_string_seven_plain_bytes", #""1234567""#, "1234567"),
    .init("y_string_eight_plain_bytes", #""12345678""#, "12345678"),
    .init("y_string_sixteen_plain_bytes_é", #""1234567890123456é""#, "1234567890123456é"),
    .init("y_string_normal_form_is_kept", #""e\u0301""#, "e\u{301}"),
  ]
}
