import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What `flow` says for itself: why it stops, and a note while it works.

/// The reason `flow` stops: one sentence for standard error, and an exit code, of sysexits(3) but
/// for the first.
struct Failure: Error, Equatable {
  enum Code: Int32 {
    case failed = 1
    case usage = 64
    case data = 65
    case noInput = 66
    case unavailable = 69
  }

  let code: Code
  /// The exact text for standard error, including the final newline.
  let text: String

  init(_ code: Code, _ sentence: String) {
    self.code = code
    text = "flow: \(sentence)\n"
  }

  /// The compiler's own words, which need no introduction.
  init(_ code: Code, verbatim text: String) {
    self.code = code
    self.text = text
  }
}

/// Quotes a user's word in a sentence, so that it can't control the terminal.
func quoted(_ word: String) -> String { "“\(shown(word))”" }

/// A user's word with everything replaced that could control the terminal.
func shown(_ text: String) -> String { text.neutralisedLine }

/// The system's description of an error number, beginning in lower case.
func reason(_ number: Int32) -> String { Disk.Failure(number: number).description }

/// Standard error, if a person looks at it: a note while a script compiles, and colours.
struct Terminal {
  private let isTerminal = isatty(2) == 1
  /// Whether only lines may be written: a screen reader reads what moves again and again.
  private let isDumb =
    environment("TERM") == nil || environment("TERM") == "dumb"
    || !["", "0", "false"].contains(environment("ACCESSIBLE") ?? "")

  var hasColours: Bool { isTerminal && !isDumb && environment("NO_COLOR") == nil }

  /// Shows a note while work is done, and removes it afterwards.
  func noting<Result>(_ note: String, _ work: () throws -> Result) rethrows -> Result {
    guard isTerminal else { return try work() }
    // Only one row can be removed again.
    let columns = Descriptor.standardError.terminalColumns
    let row = note.count < columns ? note : note.prefix(max(0, columns - 2)) + "…"
    writeAll(2, Array((isDumb ? note + "\n" : row).utf8))
    defer { if !isDumb { writeAll(2, Array("\r\u{1B}[K".utf8)) } }
    return try work()
  }
}
