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
