import Libretto

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command `flow`: finds or makes the program of a script, and replaces itself with it.
@main
enum FlowTool {
  static func main() {
    ProcessStart.openClosedStreams()
    do {
      if let problem = ProcessStart.argumentProblem {
        throw Failure(.usage, problem)
      }
      switch try Request.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: try writeOutput(Help.runner)
      case .version: try writeOutput("flow \(librettoVersion)\n")
      case .words: try writeOutput(Words.english.json + "\n")
      case .diff(let command): try command.run()
      case .usage: throw Failure(.usage, verbatim: Help.runner)
      case .script(let file, let index, let command) where file.hasSuffix(".json"):
        let rest = CommandLine.arguments.dropFirst(index + 2)
        FlowDocument.main(file, (command.map { [$0] } ?? []) + rest)
      case .script(let file, let index, let command):
        try start(try Script(file), command, argumentsFrom: index + 1)
      }
    } catch let failure as Failure {
      end(failure)
    } catch let caught as Interrupts.Caught {
      caught.end()
    } catch {
      end(Failure(.unavailable, "\(error)"))
    }
  }

  /// Ends the process. A sentence that can't be written is a failure of its own; where standard
  /// error is closed, nobody wants it.
  private static func end(_ failure: Failure) -> Never {
    let isWritten = writeAll(2, Array(failure.text.utf8)) || errno == EBADF
    exit((isWritten ? failure.code : .failed).rawValue)
  }

  private static func start(
    _ script: Script, _ command: String?, argumentsFrom first: Int
  ) throws {
    let builder = try Builder()
    let words = words(script, command, argumentsFrom: first)
    if let program = builder.cached(script) {
      let number = program.start(words)
      // The program is damaged: make it again.
      guard isDamaged(number) else { throw cannotStart(script, number) }
    }
    throw cannotStart(script, try builder.build(script).start(words))
  }

  private static func words(
    _ script: Script, _ command: String?, argumentsFrom first: Int
  ) -> [UnsafeMutablePointer<CChar>?] {
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(script.typedPath)]
    if let command { words.append(strdup(command)) }
    // The script's own arguments are passed unchanged, including bytes that aren't UTF-8.
    for index in (first + 1)..<max(Int(CommandLine.argc), first + 1) {
      words.append(CommandLine.unsafeArgv[index])
    }
    return words + [nil]
  }

  private static func isDamaged(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      // The kernel's errors for a file that looks like a program but isn't one; and here, the name
      // is used again, which another process can have removed.
      if number == EBADEXEC || number == EBADMACHO || number == ENOENT { return true }
    #endif
    return number == ENOEXEC
  }

  private static func cannotStart(_ script: Script, _ number: Int32) -> Failure {
    Failure(
      .unavailable,
      "\(shown(script.typedPath)): cannot start the compiled program: \(reason(number)); "
        + "set XDG_CACHE_HOME to a folder that programs may run from")
  }
}

/// The parsed command line.
enum Request: Equatable {
  case help
  case version
  case usage
  case words
  case diff(DiffCommand)
  /// `index` is the index of FILE among the arguments; what follows it belongs to the script.
  case script(file: String, index: Int, command: String?)

  /// Reads the command line, without the command's own name.
  static func parse(_ arguments: [String]) throws(Failure) -> Request {
    guard let first = arguments.first else { return .usage }
    if first == "help" || first == "--help" || first == "-h" { return .help }
    if first == "--version" { return .version }
    if first == "words" {
      guard arguments.count > 1 else { return .words }
      if arguments.contains("--help") || arguments.contains("-h") { return .help }
      throw Failure(.usage, "words takes no arguments: write `flow words > FILE.json`")
    }
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
    let known = Commands.options + CommandOptions.spellings.map(\.name).filter { $0 != "-o" }
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

/// The subcommands of `flow`: those of a flow's own command line, and help.
enum Commands {
  /// The commands that the script itself performs: it gets the word, then the arguments.
  static let passedOn = CommandOptions.Command.allCases.map(\.rawValue)
  static let all = passedOn + ["diff", "words", "help"]
  static let options = ["--help", "--version"]

  /// Whether a script knows the option, so that it is only in the wrong place.
  static func isOptionOfScripts(_ word: String) -> Bool {
    let name = word.prefix { $0 != "=" }
    return CommandOptions.spellings.contains { $0.name == name }
  }
}
