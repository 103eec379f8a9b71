import Testing

/// A wrong statement of a flow, and what a person reads about it: the first error of the line, and
/// the hint that `flow` adds.
struct WrongLine: Sendable {
  let body: String
  let column: Int
  let message: String
  var hint: String?

  init(_ body: String, _ column: Int, _ message: String, hint: String? = nil) {
    self.body = body
    self.column = column
    self.message = message
    self.hint = hint
  }

  static let opening = """
    import Libretto
    let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
    let list = Key<[String]>("list"), title = "T"

    """

  /// A script with each statement in a flow of its own, one a line.
  static func script(_ lines: [WrongLine]) -> String {
    opening + lines.enumerated().map { "let f\($0) = Flow(\"f\") { \($1.body) }\n" }.joined()
  }

  /// The column of the first character of a statement.
  private static func margin(_ number: Int) -> Int { "let f\(number) = Flow(\"f\") { ".count }

  /// The places, messages and hints as a script of these lines is reported.
  static func expected(_ lines: [WrongLine], _ path: String) -> [String] {
    let first = opening.split(separator: "\n").count + 1
    return lines.enumerated().flatMap { number, line in
      ["\(path):\(first + number):\(margin(number) + line.column): error: \(line.message)"]
        + (line.hint.map { ["  hint: \($0)"] } ?? [])
    }
  }

  /// The first error of each line, or the one with a hint, in the order of the lines. The compiler
  /// reports several errors of one line in no fixed order.
  static func reported(_ report: String, _ path: String) -> [String] {
    var errors: [Int: [String]] = [:]
    var last: (line: Int, error: String)?
    for text in report.split(separator: "\n").map(String.init) {
      let parts = text.split(separator: ":", maxSplits: 3)
      if text.hasPrefix("  hint: "), let last {
        if errors[last.line]?.count != 2 { errors[last.line] = [last.error, text] }
      } else if parts.count == 4, let line = Int(parts[1]) {
        last = parts[0] == path && parts[3].hasPrefix(" error: ") ? (line, text) : nil
        if let last { errors[line] = errors[line] ?? [last.error] }
      }
    }
    return errors.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
