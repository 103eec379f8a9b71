import Testing

/// A script with one mistake in its flow, and where and how the compiler reports it.
struct WrongProgram: Sendable, CustomTestStringConvertible {
  let name: String
  let body: String
  /// Counted from the first line of the flow's body.
  let line: Int
  let column: Int
  let message: String
  /// What the compiler adds below the mark.
  var note: String?
  /// What `flow` adds below the listing.
  var hint: String?

  static let work =
    "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"

  private static let opening = """
    import Libretto
    let name = Key<String>("name"), age = Key<Int>("age"), ok = Key<Bool>("ok")
    func work() {}
    func risky() throws {}
    func slow() async throws {}
    await Flow("wrong") {

    """

  init(
    _ name: String, _ body: String, _ line: Int, _ column: Int, _ message: String,
    note: String? = nil, hint: String? = nil
  ) {
    self.name = name
    self.body = body
    self.line = line
    self.column = column
    self.message = message
    self.note = note
    self.hint = hint
  }

  var testDescription: String { name }

  var text: String { Self.opening + body + "\n}.main()\n" }

  /// The report as the compiler lays it out: the place, two lines around, a mark.
  func report(of path: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = Self.opening.split(separator: "\n").count + line
    let last = min(number + 2, lines.count)
    // The gutter has room for the number of the line behind the last one that is shown.
    let width = String(min(number + 3, lines.count)).count
    var report = "\(path):\(number):\(column): error: \(message)\n"
    for shown in max(1, number - 2)...last {
      let digits = String(shown)
      report += String(repeating: " ", count: width - digits.count) + digits
      report += " | \(lines[shown - 1])\n"
      if shown == number {
        let gutter = String(repeating: " ", count: width) + " | "
        let lead = gutter + String(repeating: " ", count: column - 1)
        report += lead + (note == nil ? "`" : "|") + "- error: \(message)\n"
        if let note { report += lead + "`- note: \(note)\n" }
      }
    }
    return report + (hint.map { "  hint: \($0)\n" } ?? "")
  }
}

extension WrongProgram {
  static let all = nesting + forms + chains + misplacedWork + types
}
