#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard error, if a person looks at it: a note while a script compiles, and colours.
struct Terminal {
  private let isTerminal = isatty(2) == 1
  private let isDumb = environment("TERM") == nil || environment("TERM") == "dumb"

  var hasColours: Bool { isTerminal && !isDumb && environment("NO_COLOR") == nil }

  /// Shows a note while work is done, and removes it afterwards.
  func noting<Result>(_ note: String, _ work: () throws -> Result) rethrows -> Result {
    guard isTerminal else { return try work() }
    writeAll(2, Array((isDumb ? note + "\n" : note).utf8))
    defer { if !isDumb { writeAll(2, Array("\r\u{1B}[K".utf8)) } }
    return try work()
  }
}
