import Testing

@testable import LibrettoCore

/// Which scalars the writer escapes, and how.
struct JSONEscapeTests {
  private func written(_ string: String) -> String {
    var writer = JSONWriter(pretty: false)
    writer.string(string)
    return writer.text
  }

  @Test(
    "escapes quotes, controls, separators, direction marks, byte order marks and tags",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
      ("\n\t\r\u{8}\u{C}", #""\n\t\r\b\f""#), ("\0\u{1F}", #""\u0000\u001F""#),
      ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u007F\\u0080\\u009B\\u009F\u{A0}\""),
      ("\u{61B}\u{61C}\u{61D}", "\"\u{61B}\\u061C\u{61D}\""),
      ("\u{200D}\u{200E}\u{200F}\u{2010}", "\"\u{200D}\\u200E\\u200F\u{2010}\""),
      ("\u{2027}\u{2028}\u{2029}", "\"\u{2027}\\u2028\\u2029\""),
      ("\u{202A}\u{202E}\u{202F}", "\"\\u202A\\u202E\u{202F}\""),
      ("\u{2065}\u{2066}\u{2069}\u{206A}", "\"\u{2065}\\u2066\\u2069\u{206A}\""),
      ("\u{FEFE}\u{FEFF}\u{FF00}", "\"\u{FEFE}\\uFEFF\u{FF00}\""),
      (
        "\u{DFFFF}\u{E0000}\u{E0041}\u{E007F}\u{E0080}",
        "\"\u{DFFFF}\\uDB40\\uDC00\\uDB40\\uDC41\\uDB40\\uDC7F\u{E0080}\""
      ),
      ("“né” – 🌀", "\"“né” – 🌀\""), ("12345678\n12345678", #""12345678\n12345678""#),
    ])
  func escapes(_ string: String, _ text: String) {
    #expect(Array(written(string).utf8) == Array(text.utf8))
  }

  @Test(
    "every scalar below U+3000, and every 61st beyond, is written as it stands or as its escape, wherever it stands in a run"
  )
  func everyScalar() {
    let beyond = stride(from: UInt32(0x3000), through: 0x10FFFF, by: 61)
    for value in Array(0..<0x3000) + beyond + [0xFEFF, 0xFFFF, 0x10FFFF] + tags {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let padding = String(repeating: "x", count: Int(value % 11))
      let expected = "\"\(padding)\(spelling(scalar))x\""
      let text = written(padding + String(scalar) + "x")
      guard !text.utf8.elementsEqual(expected.utf8) else { continue }
      Issue.record("U+\(String(value, radix: 16)) is written \(text)")
    }
  }

  private let tags = [UInt32](0xE0000...0xE007F)

  @Test("what is escaped is what would be replaced on a screen, and reads as it was")
  func asOnScreen() throws {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      // Only texts that neutralising may change are of interest; the rest is a sample.
      let isOfInterest = value < 0x3000 || value == 0xFEFF || (0xE0000..<0xE0100).contains(value)
      guard isOfInterest || value % 61 == 0, let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let isReplaced = text.neutralisedLine != text || scalar == "\n" || scalar == "\t"
      #expect(JSONEscape.isNeeded(scalar) == isReplaced, "U+\(String(value, radix: 16))")
      #expect(
        try JSONReader.read(written(text)) == .string(text), "U+\(String(value, radix: 16))")
    }
  }

  private func spelling(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x22: return "\\\""
    case 0x5C: return "\\\\"
    case 0x08: return "\\b"
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0C: return "\\f"
    case 0x0D: return "\\r"
    case 0xE0000...0xE007F:
      return "\\uDB40\\u" + String(0xDC00 + scalar.value - 0xE0000, radix: 16, uppercase: true)
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
