/// A place in a JSON document, written `$.steps[3].title`, or `$["a b"]` for other names.
struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// The numbers of first and last steps to show of a longer path, so that errors stay readable.
  private static let shownSteps = (first: 8, last: 24)

  var steps: [Step] = []

  func appending(_ name: String) -> JSONPath {
    JSONPath(steps: steps + [.name(name)])
  }

  func appending(_ index: Int) -> JSONPath {
    JSONPath(steps: steps + [.index(index)])
  }

  var description: String {
    let shown = Self.shownSteps
    guard steps.count > shown.first + shown.last else {
      return "$" + steps.map(Self.spelling).joined()
    }
    return "$" + steps.prefix(shown.first).map(Self.spelling).joined()
      + "…" + steps.suffix(shown.last).map(Self.spelling).joined()
  }

  private static func spelling(_ step: Step) -> String {
    switch step {
    case .index(let index): "[\(index)]"
    case .name(let name) where isIdentifier(name): ".\(name)"
    case .name(let name): "[\"\(JSONExcerpt.text(name, escapingQuotes: true))\"]"
    }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.count <= JSONExcerpt.length
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
      }
  }
}
