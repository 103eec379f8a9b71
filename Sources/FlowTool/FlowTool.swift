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
    keepStandardDescriptors()
    do {
      switch try Request.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: writeAll(1, Array(Help.runner.utf8))
      case .version: writeAll(1, Array("flow \(librettoVersion)\n".utf8))
      case .diff(let command): exit(try command.run() ? 2 : 0)
      case .usage: throw Failure(.usage, verbatim: Help.runner)
      case .script(let file, let index, let command) where file.hasSuffix(".json"):
        let rest = CommandLine.arguments.dropFirst(index + 2)
        FlowDocument.main(file, (command.map { [$0] } ?? []) + rest)
      case .script(let file, let index, let command):
        try start(try Script(file), command, argumentsFrom: index + 1)
      }
    } catch let failure as Failure {
      writeAll(2, Array(failure.text.utf8))
      exit(failure.code.rawValue)
    } catch let caught as Interrupts.Caught {
      exit(128 + caught.signal)
    } catch {
      writeAll(2, Array("flow: \(error)\n".utf8))
      exit(Failure.Code.unavailable.rawValue)
    }
  }

  /// Opens the closed standard streams, because the next opened file would become one of them.
  ///
  /// Opened for reading only: the input ends at once, and writing the output fails, as it should.
  private static func keepStandardDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The system uses the lowest free number, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func start(
    _ script: Script, _ command: String?, argumentsFrom first: Int
  ) throws {
    let builder = Builder(
      library: try .find(), toolchain: try .find(), cache: try .open())
    let program = builder.cache.program(builder.key(of: script))
    if builder.cache.touch(program) {
      let number = become(program, script, command, argumentsFrom: first)
      // The program was just pruned by another process, or is damaged: make it again.
      guard isGoneOrDamaged(number) else { throw cannotStart(script, number) }
    }
    let number = become(try builder.build(script), script, command, argumentsFrom: first)
    throw cannotStart(script, number)
  }

  /// Replaces this process with the program; returns the error number if that fails.
  private static func become(
    _ program: String, _ script: Script, _ command: String?, argumentsFrom first: Int
  ) -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(script.typedPath)]
    if let command { words.append(strdup(command)) }
    // The script's own arguments are passed unchanged, including bytes that aren't UTF-8.
    for index in (first + 1)..<max(Int(CommandLine.argc), first + 1) {
      words.append(CommandLine.unsafeArgv[index])
    }
    words.append(nil)
    execv(program, words)
    return errno
  }

  private static func isGoneOrDamaged(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      // The kernel's error for a file that looks like a program but isn't one.
      if number == EBADEXEC || number == EBADMACHO { return true }
    #endif
    return number == ENOENT || number == ENOEXEC
  }

  private static func cannotStart(_ script: Script, _ number: Int32) -> Failure {
    Failure(
      .unavailable,
      "\(shown(script.typedPath)): cannot start the compiled program: \(reason(number)); "
        + "set XDG_CACHE_HOME to a folder that programs may run from")
  }
}
