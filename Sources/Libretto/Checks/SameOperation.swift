/// The names of the operations in a group are unique.
///
///     Operations {
///       Operation("upload") { … }
///       Operation("upload") { … }  // Operation("upload again") { … }
///     }
enum SameOperation: StepRule {
  static let code = "same-operation"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .operations = step.node.kind else { return [] }
    var places: [String: FlowLocation] = [:]
    return step.operations.compactMap { operation in
      guard let other = places.updateValue(operation.place, forKey: operation.name) else {
        return nil
      }
      return problem(
        "the name “\(operation.name)” is used twice in these Operations, here and at \(other); "
          + "give one of the two another name", at: operation.place)
    }
  }
}
