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
      case .diff(let command): exit(try command.run() ? 2 : 0)
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
