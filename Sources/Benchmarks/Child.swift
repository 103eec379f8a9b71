#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Other programs, files and the compiler, for the benchmarks.

/// Runs a program and measures its time.
struct Child {
  /// The program's path.
  let program: String
  var arguments: [String] = []
  /// Environment variables in addition to those of this process.
  var environment: [String: String] = [:]
  /// The text for standard input.
  var input = ""

  /// The result of a program.
  struct End {
    let status: Int32
    let output: String
    /// The time from the start to the first byte of output; nil if there was none.
    let firstByte: Double?
    /// The time from the start to the end.
    let whole: Double
    /// The most memory that it used at once, in bytes.
    let peak: Int
  }

  /// Runs the program to its end; output and errors are in one stream.
  func run() throws -> End {
    let input = try Child.makePipe()
    let output = try Child.makePipe()
    // The input fits into the pipe, so this doesn't wait for a reader.
    var text = self.input
    _ = text.withUTF8 { write(input.write, $0.baseAddress, $0.count) }
    close(input.write)
    let clock = ContinuousClock()
    let start = clock.now
    let child = try spawn(input: input.read, output: output.write)
    close(input.read)
    close(output.write)
    var bytes: [UInt8] = []
    var firstByte: Double?
    var chunk = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = read(output.read, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      if firstByte == nil { firstByte = Measuring.seconds(clock.now - start) }
      bytes += chunk[..<count]
    }
    close(output.read)
    var (status, usage): (Int32, rusage) = (0, rusage())
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    let whole = Measuring.seconds(clock.now - start)
    return End(
      status: status, output: String(decoding: bytes, as: UTF8.self), firstByte: firstByte,
      whole: whole, peak: Int(usage.ru_maxrss) * unit)
  }

  /// Runs the program to its end; it must succeed.
  func succeed() throws -> End {
    let end = try run()
    guard end.status == 0 else {
      throw Trouble("\(program) \(arguments.joined(separator: " ")) failed:\n\(end.output)")
    }
    return end
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Trouble("cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(input: Int32, output: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = Child.variables(with: environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, program, &actions, nil, &words, &variables)
    guard failure == 0 else {
      throw Trouble("cannot start \(program): \(String(cString: strerror(failure)))")
    }
    return child
  }

  private static func variables(with added: [String: String]) -> [String] {
    let all = environ
    var variables = added.map { "\($0)=\($1)" }
    var index = 0
    while let variable = all[index] {
      let text = String(cString: variable)
      let name = String(text.prefix { $0 != "=" })
      if added[name] == nil { variables.append(text) }
      index += 1
    }
    return variables
  }
}

/// File functions for the benchmarks.
enum Files {
  static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Trouble("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Trouble("cannot write \(path)") }
    var text = text
    let count = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
    guard fclose(file) == 0, count == text.utf8.count else {
      throw Trouble("cannot write \(path)")
    }
  }

  static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFile(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The path with all symbolic links resolved.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The names in a folder; empty if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Performs work in a temporary folder, and removes the folder with its contents.
  /// - Parameter parent: the folder for it; nil for the default.
  static func withTemporaryFolder<Result>(
    in parent: String? = nil, _ work: (String) throws -> Result
  ) throws -> Result {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/libretto-benchmarks-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble("cannot make a folder in \(parent)") }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { remove(path) }
    return try work(Files.resolved(path) ?? path)
  }

  /// Removes a file, or a folder with its contents; links aren't followed.
  static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}

/// The compiler on this machine and the library that was built beside this program.
struct Toolchain {
  let driver: String
  let frontend: String
  /// The build folder, with this program, the library's module and objects, and `flow`.
  let products: String

  var modules: String { products + "/Modules" }

  init() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let found = path.split(separator: ":").map { $0 + "/swiftc" }.first(where: Files.isProgram)
    guard let found else { throw Skipped(reason: "there is no swiftc on PATH") }
    driver = String(found)
    // The driver is a link into the toolchain's folder, which also contains the frontend.
    frontend = Files.folder(Files.resolved(driver) ?? driver) + "/swift-frontend"
    #if os(Linux)
      let own = Files.resolved("/proc/self/exe")
    #else
      let own = Files.resolved(CommandLine.arguments[0])
    #endif
    products = Files.folder(own ?? CommandLine.arguments[0])
    guard Files.isProgram(frontend), Files.exists(modules + "/Libretto.swiftmodule") else {
      throw Skipped(reason: "no swift-frontend or no Libretto.swiftmodule in \(modules)")
    }
  }

  /// The library beside a `flow` program, instead of the one beside this program.
  init(besides flow: String) throws {
    let own = try Toolchain()
    driver = own.driver
    frontend = own.frontend
    products = Files.folder(Files.resolved(flow) ?? flow)
  }

  /// Only type-checks one file.
  /// - Parameter statistics: the folder for the compiler's own counts, if they are wanted.
  func typeCheck(_ file: String, moduleCache: String, statistics: String? = nil) -> Child {
    Child(
      program: frontend,
      arguments: [
        "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "main", "-I", modules,
        "-module-cache-path", moduleCache, "-primary-file", file,
      ] + (statistics.map { ["-stats-output-dir", $0] } ?? []))
  }

  /// Compiles one file and links it with the objects of the library.
  func compile(_ file: String, to program: String, moduleCache: String) throws -> Child {
    Child(
      program: driver,
      arguments: [
        "-swift-version", "6", "-default-isolation", "MainActor", "-module-name", "main",
        "-I", modules, "-module-cache-path", moduleCache, file, "-o", program,
      ] + (try objects()))
  }

  /// The modules of the library.
  private static let library = [
    "Libretto", "LibrettoAnalysis", "LibrettoCore", "LibrettoKnowledge", "LibrettoTerminal",
  ]

  private func objects() throws -> [String] {
    // One of the two has been built.
    let flow = products + "/flow.product/Objects.LinkFileList"
    let list = try Files.read(
      Files.exists(flow) ? flow : products + "/Benchmarks.product/Objects.LinkFileList")
    return list.split(separator: "\n").map { line in
      String(line.first == "'" || line.first == "\"" ? line.dropFirst().dropLast() : line)
    }.filter { path in
      !path.hasSuffix(".swiftmodule.o")
        && Toolchain.library.contains { path.contains("/\($0).build/") }
    }
  }
}
