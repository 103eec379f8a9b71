/// The time that the type checker takes to reject one wrong operand in a chain of fifty.
///
/// The nearer a mistake is to the beginning, the longer it takes, since the type checker tries all
/// overloads for what follows. So the second operand is wrong, and for comparison the middle one.
struct WrongOperand: Benchmark {
  let names = ["builder.compile.mistake", "builder.compile.mistake.middle"]

  /// Common mistakes; the slowest one counts.
  private static let mistakes = [
    ("5", "a number is not a step"),
    ("\"text\"", "to tell the person something, write Say"),
    ("Button(\"Another\")", "close the first Button with >"),
    ("Option(\"Another\", 1)", "an Option belongs inside a Choose"),
    ("Key<Int>(\"age\")", "a Key is not a step"),
  ]

  func rows(_ options: Options) throws -> [Row] {
    try names.indices.filter { options.wants(names[$0]) }.map { index in
      let place = [2, 26][index]
      let sources = WrongOperand.mistakes.map { operand, diagnostic in
        (Sources.chain(operands: 50, wrong: (operand, place)), diagnostic)
      }
      let times = try TypeChecking.medians(rounds: 1, sources)
      return Row(names[index], times.max() ?? 0, "s", .atMost(2))
    }
  }
}
