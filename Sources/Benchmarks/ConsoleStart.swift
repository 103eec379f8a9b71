/// The time to the first prompt at a terminal, compared with a program without anything, and the
/// time from the last key to the end.
struct ConsoleStart: Benchmark {
  let names = [
    "console.first-prompt", "console.first-prompt.ms", "console.empty-program", "console.exit",
  ]

  func rows(_ options: Options) throws -> [Row] {
    try ConsoleBench.use { bench in
      let program = try bench.greeting()
      let empty = try bench.emptyProgram()
      let times = try Measuring.medians(
        rounds: 101,
        [
          { try Terminal(program).wait(for: "What is your name?") },
          { try Terminal(empty).end() },
          {
            let terminal = try Terminal(program)
            _ = try terminal.wait(for: "What is your name?")
            for key in ["A", "d", "a"] { _ = try terminal.press(key) }
            return try terminal.pressLast("\r")
          },
        ])
      return [
        Row(names[0], times[0] / times[1], "× empty", .atMost(4)),
        Row(names[1], times[0] * 1000, "ms"),
        Row(names[2], times[1] * 1000, "ms"),
        Row(names[3], times[2] * 1000, "ms", .atMost(2)),
      ]
    }
  }
}
