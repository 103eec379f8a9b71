// The differences between two versions of one question.

extension FlowComparison {
  mutating func compare(_ old: Prompt, _ new: Prompt) {
    let types = (Question.type(of: old), Question.type(of: new))
    let isWider = old.kind == new.kind && types == (.integer, .number)
    if isWider {
      note(.safe, new.id, "now asks for a number instead of a whole number; its answer is kept")
    } else if old.kind != new.kind || types.0 != types.1 {
      let words = old.kind == new.kind ? types.1.description : new.kind.rawValue
      let before = old.kind == new.kind ? types.0.description : old.kind.rawValue
      return note(
        .migrates, new.id, "now asks for \(words) instead of \(before); it is asked again")
    }
    if old.key?.name != new.key?.name {
      note(
        .safe, new.id,
        "its answer is now kept under \(new.key.map { "“\($0.name)”" } ?? "no key") instead of "
          + (old.key.map { "“\($0.name)”" } ?? "no key"))
    }
    secret(old, new)
    choices(old, new)
    rules(old, new)
    if old.texts != new.texts { note(.safe, new.id, "its texts changed") }
    let preferred = (
      old.choices.filter(\.isPreferred).map { newID($0, new) },
      new.choices.filter(\.isPreferred).map(\.id)
    )
    if old.defaultValue != new.defaultValue || preferred.0 != preferred.1 {
      note(.safe, new.id, "its default changed")
    }
    if old.timeout != new.timeout || old.dismissAfter != new.dismissAfter {
      note(.migrates, new.id, "its time limit changed; an open prompt starts it again")
    }
    fields(old, new)
  }

  private mutating func secret(_ old: Prompt, _ new: Prompt) {
    switch secrecy(old, new) {
    case (false, true):
      note(
        .migrates, new.id,
        "is secret now; it is asked again, but the journal still contains the old answer")
    case (true, false): note(.migrates, new.id, "is no longer a secret; it is asked again")
    default: break
    }
  }

  private mutating func rules(_ old: Prompt, _ new: Prompt) {
    let isStricter =
      !Set(new.rules.map(\.kind)).isSubset(of: Set(old.rules.map(\.kind)))
      || !Set(new.checks.map(\.name)).isSubset(of: Set(old.checks.map(\.name)))
      || old.isOptional && !new.isOptional
    if isStricter {
      note(.migrates, new.id, "its rules changed; it is asked again if its answer breaks them")
    } else if old.rules.count != new.rules.count || old.checks.count != new.checks.count
      || old.isOptional != new.isOptional
    {
      note(.safe, new.id, "its rules are less strict")
    }
    if old.draftRules != new.draftRules || old.isMultiline != new.isMultiline {
      note(.safe, new.id, "its rules for typing changed")
    }
  }

  private mutating func choices(_ old: Prompt, _ new: Prompt) {
    if old.source != new.source {
      note(.migrates, new.id, "its options changed; it is asked again if its answer is gone")
    }
    guard old.kind != .confirm else { return }
    let before = Dictionary(old.choices.map { (newID($0, new), $0) }) {
      // If a choice has the id that another one had, the renamed one counts.
      newID($0, new) == $0.id ? $1 : $0
    }
    var kept: [String] = []
    var added: [Choice] = []
    for choice in new.choices {
      guard let was = before[choice.id] else {
        added.append(choice)
        continue
      }
      kept.append(was.id)
      compare(was, choice, new.id)
    }
    var open = added
    for choice in old.choices where !kept.contains(choice.id) {
      let same = open.firstIndex { $0.value == choice.value && $0.value != nil }
      let one = (same ?? open.indices.first).map { open.remove(at: $0).id }
      note(
        .mapping, new.id,
        "the choice “\(choice.id)” was removed; the question is asked again if it was chosen; if it became "
          + "\(one.map { "“\($0)”" } ?? "another"), write "
          + ".id(\"\(one ?? "…")\", was: \"\(choice.id)\")")
    }
    for choice in added { note(.safe, new.id, "the choice “\(choice.id)” is new") }
    if kept != old.choices.map(\.id).filter(kept.contains) {
      note(.safe, new.id, "the order of its choices changed")
    }
  }

  /// The id in the new version of a choice of the old one.
  private func newID(_ choice: Choice, _ prompt: Prompt) -> String {
    renames.choice(choice.id, of: prompt.id)
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
    if old.title != new.title || old.role != new.role || old.shortcut != new.shortcut {
      note(.safe, id, "the choice “\(new.id)” is shown differently")
    }
    if old.rules != new.rules {
      note(.migrates, id, "the choice “\(new.id)” has new rules for fields; they are asked again")
    }
  }

  private mutating func fields(_ old: Prompt, _ new: Prompt) {
    let conditions = (old.fields, new.fields)
    let before = Dictionary(conditions.0.map { (renames.id($0.prompt.id), $0.condition) }) {
      first, _ in first
    }
    for field in conditions.1 {
      guard let condition = before[field.prompt.id] else { continue }
      if condition != field.condition {
        note(.migrates, field.prompt.id, "its condition changed; if it is hidden, it has no answer")
      }
    }
  }
}

extension Prompt {
  fileprivate var texts: [Text?] { [title, message, placeholder, help] }
}
