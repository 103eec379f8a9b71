#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// What the type checker costs: bodies, chains, sums, a mistake and the import.

/// Measures the type-checking of several sources in comparison.
enum TypeChecking {
  /// The median times in seconds, from the start of the compiler to its end.
  /// - Parameter sources: each with text that its diagnostics must contain; nil for a source that
  ///   must compile.
  static func medians(
    rounds: Int, _ sources: [(text: String, diagnostic: String?)]
  ) throws -> [Double] {
    let toolchain = try Toolchain()
    return try Files.withTemporaryFolder { folder in
      let works = try sources.enumerated().map { index, source in
        let file = folder + "/source\(index).swift"
        try Files.write(source.text, to: file)
        let child = toolchain.typeCheck(file, moduleCache: folder + "/modules")
        return { try seconds(child, source.diagnostic) }
      }
      return try Measuring.medians(rounds: rounds, works)
    }
  }

  private static func seconds(_ child: Child, _ diagnostic: String?) throws -> Double {
    guard let diagnostic else { return try child.succeed().whole }
    let end = try child.run()
    if end.output.contains("unable to type-check this expression in reasonable time") {
      tell("the compiler gave up on “\(diagnostic)” after \(Row.plain(end.whole)) s")
      return end.whole
    }
    guard end.status != 0, end.output.contains(diagnostic) else {
      throw Trouble("the compiler did not say “\(diagnostic)” but:\n\(end.output)")
    }
    return end.whole
  }

  /// How many scopes the type checker opens for a source that must compile: its steps on the way to
  /// the types. The count is the same each time, on any machine.
  static func scopes(_ source: String) throws -> Int {
    let toolchain = try Toolchain()
    return try Files.withTemporaryFolder { folder in
      try Files.write(source, to: folder + "/source.swift")
      let statistics = folder + "/statistics"
      guard mkdir(statistics, 0o700) == 0 else { throw Trouble("cannot make \(statistics)") }
      _ = try toolchain.typeCheck(
        folder + "/source.swift", moduleCache: folder + "/modules", statistics: statistics
      ).succeed()
      let name = "\"Sema.NumConstraintScopes\": "
      for file in Files.names(in: statistics) {
        for line in try Files.read(statistics + "/" + file).split(separator: "\n") {
          guard let start = line.firstRange(of: name)?.upperBound else { continue }
          if let count = Int(line[start...].prefix(while: \.isNumber)) { return count }
        }
      }
      throw Trouble("the compiler counts no scopes")
    }
  }
}

/// The sources for measuring the type checker.
enum Sources {
  static let nothing = "import Libretto\n"

  /// A body with a hundred plain statements.
  static let plainBody = body(plain)

  /// The same values in an array literal.
  static let plainArray =
    nothing + "let steps: [any FlowContent] = [\n" + plain.map { "  \($0),\n" }.joined() + "]\n"

  /// A body with a hundred statements of ten kinds, and a hundred and ten more inside them.
  static let mixedBody = body((0..<10).flatMap(tenKinds))

  /// A body with a hundred statements of the same kinds, including those inside: five times ten
  /// statements with eleven inside them, minus five.
  static let mixedBodyCountingAll = body((0..<5).flatMap(tenKinds).dropFirst(3).dropLast(2))

  /// A body with thirty branches, each with two bodies of its own.
  static let branches = body((0..<30).map { tenKinds($0)[4] })

  /// A statement with a sum of five operands, one of them an answer.
  static func sum(_ before: String, _ after: String) -> String {
    body([before + "1 + 2 + 3 + age + 5" + after])
  }

  /// An alert with a chain of a number of operands; one of them, counted from 0, can be wrong.
  static func chain(
    operands count: Int, wrong: (operand: String, place: Int)? = nil
  ) -> String {
    var lines = ["  Alert(\"Error\")"]
    for index in 1..<count {
      let isButton = index % 4 == 1
      var operand = isButton ? "Button(\"Button \(index)\")" : "Say(\"Line \(index)\")"
      if let wrong, index == wrong.place { operand = wrong.operand }
      lines.append("    \(isButton && index > 1 ? ">" : "<") \(operand)")
    }
    return nothing
      + "infix operator < : NestingPrecedence\ninfix operator > : NestingPrecedence\n"
      + "let flow = Flow(\"chain\") {\n" + lines.joined(separator: "\n") + "\n}\n"
  }

  private static let plain = (0..<100).map { "Say(\"Line \($0)\")" }

  private static func body(_ statements: some Sequence<String>) -> String {
    nothing + """
      let name = Key<String>("name"), age = Key<Int>("age"), sure = Key<Bool>("sure")
      let flow = Flow("body") {

      """ + statements.map { "  \($0)\n" }.joined() + "}\n"
  }

  /// Returns ten statements with eleven inside them.
  private static func tenKinds(_ round: Int) -> [String] {
    [
      "Say(\"Hello, \\(name), number \(round).\")",
      "Ask(\"Name \(round)?\", into: name).validate(.notEmpty, .length(1...20))",
      "Ask(\"Age \(round)?\", into: age).default(7).validate(.range(0...130))",
      "Alert(\"Error \(round)\", message: \"Really?\") { "
        + "Button(\"Yes\", role: .destructive) { Say(\"Gone.\") }; "
        + "Button(\"No\", role: .cancel) }",
      "When(age < \(round) && name != \"Bob\") { Say(\"Young.\") } otherwise: { Say(\"Old.\") }",
      "Choose(\"Which, \(round)?\", into: name) { Option(\"Small\", \"s\"); "
        + "Option(\"Large\", \"l\") { Say(\"Good.\") } }",
      "Confirm(\"Sure, \(round)?\", into: sure) { Say(\"Yes.\") } otherwise: { Say(\"No.\") }",
      "Repeat(times: 3) { Say(\"Line \(round)\") }",
      "Do(\"work \(round)\") { answers in answers[age] = \(round) }",
      "Store(\(round), into: age)",
    ]
  }
}

/// The work of type-checking bodies, chains and sums, counted in scopes of the type checker instead of
/// seconds, which depend on the machine.
struct BuilderScopes: Benchmark {
  private static let sources: [(name: String, text: String, most: Double)] = [
    ("builder.scopes", Sources.plainBody, 750),
    ("builder.scopes.mixed", Sources.mixedBody, 3750),
    ("builder.scopes.when", Sources.branches, 1250),
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

/// The cost of type-checking a chain of fifty operands, including the start of the compiler.
struct LongChain: Benchmark {
  let names = ["builder.compile.chain"]

  func rows(_ options: Options) throws -> [Row] {
    let times = try TypeChecking.medians(
      rounds: 7, [(Sources.chain(operands: 50), nil)])
    return [Row(names[0], times[0], "s")]
  }
}

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

/// The cost of importing Libretto in a file whose comparisons don't use it.
///
/// The library overloads `<`, `>`, `&&` and `||`; that once made such a file eighty times slower.
struct ImportCost: Benchmark {
  let names = ["builder.compile.import"]

  func rows(_ options: Options) throws -> [Row] {
    let plain = (0..<60).map(Self.function).joined(separator: "\n") + "\n"
    let times = try TypeChecking.medians(
      rounds: 5, [(plain, nil), ("import Libretto\n" + plain, nil)])
    return [Row(names[0], times[1] / times[0], "× without", .atMost(3))]
  }

  private static func function(_ index: Int) -> String {
    """
    func compare\(index)(_ a: Int, _ b: Double, _ c: [Int]) -> Bool {
      let few = a + \(index) * 2 < c.count - 1 && b * 2.5 + Double(a) > 3.0 - b / 2
      return few || c.filter { $0 < 10 && $0 > \(index) }.count < a && a < b.hashValue
    }
    """
  }
}
