/// The CPU time of a program that waits at a prompt for three seconds, of one that shows a spinner
/// for as long, and of one that only waits: Swift's pool of threads on Linux looks after itself once
/// a second.
struct ConsoleIdle: Benchmark {
  let names = ["console.idle", "console.idle.spinner", "console.idle.bare"]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      let work = try bench.program(
        "work",
        """
        await Flow("work") {
          Do("bake", loading: "Baking") { _ in try await Task.sleep(for: .seconds(60)) }
        }.main()
        """)
      let bare = try bench.program(
        "bare",
        """
        Task { @concurrent in
          print("Waiting\\u{1B}[?2026l")
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        """)
      return [
        Row(
          names[0], try cpuTime(try bench.greeting(), after: "What is your name?") * 1000, "ms",
          .atMost(1)),
        Row(names[1], try cpuTime(work, after: "Baking") * 1000, "ms", .atMost(30)),
        Row(names[2], try cpuTime(bare, after: "Waiting") * 1000, "ms"),
      ]
    }
  }

  private func cpuTime(_ program: String, after text: String) throws -> Double {
    let terminal = try Terminal(program)
    _ = try terminal.wait(for: text)
    try terminal.watch(for: 0.5)
    let before = try terminal.cpuTime()
    try terminal.watch(for: 3)
    return try terminal.cpuTime() - before
  }
}
