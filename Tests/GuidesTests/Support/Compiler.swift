import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Type-checks Swift against the library that was built with these tests.
enum Compiler {
  struct Message: Hashable, Sendable, CustomStringConvertible {
    let file: String
    let line: Int
    let text: String

    var description: String { "\(file):\(line): \(text)" }
  }

  /// Where an executable is on the search path.
  static func find(_ name: String) throws -> String {
    for folder in variable("PATH").split(separator: ":") {
      let path = "\(folder)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw SupportFailure("\(name) is not on the search path")
  }

  static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  /// Type-checks modules, all at the same time, one list of sources for each.
  /// - Returns: the errors of each.
  static func check(_ modules: [[String]]) throws -> [[Message]] {
    let folder = try TemporaryFolder()
    let compiler = try find("swiftc")
    let sdk = try sdkOptions(folder.path)
    var started: [(program: Program, output: String)] = []
    for (number, sources) in modules.enumerated() {
      let paths = sources.indices.map { "\(folder.path)/sample-\(number)-\($0).swift" }
      for (path, source) in zip(paths, sources) { try Files.write(source, to: path) }
      let output = "\(folder.path)/output-\(number)"
      let arguments =
        [
          "-typecheck", "-wmo", "-swift-version", "6", "-default-isolation", "MainActor",
          "-parse-as-library", "-Werror", "DeprecatedDeclaration", "-module-name", "Samples",
          "-diagnostic-style",
          "llvm", "-I", builtProduct("Modules"),
          "-module-cache-path", "\(folder.path)/modules",
        ] + sdk + paths
      let environment = ["PATH": variable("PATH"), "HOME": folder.path]
      started.append(
        (try .start(compiler, arguments, environment: environment, output: output), output))
    }
    return try started.map { program, output in
      let code = program.wait()
      let text = try Files.read(output)
      let messages = errors(in: text)
      if code != 0 && messages.isEmpty { throw SupportFailure("\(compiler) failed: \(text)") }
      return messages
    }
  }

  /// What a compiler needs to find a Mac's own modules; Apple's would find them itself.
  private static func sdkOptions(_ folder: String) throws -> [String] {
    #if canImport(Darwin)
      let output = "\(folder)/sdk"
      let code = try Program.run(
        "/usr/bin/xcrun", ["--sdk", "macosx", "--show-sdk-path"], output: output)
      let words = try Files.read(output)
      guard code == 0, let path = words.split(separator: "\n").last else {
        throw SupportFailure("there is no SDK: \(words)")
      }
      return ["-sdk", String(path)]
    #else
      return []
    #endif
  }

  static func errors(in text: String) -> [Message] {
    text.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: /(.+?):(\d+):\d+: error: (.+)/),
        let number = Int(match.2)
      else { return nil }
      return Message(file: String(match.1), line: number, text: String(match.3))
    }
  }
}
