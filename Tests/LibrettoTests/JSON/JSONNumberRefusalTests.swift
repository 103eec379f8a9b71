import Testing

/// The n_ cases of numbers, each with the whole text of its error.
struct JSONNumberRefusalTests {
  @Test("refuses numbers", arguments: cases)
  func refused(_ example: JSONCase) {
    #expect(example.outcome == example.expected)
  }

  static let cases: [JSONCase] = [
    .init(
      "n_number_++", "[++1234]",
      error: "line 1, column 2, at $[0]: expected a value, found “++1234”"),
    .init("n_number_+1", "[+1]", error: "line 1, column 2, at $[0]: expected a value, found “+1”"),
    .init(
      "n_number_+Inf", "[+Inf]",
      error: "line 1, column 2, at $[0]: expected a value, found “+Inf”"),
    .init(
      "n_number_-01", "[-01]",
      error: "line 1, column 2, at $[0]: the number “-01” begins with a zero"),
    .init(
      "n_number_-1.0.", "[-1.0.]",
      error: "line 1, column 6, at $: expected “,” or “]”, found “.”"),
    .init(
      "n_number_-2.", "[-2.]",
      error: "line 1, column 5, at $[0]: expected a digit after “-2.”, found “]”"),
    .init(
      "n_number_-NaN", "[-NaN]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “NaN”"),
    .init(
      "n_number_.-1", "[.-1]",
      error: "line 1, column 2, at $[0]: expected a value, found “.-1”"),
    .init(
      "n_number_.2e-3", "[.2e-3]",
      error: "line 1, column 2, at $[0]: expected a value, found “.2e-3”"),
    .init(
      "n_number_0.1.2", "[0.1.2]",
      error: "line 1, column 5, at $: expected “,” or “]”, found “.2”"),
    .init(
      "n_number_0.3e+", "[0.3e+]",
      error: "line 1, column 7, at $[0]: expected a digit after “0.3e+”, found “]”"),
    .init(
      "n_number_0.3e", "[0.3e]",
      error: "line 1, column 6, at $[0]: expected a digit after “0.3e”, found “]”"),
    .init(
      "n_number_0.e1", "[0.e1]",
      error: "line 1, column 4, at $[0]: expected a digit after “0.”, found “e1”"),
    .init(
      "n_number_0E+", "[0E+]",
      error: "line 1, column 5, at $[0]: expected a digit after “0E+”, found “]”"),
    .init(
      "n_number_0E", "[0E]",
      error: "line 1, column 4, at $[0]: expected a digit after “0E”, found “]”"),
    .init(
      "n_number_0_capital_E+", "[0E+1E+]",
      error: "line 1, column 6, at $: expected “,” or “]”, found “E+”"),
    .init(
      "n_number_1.0e+", "[1.0e+]",
      error: "line 1, column 7, at $[0]: expected a digit after “1.0e+”, found “]”"),
    .init(
      "n_number_1.0e-", "[1.0e-]",
      error: "line 1, column 7, at $[0]: expected a digit after “1.0e-”, found “]”"),
    .init(
      "n_number_1.0e", "[1.0e]",
      error: "line 1, column 6, at $[0]: expected a digit after “1.0e”, found “]”"),
    .init(
      "n_number_1_000", "[1 000.0]",
      error: "line 1, column 4, at $: expected “,” or “]”, found “000.0”"),
    .init(
      "n_number_1_underscore", "[1_000]",
      error: "line 1, column 3, at $: expected “,” or “]”, found “_000”"),
    .init(
      "n_number_1eE2", "[1eE2]",
      error: "line 1, column 4, at $[0]: expected a digit after “1e”, found “E2”"),
    .init(
      "n_number_2.e+3", "[2.e+3]",
      error: "line 1, column 4, at $[0]: expected a digit after “2.”, found “e+3”"),
    .init(
      "n_number_2.e-3", "[2.e-3]",
      error: "line 1, column 4, at $[0]: expected a digit after “2.”, found “e-3”"),
    .init(
      "n_number_9.e+", "[9.e+]",
      error: "line 1, column 4, at $[0]: expected a digit after “9.”, found “e+”"),
    .init(
      "n_number_Inf", "[Inf]",
      error: "line 1, column 2, at $[0]: expected a value, found “Inf”"),
    .init(
      "n_number_NaN", "[NaN]",
      error: "line 1, column 2, at $[0]: expected a value, found “NaN”"),
    .init(
      "n_number_Infinity", "[Infinity]",
      error: "line 1, column 2, at $[0]: expected a value, found “Infinity”"),
    .init(
      "n_number_U+FF11_fullwidth_digit_one", "[１]",
      error: "line 1, column 2, at $[0]: expected a value, found “１”"),
    .init(
      "n_number_expression", "[1+2]",
      error: "line 1, column 3, at $: expected “,” or “]”, found “+2”"),
    .init(
      "n_number_hex_1_digit", "[0x1]",
      error: "line 1, column 3, at $: expected “,” or “]”, found “x1”"),
    .init(
      "n_number_hex_2_digits", "[0x42]",
      error: "line 1, column 3, at $: expected “,” or “]”, found “x42”"),
    .init(
      "n_number_invalid+-", "[0e+-1]",
      error: "line 1, column 5, at $[0]: expected a digit after “0e+”, found “-1”"),
    .init(
      "n_number_invalid-negative-real", "[-123.123foo]",
      error: "line 1, column 10, at $: expected “,” or “]”, found “foo”"),
    .init(
      "n_number_minus_infinity", "[-Infinity]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “Infinity”"),
    .init(
      "n_number_minus_sign_with_trailing_garbage", "[-foo]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “foo”"),
    .init(
      "n_number_minus_space_1", "[- 1]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “ ”"),
    .init(
      "n_number_neg_int_starting_with_zero", "[-012]",
      error: "line 1, column 2, at $[0]: the number “-012” begins with a zero"),
    .init(
      "n_number_neg_real_without_int_part", "[-.123]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “.123”"),
    .init(
      "n_number_neg_with_garbage_at_end", "[-1x]",
      error: "line 1, column 4, at $: expected “,” or “]”, found “x”"),
    .init(
      "n_number_real_garbage_after_e", "[1ea]",
      error: "line 1, column 4, at $[0]: expected a digit after “1e”, found “a”"),
    .init(
      "n_number_real_without_fractional_part", "[1.]",
      error: "line 1, column 4, at $[0]: expected a digit after “1.”, found “]”"),
    .init(
      "n_number_starting_with_dot", "[.123]",
      error: "line 1, column 2, at $[0]: expected a value, found “.123”"),
    .init(
      "n_number_with_alpha", "[1.2a-3]",
      error: "line 1, column 5, at $: expected “,” or “]”, found “a-3”"),
    .init(
      "n_number_with_alpha_char", "[1.8011670033376514H-308]",
      error: "line 1, column 20, at $: expected “,” or “]”, found “H-308”"),
    .init(
      "n_number_with_leading_zero", "[012]",
      error: "line 1, column 2, at $[0]: the number “012” begins with a zero"),
    .init(
      "n_number_double_zero", "[00]",
      error: "line 1, column 2, at $[0]: the number “00” begins with a zero"),
    .init(
      "n_number_zero_point_leading", "[00.5]",
      error: "line 1, column 2, at $[0]: the number “00” begins with a zero"),
    .init(
      "n_number_arabic_digit", "[٣]",
      error: "line 1, column 2, at $[0]: expected a value, found “٣”"),
    .init(
      "n_number_two_minus", "[--1]",
      error: "line 1, column 3, at $[0]: expected a digit after “-”, found “-1”"),
    .init(
      "n_number_then_00", "1\u{0}",
      error: #"line 1, column 2, at $: expected the end of the text, found “\u0000”"#),
    .init(
      "n_number_minus_alone", "-",
      error: "line 1, column 2, at $: expected a digit after “-”, found the end of the text"),
    .init(
      "n_number_point_at_end", "1.",
      error: "line 1, column 3, at $: expected a digit after “1.”, found the end of the text"),
    .init(
      "n_number_exponent_at_end", "1e",
      error: "line 1, column 3, at $: expected a digit after “1e”, found the end of the text"),
  ]
}
