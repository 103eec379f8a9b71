import Testing

@testable import LibrettoTerminal

@Suite("Blocks of bytes into lines")
struct LineBufferTests {
  /// Feeds blocks and takes every line as soon as it is there, until the end.
  private func lines(_ blocks: [[UInt8]], maximum: Int = 1_048_576) -> [LineRead] {
    var buffer = LineBuffer(maximum: maximum)
    var result: [LineRead] = []
    for block in blocks {
      block.withUnsafeBytes { buffer.append($0) }
      while let line = buffer.next() { result.append(line) }
    }
    buffer.end()
    while let line = buffer.next() {
      result.append(line)
      if line == .endOfInput { break }
    }
    // For ever.
    if let again = buffer.next() { result.append(again) }
    return result
  }

  private func lines(_ text: String, maximum: Int = 1_048_576) -> [LineRead] {
    lines([Array(text.utf8)], maximum: maximum)
  }

  private let end: [LineRead] = [.endOfInput, .endOfInput]

  @Test("Newlines, CR LF, empty lines, and a last line without a newline")
  func endings() {
    #expect(lines("") == end)
    #expect(lines("\n") == [.line("")] + end)
    #expect(lines("a\r\n\r\n\nb") == [.line("a"), .line(""), .line(""), .line("b")] + end)
    #expect(lines("a\rb\r\r\nc\r") == [.line("a\rb\r"), .line("c\r")] + end)
    #expect(lines("nul \0 in it\n") == [.line("nul \0 in it")] + end)
  }

  @Test("Split at every byte, and at every pair of places, the lines are the same")
  func splits() {
    let bytes = Array("é漢🙂\r\n\ne\u{301}👨‍👩‍👧\nlast ü".utf8)
    let whole = lines([bytes])
    #expect(whole == [.line("é漢🙂"), .line(""), .line("e\u{301}👨‍👩‍👧"), .line("last ü")] + end)
    #expect(lines(bytes.map { [$0] }) == whole)
    for first in bytes.indices {
      for second in first...bytes.count {
        let blocks = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
        #expect(lines(blocks) == whole)
      }
    }
  }

  @Test(
    "Invalid UTF-8 costs its own line only",
    arguments: [
      [0xFF], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xE6, 0xBC], [0x80], [0xEF, 0xBF, 0xBD, 0xFE],
    ] as [[UInt8]])
  func invalid(bytes: [UInt8]) {
    let input = [bytes + [0x0A], Array("good \u{FFFD}\n".utf8), Array("x".utf8) + bytes]
    #expect(lines(input) == [.invalidUTF8, .line("good \u{FFFD}"), .invalidUTF8] + end)
  }

  @Test("A line over the maximum is reported with its size, however it arrives")
  func tooLong() {
    for newline in ["\n", "\r\n"] {
      for size in 0...12 {
        let long = String(repeating: "x", count: size)
        let first: LineRead = size <= 4 ? .line(long) : .tooLong(bytes: size)
        let expected = [first, .line("next")] + end
        let bytes = Array((long + newline + "next").utf8)
        #expect(lines([bytes], maximum: 4) == expected)
        #expect(lines(bytes.map { [$0] }, maximum: 4) == expected)
      }
    }
    #expect(lines("12345", maximum: 4) == [.tooLong(bytes: 5)] + end)
    #expect(lines("1234567\n12345678\n", maximum: 4).first == .tooLong(bytes: 7))
    #expect(lines("\nx\n", maximum: 0) == [.line(""), .tooLong(bytes: 1)] + end)
  }
}
