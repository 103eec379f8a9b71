import Testing

/// The n_ cases of what may stand where, each with the whole text of its error.
struct JSONStructureRefusalTests {
  @Test("refuses text that isn't a JSON value", arguments: cases)
  func refused(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let cases: [JSONCase] = [
    .init(
      "n_structure_no_data", "",
      error: "line 1, column 1, at $: expected a value, found the end of the text"),
    .init(
      "n_structure_whitespace_only", " \n\t",
      error: "line 2, column 2, at $: expected a value, found the end of the text"),
    .init(
      "n_single_space", " ",
      error: "line 1, column 2, at $: expected a value, found the end of the text"),
    .init(
      "n_structure_single_star", "*",
      error: "line 1, column 1, at $: expected a value, found “*”"),
    .init(
      "n_structure_single_eacute", [0xE9],
      error: "line 1, column 1, at $: expected a value, found invalid UTF-8 (E9)"),
    .init(
      "n_structure_lone_invalid_utf8", [0xFF],
      error: "line 1, column 1, at $: expected a value, found invalid UTF-8 (FF)"),
    .init(
      "n_structure_uescaped_LF_before_string", #"\u000A"""#,
      error: #"line 1, column 1, at $: expected a value, found “\”"#),
    .init(
      "n_structure_unicode_identifier", "å",
      error: "line 1, column 1, at $: expected a value, found “å”"),
    .init(
      "n_structure_no_break_space", "[\u{A0}]",
      error: "line 1, column 2, at $[0]: expected a value, found “\u{A0}”"),
    .init(
      "n_structure_U2060_word_joined", "[\u{2060}]",
      error: "line 1, column 2, at $[0]: expected a value, found “\u{2060}”"),
    .init(
      "n_structure_whitespace_formfeed", "[\u{C}]",
      error: #"line 1, column 2, at $[0]: expected a value, found “\f”"#),
    .init(
      "n_structure_vertical_tab", "[\u{B}]",
      error: #"line 1, column 2, at $[0]: expected a value, found “\u000B”"#),
    .init(
      "n_structure_null_byte_outside_string", "[\u{0}]",
      error: #"line 1, column 2, at $[0]: expected a value, found “\u0000”"#),
    .init(
      "n_structure_capitalized_True", "[True]",
      error: "line 1, column 2, at $[0]: expected a value, found “True”"),
    .init(
      "n_structure_ascii_unicode_identifier", "aå",
      error: "line 1, column 1, at $: expected a value, found “a”"),
    .init(
      "n_incomplete_true", "[tru]",
      error: "line 1, column 2, at $[0]: expected a value, found “tru”"),
    .init(
      "n_incomplete_false", "[fals]",
      error: "line 1, column 2, at $[0]: expected a value, found “fals”"),
    .init(
      "n_incomplete_null", "[nul]",
      error: "line 1, column 2, at $[0]: expected a value, found “nul”"),
    .init(
      "n_literal_too_long", "nullx",
      error: "line 1, column 1, at $: expected a value, found “nullx”"),
    .init(
      "n_literal_python_none", "None",
      error: "line 1, column 1, at $: expected a value, found “None”"),
    .init(
      "n_literal_undefined", "undefined",
      error: "line 1, column 1, at $: expected a value, found “undefined”"),
    .init(
      "n_structure_angle_bracket", "<.>",
      error: "line 1, column 1, at $: expected a value, found “<”"),
    .init(
      "n_structure_open_array", "[",
      error: "line 1, column 2, at $[0]: expected a value, found the end of the text"),
    .init(
      "n_structure_open_object", "{",
      error: "line 1, column 2, at $: expected a member name or “}”, found the end of the text"),
    .init(
      "n_structure_close_unopened_array", "1]",
      error: "line 1, column 2, at $: expected the end of the text, found “]”"),
    .init(
      "n_structure_close_unopened_object", "}",
      error: "line 1, column 1, at $: expected a value, found “}”"),
    .init(
      "n_structure_double_array", "[][]",
      error: "line 1, column 3, at $: expected the end of the text, found “[”"),
    .init(
      "n_structure_two_values", "1 2",
      error: "line 1, column 3, at $: expected the end of the text, found “2”"),
    .init(
      "n_structure_array_trailing_garbage", "[1]x",
      error: "line 1, column 4, at $: expected the end of the text, found “x”"),
    .init(
      "n_structure_array_with_extra_array_close", "[1]]",
      error: "line 1, column 4, at $: expected the end of the text, found “]”"),
    .init(
      "n_structure_object_with_trailing_garbage", #"{"a": true} "x""#,
      error: #"line 1, column 13, at $: expected the end of the text, found “"”"#),
    .init(
      "n_structure_object_followed_by_closing_object", "{}}",
      error: "line 1, column 3, at $: expected the end of the text, found “}”"),
    .init(
      "n_structure_trailing_hash", "{}#",
      error: "line 1, column 3, at $: expected the end of the text, found “#”"),
    .init(
      "n_structure_comma_instead_of_brace", "[,",
      error: "line 1, column 2, at $[0]: expected a value, found “,”"),
    .init(
      "n_structure_end_array", "]",
      error: "line 1, column 1, at $: expected a value, found “]”"),
    .init(
      "n_structure_object_with_comment", #"{"a":/*comment*/"b"}"#,
      error: "line 1, column 6, at $.a: expected a value, found “/”"),
    .init(
      "n_structure_trailing_comment", "[1] // one",
      error: "line 1, column 5, at $: expected the end of the text, found “/”"),
    .init(
      "n_structure_open_array_apostrophe", "['",
      error: "line 1, column 2, at $[0]: expected a value, found “'”"),
    .init(
      "n_structure_open_array_open_object", "[{",
      error: "line 1, column 3, at $[0]: expected a member name or “}”, found the end of the text"),
    .init(
      "n_structure_open_array_string", #"["a""#,
      error: "line 1, column 5, at $: expected “,” or “]”, found the end of the text"),
    .init(
      "n_structure_open_object_comma", "{,",
      error: "line 1, column 2, at $: expected a member name or “}”, found “,”"),
    .init(
      "n_structure_open_object_open_array", "{[",
      error: "line 1, column 2, at $: expected a member name or “}”, found “[”"),
    .init(
      "n_structure_open_object_string_with_apostrophes", "{'a'",
      error: "line 1, column 2, at $: expected a member name or “}”, found “'”"),
    .init(
      "n_structure_open_open", #"["\{["\{["\{["\{"#,
      error: #"line 1, column 3, at $[0]: “\{” is not a JSON escape"#),
    .init(
      "n_structure_unclosed_array", "[1",
      error: "line 1, column 3, at $: expected “,” or “]”, found the end of the text"),
    .init(
      "n_structure_unclosed_array_partial_null", "[ false, nul",
      error: "line 1, column 10, at $[1]: expected a value, found “nul”"),
    .init(
      "n_structure_unclosed_object", #"{"asd":"asd""#,
      error: "line 1, column 13, at $: expected “,” or “}”, found the end of the text"),
    .init(
      "n_structure_mismatched_array", "[1}",
      error: "line 1, column 3, at $: expected “,” or “]”, found “}”"),
    .init(
      "n_structure_mismatched_object", #"{"a":1]"#,
      error: "line 1, column 7, at $: expected “,” or “}”, found “]”"),
    .init(
      "n_structure_utf8_BOM_then_value", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D],
      error: "line 1, column 1, at $: the text must not begin with a byte order mark"),
    .init(
      "n_structure_incomplete_UTF8_BOM", [0xEF, 0xBB, 0x7B, 0x7D],
      error: "line 1, column 1, at $: expected a value, found invalid UTF-8 (EF BB)"),
    .init(
      "n_structure_terminal_escape", "[\u{1B}[2J]",
      error: #"line 1, column 2, at $[0]: expected a value, found “\u001B”"#),
    .init(
      "n_structure_bidi_override", "[\u{202E}1]",
      error: #"line 1, column 2, at $[0]: expected a value, found “\u202E”"#),
  ]
}
