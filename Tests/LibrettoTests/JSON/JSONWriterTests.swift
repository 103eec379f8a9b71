import Testing

@testable import LibrettoCore

/// The whole text that each call gives, in both layouts.
struct JSONWriterTests {
  private func written(pretty: Bool = false, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: pretty)
    write(&writer)
    return writer.text
  }

  private func writeFlow(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("libretto", 1)
    writer.member("name", "clean\"up")
    writer.member("optional", true)
    writer.key("steps")
    writer.beginArray()
    writer.beginObject()
    writer.key("say")
    writer.string("Done")
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.beginObject()
    writer.endObject()
    writer.integer(-7)
    writer.number(0.5)
    writer.bool(false)
    writer.null()
    writer.endArray()
    writer.endObject()
  }

  @Test("compact: no white space")
  func compact() {
    #expect(
      written(writeFlow)
        == #"{"libretto":1,"name":"clean\"up","optional":true,"#
        + #""steps":[{"say":"Done"},[],{},-7,0.5,false,null]}"#)
  }

  @Test("pretty: two spaces a level, empty containers closed at once")
  func pretty() {
    #expect(
      written(pretty: true, writeFlow) == #"""
        {
          "libretto": 1,
          "name": "clean\"up",
          "optional": true,
          "steps": [
            {
              "say": "Done"
            },
            [],
            {},
            -7,
            0.5,
            false,
            null
          ]
        }
        """#)
  }

  @Test("a value gives the same text as its calls", arguments: [false, true])
  func value(_ pretty: Bool) throws {
    let text = written(pretty: pretty, writeFlow)
    let value = try JSONReader.read(text)
    #expect(written(pretty: pretty) { $0.value(value) } == text)
  }

  @Test("a value takes its place among other calls")
  func valueInside() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.value([1, ["b": []]])
      writer.key("c")
      writer.value("d")
      writer.endObject()
    }
    #expect(text == #"{"a":[1,{"b":[]}],"c":"d"}"#)
  }

  @Test("a value of 1,000 levels is written without recursion, more than a reader would take")
  func deepValue() {
    let value: JSONValue = (1..<1000).reduce([]) { inner, _ in [inner] }
    #expect(
      written { $0.value(value) }
        == String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000))
  }

  @Test(
    "integers",
    arguments: [
      (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (-1_234_567_890, "-1234567890"),
      (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
  func integer(_ value: Int, _ text: String) {
    #expect(written { $0.integer(value) } == text)
  }

  @Test(
    "numbers keep a fraction or an exponent; those that JSON cannot spell are null",
    arguments: [
      (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (0.1, "0.1"), (100.0, "100.0"),
      (1e16, "1e+16"), (1e-7, "1e-07"), (Double.leastNonzeroMagnitude, "5e-324"),
      (1 / 3, "0.3333333333333333"),
      (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (Double.infinity, "null"), (-Double.infinity, "null"), (Double.nan, "null"),
    ] as [(Double, String)])
  func number(_ value: Double, _ text: String) {
    #expect(written { $0.number(value) } == text)
  }

  @Test("a null for NaN counts as one value")
  func numberInside() {
    let text = written { writer in
      writer.beginObject()
      writer.key("a")
      writer.number(.nan)
      writer.key("b")
      writer.number(1)
      writer.endObject()
    }
    #expect(text == #"{"a":null,"b":1.0}"#)
  }
}
