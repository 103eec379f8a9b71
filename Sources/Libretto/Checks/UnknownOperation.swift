/// `after` names operations of the same group, `CancelOperation` one of an enclosing group.
///
///     Operations {
///       Operation("load") { … }
///       Operation("show", after: "laod") { … }  // after: "load"
///     }
enum UnknownOperation: StepRule {
  static let code = "unknown-operation"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    switch step.node.kind {
    case .operations: return waiting(step.operations)
    case .cancelOperation(let cancel):
      let name = cancel.operation
      let around = step.around.operations
      if around.contains(where: { $0.contains(name) }) { return [] }
      let known = step.isExplained ? around.flatMap { $0 }.sorted() : []
      return [problem(message(name, known, in: "CancelOperation"), at: step.place)]
    default: return []
    }
  }

  private static func waiting(
    _ operations: [(name: String, after: [String], place: FlowLocation)]
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let names = Set(operations.map(\.name))
    for operation in operations {
      for name in operation.after where !names.contains(name) {
        // A hostile flow can have as many wrong names as operations.
        let known = problems.count < DeclaredStep.mostExplained ? names.sorted() : []
        problems.append(problem(message(name, known, in: "after"), at: operation.place))
      }
    }
    return problems
  }

  private static func message(_ name: String, _ known: [String], in what: String) -> String {
    var message = "\(what): there is no operation “\(name)” beside or around this one"
    if let near = nearest(to: name, among: known) {
      message += "; did you mean “\(near)”?"
    } else if !known.isEmpty {
      message += "; there are " + known.listed { "“\($0)”" }
    }
    return message
  }
}
