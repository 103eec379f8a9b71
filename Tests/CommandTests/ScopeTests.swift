import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much the compiler has to do for the bodies that people write: the scopes that its type checker
/// opens. The counts are the same each time, on any machine.
///
/// What raises them: an overload of `buildExpression`, a second overload of what takes a formula, and
/// a mistake in chains that isn't disfavoured. The compiler tries overloads in the order of the files,
/// so a file with operators that gets another name can raise them too.
@Suite("What a flow costs the compiler")
struct ScopeTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let most: Int

    init(_ name: String, most: Int, _ statements: [String]) {
      testDescription = name
      self.most = most
      text =
        """
        import Libretto
        infix operator < : NestingPrecedence
        infix operator > : NestingPrecedence
        let name = Key<String>("name"), age = Key<Int>("age"), sure = Key<Bool>("sure")
        let flow = Flow("body") {

        """ + statements.map { "  \($0)\n" }.joined() + "}\n"
    }
  }

  static let sources = [
    Source("100 plain statements", most: 750, (0..<100).map { "Say(\"Line \($0)\")" }),
    Source("100 mixed statements, 110 inside them", most: 3750, (0..<10).flatMap(tenKinds)),
    Source("30 branches", most: 1250, (0..<30).map { tenKinds($0)[4] }),
    Source("a chain of 50", most: 520, [chain]),
    Source("a sum in a text", most: 120, [#"Say("\(1 + 2 + 3 + age + 5)")"#]),
    Source("a sum to store", most: 120, ["Store(1 + 2 + 3 + age + 5, into: age)"]),
    Source(
      "a sum as a default", most: 120, [#"Ask("Age?", into: age).default(1 + 2 + 3 + age + 5)"#]),
  ]

  @Test("Scopes of the type checker", arguments: sources)
  func scopes(_ source: Source) throws {
    let folder = ScriptFolder("scopes of \(source.testDescription)")
    folder.save("source.swift", source.text)
    let statistics = folder.path + "/statistics"
    mkdir(statistics, 0o700)
    let ended = Ended(
      try Subprocess.run(
        "/usr/bin/env",
        [
          "swiftc", "-frontend", "-typecheck", "-swift-version", "6", "-module-name", "main",
          "-I", builtProduct("Modules"), "-module-cache-path", folder.path + "/modules",
          "-stats-output-dir", statistics, "-primary-file", folder.path + "/source.swift",
        ], environment: ScriptFolder.environment))
    #expect(ended == Ended(0))
    let count = try Self.count(in: statistics)
    #expect(try #require(count) <= source.most)
  }

  /// The count among those that the compiler left in a folder.
  private static func count(in folder: String) throws -> Int? {
    let output = try Subprocess.run(
      "/bin/sh", ["-c", "cat \"$0\"/*", folder], environment: ScriptFolder.environment)
    let name = "\"Sema.NumConstraintScopes\": "
    for line in output.standardOutput.split(separator: "\n") {
      guard let start = line.firstRange(of: name)?.upperBound else { continue }
      return Int(line[start...].prefix(while: \.isNumber))
    }
    return nil
  }

  private static let chain =
    "Alert(\"Error\")"
    + (1..<50).map { index in
      index % 4 == 1
        ? " \(index == 1 ? "<" : ">") Button(\"Button \(index)\")" : " < Say(\"Line \(index)\")"
    }.joined()

  /// Ten statements with eleven inside them.
  private static func tenKinds(_ round: Int) -> [String] {
    [
      #"Say("Hello, \(name), number \#(round).")"#,
      #"Ask("Name \#(round)?", into: name).validate(.notEmpty, .length(1...20))"#,
      #"Ask("Age \#(round)?", into: age).default(7).validate(.range(0...130))"#,
      #"Alert("Error \#(round)", message: "Really?") { Button("Yes", role: .destructive) "#
        + #"{ Say("Gone.") }; Button("No", role: .cancel) }"#,
      #"When(age < \#(round) && name != "Bob") { Say("Young.") } otherwise: { Say("Old.") }"#,
      #"Choose("Which, \#(round)?", into: name) { Option("Small", "s"); "#
        + #"Option("Large", "l") { Say("Good.") } }"#,
      #"Confirm("Sure, \#(round)?", into: sure) { Say("Yes.") } otherwise: { Say("No.") }"#,
      #"Repeat(times: 3) { Say("Line \#(round)") }"#,
      #"Do("work \#(round)") { answers in answers[age] = \#(round) }"#,
      "Store(\(round), into: age)",
    ]
  }
}
