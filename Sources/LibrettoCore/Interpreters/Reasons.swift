/// Why questions are asked: the branches of the flow around them, and the answers that led there.
struct Reasons {
  private typealias Branch = (kind: Node.Kind, id: String?, part: Node.Part)

  /// By the id of a step, the branches around it that are taken only sometimes, the innermost last.
  private var around: [String: [Branch]] = [:]

  init(_ tree: Tree) {
    var open: [(steps: [Node], around: [Branch])] = [(tree.steps, [])]
    while let (steps, outer) = open.popLast() {
      for node in steps {
        if let id = node.id, !outer.isEmpty { around[id] = outer }
        for branch in node.branches {
          let isSure = branch.part == .body || branch.part == .questions || branch.part == .data
          open.append((branch.steps, isSure ? outer : outer + [(node.kind, node.id, branch.part)]))
        }
      }
    }
  }

  /// The answers of a run that the person may go back to from a question, with what depends on each,
  /// and those that may come again; a page is one.
  func outline(of run: Run, at need: Need) -> RunOutline {
    var outline = RunOutline()
    // The rows of the answers that a key has, and that led into branches, so far.
    var (ofKeys, ofIDs): ([String: Int], [String: Int]) = ([:], [:])
    func note(_ step: Run.PassedStep) {
      var rows = Set(step.reads.compactMap { ofKeys[$0] })
      for (kind, owner, _) in around[step.id] ?? [] {
        switch kind {
        case .when(let condition):
          rows.formUnion(condition.form.reads.compactMap { ofKeys[$0.key.name] })
        case .select(let selection): rows.formUnion([ofKeys[selection.key.name]].compactMap(\.self))
        default: rows.formUnion([owner.flatMap { ofIDs[$0] }].compactMap(\.self))
        }
      }
      for row in rows where outline.passed[row].name != step.page.name {
        outline.passed[row].note(dependant: step.title)
      }
    }
    for step in run.passedSteps {
      note(step)
      if step.isWork { continue }
      if outline.passed.last?.name != step.page.name {
        outline.passed.append(.init(name: step.page.name))
      }
      if let key = step.key { ofKeys[key] = outline.passed.count - 1 }
      ofIDs[step.id] = outline.passed.count - 1
    }
    // What is open depends on answers too.
    for step in run.openSteps {
      note(step)
      if outline.open.last?.name != step.page.name { outline.open.append(step.page) }
    }
    // While operations ask beside each other, a step back stays in its own.
    if !run.program.operations.isEmpty {
      outline.passed.removeAll { run.target(of: need, to: $0.name) == nil }
      outline.refusal = run.state.refusal(of: need)
    }
    for name in run.stepsAhead(of: need).map(\.page.name)
    where outline.ahead.last != name && !outline.open.contains(where: { $0.name == name }) {
      outline.ahead.append(name)
    }
    return outline
  }

  /// Why a question is asked, in a sentence; nil if it always is.
  func words(for id: String, in run: Run) -> String? {
    guard let (kind, owner, part) = around[id]?.last else { return nil }
    var causes: [Sentence] = []
    switch (kind, part) {
    case (_, .timedOut): causes = [Sentence(.causeTimeUp)]
    case (.action(let action), .failure): causes = [Sentence(.causeFailed, action.name)]
    case (.load(let load), .failure): causes = [Sentence(.causeFailed, load.name)]
    case (.load(let load), .empty): causes = [Sentence(.causeNothingFound, load.name)]
    case (.operation(let operation), .failure):
      causes = [Sentence(.causeFailed, operation.name)]
    case (.when(let condition), _):
      causes = Self.causes(of: condition.form.reads.map(\.key.name), in: run)
    case (.select(let selection), _): causes = Self.causes(of: [selection.key.name], in: run)
    default:
      let answered = run.answeredQuestions.last { $0.question.id == owner }
      causes = answered.map { [Self.cause($0.question, $0.given)] } ?? []
    }
    return causes.isEmpty ? nil : run.language(.askedBecause, causes.said(between: .and))
  }

  private static func causes(of keys: [String], in run: Run) -> [Sentence] {
    let answered = run.answeredQuestions
    var causes: [Sentence] = []
    for key in keys {
      guard let last = answered.last(where: { $0.key == key }) else { continue }
      let cause = cause(last.question, last.given)
      if !causes.contains(cause) { causes.append(cause) }
    }
    return causes
  }

  private static func cause(_ question: Question, _ given: Given) -> Sentence {
    Sentence(.causeAnswer, question.title, question.words(for: given))
  }
}
