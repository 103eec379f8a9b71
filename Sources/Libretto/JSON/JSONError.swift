/// The reason why a text isn't the expected JSON, and the place.
struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The place in the document, in the syntax of `JSONPath`: `$.steps[3].title`.
  let path: String

  /// The line number from 1; a line ends at LF, CR LF or a CR alone.
  let line: Int

  /// The column from 1, in Unicode scalars: a tab, an “é” and an emoji of one scalar count as 1.
  let column: Int

  let message: String

  var reason = Reason.other

  /// The mistakes that a file for people explains in its own words.
  enum Reason: Hashable, Sendable {
    /// A name appears twice in an object.
    case repeatedName
    /// The text ends inside an object or an array.
    case unclosed(isObject: Bool)
    case other
  }

  var description: String {
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
