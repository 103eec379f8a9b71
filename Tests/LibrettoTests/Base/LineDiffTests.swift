import Testing

@testable import LibrettoCore

struct LineDiffTests {
  private func diff(_ expected: [String], _ found: [String]) -> LineDiff? {
    LineDiff(expected: expected.joined(separator: "\n"), found: found.joined(separator: "\n"))
  }

  @Test("the same texts, with or without a newline at the end")
  func same() {
    #expect(LineDiff(expected: "", found: "") == nil)
    #expect(LineDiff(expected: "a\nb\n", found: "a\nb") == nil)
    #expect(LineDiff(expected: "a", found: "a\n") == nil)
  }

  @Test("changed, missing and added lines, with two lines around them")
  func changes() {
    let changed = diff(
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
      ["1", "2", "3", "4", "5", "six", "7", "8", "9"])
    #expect(changed?.line == 6)
    #expect(changed?.text == "  …\n  4\n  5\n- 6\n+ six\n  7\n  8\n  …")
    #expect(diff(["a", "b"], ["a"])?.text == "  a\n- b")
    #expect(diff(["a"], ["", "a", ""])?.text == "+\n  a")
    #expect(diff([], ["a", "b"])?.text == "+ a\n+ b")
    #expect(diff(["a", "", "b"], ["b"])?.text == "- a\n-\n  b")
    #expect(diff(["a "], ["a"])?.text == "- a \n+ a")
    let apart = diff(
      ["a", "1", "2", "3", "4", "5", "6", "b"], ["A", "1", "2", "3", "4", "5", "6", "B"])
    #expect(apart?.line == 1)
    #expect(apart?.text == "- a\n+ A\n  1\n  2\n  …\n  5\n  6\n- b\n+ B")
  }

  @Test("long texts are cut, and their comparison stays cheap")
  func long() {
    let many = diff((0..<100).map { "a\($0)" }, [])
    #expect(many?.text.split(separator: "\n").count == 61)
    #expect(many?.text.hasSuffix("- a59\n  …") == true)
    let huge = diff((0..<100_000).map { "a\($0)" }, (0..<100_000).map { "b\($0)" })
    #expect(huge?.line == 1)
    #expect(huge?.text.hasPrefix("- a0\n- a1\n") == true)
  }
}
