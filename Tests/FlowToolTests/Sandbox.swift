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
  static let binaries = Sandbox.folderOfTests()

  var cache: String { folder + "/xdg/libretto" }
  var flow: String { Sandbox.binaries + "/flow" }

  init() {
    folder = Sandbox.makeFolder()
    mkdir(folder + "/xdg", 0o700)
    mkdir(cache, 0o700)
    mkdir(Sandbox.modules, 0o700)
    symlink(Sandbox.modules, cache + "/modules")
  }

  deinit { _ = shell("rm -rf \"$FOLDER\"") }

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
  ) -> pid_t {
    var variables = [
      "PATH": Sandbox.variable("PATH"), "HOME": folder, "XDG_CACHE_HOME": folder + "/xdg",
      "FLOW": flow, "FOLDER": folder,
    ]
    variables.merge(environment) { _, new in new }
    let redirected = "cd \"$FOLDER\" && exec >\(name).out 2>\(name).err </dev/null; " + script
    var words = (["/bin/sh", "-c", redirected, "sh"] + arguments).map { strdup($0) }
    var values = variables.map { strdup("\($0.key)=\($0.value)") }
    words.append(nil)
    values.append(nil)
    defer { for word in words + values { free(word) } }
    var child: pid_t = -1
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What runs the tests may ignore or block Ctrl-C; `flow` would rightly go on doing so.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawn(&child, "/bin/sh", nil, &attributes, words, values)
    return child
  }

  func wait(_ child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// The compiled scripts: the number of the file on disk for each, so that a new one shows.
  func programs() -> [String] {
    shell("ls -i xdg/libretto | grep -v modules").output.split(separator: "\n").map(String.init)
  }

  static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

  private static func makeFolder() -> String {
    var template = Array("/tmp/flow-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func folderOfTests() -> String {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return "." }
      // FOLDER/LibrettoPackageTests.xctest/Contents/MacOS/LibrettoPackageTests
      let up = 4
      let path = String(cString: name)
    #else
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = max(readlink("/proc/self/exe", &buffer, buffer.count), 0)
      let up = 1
      let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    #endif
    return "/" + path.split(separator: "/").dropLast(up).joined(separator: "/")
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
