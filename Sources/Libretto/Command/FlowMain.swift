#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Flow {
  /// Runs the flow's command line, and ends the process.
  ///
  /// ```swift
  /// await Flow("greeting") { Say("Hello.") }.main()
  /// ```
  ///
  /// Without arguments, the flow is performed at the terminal; `--help` lists the options. The exit
  /// code says how it ended: 0 finished, 1 failed, 2 a scripted run differs, 64 wrong usage, 65 bad
  /// data or missing answers, 66 no such file, 124 timed out, 130 cancelled.
  public func main() async -> Never {
    let words = CommandLine.arguments
    let path = words.first ?? name
    let program = path.split(separator: "/").last.map(String.init) ?? path
    let code = await FlowCommand(flow: self, program: program).run(Array(words.dropFirst()))
    exit(code.rawValue)
  }

  /// The script's own arguments: those after `--` on the command line.
  public static var arguments: [String] {
    guard let mark = CommandLine.arguments.firstIndex(of: "--") else { return [] }
    return Array(CommandLine.arguments[(mark + 1)...])
  }
}
