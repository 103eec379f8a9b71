#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the project's performance targets, and prints a row for each.
@main
enum Benchmarks {
  /// The benchmarks in the order in which they run: memory first, while the process is small.
  static var all: [any Benchmark] {
    [
      JournalMemory(), DialogLoop(), JournalReplay(), JournalSync(), SessionBench(),
      ConversationBench(), BookingBench(),
      RunBench(),
      JSONExport(), JSONRead(), Scale(), AheadSteps(), PatternMatch(), BuilderScopes(), PlainBody(),
      MixedBody(),
      OperationGraphs(), KnowBench(),
      LoadOverhead(), LongChain(), WrongOperand(), ImportCost(), WarmScript(),
      ServedConversations(), ServedBesideWork(), ColdScript(),
      ConsoleStart(), ConsoleKeys(), ConsoleIdle(),
    ]
  }

  static func main() async {
    do throws(Trouble) {
      switch try Request(Array(CommandLine.arguments.dropFirst()), names: all.flatMap(\.names)) {
      case .help: print(Request.usage, terminator: "")
      case .measure(let options): try await measure(options)
      }
    } catch {
      tell("Benchmarks: \(error.message)")
      exit(error.code)
    }
  }

  private static func measure(_ options: Options) async throws(Trouble) {
    var printer = Printer(asJSON: options.isJSON)
    for benchmark in all where benchmark.names.contains(where: options.wants) {
      do {
        for row in try await benchmark.rows(options) where options.wants(row.name) {
          printer.print(row)
        }
      } catch let skipped as Skipped {
        tell("\(benchmark.names[0]): not measured: \(skipped.reason)")
      } catch let trouble as Trouble {
        throw Trouble("\(benchmark.names[0]): \(trouble.message)", code: trouble.code)
      } catch {
        throw Trouble("\(benchmark.names[0]): \(error)")
      }
    }
  }
}

/// Writes a message to standard error.
func tell(_ message: String) {
  let bytes = Array((message + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}

/// Options for measuring and printing.
struct Options {
  var isJSON = false
  /// The names of the rows to measure; empty for all.
  var only: Set<String> = []
  /// The path of the `flow` program; defaults to the one beside this program.
  var flow: String?

  func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
}

/// The request on the command line.
enum Request {
  case help
  case measure(Options)

  static let usage = """
    Usage: Benchmarks [--json] [--only NAME]...

    Measures the performance targets of Libretto and prints a row for each.

      --json       print one JSON object per line instead of a table
      --only NAME  measure and print one row; repeatable; a wrong name lists all names
      --flow PATH  measure this flow program instead of the one beside this program
      --help       print this

    A missed bar is marked in its row. The exit code is 1 if a benchmark has a wrong result,
    64 for wrong usage.

    """

  init(_ arguments: [String], names: [String]) throws(Trouble) {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--json": options.isJSON = true
      case "--only":
        guard let name = rest.popFirst() else {
          throw Trouble("--only needs the name of a row; \(Request.known(names))", code: 64)
        }
        guard names.contains(name) else {
          throw Trouble("no row is called “\(name)”; \(Request.known(names))", code: 64)
        }
        options.only.insert(name)
      case "--flow":
        guard let path = rest.popFirst() else {
          throw Trouble("--flow needs the path of a flow program", code: 64)
        }
        options.flow = path
      default:
        throw Trouble("unknown option “\(argument)”; --help lists the options", code: 64)
      }
    }
    self = .measure(options)
  }

  private static func known(_ names: [String]) -> String {
    "there are: " + names.joined(separator: ", ")
  }
}

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
