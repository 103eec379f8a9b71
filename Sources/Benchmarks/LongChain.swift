/// What a chain of fifty operands costs the type checker, the compiler's start included.
struct LongChain: Benchmark {
  let names = ["builder.compile.chain"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 7, [(Sources.chain(operands: 50), nil)])
    return [Row(names[0], times[0], "s", .atMost(0.5))]
  }
}
