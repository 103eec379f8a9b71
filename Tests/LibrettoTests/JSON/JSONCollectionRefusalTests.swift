import Testing

/// The n_ cases of arrays and objects, each with the whole text of its error.
struct JSONCollectionRefusalTests {
  @Test("refuses arrays and objects", arguments: cases)
  func refused(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let cases: [JSONCase] = [
    .init(
      "n_array_1_true_without_comma", "[1 true]",
      error: "line 1, column 4, at $: expected “,” or “]”, found “true”"),
    .init(
      "n_array_colon_instead_of_comma", #"["": 1]"#,
      error: "line 1, column 4, at $: expected “,” or “]”, found “:”"),
    .init(
      "n_array_comma_after_close", #"[""],"#,
      error: "line 1, column 5, at $: expected the end of the text, found “,”"),
    .init(
      "n_array_comma_and_number", "[,1]",
      error: "line 1, column 2, at $[0]: expected a value, found “,”"),
    .init(
      "n_array_double_comma", "[1,,2]",
      error: "line 1, column 4, at $[1]: expected a value, found “,”"),
    .init(
      "n_array_double_extra_comma", #"["x",,]"#,
      error: "line 1, column 6, at $[1]: expected a value, found “,”"),
    .init(
      "n_array_extra_close", #"["x"]]"#,
      error: "line 1, column 6, at $: expected the end of the text, found “]”"),
    .init(
      "n_array_extra_comma", #"["",]"#,
      error: "line 1, column 5, at $[1]: expected a value after “,”, found “]”"),
    .init(
      "n_array_incomplete", #"["x""#,
      error: "line 1, column 5, at $: expected “,” or “]”, found the end of the text"),
    .init(
      "n_array_incomplete_invalid_value", "[x",
      error: "line 1, column 2, at $[0]: expected a value, found “x”"),
    .init(
      "n_array_inner_array_no_comma", "[3[4]]",
      error: "line 1, column 3, at $: expected “,” or “]”, found “[”"),
    .init(
      "n_array_just_comma", "[,]",
      error: "line 1, column 2, at $[0]: expected a value, found “,”"),
    .init(
      "n_array_just_minus", "[-]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “]”"),
    .init(
      "n_array_missing_value", #"[   , ""]"#,
      error: "line 1, column 5, at $[0]: expected a value, found “,”"),
    .init(
      "n_array_newlines_unclosed", "[\"a\",\n4\n,1,",
      error: "line 3, column 4, at $[3]: expected a value, found the end of the text"),
    .init(
      "n_array_number_and_comma", "[1,]",
      error: "line 1, column 4, at $[1]: expected a value after “,”, found “]”"),
    .init(
      "n_array_number_and_several_commas", "[1,,]",
      error: "line 1, column 4, at $[1]: expected a value, found “,”"),
    .init(
      "n_array_star_inside", "[*]",
      error: "line 1, column 2, at $[0]: expected a value, found “*”"),
    .init(
      "n_array_unclosed", #"["""#,
      error: "line 1, column 4, at $: expected “,” or “]”, found the end of the text"),
    .init(
      "n_array_unclosed_with_object_inside", "[{}",
      error: "line 1, column 4, at $: expected “,” or “]”, found the end of the text"),
    .init(
      "n_array_invalid_utf8", [0x5B, 0x61, 0xE5, 0x5D],
      error: "line 1, column 2, at $[0]: expected a value, found “a”"),
    .init(
      "n_array_byte_invalid_utf8", [0x5B, 0xFF, 0x5D],
      error: "line 1, column 2, at $[0]: expected a value, found invalid UTF-8 (FF)"),
    .init(
      "n_array_cr_lines", "[1,\r2,\r\n3 4]",
      error: "line 3, column 3, at $: expected “,” or “]”, found “4”"),
    .init(
      "n_object_bad_value", #"["x", truth]"#,
      error: "line 1, column 7, at $[1]: expected a value, found “truth”"),
    .init(
      "n_object_bracket_key", "{[: \"x\"}\n",
      error: "line 1, column 2, at $: expected a member name or “}”, found “[”"),
    .init(
      "n_object_comma_instead_of_colon", #"{"x", null}"#,
      error: "line 1, column 5, at $.x: expected “:” after the name, found “,”"),
    .init(
      "n_object_double_colon", #"{"x"::"b"}"#,
      error: "line 1, column 6, at $.x: expected a value, found “:”"),
    .init(
      "n_object_emoji", "{🇨🇭}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “🇨”"),
    .init(
      "n_object_garbage_at_end", #"{"a":"a" 123}"#,
      error: "line 1, column 10, at $: expected “,” or “}”, found “123”"),
    .init(
      "n_object_key_with_single_quotes", "{key: 'value'}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “key”"),
    .init(
      "n_object_lone_continuation_byte_in_key_and_trailing_comma",
      [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x22, 0x30, 0x22, 0x2C, 0x7D],
      error: "line 1, column 3, at $: invalid UTF-8 (B9) in a string"),
    .init(
      "n_object_missing_colon", #"{"a" b}"#,
      error: "line 1, column 6, at $.a: expected “:” after the name, found “b”"),
    .init(
      "n_object_missing_key", #"{:"b"}"#,
      error: "line 1, column 2, at $: expected a member name or “}”, found “:”"),
    .init(
      "n_object_missing_semicolon", #"{"a" "b"}"#,
      error: #"line 1, column 6, at $.a: expected “:” after the name, found “"”"#),
    .init(
      "n_object_missing_value", #"{"a":"#,
      error: "line 1, column 6, at $.a: expected a value, found the end of the text"),
    .init(
      "n_object_missing_value_closed", #"{"a":}"#,
      error: "line 1, column 6, at $.a: expected a value, found “}”"),
    .init(
      "n_object_no_colon", #"{"a""#,
      error: "line 1, column 5, at $.a: expected “:” after the name, found the end of the text"),
    .init(
      "n_object_non_string_key", "{1:1}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “1”"),
    .init(
      "n_object_non_string_key_but_huge_number", "{9999E9999:1}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “9999E9999”"),
    .init(
      "n_object_null_key", "{null:null}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “null”"),
    .init(
      "n_object_repeated_null_null", "{null:null,null:null}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “null”"),
    .init(
      "n_object_several_trailing_commas", #"{"id":0,,,,,}"#,
      error: "line 1, column 9, at $: expected a member name after “,”, found “,”"),
    .init(
      "n_object_single_quote", "{'a':0}",
      error: "line 1, column 2, at $: expected a member name or “}”, found “'”"),
    .init(
      "n_object_trailing_comma", #"{"id":0,}"#,
      error: "line 1, column 9, at $: expected a member name after “,”, found “}”"),
    .init(
      "n_object_trailing_comment", #"{"a":"b"}/**/"#,
      error: "line 1, column 10, at $: expected the end of the text, found “/”"),
    .init(
      "n_object_two_commas_in_a_row", #"{"a":"b",,"c":"d"}"#,
      error: "line 1, column 10, at $: expected a member name after “,”, found “,”"),
    .init(
      "n_object_unquoted_key", #"{a: "b"}"#,
      error: "line 1, column 2, at $: expected a member name or “}”, found “a”"),
    .init(
      "n_object_unterminated_value", #"{"a":"a"#,
      error: "line 1, column 6, at $.a: the string that begins here has no closing quote"),
    .init(
      "n_object_with_single_string", #"{ "foo" : "bar", "a" }"#,
      error: "line 1, column 22, at $.a: expected “:” after the name, found “}”"),
    .init(
      "n_object_duplicated_key", #"{"a":"b","a":"c"}"#,
      error: "line 1, column 10, at $.a: the name “a” appears twice in the object"),
    .init(
      "n_object_duplicated_key_and_value", #"{"a":"b","a":"b"}"#,
      error: "line 1, column 10, at $.a: the name “a” appears twice in the object"),
    .init(
      "n_object_duplicated_key_by_escape", #"{"a":1,"\u0061":2}"#,
      error: "line 1, column 8, at $.a: the name “a” appears twice in the object"),
    .init(
      "n_object_duplicated_empty_key", #"{"":0,"":0}"#,
      error: #"line 1, column 7, at $[""]: the name “” appears twice in the object"#),
    .init(
      "n_object_duplicated_key_inside", "{\"steps\":[{},{\"a b\":1,\n  \"a b\":2}]}",
      error: #"line 2, column 3, at $.steps[1]["a b"]: the name “a b” appears twice in the object"#),
    .init(
      "n_object_duplicated_key_long",
      #"{"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk":1,"kkkkkkkkkkkkk"#
        + #"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk":2}"#,
      error: #"line 1, column 67, at $["kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…"]: "#
        + #"the name “kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…” appears twice in the object"#),
    .init(
      "n_object_duplicated_key_control",
      #"{"\u001b[1m":1,"\u001b[1m":2}"#,
      error:
        #"line 1, column 16, at $["\u001B[1m"]: the name “\u001B[1m” appears twice in the object"#),
  ]
}
