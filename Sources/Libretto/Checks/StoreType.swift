/// A stored value has the type of its key.
///
///     Store(.nan, into: ratio)  // Store(0.5, into: ratio)
enum StoreType: StepRule {
  static let code = "store-type"

  static func problems(of step: DeclaredStep) -> [Diagnostic] {
    guard case .store(let key, let calculation) = step.node.kind else { return [] }
    let what: String
    if let value = calculation.given {
      if key.type.value(exactly: value) != nil { return [] }
      what = value.quoted
    } else {
      guard let type = calculation.form.type, !type.fits(key.type) else { return [] }
      what = "\(calculation), which is \(type),"
    }
    return [
      problem("\(what) is not \(key.type), as the key “\(key.name)” requires", at: step.place)
    ]
  }
}
