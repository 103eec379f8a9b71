import LibrettoCore

// Steps, outcomes and walks in words.

extension Graph {
  /// A node in words: its kind and what identifies it.
  func words(_ index: Int) -> String {
    let node = nodes[index]
    if let condition = node.condition {
      if case .loop = node.kind {
        return condition.form == .all([]) ? "repeat “another round”" : words(step: node.step)
      }
      if case .hidden = node.kind { return "hidden “\(condition)”" }
      return "when “\(condition)”"
    }
    switch node.kind {
    case .end(nil): return "the end"
    case .end(let outcome?): return "finish “\(outcome)”"
    case .tryAgain(let load): return load < 0 ? "reload" : "reload of \(words(load))"
    case .page: return "page " + words(step: node.step).dropFirst("form ".count)
    case .review: return "review " + words(step: node.step).dropFirst("form ".count)
    default: return words(step: node.step)
    }
  }

  /// A step in words.
  func words(step: Int) -> String {
    let node = steps[step]
    func named(_ kind: String, _ name: String?) -> String {
      guard let name, !name.isEmpty else { return kind }
      return "\(kind) “\(name)”"
    }
    switch node.kind {
    case .say(let text), .heading(let text): return named("say", text.template)
    case .note(let title, _): return named("say", title.template)
    case .prompt(let prompt): return named(prompt.kind.rawValue, prompt.title.template)
    case .action(let action): return named("do", action.name)
    case .load(let load): return named("load", load.name)
    case .tryAgain: return "reload"
    case .operations: return "operations"
    case .operation(let operation): return named("operation", operation.name)
    case .cancelOperation(let cancel): return named("cancel", cancel.operation)
    case .select(let selection): return named("switch", selection.key.name)
    case .wait: return "wait"
    case .when(let condition): return named("when", condition.description)
    case .loop(.times(let times)): return named("repeat", "\(times) times")
    case .loop(.whileTrue(let condition)): return named("repeat while", condition.description)
    case .loop(.until(let condition)): return named("repeat until", condition.description)
    case .leave: return "break"
    case .back: return "back"
    case .store(let key, let value): return named("store", "\(key.name) = \(value)")
    case .finish(let finish): return named("finish", finish.text?.template ?? finish.outcome)
    case .fail(let text): return named("fail", text.template)
    case .subflow(let flow): return named("flow", flow.name)
    }
  }

  /// What happens at a node, in a word.
  func words(_ outcome: Turn, of index: Int) -> String {
    let node = nodes[index]
    switch outcome {
    case .choice(let place): return node.prompt?.choices[place].id ?? ""
    case .selected(let place):
      guard case .select(let selection) = node.kind else { return "" }
      return selection.cases[place].map(\.description).joined(separator: ", ")
    case .fallback: return "default"
    case .leftOut: return "left out"
    case .timedOut: return "timed out"
    case .done: return "ok"
    case .submitted: return "submit"
    default: return "\(outcome)"
    }
  }

  /// What was decided on a move of a walk, in words; nil if that was nothing.
  func said(_ move: Move, in space: Space) -> String? {
    let index = space.states[move.state].node
    guard move.edge < space.edges[move.state].count else { return nil }
    let edge = space.edges[move.state][move.edge]
    let node = nodes[index]
    if edge.fault != nil || node.edges.count < 2 { return nil }
    switch (node.kind, edge.outcome) {
    case (_, .leftOut): return "“\(title(index))” is left out"
    case (_, .failed): return "“\(title(index))” fails"
    case (_, .timedOut): return "the time of “\(title(index))” is up"
    case (.question, _), (.several, _), (.action, .done), (.operation, _): return nil
    case (.when, _), (.hidden, _), (.loop, _):
      guard let test = node.test, test.condition.form != .all([]) else { return nil }
      return "“\(test.condition)” \(edge.outcome == test.yes ? "holds" : "doesn’t hold")"
    case (.select(let selection), let outcome):
      let value = outcome == .fallback ? "something else" : words(outcome, of: index)
      return "“\(selection.key.name)” is \(value)"
    case (.choice, let outcome), (.yesNo, let outcome), (.chosen, let outcome):
      return "“\(title(index))” is answered with \(words(outcome, of: index))"
    case (_, let outcome):
      return "“\(title(index))” is \(outcome == .data ? "loaded" : words(outcome, of: index))"
    }
  }

  /// What is answered after a step back, or decided about work before it, in words; nil if neither.
  func reply(_ edge: Edge, in space: Space) -> String? {
    switch (edge.recalled, edge.reply) {
    case (.again?, _): return "performed again"
    case (.kept?, _): return "kept"
    case (.held?, _): return "done already"
    case (nil, .same?): return "and the same answer"
    case (nil, .other(let other)?):
      let node = space.states[edge.back ?? 0].node
      return "“\(title(node))”: \(other.answerClass?.plain ?? words(other.outcome, of: node))"
    case (nil, nil): return nil
    }
  }

  /// The title of a prompt, or the name of work.
  func title(_ index: Int) -> String {
    nodes[index].work?.name ?? nodes[index].prompt?.title.template ?? words(index)
  }

  /// The name of a node that outlives edits elsewhere: the nearest id around it, the branch, and what
  /// it is.
  func name(_ index: Int) -> String {
    let node = nodes[index]
    if node.step < 0 { return "end" }
    if let id = steps[node.step].id { return id }
    return around[node.step] + words(index)
  }

  /// What a test covers, to those who answer.
  func plain(_ item: Item) -> String {
    let node = nodes[item.node]
    switch item {
    case .part(_, let atom):
      let parts = (node.condition ?? node.prompt?.choices.compactMap(\.condition).first)?.form.parts
      guard let parts, atom.number < parts.count else { break }
      return plain(parts[atom.number], holds: atom.holds)
    case .branch(_, let outcome):
      if let test = node.test, test.condition.form != .all([]) {
        return plain(test.condition.form, holds: outcome == test.yes)
      }
      let title = "“\(title(item.node))”"
      switch (node.kind, outcome) {
      case (.select(let selection), .selected(let place)):
        return plain(selection.key) + " is " + plain(selection.cases[place], of: selection.key)
      case (.select(let selection), _): return plain(selection.key) + " is something else"
      case (_, .choice(let place)):
        return title + ": " + (node.prompt?.choices[place].title.template ?? "")
      default: return title + ": " + words(outcome, of: item.node)
      }
    case .answer(_, let answerClass):
      let isRest = answerClass.plain == answerClass.words
      return "“\(title(item.node))”\(isRest ? ":" : "") \(answerClass.plain)"
    case .step: break
    }
    return "“\(title(item.node))”"
  }
}
