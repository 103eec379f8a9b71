import LibrettoCore
import LibrettoTerminal

extension Flow {
  /// Runs the flow's command line, and ends the process.
  ///
  /// ```swift
  /// await Flow("greeting") { Say("Hello.") }.main()
  /// ```
  ///
  /// Without arguments, the flow is performed at the terminal; `--help` lists the options. The exit
  /// code says how it ended: 0 finished, 1 failed, 2 a scripted run differs or a check found errors,
  /// 64 wrong usage, 65 bad data or missing answers, 66 no such file, 124 timed out, 130 cancelled.
  /// If a signal cancelled it, the process ends by that signal, as a shell expects.
  ///
  /// Call this on the main thread, before anything else at the top level of a script has waited:
  /// then programs that actions start can be ended with Ctrl-C.
  /// - Parameters:
  ///   - theme: the styles and signs of prompts that are drawn in place.
  ///   - words: the language of the product's own sentences; `--words FILE` names another one.
  public nonisolated(nonsending) func main(
    theme: Theme = .standard, words: @autoclosure () throws -> Words = .english
  ) async -> Never {
    let arguments = CommandLine.arguments
    let path = arguments.first ?? name
    let program = path.split(separator: "/").last.map(String.init) ?? path
    OwnProcess.begin()
    if let problem = ProcessStart.argumentProblem {
      OwnProcess.end(ExitCode.usage.explained(by: "\(program): \(problem)"))
    }
    let language: Words
    do {
      language = try words()
    } catch {
      OwnProcess.end(ExitCode.data.explained(by: "\(program): its words can't be used: \(error)"))
    }
    let code = Task { @concurrent in
      await FlowCommand(
        flow: self, program: program, source: path.hasSuffix(".swift") ? path : nil, theme: theme,
        words: language
      ).run(Array(arguments.dropFirst()))
    }
    Task { @concurrent in OwnProcess.end(await code.value) }
    MainThread.serve()
    OwnProcess.end(await code.value)
  }

  /// The script's own arguments: those after `--` on the command line.
  public static var arguments: [String] {
    guard let mark = CommandLine.arguments.firstIndex(of: "--") else { return [] }
    return Array(CommandLine.arguments[(mark + 1)...])
  }
}
