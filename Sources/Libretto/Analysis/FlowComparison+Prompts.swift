// The differences between two versions of one question.

extension FlowComparison {
  mutating func compare(_ old: Prompt, _ new: Prompt, _ id: String) {
    let types = (Question.type(of: old), Question.type(of: new))
    let isWider = old.kind == new.kind && types == (.integer, .number)
    if isWider {
      note(.safe, id, "now asks for a number instead of a whole number; its answer is kept")
    } else if old.kind != new.kind || types.0 != types.1 {
      let words = old.kind == new.kind ? types.1.description : new.kind.rawValue
      let before = old.kind == new.kind ? types.0.description : old.kind.rawValue
      return note(
        .migrates, id, "now asks for \(words) instead of \(before); it is asked again")
    }
    if old.key?.name != new.key?.name {
      note(
        .safe, id,
        "its answer is now kept under \(new.key.map { "“\($0.name)”" } ?? "no key") instead of "
          + (old.key.map { "“\($0.name)”" } ?? "no key"))
    }
    secret(old, new, id)
    choices(old, new, id)
    rules(old, new, id)
    if old.texts != new.texts { note(.safe, id, "its texts changed") }
    let preferred = (
      old.choices.filter(\.isDefault).map { newID($0, id) },
      new.choices.filter(\.isDefault).map(\.id)
    )
    if old.default != new.default || preferred.0 != preferred.1 {
      note(.safe, id, "its default changed")
    }
    if old.timeout != new.timeout || old.dismissAfter != new.dismissAfter {
      note(.migrates, id, "its time limit changed; an open prompt starts it again")
    }
  }

  private mutating func secret(_ old: Prompt, _ new: Prompt, _ id: String) {
    switch secrecy(old, new) {
    case (false, true):
      note(
        .migrates, id,
        "is secret now; it is asked again before work that may read it, but an old journal still "
          + "contains the answer")
    case (true, false): note(.migrates, id, "is no longer a secret; it is asked again")
    default: break
    }
  }

  private mutating func rules(_ old: Prompt, _ new: Prompt, _ id: String) {
    let isStricter =
      !Set(new.rules.map(\.kind)).isSubset(of: Set(old.rules.map(\.kind)))
      || !Set(new.checks.map(\.name)).isSubset(of: Set(old.checks.map(\.name)))
      || old.isOptional && !new.isOptional
    if isStricter {
      note(.migrates, id, "its rules changed; it is asked again if its answer breaks them")
    } else if old.rules.count != new.rules.count || old.checks.count != new.checks.count
      || old.isOptional != new.isOptional
    {
      note(.safe, id, "its rules are less strict")
    }
    if old.transforms != new.transforms {
      note(
        .safe, id, "what is done to its answer changed; answers that were given stay as they are")
    }
    if old.draftRules != new.draftRules || old.isMultiline != new.isMultiline {
      note(.safe, id, "its rules for typing changed")
    }
  }

  private mutating func choices(_ old: Prompt, _ new: Prompt, _ id: String) {
    if old.source != new.source {
      note(.migrates, id, "its options changed; it is asked again if its answer is gone")
    }
    guard old.kind != .confirm else { return }
    let before = Dictionary(old.choices.map { (newID($0, id), $0) }) {
      // If a choice has the id that another one had, the renamed one counts.
      newID($0, id) == $0.id ? $1 : $0
    }
    var kept: [String] = []
    var added: [Choice] = []
    for choice in new.choices {
      guard let was = before[choice.id] else {
        added.append(choice)
        continue
      }
      kept.append(was.id)
      compare(was, choice, id)
    }
    let remaining = Set(kept)
    var open = Leftovers(added) { $0.value }
    for choice in old.choices where !remaining.contains(choice.id) {
      let one = open.take(choice.value)?.id
      note(
        .mapping, id,
        "the choice “\(choice.id)” was removed; the question is asked again if it was chosen; if it became "
          + "\(one.map { "“\($0)”" } ?? "another"), write "
          + ".id(\"\(one ?? "…")\", was: \"\(choice.id)\")")
    }
    for choice in added { note(.safe, id, "the choice “\(choice.id)” is new") }
    if kept != old.choices.map(\.id).filter(remaining.contains) {
      note(.safe, id, "the order of its choices changed")
    }
  }

  /// The id in the new version of a choice of the old one.
  private func newID(_ choice: Choice, _ prompt: String) -> String {
    renames.choice(choice.id, of: prompt)
  }

  private mutating func compare(_ old: Choice, _ new: Choice, _ id: String) {
    if old.id != new.id {
      note(.migrates, id, "the choice “\(new.id)” was “\(old.id)”; existing answers are kept")
    }
    if old.value != new.value {
      note(
        .migrates, id,
        "the choice “\(new.id)” now has the value \(new.value?.quoted ?? "nothing") instead of "
          + (old.value?.quoted ?? "nothing"))
    }
    if old.condition != new.condition {
      note(
        .migrates, id,
        "the choice “\(new.id)” has another condition; the question is asked again where it isn’t offered"
      )
    }
    if old.title != new.title || old.role != new.role || old.shortcut != new.shortcut
      || old.detail != new.detail || old.because != new.because
    {
      note(.safe, id, "the choice “\(new.id)” is shown differently")
    }
    if old.rules != new.rules {
      note(.migrates, id, "the choice “\(new.id)” has new rules for fields; they are asked again")
    }
  }

  /// Compares what shows the questions of a page.
  mutating func comparePages(_ old: Node, _ new: Node) {
    let before = Dictionary(old.conditions.map { (renames.id($0.id), $0.condition) }) {
      first, _ in first
    }
    for (id, condition) in new.conditions {
      guard let was = before[id] else { continue }
      if was != condition {
        note(.migrates, id, "its condition changed; if it is hidden, it has no answer")
      }
    }
  }
}

extension Node {
  /// The questions of a page, each with the condition for asking it.
  fileprivate var conditions: [(id: String, condition: Condition?)] {
    guard case .prompt(let prompt) = kind else { return [] }
    return zip(self[.questions] ?? [], prompt.conditions).map { ($0.id ?? "", $1) }
  }
}

extension Prompt {
  fileprivate var texts: [Text?] { [title, message, placeholder, help] }
}
