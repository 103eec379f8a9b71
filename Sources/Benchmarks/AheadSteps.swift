import Libretto

/// How many instructions are walked to find what is missing, for each option of a choice with steps
/// of their own, and whether that stays the same with ten times as many. It is a count, so it is the
/// same on every machine.
struct AheadSteps: Benchmark {
  let names = ["ahead.options.steps", "ahead.options.steps.growth"]

  func rows(_ options: Options) async throws -> [Row] {
    let sizes = [5_000, 50_000]
    let steps = sizes.map { size in
      Double(Scale.options(size).countMissingAnswers().steps) / Double(size)
    }
    return [
      Row(names[0], steps[1], "steps/option", .atMost(5)),
      Row(names[1], steps[1] / steps[0], "×", .atMost(1.01)),
    ]
  }
}
