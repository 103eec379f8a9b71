#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Prints rows as they are measured: as a table, or as one JSON object on each line.
struct Printer {
  private let isJSON: Bool
  private var hasHead = false

  init(asJSON isJSON: Bool) {
    self.isJSON = isJSON
  }

  mutating func print(_ row: Row) {
    if isJSON { return write(Printer.json(row)) }
    if !hasHead { write(Printer.line("name", "value", "unit", "bar", "verdict")) }
    hasHead = true
    write(Printer.line(row.name, Row.grouped(row.value), row.unit, row.barInWords, row.verdict))
  }

  private func write(_ line: String) {
    Swift.print(line)
    // Flush, so that each row is visible at once, even through a pipe.
    fflush(nil)
  }

  /// Names and units are constants of this program and need no escapes.
  private static func json(_ row: Row) -> String {
    var line = "{\"name\": \"\(row.name)\", \"value\": \(Row.plain(row.value)), "
    line += "\"unit\": \"\(row.unit)\""
    switch row.bar {
    case .atLeast(let bar), .atMost(let bar): line += ", \"bar\": \(Row.plain(bar))"
    case nil: break
    }
    if let isMet = row.isMet { line += ", \"met\": \(isMet)" }
    return line + "}"
  }

  private static func line(
    _ name: String, _ value: String, _ unit: String, _ bar: String, _ verdict: String
  ) -> String {
    let columns = [
      padded(name, 32), padded(value, 12, right: true), padded(unit, 12),
      padded(bar, 12, right: true), verdict,
    ]
    var line = columns.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(width - text.count, 0))
    return right ? space + text : text + space
  }
}
