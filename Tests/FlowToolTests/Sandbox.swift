import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program left: its exit code (128 and the signal's number if one ended it) and its words.
struct Run: Equatable {
  let status: Int32
  let output: String
  let errors: String

  init(_ status: Int32, _ output: String, _ errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A folder of one test's own, with a cache of its own; gone when the test is.
final class Sandbox: Sendable {
  let folder: String

  /// The module cache is shared, or each test would compile the standard library's modules.
  private static let modules = binaries + "/flow-test-modules"
  /// The folder of the built `flow`, beside the tests' own program.
  static let binaries = String(builtProduct("").dropLast())

  var cache: String { folder + "/xdg/libretto" }
  var flow: String { Sandbox.binaries + "/flow" }

  init(in parent: String = "/tmp") {
    folder = Sandbox.makeFolder(in: parent)
    mkdir(folder + "/xdg", 0o700)
    mkdir(cache, 0o700)
    mkdir(Sandbox.modules, 0o700)
    symlink(Sandbox.modules, cache + "/modules")
  }

  deinit { _ = shell("rm -rf \"$FOLDER\"") }

  var environment: [String: String] {
    [
      "PATH": Sandbox.variable("PATH"), "HOME": folder, "XDG_CACHE_HOME": folder + "/xdg",
      "FLOW": flow, "FOLDER": folder,
    ]
  }

  @discardableResult
  func save(_ name: String, _ text: String) -> String {
    let path = folder + "/" + name
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o700)
    defer { close(file) }
    var bytes = Array(text.utf8)
    write(file, &bytes, bytes.count)
    return path
  }

  func text(_ name: String) -> String {
    let file = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &chunk, chunk.count), count > 0 { result += chunk[..<count] }
    return String(decoding: result, as: UTF8.self)
  }

  /// Runs `flow` in the folder.
  func flow(_ arguments: String..., environment: [String: String] = [:]) -> Run {
    shell("exec \"$FLOW\" \"$@\"", arguments, environment)
  }

  /// Runs a shell's script in the folder; FLOW and FOLDER are set.
  func shell(
    _ script: String, _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) -> Run {
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    let child = start(script, arguments, environment, outputs: name)
    let status = wait(child)
    let run = Run(status, text("\(name).out"), text("\(name).err"))
    unlink("\(folder)/\(name).out")
    unlink("\(folder)/\(name).err")
    return run
  }

  func start(
    _ script: String, _ arguments: [String] = [], _ environment: [String: String] = [:],
    outputs name: String
  ) -> ChildProcess? {
    var variables = self.environment
    variables.merge(environment) { _, new in new }
    let redirected = "cd \"$FOLDER\" && exec >\(name).out 2>\(name).err </dev/null; " + script
    return try? ChildProcess.start(
      "/bin/sh", ["-c", redirected, "sh"] + arguments, environment: variables, files: [])
  }

  /// The exit code of a child; -1 where there is none, or no end of it.
  func wait(_ child: ChildProcess?) -> Int32 {
    guard let status = try? child?.wait(within: .seconds(100)) else { return -1 }
    switch status {
    case .exited(let code): return code
    case .signalled(let signal): return 128 + signal
    }
  }

  /// The compiled scripts: the number of the file on disk for each, so that a new one shows.
  func programs() -> [String] {
    shell("ls -i xdg/libretto | grep -v -e modules -e toolchain- -e library-").output
      .split(separator: "\n").map(String.init)
  }

  static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  /// The folder by its own path, as programs know it that run in it: a Mac's /tmp is a link.
  private static func makeFolder(in parent: String) -> String {
    var template = Array("\(parent)/flow-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    guard let path = realpath(template, nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}

/// A script that prints its arguments and whatever it is given to say.
func script(saying word: String = "hello", _ more: String = "") -> String {
  """
  import Libretto
  \(more)
  print("\(word)", CommandLine.arguments)
  if CommandLine.arguments.isEmpty { await Flow("greeting") { Say("Hello.") }.main() }

  """
}
