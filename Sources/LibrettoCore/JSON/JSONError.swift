/// The reason why a text isn't the expected JSON, and the place.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The place in the document, in the syntax of `JSONPath`: `$.steps[3].title`.
  let path: String

  /// The line number from 1; a line ends at LF, CR LF or a CR alone.
  package let line: Int

  /// The column from 1, in Unicode scalars: a tab, an “é” and an emoji of one scalar count as 1.
  package let column: Int

  package let message: String

  package var reason = Reason.other

  /// The mistakes that a file for people explains in its own words.
  package enum Reason: Hashable, Sendable {
    /// A name appears twice in an object.
    case repeatedName
    /// The text ends inside an object or an array.
    case unclosed(isObject: Bool)
    /// A number that no value holds; the rest may be right.
    case numberOutOfRange
    case other
  }

  package var description: String {
    "line \(line), column \(column), at \(path): \(message)"
  }
}

extension JSONError {
  /// An error at a byte of the text. Lines are counted only here, not while reading.
  init(
    _ message: String, path: JSONPath, position: Int, in input: UnsafeBufferPointer<UInt8>,
    reason: Reason = .other
  ) {
    var line = 1
    var column = 1
    for index in 0..<min(position, input.count) {
      let byte = input[index]
      let endsLine =
        byte == 0x0A
        || byte == 0x0D && (index + 1 == input.count || input[index + 1] != 0x0A)
      if endsLine {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.init(path: path.description, line: line, column: column, message: message, reason: reason)
  }
}

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

/// The path to a value of a JSON document, shared by all values inside it.
///
/// Only an error spells it out, so reading a step needs one small object and no string.
final class JSONTrail: Sendable {
  private let outer: JSONTrail?
  private let member: String
  /// The index in the array that the member holds; −1 for the member itself.
  private let index: Int

  /// The path to the whole document.
  init() {
    outer = nil
    member = ""
    index = -1
  }

  private init(_ outer: JSONTrail, _ member: String, _ index: Int) {
    self.outer = outer
    self.member = member
    self.index = index
  }

  /// Returns the path to a member, or to an element of the array in it.
  func appending(_ member: String, _ index: Int = -1) -> JSONTrail {
    JSONTrail(self, member, index)
  }

  var path: JSONPath {
    var steps: [JSONPath.Step] = []
    var trail = self
    while let outer = trail.outer {
      if trail.index >= 0 { steps.append(.index(trail.index)) }
      if !trail.member.isEmpty || trail.index < 0 { steps.append(.name(trail.member)) }
      trail = outer
    }
    return JSONPath(steps: steps.reversed())
  }
}

extension JSONTrail: Hashable {
  static func == (left: JSONTrail, right: JSONTrail) -> Bool {
    left === right || left.path == right.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// Text of a document as errors quote it: shortened, without characters that a terminal acts on.
enum JSONExcerpt {
  /// The number of Unicode scalars to show; “…” replaces the rest.
  static let length = 40

  /// Returns the beginning of a text, with escapes for characters that a terminal acts on.
  ///
  /// - Parameter escapingQuotes: whether to escape `"` and `\` too, for use between quotes.
  static func text(_ text: String, escapingQuotes: Bool = false) -> String {
    var bytes: [UInt8] = []
    var shown = 0
    for scalar in text.unicodeScalars {
      guard shown < length else {
        bytes.append(contentsOf: "…".utf8)
        break
      }
      let isQuote = scalar == "\"" || scalar == "\\"
      if JSONEscape.isNeeded(scalar) || escapingQuotes && isQuote {
        let start = bytes.count
        JSONEscape.append(scalar, to: &bytes)
        shown += bytes.count - start
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        shown += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
