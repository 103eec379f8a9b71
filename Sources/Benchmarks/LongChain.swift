/// The cost of type-checking a chain of fifty operands, including the start of the compiler.
struct LongChain: Benchmark {
  let names = ["builder.compile.chain"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 7, [(Sources.chain(operands: 50), nil)])
    return [Row(names[0], times[0], "s")]
  }
}
