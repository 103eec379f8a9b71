import LibrettoCore

/// Answers by the ids that steps and options have in one version of a flow, by those that they have in
/// another.
///
/// An id that a step or an option has kept is its own, even if another one had it before.
package struct EarlierIDs {
  /// The ids of the steps that are called otherwise.
  private(set) var steps: [String: String] = [:]
  /// The same for the options of each prompt, by its id in the version that is wanted.
  private var options: [String: [String: String]] = [:]

  private init() {}

  /// The ids of a version by those of an earlier one.
  package init(from old: Flow, to new: Flow) {
    let renames = Renames(new.tree).leavingOut(Renames(old.tree).all)
    let (before, now) = (old.tree.steps.deep, new.tree.steps.deep)
    let known = Set(before.compactMap(\.id))
    // Where an id came to a step from another one, it isn't that step's own.
    let kept = Set(now.filter { !$0.was.contains(where: known.contains) }.compactMap(\.id))
    var prompts: [String: Prompt] = [:]
    for step in now { if case .prompt(let prompt) = step.kind { prompts[step.id ?? ""] = prompt } }
    for step in before {
      guard let id = step.id else { continue }
      let current = kept.contains(id) ? id : renames.id(id)
      if current != id { steps[id] = current }
      guard case .prompt(let prompt) = step.kind, let other = prompts[current] else { continue }
      let kept = Set(other.choices.filter(\.was.isEmpty).map(\.id))
      for choice in prompt.choices where !kept.contains(choice.id) {
        let option = renames.choice(choice.id, of: current)
        if option != choice.id { options[current, default: [:]][choice.id] = option }
      }
    }
  }

  /// The ids of the earlier version by those of the current one.
  func inverted(_ inverse: EarlierIDs = EarlierIDs()) -> EarlierIDs {
    var inverse = inverse
    // Of several that are one now, the first in the order of the alphabet stands for it.
    func swapped(_ names: [String: String]) -> [String: String] {
      Dictionary(names.sorted(by: <).map { ($1, $0) }) { first, _ in first }
    }
    inverse.steps = swapped(steps)
    for (prompt, names) in options {
      inverse.options[inverse.steps[prompt] ?? prompt] = swapped(names)
    }
    return inverse
  }

  /// The id of a step.
  func id(_ other: String) -> String { steps[other] ?? other }

  /// The id of an option of a prompt, by the prompt's id in the version that is wanted.
  func option(_ other: String, of prompt: String) -> String { options[prompt]?[other] ?? other }

  /// Answers by the names of their steps, in an order. Of several steps that are one in the version
  /// that is wanted, the one that had its id stands for it, or else the first.
  func answers(
    _ given: [(id: String, answers: [ScriptedAnswer])]
  ) -> [(id: String, answers: [ScriptedAnswer])] {
    var taken = Set(given.map(\.id).filter { steps[StepName.split($0).id] == nil })
    return given.compactMap { name, answers in
      let old = StepName.split(name).id
      let id = id(old)
      let current = id + name.dropFirst(old.count)
      if id != old, !taken.insert(current).inserted { return nil }
      return (current, options[id] == nil ? answers : answers.map { answer($0, to: id) })
    }
  }

  /// Answers by the names of their steps.
  package func answers(_ given: [String: [ScriptedAnswer]]) -> [String: [ScriptedAnswer]] {
    let sorted = given.sorted { $0.key < $1.key }.map { (id: $0.key, answers: $0.value) }
    return Dictionary(uniqueKeysWithValues: answers(sorted).map { ($0.id, $0.answers) })
  }

  private func answer(_ answer: ScriptedAnswer, to prompt: String) -> ScriptedAnswer {
    func current(_ value: Value) -> Value {
      switch value {
      case .string(let id): .string(option(id, of: prompt))
      case .list(let values): .list(values.map(current))
      default: value
      }
    }
    return switch answer.kind {
    case .answer(let value): ScriptedAnswer(current(value))
    case .refused(let value): .refused(current(value))
    default: answer
    }
  }
}
