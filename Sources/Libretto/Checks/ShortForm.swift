/// The short forms of ids, which session tokens contain, are unique.
///
/// The chance of a clash is one in four billion for each pair. `.id("…")` sets another id.
enum ShortForm: FlowRule, PromptRule {
  static let code = "short-form"

  static func problems(of flow: DeclaredFlow) -> [Problem] {
    let places = flow.places
    var problems: [Problem] = []
    var known: [UInt32: String] = [:]
    known.reserveCapacity(places.count)
    for id in places.keys {
      guard let other = known.updateValue(id, forKey: id.shortForm) else { continue }
      // In the order of declaration, not that of the dictionary.
      let isBefore = (places[id]?.line ?? 0, id) < (places[other]?.line ?? 0, other)
      let (first, second) = isBefore ? (id, other) : (other, id)
      problems.append(clash(first, second, places[second]))
    }
    return problems
  }

  static func problems(of prompt: Prompt, in step: DeclaredStep) -> [Problem] {
    guard prompt.choices.count > 1 else { return [] }
    return clashes(prompt.choices).map { clash($0.first, $0.second, step.place) }
  }

  private static func clashes(_ choices: [Choice]) -> [(first: String, second: String)] {
    // Comparing all pairs would be quadratic, and a question can have thousands of options.
    let forms = choices.map(\.id.shortForm)
    guard Set(forms).count < forms.count else { return [] }
    var first: [UInt32: String] = [:]
    return zip(forms, choices).compactMap { form, choice in
      guard let other = first.updateValue(choice.id, forKey: form),
        !other.isIdenticalText(to: choice.id)
      else { return nil }
      return (other, choice.id)
    }
  }

  private static func clash(_ first: String, _ second: String, _ place: Place?) -> Problem {
    problem(
      "the ids “\(first)” and “\(second)” have the same short form, by which a session’s token "
        + "refers to them; give one of the two another id with .id(\"…\")", at: place)
  }
}
