/// An id is explicit, or can be made from the title.
///
///     Do("?!") { … }  // Do("?!") { … }.id("ask")
enum NoID: StepRule, ChoiceRule {
  static let code = "no-id"

  static func problems(of step: DeclaredStep) -> [Diagnostic] { problems(step.id, step.place) }
  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    problems(choice.id, choice.place)
  }

  private static func problems(_ id: DeclaredID?, _ place: FlowLocation) -> [Diagnostic] {
    guard let id, id.id == nil else { return [] }
    return [
      problem(
        "no id can be made from a title without letters or digits; add .id(\"…\")",
        at: place)
    ]
  }
}
