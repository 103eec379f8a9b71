import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder with the programs and files that one guide shows, in which its commands are run.
struct Session {
  /// A command that a guide shows, and what it shows of its output.
  struct Command: Sendable {
    let place: String
    let text: String
    var output: String
  }

  let commands: [Command]
  /// The names of the whole programs that the guide shows.
  private(set) var programs: [String] = []
  private let folder: TemporaryFolder

  init(_ guide: Guide) throws {
    folder = try TemporaryFolder()
    commands = guide.blocks.filter { $0.language == "console" }.flatMap { block in
      Self.commands(block, guide.path)
    }
    mkdir("\(folder.path)/bin", 0o700)
    symlink(builtProduct("flow"), "\(folder.path)/bin/flow")
    symlink("\(Files.package)/Playground", "\(folder.path)/Playground")
    for block in guide.blocks {
      var (name, text) = (Substring?.none, block.text)
      if let match = block.note?.wholeMatch(of: /file: ([\w.-]+)/) { name = match.1 }
      if block.language == "swift" {
        switch try Sample(block, in: guide).kind {
        case .program(let file, let above):
          name = file[...]
          programs.append(file)
          if let above { text = try Files.read("\(Files.package)/\(above)") + "\n" + text }
        case .copy(let path) where path.hasPrefix("Playground/"): programs.append(path)
        default: break
        }
      }
      if let name { try Files.write(text, to: "\(folder.path)/\(name)") }
    }
  }

  private static func commands(_ block: Guide.Block, _ path: String) -> [Command] {
    var commands: [Command] = []
    for (index, line) in block.text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().enumerated()
    {
      if line.hasPrefix("$ ") {
        commands.append(
          Command(
            place: "\(path):\(block.line + index)", text: String(line.dropFirst(2)), output: ""))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output += line + "\n"
      }
    }
    return commands
  }

  /// The sessions show line mode, at a terminal that can only write.
  private var environment: [String: String] {
    [
      "PATH": "\(folder.path)/bin:\(Compiler.variable("PATH"))", "HOME": folder.path,
      "XDG_CACHE_HOME": "\(folder.path)/cache", "TERM": "dumb", "NO_COLOR": "1",
    ]
  }

  /// Compiles a program, and has it print its help.
  /// - Returns: the compiler's errors and warnings; nothing where all is well.
  func complaints(about program: String) throws -> String {
    let output = "\(folder.path)/complaints.txt"
    let code = try Program.run(
      "/bin/sh", ["-c", "cd '\(folder.path)' && flow \(program) --help > help.txt"],
      environment: environment, output: output)
    let words = try Files.read(output)
    return code == 0 ? words : "exit code \(code)\n\(words)"
  }

  /// Runs the commands one after the other.
  /// - Returns: each with what it really showed.
  func perform() throws -> [Command] {
    var code: Int32 = 0
    return try commands.map { command in
      let result = try Terminal().perform(
        "cd '\(folder.path)' && (exit \(code)); \(command.text)", environment: environment,
        expecting: command.output)
      code = result.code
      return Command(place: command.place, text: command.text, output: result.shown)
    }
  }
}
