// What the parts of a step read and write: its texts, rules, conditions, buttons and options.

extension Assembly {
  mutating func prompt(_ prompt: Prompt, _ draft: Draft) {
    let place = draft.place
    read(prompt.title, place)
    if let message = prompt.message { read(message, place) }
    if let placeholder = prompt.placeholder { read(placeholder, place) }
    if let help = prompt.help { read(help, place) }
    for rule in prompt.rules { read(rule, place) }
    for rule in prompt.draftRules { read(rule, place) }
    for check in prompt.checks { if let message = check.message { read(message, place) } }
    if let key = prompt.source {
      note(keys.add(key, at: place), at: place)
      reads.append((key.name, false, "a question’s options", place))
    }
    if let key = prompt.key {
      if prompt.shape == .typed {
        note(keys.add(key, at: place), at: place)
      } else {
        write(key, "a question that is not an Ask", place)
      }
    }
    if prompt.isSecret, let key = prompt.key { secrets.insert(key.name) }
    if let key = prompt.key {
      for problem in PromptChecks.exposures(of: prompt) {
        exposures.append((key.name, problem, place))
      }
    }
    note(PromptChecks.problems(of: prompt, draft.branches.compactMap(\.choice)), at: place)
    for problem in PageChecks.problems(of: prompt, draft) {
      note([problem.message], at: problem.place)
    }
  }

  private mutating func read(_ rule: Prompt.Rule, _ place: Place) {
    if let message = rule.message { read(message, place) }
    if case .matches(let pattern) = rule.kind { use(pattern, place) }
  }

  private mutating func use(_ pattern: Pattern, _ place: Place) {
    if let problem = pattern.problem {
      note(["the pattern “\(pattern.source.shortened)” can't be used: \(problem)"], at: place)
    }
    patterns.insert(pattern)
  }

  mutating func select(_ selection: Node.Selection, _ draft: Draft) {
    let place = draft.place
    note(keys.add(selection.key, at: place), at: place)
    reads.append((selection.key.name, false, "a Switch", place))
    var seen: Set<Value> = []
    for value in selection.cases.flatMap(\.values) {
      if selection.key.type.fitting(value) == nil {
        note(
          [
            "\(value.quoted) is not \(selection.key.type), as the key “\(selection.key.name)” wants"
          ],
          at: place)
      }
      if !seen.insert(value).inserted {
        note(["two cases of this Switch have the value \(value.quoted)"], at: place)
      }
    }
  }

  /// Notes that something other than an `Ask` writes a key.
  mutating func write(_ key: KeyReference, _ what: String, _ place: Place) {
    note(keys.add(key, at: place), at: place)
    writes.append((key.name, what, place))
  }

  /// Notes keys that the engine writes where the flow uses them.
  mutating func reserve(_ error: KeyReference, _ state: KeyReference, _ place: Place) {
    reserved += [(error.name, place), (state.name, place)]
  }

  /// Checks a button or option by itself; `seen` has the ids of those before it, `earlier` those
  /// that they had.
  mutating func begin(
    _ branch: Branch, of draft: Draft, _ seen: inout [String: Place],
    _ earlier: inout [String: Place]
  ) {
    if case .fields(let conditions) = branch.part {
      for (condition, draft) in zip(conditions, branch.steps) {
        if let condition { read(condition, draft.place) }
      }
    }
    guard let choice = branch.choice else { return }
    note(branch.problems, at: branch.place)
    read(choice.title, branch.place)
    for rule in choice.rules {
      read(rule.rule, branch.place)
      if PromptChecks.showsValues([rule.rule]) {
        exposures.append((rule.key.name, PromptChecks.exposure, branch.place))
      }
    }
    if case .prompt(let prompt) = draft.node, prompt.kind == .confirm { return }
    if let explicit = branch.explicitID, let problem = Slug.problem(ofID: explicit) {
      note(["“\(explicit)” can't be an id: \(problem)"], at: branch.place)
    } else if branch.id.isEmpty {
      note(
        ["no id can be made of this title, it has no letters or digits; add .id(\"…\")"],
        at: branch.place)
    } else if let other = seen[branch.id] {
      note(
        [
          "the id “\(branch.id)” is also the id of the choice at \(other) beside it; "
            + "give one of the two its own with .id(\"…\")"
        ], at: branch.place)
    }
    seen[branch.id] = branch.place
    note(
      Self.problems(of: branch.was, branch.was, now: branch.id, branch.place, &earlier),
      at: branch.place)
  }

  mutating func read(_ text: Text, _ place: Place) {
    for case .placeholder(let key) in text.pieces {
      note(keys.add(key, at: place), at: place)
      reads.append((key.name, false, "a text", place))
    }
  }

  mutating func read(_ condition: Condition, _ place: Place) {
    if condition.depth > Limits.depth {
      note(["more than \(Limits.depth) conditions are nested"], at: place)
    }
    for pattern in condition.form.patterns { use(pattern, place) }
    for (key, value) in condition.form.comparisons where key.type.fitting(value) == nil {
      note(
        [
          "the condition compares the key “\(key.name)”, which is \(key.type), "
            + "with \(value.quoted)"
        ], at: place)
    }
    for (key, onlyIsSet) in condition.form.reads {
      note(keys.add(key, at: place), at: place)
      reads.append((key.name, onlyIsSet, "a condition", place))
    }
  }
}
