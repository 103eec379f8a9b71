/// What a body of all kinds of statements costs the type checker against an array literal of as
/// many plain ones.
///
/// The ratios are those of whole times, the compiler's start in both. The first body has a hundred
/// statements and as many again inside them; the second has a hundred with those inside them.
struct MixedBody: Benchmark {
  let names = ["builder.compile.mixed", "builder.compile.mixed.counting-all"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 7,
      [(Sources.plainArray, nil), (Sources.mixedBody, nil), (Sources.mixedBodyCountingAll, nil)])
    return [
      Row(names[0], times[1] / times[0], "× array", .atMost(6)),
      Row(names[1], times[2] / times[0], "× array", .atMost(6)),
    ]
  }
}
