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
