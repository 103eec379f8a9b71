/// Why questions are asked: the branches of the flow around them, and the answers that led there.
struct Reasons {
  /// By the id of a step, the innermost branch around it that is taken only sometimes.
  private var around: [String: (kind: Node.Kind, id: String?, part: Node.Part)] = [:]

  init(_ tree: Tree) {
    var open: [(steps: [Node], reason: (kind: Node.Kind, id: String?, part: Node.Part)?)] = [
      (tree.steps, nil)
    ]
    while let (steps, reason) = open.popLast() {
      for node in steps {
        if let id = node.id, let reason { around[id] = reason }
        for branch in node.branches {
          let isSure = branch.part == .body || branch.part == .questions || branch.part == .data
          open.append((branch.steps, isSure ? reason : (node.kind, node.id, branch.part)))
        }
      }
    }
  }

  /// Why a question is asked, in a sentence; nil if it always is.
  func words(for id: String, in run: Run) -> String? {
    guard let (kind, owner, part) = around[id] else { return nil }
    var causes: [String] = []
    switch (kind, part) {
    case (_, .timedOut): causes = ["the time was up"]
    case (.action(let action), .failure): causes = ["“\(action.name)” failed"]
    case (.load(let load), .failure): causes = ["“\(load.name)” failed"]
    case (.load(let load), .empty): causes = ["“\(load.name)” found nothing"]
    case (.operation(let operation), .failure): causes = ["“\(operation.name)” failed"]
    case (.when(let condition), _):
      causes = Self.causes(of: condition.form.reads.map(\.key.name), in: run)
    case (.select(let selection), _): causes = Self.causes(of: [selection.key.name], in: run)
    default:
      let answered = run.answeredQuestions.last { $0.question.id == owner }
      causes = answered.map { [Self.cause($0.question, $0.given)] } ?? []
    }
    return causes.isEmpty ? nil : "Asked because \(causes.joined(separator: " and "))."
  }

  private static func causes(of keys: [String], in run: Run) -> [String] {
    let answered = run.answeredQuestions
    var causes: [String] = []
    for key in keys {
      guard let last = answered.last(where: { $0.key == key }) else { continue }
      let cause = cause(last.question, last.given)
      if !causes.contains(cause) { causes.append(cause) }
    }
    return causes
  }

  private static func cause(_ question: Question, _ given: Given) -> String {
    "“\(question.title)” is \(question.words(for: given))"
  }
}
