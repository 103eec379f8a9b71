/// The cost of type-checking a builder's body, compared with an array literal of the same values.
///
/// The ratio compares only the time for the statements: the time of a file that only imports the
/// library is subtracted from both.
struct PlainBody: Benchmark {
  let names = ["builder.compile", "builder.compile.array", "builder.compile.start"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 15, [(Sources.nothing, nil), (Sources.plainArray, nil), (Sources.plainBody, nil)])
    let (nothing, array, body) = (times[0], times[1], times[2])
    return [
      Row(names[0], (body - nothing) / (array - nothing), "× array"),
      Row(names[1], array * 1000, "ms"),
      Row(names[2], nothing * 1000, "ms"),
    ]
  }
}
