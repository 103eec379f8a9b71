/// One of the project's pages, cut into its fenced blocks.
struct Guide: Sendable, CustomStringConvertible {
  /// A fenced block, and the comment that stands right before it.
  struct Block: Sendable {
    let language: String
    let text: String
    /// The line of the block's first line of text, from 1.
    let line: Int
    /// What stands in `<!-- … -->` on the line before the fence; nil where there is none.
    let note: String?
  }

  /// The path in the package.
  let path: String
  let blocks: [Block]

  var description: String { path }

  init(_ path: String) throws {
    self.path = path
    let lines = try Files.read("\(Files.package)/\(path)")
      .split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [Block] = []
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard lines[index].hasPrefix("```") else { continue }
      let start = index + 1
      guard let end = lines[start...].firstIndex(where: { $0.hasPrefix("```") }) else {
        throw SupportFailure("\(path):\(index + 1): this block has no end")
      }
      let before = index == 0 ? "" : lines[index - 1]
      blocks.append(
        Block(
          language: String(lines[index].dropFirst(3)),
          text: lines[start..<end].map { $0 + "\n" }.joined(), line: start + 1,
          note: before.hasPrefix("<!-- ") && before.hasSuffix(" -->")
            ? String(before.dropFirst(5).dropLast(4)) : nil))
      index = end
    }
    self.blocks = blocks
  }

  /// Every page whose samples are promises.
  static let all: [Guide] = {
    let folder = "Guides/Libretto.docc"
    do {
      let names = try Files.names(in: "\(Files.package)/\(folder)")
      let pages = names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
      return try (["README.md"] + pages).map(Guide.init)
    } catch {
      // No page, no test: `GuidesTests.pages` counts them.
      return []
    }
  }()
}
