import Testing

@testable import LibrettoCore

/// Well-formed UTF-8 by Unicode's table 3-7, at its edges and in every place of a text.
struct JSONUnicodeTests {
  struct Sequence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// What the error shows of the bytes; nil for those that are well-formed.
    let shown: String?

    init(_ what: String, _ bytes: [UInt8], shown: String? = nil) {
      self.testDescription = what
      self.bytes = bytes
      self.shown = shown
    }
  }

  static let sequences: [Sequence] = [
    .init("U+0080, the first of two bytes", [0xC2, 0x80]),
    .init("U+07FF, the last of two bytes", [0xDF, 0xBF]),
    .init("U+0800, the first of three bytes", [0xE0, 0xA0, 0x80]),
    .init("U+D7FF, the last before the surrogates", [0xED, 0x9F, 0xBF]),
    .init("U+E000, the first after the surrogates", [0xEE, 0x80, 0x80]),
    .init("U+FFFF, the last of three bytes", [0xEF, 0xBF, 0xBF]),
    .init("U+10000, the first of four bytes", [0xF0, 0x90, 0x80, 0x80]),
    .init("U+10FFFF, the last of all", [0xF4, 0x8F, 0xBF, 0xBF]),
    .init("overlong U+0000", [0xC0, 0x80], shown: "C0 80"),
    .init("overlong U+007F", [0xC1, 0xBF], shown: "C1 BF"),
    .init("overlong U+07FF", [0xE0, 0x9F, 0xBF], shown: "E0 9F BF"),
    .init("overlong U+FFFF", [0xF0, 0x8F, 0xBF, 0xBF], shown: "F0 8F BF BF"),
    .init("surrogate U+D800", [0xED, 0xA0, 0x80], shown: "ED A0 80"),
    .init("surrogate U+DFFF", [0xED, 0xBF, 0xBF], shown: "ED BF BF"),
    .init("a pair of surrogates", [0xED, 0xA0, 0x81, 0xED, 0xB0, 0xB7], shown: "ED A0 81"),
    .init("U+110000", [0xF4, 0x90, 0x80, 0x80], shown: "F4 90 80 80"),
    .init("U+140000", [0xF5, 0x80, 0x80, 0x80], shown: "F5 80 80 80"),
    .init("a continuation byte alone", [0x80], shown: "80"),
    .init("the last continuation byte alone", [0xBF], shown: "BF"),
    .init("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80], shown: "F8"),
    .init("FE", [0xFE], shown: "FE"),
    .init("FF", [0xFF], shown: "FF"),
    .init("one of two bytes", [0xC3], shown: "C3"),
    .init("two of three bytes", [0xE2, 0x82], shown: "E2 82"),
    .init("one of three bytes", [0xE2, 0x41], shown: "E2"),
    .init("three of four bytes", [0xF0, 0x9F, 0x98], shown: "F0 9F 98"),
    .init("two leads", [0xC3, 0xC3], shown: "C3"),
  ]

  @Test("in a string", arguments: sequences)
  func inString(_ sequence: Sequence) {
    let outcome = JSONCase("", [0x22] + sequence.bytes + [0x22], error: "").outcome
    if let shown = sequence.shown {
      #expect(outcome == .error("line 1, column 2, at $: invalid UTF-8 (\(shown)) in a string"))
    } else {
      #expect(outcome == .value(.string(String(decoding: sequence.bytes, as: UTF8.self))))
    }
  }

  @Test("in a name after a member", arguments: sequences)
  func inName(_ sequence: Sequence) {
    let bytes = Array(#"{"a":1,""#.utf8) + sequence.bytes + Array("\":2}".utf8)
    let outcome = JSONCase("", bytes, error: "").outcome
    if let shown = sequence.shown {
      #expect(outcome == .error("line 1, column 9, at $: invalid UTF-8 (\(shown)) in a string"))
    } else {
      let name = String(decoding: sequence.bytes, as: UTF8.self)
      #expect(outcome == .value(.object(["a": 1, name: 2])))
    }
  }

  @Test("at the very end of the text", arguments: sequences)
  func atEnd(_ sequence: Sequence) {
    let outcome = JSONCase("", Array("1 ".utf8) + sequence.bytes, error: "").outcome
    let found =
      if let shown = sequence.shown { "invalid UTF-8 (\(shown))" } else {
        "“\(JSONExcerpt.text(String(decoding: sequence.bytes, as: UTF8.self)))”"
      }
    #expect(
      outcome == .error("line 1, column 3, at $: expected the end of the text, found \(found)"))
  }

  @Test("every scalar below U+3000, and every 61st beyond, is read as it stands, and as its escape")
  func everyScalar() throws {
    let beyond = stride(from: UInt32(0x3000), through: 0x10FFFF, by: 61)
    for value in Array(0x20..<0x3000) + beyond + [0xFFFF, 0x10FFFF] {
      guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
      let escape = String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      let text = "[\"\(scalar)\",\"\(escape.joined())\"]"
      let expected = JSONValue.string(String(scalar))
      guard try JSONReader.read(text) != .array([expected, expected]) else { continue }
      Issue.record("U+\(String(value, radix: 16)) is not read")
    }
  }
}
