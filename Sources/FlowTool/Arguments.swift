import Libretto

/// The parsed command line.
enum Request: Equatable {
  case help
  case version
  case usage
  case diff(DiffCommand)
  /// `index` is the index of FILE among the arguments; what follows it belongs to the script.
  case script(file: String, index: Int, command: String?)

  /// Reads the command line, without the command's own name.
  static func parse(_ arguments: [String]) throws(Failure) -> Request {
    guard let first = arguments.first else { return .usage }
    if first == "help" || first == "--help" || first == "-h" { return .help }
    if first == "--version" { return .version }
    if first == "diff" {
      if arguments.contains("--help") || arguments.contains("-h") { return .help }
      return .diff(try DiffCommand(arguments.dropFirst()))
    }
    if Commands.passedOn.contains(first) {
      return try file(of: first, in: arguments)
    }
    if first == "--", arguments.count > 1 {
      return .script(file: arguments[1], index: 1, command: nil)
    }
    if first.hasPrefix("-") { throw unknown(option: first) }
    if !first.contains(where: { $0 == "." || $0 == "/" }), !exists(first) {
      throw unknown(command: first)
    }
    return .script(file: first, index: 0, command: nil)
  }

  private static func file(of command: String, in arguments: [String]) throws(Failure) -> Request {
    let given = arguments.dropFirst()
    let index = given.first == "--" ? 2 : 1
    guard index < arguments.count else {
      throw Failure(.usage, "\(command) needs a script: write `flow \(command) FILE.swift`")
    }
    let file = arguments[index]
    if index == 1, file == "--help" || file == "-h" { return .help }
    if index == 1, file.hasPrefix("-") { throw unknown(option: file, after: command + " ") }
    return .script(file: file, index: index, command: command)
  }

  /// - Parameter command: the preceding words, as they must be written.
  private static func unknown(option: String, after command: String = "") -> Failure {
    let option = option.withoutValue
    if Commands.isOptionOfScripts(option) {
      return Failure(
        .usage,
        "\(quoted(option)) belongs after the script’s name: write "
          + "`flow \(command)FILE.swift \(shown(option))`")
    }
    var sentence = "unknown option \(quoted(option)); "
    let known = Commands.options + CommandOptions.spellings.map(\.name)
    if let meant = nearest(to: String(option.prefix { $0 != "=" }), among: known) {
      sentence += "did you mean “\(meant)”?"
    } else {
      sentence += "`flow --help` lists the options; they follow the script’s name"
    }
    return Failure(.usage, sentence)
  }

  private static func unknown(command: String) -> Failure {
    var sentence = "unknown command \(quoted(command.withoutValue)); "
    if exists(command + ".swift") {
      sentence += "did you mean the script \(quoted(command + ".swift"))?"
    } else if let meant = nearest(to: command, among: Commands.all) {
      sentence += "did you mean “\(meant)”?"
    } else {
      sentence += "`flow --help` lists the commands, and a script is named like greeting.swift"
    }
    return Failure(.usage, sentence)
  }
}
