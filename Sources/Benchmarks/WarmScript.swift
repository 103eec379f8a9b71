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
