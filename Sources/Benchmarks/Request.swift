/// How to measure and print.
struct Options {
  var isJSON = false
  /// The names of the rows that are wanted; empty for all.
  var only: Set<String> = []
  /// The path of another `flow` than the one beside this program.
  var flow: String?

  func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
}

/// What the command line asks for.
enum Request {
  case help
  case measure(Options)

  static let usage = """
    Usage: Benchmarks [--json] [--only NAME]...

    Measures what Libretto promises about speed and prints a row for each promise.

      --json       print an object a line instead of a table
      --only NAME  measure and print one row; may be given several times; a wrong name
                   is told with all that there are
      --flow PATH  measure this flow instead of the one beside this program
      --help       print this

    A missed bar is told in its row; a benchmark whose work comes to a wrong result ends the
    program with code 1, wrong usage with 64.

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
          throw Trouble("--flow needs the path of a program", code: 64)
        }
        options.flow = path
      default:
        throw Trouble("unknown option “\(argument)”; --help lists what there is", code: 64)
      }
    }
    self = .measure(options)
  }

  private static func known(_ names: [String]) -> String {
    "there are: " + names.joined(separator: ", ")
  }
}
