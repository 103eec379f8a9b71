/// An option whose title shows an answer has a separate value.
///
///     Option("Keep \(name)")  // Option("Keep \(name)", "keep")
enum OptionTitle: CodedRule {
  static let code = "option-title"

  static func problems(of title: Text, at place: FlowLocation) -> [Diagnostic] {
    if title.keys.isEmpty { return [] }
    return [
      problem(
        "the title shows an answer, so it can't be the option’s value; "
          + "give the value: Option(\"…\", value)", at: place)
    ]
  }
}
