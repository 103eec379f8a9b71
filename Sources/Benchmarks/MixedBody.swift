/// The cost of type-checking a body with all kinds of statements, compared with an array literal
/// of as many plain ones.
///
/// The ratios compare whole times, including the start of the compiler. The first body has a
/// hundred statements and as many more inside them; the second has a hundred including those.
struct MixedBody: Benchmark {
  let names = ["builder.compile.mixed", "builder.compile.mixed.counting-all"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 7,
      [(Sources.plainArray, nil), (Sources.mixedBody, nil), (Sources.mixedBodyCountingAll, nil)])
    return [
      Row(names[0], times[1] / times[0], "× array"),
      Row(names[1], times[2] / times[0], "× array"),
    ]
  }
}
