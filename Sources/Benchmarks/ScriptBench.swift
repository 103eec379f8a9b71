// What a start of a script costs, compiled already or not.

/// A script, the `flow` program that runs it, and its own cache.
struct ScriptBench {
  let flow: String
  let toolchain: Toolchain
  let folder: String

  /// A script that asks first, so its first byte of output is its first prompt.
  private static let script = """
    import Libretto

    let name = Key<String>("name")
    await Flow("greeting") {
      Ask("What is your name?", into: name)
      Say("Hello, \\(name)!")
    }.main()

    """

  private static let name = "Ada"

  var source: String { folder + "/greeting.swift" }

  /// The module cache for calling the compiler without `flow`.
  var moduleCache: String { folder + "/modules" }

  /// Performs work with a script in a temporary folder.
  static func use<Result>(
    _ options: Options, _ work: (ScriptBench) throws -> Result
  ) throws -> Result {
    let flow = try options.flow ?? (Toolchain().products + "/flow")
    guard Files.isProgram(flow) else {
      throw Skipped(reason: "\(flow) is not built; run `swift build -c release`")
    }
    let toolchain = try Toolchain(besides: flow)
    return try Files.withTemporaryFolder { folder in
      let bench = ScriptBench(flow: flow, toolchain: toolchain, folder: folder)
      try Files.write(script, to: bench.source)
      return try work(bench)
    }
  }

  /// Returns `flow SCRIPT`, with an answer on a pipe.
  func start(cache: String = "cache") -> Child {
    Child(
      program: flow, arguments: [source],
      environment: ["XDG_CACHE_HOME": folder + "/" + cache], input: ScriptBench.name + "\n")
  }

  /// Returns the compiled script itself, with the same answer.
  func direct() throws -> Child {
    Child(program: try compiled(), input: ScriptBench.name + "\n")
  }

  /// Runs the script to its end and checks that it was performed.
  static func perform(_ child: Child) throws -> Child.End {
    let end = try child.run()
    if end.status == 0, !end.output.contains("Hello, ") {
      throw Skipped(
        reason: "\(child.program) doesn't perform scripts yet; it printed “\(end.output)”")
    }
    guard end.status == 0, end.output.contains("What is your name?"),
      end.output.contains("Hello, \(name)!")
    else { throw Trouble("\(child.program) did not perform the script:\n\(end.output)") }
    return end
  }

  /// The one program in the cache.
  func compiled() throws -> String {
    let programs = try cached().filter { !Files.name($0).hasPrefix("toolchain-") }
    guard programs.count == 1 else {
      throw Trouble("\(programs.count) programs are in the cache instead of one")
    }
    return programs[0]
  }

  /// Removes the compiled script and the record of the compiler; its module cache stays, and the
  /// library that scripts are linked with.
  func forget() throws {
    for program in try cached() { Files.remove(program) }
  }

  private func cached() throws -> [String] {
    let cache = folder + "/cache/libretto"
    return Files.names(in: cache).filter { !$0.hasPrefix("library-") }.map { cache + "/" + $0 }
      .filter { Files.isFile($0) }
  }
}

/// The overhead of `flow` for a script that is already compiled, and the time to its first prompt.
struct WarmScript: Benchmark {
  let names = [
    "script.warm", "script.warm.first-prompt", "script.warm.program", "script.warm.empty-program",
  ]

  func rows(_ options: Options) throws -> [Row] {
    try ScriptBench.use(options) { bench in
      let empty = bench.folder + "/empty.swift"
      try Files.write("", to: empty)
      _ = try Child(
        program: bench.toolchain.driver, arguments: [empty, "-o", bench.folder + "/empty"]
      ).succeed()
      _ = try ScriptBench.perform(bench.start())
      let program = try bench.direct()
      let times = try Measuring.medians(
        rounds: 101,
        [
          { try ScriptBench.perform(bench.start()).whole },
          { try ScriptBench.perform(program).whole },
          { try ScriptBench.perform(bench.start()).firstByte ?? .infinity },
          { try Child(program: bench.folder + "/empty").succeed().whole },
        ])
      return [
        Row(names[0], (times[0] - times[1]) * 1000, "ms added", .atMost(4)),
        Row(names[1], times[2] / times[3], "× empty", .atMost(4)),
        Row(names[2], times[1] * 1000, "ms"),
        Row(names[3], times[3] * 1000, "ms"),
      ]
    }
  }
}

/// The memory of one `flow serve --many` in which many conversations wait, each at its second question.
struct ServedConversations: Benchmark {
  let names = ["serve.many.memory"]

  private static let count = 10_000
  private static let script = """
    import Libretto

    await Flow("greeting") {
      Say("Welcome.")
      Ask("What is your name?", into: Key<String>("name"))
      Ask("How many?", into: Key<Int>("count")).validate(.range(1...9))
    }.main()

    """

  func rows(_ options: Options) throws -> [Row] {
    try ScriptBench.use(options) { bench in
      try Files.write(Self.script, to: bench.source)
      // The compiler, which would be in the same sum, needs more.
      _ = try bench.start().run()
      let lines = (0..<Self.count).map { number in
        #"{"id":"\#(number)","start":true}"# + "\n"
          + #"{"id":"\#(number)","answer":"name","text":"Ada"}"# + "\n"
      }
      try Files.write(lines.joined(), to: bench.folder + "/lines")
      let end = try Child(
        program: "/bin/sh",
        arguments: [
          "-c", "exec \"$0\" serve \"$1\" --many < \"$2\"", bench.flow, bench.source,
          bench.folder + "/lines",
        ],
        environment: ["XDG_CACHE_HOME": bench.folder + "/cache"]
      ).run()
      let asked = end.output.split(separator: "\n").count {
        $0.contains(#""needs":[{"name":"count""#)
      }
      guard asked == Self.count else { throw Trouble("\(asked) conversations reached the end") }
      return [Row(names[0], Double(end.peak) / 1e6, "MB", .atMost(100))]
    }
  }
}

/// How long work delays what goes on beside it in `flow serve`: an answer, the next question, and a
/// cancel, compared with the same conversation without work. An open question is handed out within 50 ms,
/// and work is cancelled within 100 ms, however long it takes.
struct ServedBesideWork: Benchmark {
  let names = ["serve.beside-work"]

  private static func script(_ work: String) -> String {
    """
    import Libretto

    await Flow("order") {
      Operations {
        Operation("Pay") { \(work) }
        Operation("Ask") {
          Ask("What is your name?", into: Key<String>("name"))
          Ask("How many?", into: Key<Int>("count"))
        }
      }
    }.main()

    """
  }

  func rows(_ options: Options) throws -> [Row] {
    try ScriptBench.use(options) { bench in
      let works = [
        "Do(\"pay\") { _ in try await Task.sleep(for: .seconds(60)) }", "Confirm(\"Pay now?\")",
      ]
      var children: [Child] = []
      for (number, work) in works.enumerated() {
        let source = bench.folder + "/beside\(number).swift"
        try Files.write(Self.script(work), to: source)
        children.append(
          Child(
            program: bench.flow, arguments: ["serve", source],
            environment: ["XDG_CACHE_HOME": bench.folder + "/cache"],
            input: #"{"answer":"ask/name","text":"Ada"}"# + "\n" + #"{"cancel":true}"# + "\n"))
      }
      for child in children {
        let end = try child.run()
        guard end.output.contains(#""name":"ask/count""#), end.output.contains("cancelled") else {
          throw Trouble("the conversation was not cancelled at its second question:\n\(end.output)")
        }
      }
      let times = try Measuring.medians(
        rounds: 21, children.map { child in { try child.run().whole } })
      return [Row(names[0], (times[0] - times[1]) * 1000, "ms added", .atMost(150))]
    }
  }
}

/// The cost of the first start of a script: compiling, linking and running it.
struct ColdScript: Benchmark {
  let names = ["script.cold", "script.cold.fresh", "script.cold.swiftc"]

  func rows(_ options: Options) throws -> [Row] {
    try ScriptBench.use(options) { bench in
      let compiler = try bench.toolchain.compile(
        bench.source, to: bench.folder + "/greeting", moduleCache: bench.moduleCache)
      var round = 0
      let times = try Measuring.medians(
        rounds: 9,
        [
          {
            try bench.forget()
            return try ScriptBench.perform(bench.start()).whole
          },
          { try compiler.succeed().whole },
          {
            // A new cache folder, so the module cache is empty too.
            round += 1
            return try ScriptBench.perform(bench.start(cache: "fresh\(round)")).whole
          },
        ])
      return [
        Row(names[0], times[0] / times[1], "× swiftc", .atMost(1)),
        Row(names[1], times[2], "s", .atMost(1)),
        Row(names[2], times[1], "s"),
      ]
    }
  }
}
