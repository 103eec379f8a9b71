/// The ids of a flow's steps are unique, and so are the ids of a prompt's choices.
///
///     Ask("Name?", into: name)
///     Ask("Again?", into: name)  // Ask("Again?", into: name).id("again")
enum SameID: StepRule, ChoiceRule {
  static let code = "same-id"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard let id = step.id?.id, let other = step.id?.other else { return [] }
    if case .subflow = step.node.kind, other == step.place {
      return [
        problem(
          "the sub-flow “\(id)” is used a second time in the same body; "
            + "give this use its own id, such as \(another(id))", at: step.place)
      ]
    }
    return [
      problem(
        "the id “\(id)” is also the id of the step at \(other); "
          + "give one of the two another id, such as \(another(id))", at: step.place)
    ]
  }

  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    guard let id = choice.id?.id, let other = choice.id?.other,
      IDForm.problems(of: choice).isEmpty
    else { return [] }
    return [
      problem(
        "the id “\(id)” is also the id of the choice at \(other) beside it; "
          + "give one of the two another id, such as \(another(id))", at: choice.place)
    ]
  }

  /// What to write for another id: it counts from the enclosing flow, so a path isn't needed.
  private static func another(_ id: String) -> String {
    ".id(\"\(id.split(separator: "/").last ?? "")-2\")"
  }
}
