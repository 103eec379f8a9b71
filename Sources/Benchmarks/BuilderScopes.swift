/// The work of type-checking bodies, chains and sums, counted in scopes of the type checker instead of
/// seconds, which depend on the machine.
struct BuilderScopes: Benchmark {
  private static let sources: [(name: String, text: String, most: Double)] = [
    ("builder.scopes", Sources.plainBody, 750),
    ("builder.scopes.mixed", Sources.mixedBody, 4250),
    ("builder.scopes.when", Sources.branches, 1900),
    ("builder.scopes.chain", Sources.chain(operands: 50), 520),
    ("builder.scopes.sum.text", Sources.sum("Say(\"\\(", ")\")"), 120),
    ("builder.scopes.sum.store", Sources.sum("Store(", ", into: age)"), 120),
    ("builder.scopes.sum.default", Sources.sum("Ask(\"Age?\", into: age).default(", ")"), 120),
  ]

  let names = sources.map(\.name)

  func rows(_ options: Options) throws -> [Row] {
    try Self.sources.filter { options.wants($0.name) }.map { source in
      Row(
        source.name, Double(try TypeChecking.scopes(source.text)), "scopes", .atMost(source.most))
    }
  }
}
