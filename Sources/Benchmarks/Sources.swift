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
