/// How long the type checker takes to refuse one wrong operand in a chain of fifty.
struct WrongOperand: Benchmark {
  let names = ["builder.compile.mistake"]

  /// The usual mistakes; the slowest of them counts.
  private static let mistakes = [
    ("5", "a number is no step"),
    ("\"text\"", "to tell the person something, write Say"),
    ("Button(\"Another\")", "close the first Button with >"),
    ("Option(\"Another\", 1)", "an Option belongs inside a Choose"),
    ("Key<Int>(\"age\")", "a Key is no step"),
  ]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 3,
      WrongOperand.mistakes.map { operand, diagnostic in
        // Every operand in the middle follows a <, and the innermost container is a Button.
        (Sources.chain(operands: 52, wrong: operand), diagnostic)
      })
    return [Row(names[0], times.max() ?? 0, "s", .atMost(2))]
  }
}
