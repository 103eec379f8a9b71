import Testing

@testable import LibrettoCore

/// Damaged texts: whatever they hold, reading ends in a value or in an error.
struct JSONRobustnessTests {
  static let document = #"""
    {"libretto": 1, "título": "né \u00e9\ud83d\ude39\n", "steps": [
      {"say": "Hello, {name}. 🌀", "when": [true, false, null]},
      {"wait": -12.5e-3, "times": [0, -1, 9223372036854775807, 1E+2], "empty": [[], {}]}
    ]}
    """#

  @Test("the document itself is read")
  func whole() throws {
    let expected: JSONValue = [
      "libretto": 1, "título": "né é😹\n",
      "steps": [
        ["say": "Hello, {name}. 🌀", "when": [true, false, nil]],
        ["wait": -0.0125, "times": [0, -1, .integer(.max), 100.0], "empty": [[], [:]]],
      ],
    ]
    #expect(try JSONReader.read(Self.document) == expected)
  }

  @Test("cut at any byte it is refused")
  func truncated() {
    let bytes = Array(Self.document.utf8)
    for count in bytes.indices {
      #expect(throws: JSONError.self, "cut after \(count) bytes") {
        try JSONReader.read(Array(bytes.prefix(count)))
      }
    }
  }

  @Test("with any one byte replaced by any other, what is still accepted survives writing")
  func replaced() throws {
    let original = Array(Self.document.utf8)
    let replacements: [UInt8] = Array(#""\{}[]:,.-+eE01au/ "#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
    for index in original.indices {
      for replacement in replacements {
        var bytes = original
        bytes[index] = replacement
        guard let value = try? JSONReader.read(bytes) else { continue }
        var writer = JSONWriter(pretty: false)
        writer.value(value)
        #expect(try JSONReader.read(writer.bytes) == value)
      }
    }
  }

  @Test("random bytes, of those that JSON is made of, end in a value or an error")
  func random() {
    var generator = SeededGenerator(seed: 8259)
    let alphabet = Array(#"{}[]",:\u0dDeE+-.1tfn "#.utf8) + [0xC3, 0xA9, 0x0A]
    var accepted = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0..<24, using: &generator)
      let bytes = (0..<length).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &generator)]
      }
      if (try? JSONReader.read(bytes)) != nil { accepted += 1 }
    }
    #expect((1..<10_000).contains(accepted))
  }
}
