/// A piece of Swift in a guide, with what its comment says of it:
///
///     <!-- sample: greeting.swift -->        a whole program, of this name
///     <!-- sample: steps -->                 a piece that stands in Preludes/steps.swift
///     <!-- sample: greeting.swift, after: Tests/Example/A.swift -->   the same, below that file
///     <!-- copy: Tests/Example/A.swift -->   a file of the package, or the next part of it
///     <!-- copy: Playground/a.swift -->      a script, which sessions run by this path
///     <!-- refused: steps, "message" -->     the same, and the compiler refuses it like this
///     <!-- text -->                          only shown: it needs something that isn't here
struct Sample: Sendable {
  enum Kind: Hashable, Sendable {
    case program(String, after: String?)
    case copy(path: String)
    case piece(prelude: String)
    case refused(prelude: String, message: String)
    case text
  }

  let kind: Kind
  let guide: String
  let line: Int
  let text: String

  /// - Throws: what is wrong with the comment, with the place of the sample.
  init(_ block: Guide.Block, in guide: Guide) throws {
    self.guide = guide.path
    line = block.line
    text = block.text
    let place = "\(guide.path):\(block.line)"
    guard let note = block.note else {
      throw SupportFailure("\(place): no <!-- sample: … --> stands before this sample")
    }
    if note == "text" {
      kind = .text
    } else if let match = note.wholeMatch(of: /sample: ([\w-]+\.swift)(?:, after: ([\w\/.]+))?/) {
      kind = .program(String(match.1), after: match.2.map { String($0) })
    } else if let match = note.wholeMatch(of: /sample: (\w+)/) {
      kind = .piece(prelude: String(match.1))
    } else if let match = note.wholeMatch(of: /copy: ([\w\/.]+)/) {
      kind = .copy(path: String(match.1))
    } else if let match = note.wholeMatch(of: /refused: (\w+), "(.+)"/) {
      kind = .refused(prelude: String(match.1), message: String(match.2))
    } else {
      throw SupportFailure("\(place): “\(note)” says nothing that the tests understand")
    }
  }

  var place: String { "\(guide):\(line)" }

  /// The sample as the compiler gets it; what it reports names the guide and its line.
  func source() throws -> String {
    let located = "#sourceLocation(file: \"\(guide)\", line: \(line))\n\(text)#sourceLocation()\n"
    switch kind {
    case .program, .copy, .text: return located
    case .piece(let prelude), .refused(let prelude, _):
      let path = "Tests/GuidesTests/Preludes/\(prelude).swift"
      let around = try Files.read("\(Files.package)/\(path)")
      let parts = around.split(separator: "// SAMPLE\n", maxSplits: 1).map(String.init)
      guard parts.count == 2 || around.hasSuffix("// SAMPLE\n") else {
        throw SupportFailure("\(path): has no line // SAMPLE")
      }
      return parts[0] + located + parts.dropFirst().joined()
    }
  }
}
