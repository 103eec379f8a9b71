import Testing

@testable import LibrettoCore

/// Both limits, at the last value that they allow and at the first that they refuse.
struct JSONLimitsTests {
  private func error(_ text: String, _ limits: JSONLimits = .default) -> String? {
    do throws(JSONError) {
      _ = try JSONReader.read(text, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("text up to the limit of bytes is read, one more is refused")
  func bytes() {
    #expect(error("[1]", JSONLimits(bytes: 3)) == nil)
    #expect(
      error("[1]", JSONLimits(bytes: 2))
        == "line 1, column 1, at $: the text has 3 bytes, more than the limit “bytes” of 2")
  }

  @Test("text up to the limit of levels is read, one more is refused")
  func depth() {
    #expect(error("1", JSONLimits(depth: 0)) == nil)
    #expect(
      error("[]", JSONLimits(depth: 0))
        == "line 1, column 1, at $: nested deeper than the limit “depth” of 0")
    #expect(error("[[],[{}]]", JSONLimits(depth: 3)) == nil)
    #expect(
      error("[[],[{}]]", JSONLimits(depth: 2))
        == "line 1, column 6, at $[1][0]: nested deeper than the limit “depth” of 2")
  }

  @Test("the default is 512 levels and 64 MiB")
  func defaults() {
    #expect(JSONLimits.default == JSONLimits(depth: 512, bytes: 67_108_864))
    let open = String(repeating: "[", count: 512)
    let close = String(repeating: "]", count: 512)
    #expect(error(open + close) == nil)
  }

  @Test(
    "a depth of 100,000 is an error like another",
    arguments: [("[", 513, "[0]"), ("{\"a\":", 2561, ".a")])
  func veryDeep(_ opening: String, _ column: Int, _ step: String) {
    let path =
      "$" + String(repeating: step, count: 8) + "…" + String(repeating: step, count: 24)
    #expect(
      error(String(repeating: opening, count: 100_000))
        == "line 1, column \(column), at \(path): nested deeper than the limit “depth” of 512")
  }

  @Test("values of the greatest default depth are compared, hashed, written and freed")
  func deepValues() throws {
    let text =
      String(repeating: "{\"a\":[", count: 256) + "1" + String(repeating: "]}", count: 256)
    let left = try JSONReader.read(text)
    let right = try JSONReader.read(text)
    #expect(left == right)
    #expect(Set([left, right]).count == 1)
    var writer = JSONWriter(pretty: false)
    writer.value(left)
    #expect(writer.text == text)
  }
}
