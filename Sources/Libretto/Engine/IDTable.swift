/// The short forms by which a token refers to ids: 32 bits each, the same in every process.
///
/// They are made with the flow, and two ids with one short form are an error of the flow. So a
/// token says neither which words a person read nor at which place they stood.
final class IDTable: Sendable {
  private let steps: [UInt32: Int]
  /// The short forms of the steps’ ids, by their numbers.
  let forms: [UInt32]
  private let names: [String]
  /// Of each prompt the short forms of its choices.
  private let choices: [[UInt32]]
  /// The slots of keys by the short forms of their names.
  private let slots: [UInt32: Int]
  /// The short forms of the keys’ names, by their slots.
  let keyForms: [UInt32]
  /// The fingerprint of the flow’s tree, once it has been asked for.
  let fingerprint = Locked<UInt64?>(nil)

  init(steps: [Program.StepCode], prompts: [Program.PromptCode], keys: [KeyReference]) {
    names = steps.map(\.id)
    forms = names.map(\.shortForm)
    self.steps = Dictionary(forms.enumerated().map { ($1, $0) }) { first, _ in first }
    choices = prompts.map { $0.prompt.choices.map(\.id.shortForm) }
    keyForms = keys.map(\.name.shortForm)
    slots = Dictionary(keyForms.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  private static func clashes(
    _ forms: [UInt32], _ choices: [Choice]
  ) -> [(first: String, second: String)] {
    // A loop over all pairs would be quadratic, and a question may have thousands of options.
    guard Set(forms).count < forms.count else { return [] }
    var first: [UInt32: String] = [:]
    return zip(forms, choices).compactMap { form, choice in
      guard let other = first.updateValue(choice.id, forKey: form),
        !other.isIdenticalText(to: choice.id)
      else { return nil }
      return (other, choice.id)
    }
  }

  /// The step with this short form.
  func step(_ short: UInt32) -> Int? { steps[short] }

  /// The step with this id.
  func step(_ id: String) -> Int? {
    guard let step = steps[id.shortForm], names[step].isIdenticalText(to: id) else { return nil }
    return step
  }

  /// The choice of a prompt that has this short form, by its place.
  func choice(_ short: UInt32, of prompt: Int) -> Int? {
    choices[prompt].firstIndex(of: short)
  }

  /// The slot of the key with this short form.
  func slot(_ short: UInt32) -> Int? { slots[short] }
}

extension IDTable {
  /// What is wrong with the ids of the steps of a flow, for tokens.
  static func problems(of places: [String: Place]) -> [Problem] {
    guard Set(places.keys.map(\.shortForm)).count < places.count else { return [] }
    var problems: [Problem] = []
    var known: [UInt32: String] = [:]
    for id in places.keys {
      guard let other = known.updateValue(id, forKey: id.shortForm) else { continue }
      // In the order of declaration, whatever that of the dictionary.
      let isBefore = (places[id]?.line ?? 0, id) < (places[other]?.line ?? 0, other)
      let (first, second) = isBefore ? (id, other) : (other, id)
      problems.append(clash(first, second, places[second]))
    }
    return problems
  }

  /// What is wrong with the ids of the choices of one prompt, for tokens.
  static func problems(of choices: [Choice], at place: Place?) -> [Problem] {
    guard choices.count > 1 else { return [] }
    return clashes(choices.map(\.id.shortForm), choices).map { clash($0, $1, place) }
  }

  private static func clash(_ first: String, _ second: String, _ place: Place?) -> Problem {
    Problem(
      "the ids “\(first)” and “\(second)” have the same short form, by which a session’s token "
        + "refers to them; give one of the two another with .id(\"…\")", at: place)
  }
}
