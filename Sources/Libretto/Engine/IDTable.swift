/// The short forms of ids in a token: 32 bits each, the same in every process.
///
/// They are made with the flow; if two ids have the same short form, that is an error of the flow.
/// So a token contains neither the words that a person read nor their positions.
final class IDTable: Sendable {
  private let steps: [UInt32: Int]
  /// The short forms of the steps' ids, by step number.
  let forms: [UInt32]
  private let names: [String]
  /// The short forms of each prompt's choices.
  private let choices: [[UInt32]]
  /// The slots of keys by the short forms of their names.
  private let slots: [UInt32: Int]
  /// The short forms of the keys' names, by slot.
  let keyForms: [UInt32]
  /// The fingerprint of the flow's tree, computed when it is first needed.
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

  /// The index of the choice of a prompt that has this short form.
  func choice(_ short: UInt32, of prompt: Int) -> Int? {
    choices[prompt].firstIndex(of: short)
  }

  /// The slot of the key with this short form.
  func slot(_ short: UInt32) -> Int? { slots[short] }
}

extension IDTable {
  /// The problems that the ids of a flow cause for tokens.
  static func problems(of tree: Tree, _ places: [String: Place]) -> [Problem] {
    var problems: [Problem] = []
    var known: [UInt32: String] = [:]
    known.reserveCapacity(places.count)
    for id in places.keys {
      guard let other = known.updateValue(id, forKey: id.shortForm) else { continue }
      // In the order of declaration, because the order of the dictionary is arbitrary.
      let isBefore = (places[id]?.line ?? 0, id) < (places[other]?.line ?? 0, other)
      let (first, second) = isBefore ? (id, other) : (other, id)
      problems.append(clash(first, second, places[second]))
    }
    var lists = [tree.steps]
    while let nodes = lists.popLast() {
      for node in nodes {
        if case .prompt(let prompt) = node, prompt.choices.count > 1 {
          for (first, second) in clashes(prompt.choices.map(\.id.shortForm), prompt.choices) {
            problems.append(clash(first, second, places[prompt.id]))
          }
        }
        if !node.isLeaf { lists += node.branches }
      }
    }
    return problems
  }

  private static func clash(_ first: String, _ second: String, _ place: Place?) -> Problem {
    Problem(
      "the ids “\(first)” and “\(second)” have the same short form, by which a session’s token "
        + "refers to them; give one of the two another with .id(\"…\")", at: place)
  }
}

extension Node {
  fileprivate var isLeaf: Bool {
    switch self {
    case .say, .action, .leave, .store, .finish, .fail, .reload, .back, .cancelOperation, .wait:
      true
    default: false
    }
  }
}
