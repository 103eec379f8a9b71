/// A key whose answer is read can be set: by a question, a `Load`, a `Do` or a `Store`.
///
///     Confirm("Sure?")  // Confirm("Sure?", into: sure)
///     When(sure) { Say("Deleted.") }
///
/// The order of the steps doesn't matter here; ``ReadBeforeSet`` looks at that. A `Do` that doesn't
/// declare what it writes can set any key, so a flow with one has no such problem.
enum UnsetKey: FlowRule {
  static let code = "unset-key"

  static func problems(of flow: DeclaredFlow) -> [Diagnostic] {
    guard let known = flow.keysSet else { return [] }
    var seen = known
    var problems: [Diagnostic] = []
    for use in flow.uses {
      guard let reader = use.reader, seen.insert(use.key.name).inserted else { continue }
      let name = use.key.name
      let isExplained = problems.count < DeclaredStep.mostExplained
      let near = isExplained ? nearest(to: name, among: known.sorted()) : nil
      problems.append(
        problem(
          "the key “\(name)” is read by \(reader), but nothing in the flow sets it; "
            + (near.map { "did you mean “\($0)”?" }
              ?? "set it with into: or Store, or test \(name).isSet"),
          at: use.place))
    }
    return problems
  }
}
