/// The short forms of the ids of steps, which session tokens contain, are unique.
///
/// The chance of a clash is one in four billion for each pair. `.id("…")` sets another id. Among
/// the options of a question, which can be a million, clashes are usual: see ``IDTable``.
enum ShortForm: FlowRule {
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

  private static func clash(_ first: String, _ second: String, _ place: Place?) -> Problem {
    problem(
      "the ids “\(first)” and “\(second)” have the same short form, by which a session’s token "
        + "refers to them; give one of the two another id with .id(\"…\")", at: place)
  }
}
