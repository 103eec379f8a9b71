/// An explicit id has only letters, digits, “-”, “_”, “.” and “/”.
///
///     Do("save") { … }.id("save it")  // .id("save-it")
enum IDForm: StepRule, ChoiceRule {
  static let code = "id-form"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    step.id == nil ? [] : problems(step.explicitID, step.place)
  }

  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    choice.id == nil ? [] : problems(choice.explicitID, choice.place)
  }

  private static func problems(_ id: String?, _ place: FlowLocation) -> [Diagnostic] {
    guard let id, let problem = Slug.problem(ofID: id) else { return [] }
    return [self.problem("“\(id)” can't be an id: \(problem)", at: place)]
  }
}
