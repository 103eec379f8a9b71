#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let whole = Measuring.seconds(clock.now - start)
    return End(
      status: status, output: String(decoding: bytes, as: UTF8.self), firstByte: firstByte,
      whole: whole)
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
