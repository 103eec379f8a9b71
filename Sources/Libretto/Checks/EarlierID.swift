/// An earlier id differs from the current id, and only one step or choice claims it.
///
/// Another step may have the id now, if the two exchanged their ids.
///
///     Ask("Name?", into: name).id("name", was: "name")  // was: "user"
enum EarlierID: StepRule, ChoiceRule {
  static let code = "earlier-id"

  static func problems(of step: DeclaredStep) -> [Diagnostic] { problems(step.id, step.place) }
  static func problems(of choice: DeclaredChoice) -> [Diagnostic] {
    problems(choice.id, choice.place)
  }

  private static func problems(_ id: DeclaredID?, _ place: FlowLocation) -> [Diagnostic] {
    guard let id, !id.earlier.isEmpty else { return [] }
    var own: Set<String> = []
    return id.earlier.compactMap { earlier in
      let was = "was: “\(earlier.written)”"
      if let problem = Slug.problem(ofID: earlier.written) {
        return self.problem("\(was) can't be an id: \(problem)", at: place)
      }
      if earlier.id == id.id {
        return problem("\(was) is the current id; list only earlier ids", at: place)
      }
      if !own.insert(earlier.id).inserted { return problem("\(was) is listed twice", at: place) }
      return earlier.other.map {
        problem(
          "\(was) is claimed at \($0) too; only one of the two can take over what was saved under it",
          at: place)
      }
    }
  }
}
